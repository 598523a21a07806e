"""Adds the published encoder (encoder.py) to the ONNX graph of the speaker network, with carried state.

Both hear one front end. The encoder starts anew every WINDOW_BLOCKS, so that what it says about a voice holds nothing of
the voice before. It hears power, not its logarithm, so a gain from the network's running level brings all streams to the
level that it learned.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import onnx
from onnx import TensorProto

import shared_training  # noqa: F401
import frontend
from encoder import BANDS, LAYERS, WIDTH, Encoder, mel_filters
from export_wide import MAX_BLOCKS
from graph import END, GraphBuilder
from rounding import quantise_columns
from speaker_network import FEATURES, HEADS

BLOCK = frontend.FRAMES_PER_BLOCK
WINDOW_BLOCKS = 16
# The states of the third of four frames are kept, because the last one of a window is zero.
KEPT_FRAME = 2
# The level at which recordings of -30 dBFS, as the encoder learned from, stand in the network's running mean.
LEVEL = 5.2e-3
GAIN_LIMITS = (1e-3, 1e4)
# What the features of the encoder are reduced to: so many per head, as the network's own have.
REDUCED_HEADS = 5
REDUCED = REDUCED_HEADS * (FEATURES // HEADS)
ALL_FEATURES = FEATURES + REDUCED
ALL_HEADS = HEADS + REDUCED_HEADS
# A frame counts the more, the longer the encoder has heard the window.
TRUST = tuple(np.round(np.clip((np.arange(WINDOW_BLOCKS) + 1.0) / 8.0, 0.125, 1.0), 3))
# Weights of a flag add up to this times -FLAG_WEIGHT: enough to shut a gate, no more in one weight than others have.
FLAGS, FLAG_WEIGHT = 12, 2.5
CARRIED = 1 + 2 * LAYERS * WIDTH


@dataclass(frozen=True)
class Cell:
    """One LSTM layer in ONNX's order of gates (input, output, forget, cell), one column per gate's number."""

    inputs: np.ndarray
    recurrent: np.ndarray
    bias: np.ndarray


def cells(encoder: Encoder) -> list[Cell]:
    """The layers with two more groups of inputs: the first frame of a window forgets, the last one says nothing."""
    found = []
    for number in range(LAYERS):
        parts = {name: value.detach().numpy() for name, value in encoder.lstm.named_parameters()}
        weight, recurrent = (turned(parts[f"weight_{kind}_l{number}"]) for kind in ("ih", "hh"))
        bias = np.concatenate([turned(parts[f"bias_{kind}_l{number}"]) for kind in ("ih", "hh")])
        flags = np.zeros((2 * FLAGS, 4 * WIDTH), dtype=np.float32)
        flags[:FLAGS, 2 * WIDTH : 3 * WIDTH] = -FLAG_WEIGHT
        flags[FLAGS:, WIDTH : 2 * WIDTH] = -FLAG_WEIGHT
        found.append(Cell(np.concatenate([weight, flags]), recurrent, bias))
    return found


def turned(weight: np.ndarray) -> np.ndarray:
    """PyTorch's rows (input, forget, cell, output) to ONNX's columns (input, output, forget, cell)."""
    gates = np.split(weight, 4)
    return np.concatenate([gates[0], gates[3], gates[1], gates[2]]).T


def of_spectra(graph: onnx.GraphProto) -> tuple[str, str, str]:
    """The tensors of the network's graph with the power of every bin, the running mass and the running squares."""
    made_by = {name: node for node in graph.node for name in node.output}
    bins = next(
        node.input[0]
        for node in graph.node
        if node.op_type == "MatMul"
        and node.input[1] in made_by
        and made_by[node.input[1]].op_type == "ScatterND"
    )
    sums = next(node for node in graph.node if node.op_type == "Split" and len(node.output) == 3)
    return bins, sums.output[1], sums.output[2]


def heard(g: GraphBuilder, bins: str, mass: str, squares: str) -> str:
    """Mel power [B, T, BANDS] at the encoder's level."""
    filters = g.constant(mel_filters(frontend.FIRST_BIN, frontend.LAST_BIN))
    level = g.op("Div", [squares, mass])
    wanted = g.op("Div", [g.real(LEVEL), level])
    limits = [g.constant(np.float32(value)) for value in GAIN_LIMITS]
    gain = g.op("Clip", [g.op("Mul", [wanted, wanted]), *limits])
    mel = g.reshape(g.op("MatMul", [bins, filters]), 0, -1, BLOCK * BANDS)
    return g.reshape(g.op("Mul", [mel, gain]), 0, -1, BANDS)


def places(g: GraphBuilder, phase: str, features: str) -> tuple[str, str]:
    """Each block's place in its window [B, blocks], and that of the block after the last."""
    blocks = g.op("Shape", [features], start=1, end=2)
    steps = g.constant(np.arange(MAX_BLOCKS, dtype=np.float32)[None])
    steps = g.op("Slice", [steps, g.integers(0), blocks, g.integers(1)])
    size = g.real(WINDOW_BLOCKS)
    place = g.op("Mod", [g.op("Add", [phase, steps]), size], fmod=1)
    following = g.op("Mod", [g.op("Add", [g.slice(place, -1, END, 1), g.real(1.0)]), size], fmod=1)
    return place, following


def flags(g: GraphBuilder, place: str) -> str:
    """[B, T, 2 * FLAGS]: ones at the first frame of a window, and at the last."""
    columns = []
    for block, frame in ((0, 0), (WINDOW_BLOCKS - 1, BLOCK - 1)):
        there = g.op("Cast", [g.op("Equal", [place, g.real(block)])], to=TensorProto.FLOAT)
        at = g.constant(np.eye(BLOCK, dtype=np.float32)[frame][None, None])
        marked = g.reshape(g.op("Mul", [g.reshape(there, 0, -1, 1), at]), 0, -1, 1)
        columns.append(g.op("Mul", [marked, g.constant(np.ones((1, 1, FLAGS), dtype=np.float32))]))
    return g.op("Concat", columns, axis=2)


def layer(g: GraphBuilder, cell: Cell, x: str, state: tuple[str, str], small: bool) -> tuple[str, str, str]:
    """Steps first: x [T, B, inputs] to states [T, B, WIDTH], and the last state and cell [1, B, WIDTH]."""
    bias = g.constant(cell.bias[None])
    if small:
        weights = []
        for matrix in (cell.inputs, cell.recurrent):
            codes, scale = quantise_columns(matrix)
            zero = g.constant(np.zeros((1, 4 * WIDTH), dtype=np.int8))
            weights.append((g.constant(codes[None]), g.constant(scale), zero))
        (w, w_scale, zero), (r, r_scale, _) = weights
        inputs = [x, w, r, bias, "", *state, "", w_scale, zero, r_scale, zero]
        y, h, c = g.ops("DynamicQuantizeLSTM", inputs, 3, domain="com.microsoft", hidden_size=WIDTH)
    else:
        w, r = (
            g.op("Unsqueeze", [g.op("Transpose", [g.quantised(matrix)]), g.integers(0)])
            for matrix in (cell.inputs, cell.recurrent)
        )
        y, h, c = g.ops("LSTM", [x, w, r, bias, "", *state], 3, hidden_size=WIDTH)
    return g.op("Squeeze", [y, g.integers(1)]), h, c


def run(g: GraphBuilder, encoder: Encoder, mel: str, marks: str, state: str) -> tuple[str, str]:
    """The states [B, T, WIDTH] of the last layer, and what to carry."""
    marks = g.op("Transpose", [marks], perm=[1, 0, 2])
    x = g.op("Transpose", [mel], perm=[1, 0, 2])
    packed = g.op("Transpose", [g.reshape(state, 0, 2 * LAYERS, WIDTH)], perm=[1, 0, 2])
    parts = g.ops("Split", [packed, g.integers(*[1] * 2 * LAYERS)], 2 * LAYERS, axis=0)
    one = g.op("Add", [g.op("Mul", [g.slice(marks, 0, 1, 2), g.real(0.0)]), g.real(1.0)])
    # Both ends of the range of states, always, so that 8-bit steps do not depend on how a stream is cut.
    ends = g.op("Mul", [one, g.constant(np.array([[[1.0, -1.0]]], dtype=np.float32))])
    carried = []
    for number, cell in enumerate(cells(encoder)):
        small = number > 0
        columns = [x, marks, ends] if small else [x, marks]
        unused = np.zeros((2, 4 * WIDTH), dtype=np.float32)
        if small:
            cell = Cell(np.concatenate([cell.inputs, unused]), cell.recurrent, cell.bias)
        before = (parts[2 * number], parts[2 * number + 1])
        x, *after = layer(g, cell, g.op("Concat", columns, axis=2), before, small)
        carried += after
    together = g.op("Transpose", [g.op("Concat", carried, axis=0)], perm=[1, 0, 2])
    return g.op("Transpose", [x], perm=[1, 0, 2]), g.reshape(together, 0, 2 * LAYERS * WIDTH)


def reduced(g: GraphBuilder, states: str, basis: np.ndarray, center: np.ndarray) -> str:
    """One row of REDUCED features for each block: the states of one frame, turned and cut by `basis` [WIDTH, REDUCED]."""
    grouped = g.reshape(states, 0, -1, BLOCK, WIDTH)
    kept = g.op("Gather", [grouped, g.constant(np.array(KEPT_FRAME, dtype=np.int64))], axis=2)
    return g.op("Add", [g.op("MatMul", [kept, g.quantised(basis)]), g.real(-center @ basis)])


def join(
    base: onnx.ModelProto, encoder: Encoder, basis: np.ndarray, center: np.ndarray, properties: dict[str, str]
) -> tuple[onnx.ModelProto, int]:
    """The graph of both, and the size of its state."""
    base_state = base.graph.input[1].type.tensor_type.shape.dim[1].dim_value
    g = GraphBuilder("joined_")
    pieces = g.ops("Split", ["state", g.integers(base_state, 1, CARRIED - 1)], 3, axis=1)
    own = {name: f"own_{name}" for name in ("features", "weights", "state_out")}
    own["state"] = pieces[0]
    bins, mass, squares = of_spectra(base.graph)
    g.adopt(base.graph, own)
    place, following = places(g, pieces[1], own["features"])
    states, after = run(g, encoder, heard(g, bins, mass, squares), flags(g, place), pieces[2])
    features = g.op("Concat", [own["features"], reduced(g, states, basis, center)], axis=2)
    trust = g.op("Gather", [g.real(np.array(TRUST)), g.op("Cast", [place], to=TensorProto.INT64)])
    same = g.constant(np.ones((1, 1, REDUCED_HEADS), dtype=np.float32))
    weights = g.op("Concat", [own["weights"], g.op("Mul", [g.reshape(trust, 0, -1, 1), same])], axis=2)
    state_out = g.op("Concat", [own["state_out"], following, after], axis=1)
    size = base_state + CARRIED
    model = g.build(
        [("audio", ["batch", "samples"]), ("state", ["batch", size])],
        [
            ("features", features, ["batch", "blocks", ALL_FEATURES]),
            ("weights", weights, ["batch", "blocks", ALL_HEADS]),
            ("activity", "activity", ["batch", "blocks", 2]),
            ("state_out", state_out, ["batch", size]),
        ],
        properties,
    )
    return model, size
