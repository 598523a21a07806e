"""Puts the small encoder (small_encoder.py) into one ONNX graph with our network's head for speech, with carried state.

The encoder hears windows of WINDOW_BLOCKS, one after the other, each for itself: nothing of the voice before is left. Bands
are centered by a mean of the speech so far that fades.
"""

from __future__ import annotations

import numpy as np
import onnx
from onnx import TensorProto

import shared_training  # noqa: F401
from encoder import BANDS, FFT, FRAME, HOP, POWER_FLOOR, WIDTH, mel_filters, spectrum_filters
from frontend import BLOCK_SAMPLES
from graph import END, GraphBuilder
from rounding import quantise_columns
from small_encoder import STEP_FRAMES

WINDOW_BLOCKS = 16
WINDOW_FRAMES = WINDOW_BLOCKS * BLOCK_SAMPLES // HOP
STEPS = WINDOW_FRAMES // STEP_FRAMES
BLOCK_FRAMES = BLOCK_SAMPLES // HOP
# Blocks are 50 ms, steps 40: each block keeps the step that is nearest to its middle. A step's middle is 2.5 ms before 40 ms
# times its number.
KEPT_STEPS = np.round(np.arange(WINDOW_BLOCKS) * STEPS / WINDOW_BLOCKS + 27.5 / 40.0).astype(np.int64)
MEAN_SECONDS = 20.0
# The weight of a frame without speech in the mean of bands.
PAUSE_WEIGHT = 1e-3
HISTORY = FRAME - HOP
CARRIED = HISTORY + BANDS + 1
SMALLEST = 1_000


def needed(graph: onnx.GraphProto, outputs: tuple[str, ...]) -> onnx.GraphProto:
    """The part of a graph that these outputs come from."""
    made_by = {name: node for node in graph.node for name in node.output}
    wanted, waiting = set(), list(outputs)
    while waiting:
        name = waiting.pop()
        if name in wanted:
            continue
        wanted.add(name)
        if name in made_by:
            waiting.extend(made_by[name].input)
    kept = onnx.GraphProto()
    kept.CopyFrom(graph)
    del kept.node[:], kept.initializer[:]
    kept.node.extend(node for node in graph.node if wanted.intersection(node.output))
    kept.initializer.extend(tensor for tensor in graph.initializer if tensor.name in wanted)
    return kept


def stored_small(g: GraphBuilder, graph: onnx.GraphProto) -> dict[str, str]:
    """New names of kernels in float32, kept in 8 bits and expanded when the model is loaded."""
    renamed = {}
    for tensor in list(graph.initializer):
        value = onnx.numpy_helper.to_array(tensor)
        if value.dtype != np.float32 or value.size < SMALLEST or value.ndim != 3:
            continue
        codes, scale = quantise_columns(value.reshape(len(value), -1).T)
        real = g.op("Cast", [g.constant(codes.T.reshape(value.shape))], to=TensorProto.FLOAT)
        renamed[tensor.name] = g.op("Mul", [real, g.constant(scale.T[:, :, None])])
        graph.initializer.remove(tensor)
    return renamed


def log_bands(g: GraphBuilder, audio: str) -> str:
    """Log-mel bands [B, frames, BANDS] of samples with HISTORY before them [B, samples]."""
    bins = FFT // 2 + 1
    kernel = np.ascontiguousarray(spectrum_filters().T)[:, None]
    waves = g.op("Conv", [g.op("Unsqueeze", [audio, g.integers(1)]), g.constant(kernel)], strides=[HOP])
    squares = g.op("Mul", [waves, waves])
    parts = g.ops("Split", [squares, g.integers(bins, bins)], 2, axis=1)
    power = g.op("Transpose", [g.op("Add", parts)], perm=[0, 2, 1])
    bands = g.op("MatMul", [power, g.constant(mel_filters())])
    return g.op("Log", [g.op("Max", [bands, g.real(POWER_FLOOR)])])


def centered(g: GraphBuilder, bands: str, activity: str, before: str) -> tuple[str, str]:
    """Bands [B, windows, WINDOW_FRAMES, BANDS] less their mean over the speech so far, and the sums to carry.

    One window after the other, so that the sums are the same however a stream is cut.
    """
    fading = np.float32(np.exp(-WINDOW_BLOCKS * BLOCK_SAMPLES / 16_000.0 / MEAN_SECONDS))
    windows = g.reshape(bands, 0, -1, WINDOW_FRAMES, BANDS)
    speech = g.op("Add", [g.slice(activity, 0, 1, 2), g.real(PAUSE_WEIGHT)])
    weight = g.op("Mul", [speech, g.constant(np.ones((1, 1, BLOCK_FRAMES), dtype=np.float32))])
    weight = g.reshape(weight, 0, -1, WINDOW_FRAMES, 1)
    ones = g.op("Add", [g.op("Mul", [weight, g.real(0.0)]), g.real(1.0)])
    terms = g.op("Mul", [g.op("Concat", [windows, ones], axis=3), weight])
    totals = g.op("ReduceSum", [terms, g.integers(2)], keepdims=0)
    own = g.constant(np.eye(BANDS + 1, dtype=np.float32)[None])
    kept = g.constant(fading * np.eye(BANDS + 1, dtype=np.float32)[None])
    affine = {"activations": ["Affine"], "activation_alpha": [1.0], "activation_beta": [0.0]}
    moved = g.op("Transpose", [totals], perm=[1, 0, 2])
    first = g.op("Unsqueeze", [before, g.integers(0)])
    sums, last = g.ops("RNN", [moved, own, kept, "", "", first], 2, hidden_size=BANDS + 1, **affine)
    sums = g.op("Transpose", [sums], perm=[2, 0, 1, 3])
    mean = g.op("Div", [g.slice(sums, 0, BANDS, 3), g.slice(sums, BANDS, END, 3)])
    mean = g.reshape(mean, 0, -1, 1, BANDS)
    return g.op("Sub", [windows, mean]), g.reshape(last, -1, BANDS + 1)


def features(g: GraphBuilder, body: onnx.GraphProto, windows: str, blocks_of: str) -> str:
    """One row [B, blocks, WIDTH] for each block: a step of its window."""
    flat = g.reshape(windows, -1, WINDOW_FRAMES, BANDS)
    g.adopt(body, stored_small(g, body) | {body.input[0].name: flat, body.output[0].name: "encoded"})
    rows = g.op("Gather", ["encoded", g.constant(KEPT_STEPS)], axis=1)
    shape = g.op("Concat", [g.op("Shape", [blocks_of], end=2), g.integers(WIDTH)], axis=0)
    return g.op("Reshape", [rows, shape])


def join(
    base: onnx.ModelProto, body: onnx.ModelProto, properties: dict[str, str]
) -> tuple[onnx.ModelProto, int]:
    """The graph of both, and the size of its state. Its calls take whole windows."""
    base_state = base.graph.input[1].type.tensor_type.shape.dim[1].dim_value
    g = GraphBuilder("joined_")
    pieces = g.ops("Split", ["state", g.integers(base_state, HISTORY, BANDS + 1)], 3, axis=1)
    network = needed(base.graph, ("activity", "state_out"))
    g.adopt(network, {"state": pieces[0], "state_out": "network_state"})
    audio = g.op("Concat", [pieces[1], "audio"], axis=1)
    windows, sums = centered(g, log_bands(g, audio), "activity", pieces[2])
    rows = features(g, body.graph, windows, "activity")
    # A block counts as much as it is likely to be speech.
    weights = g.slice("activity", 0, 1, 2)
    state_out = g.op("Concat", ["network_state", g.slice(audio, -HISTORY, END, 1), sums], axis=1)
    size = base_state + CARRIED
    model = g.build(
        [("audio", ["batch", "samples"]), ("state", ["batch", size])],
        [
            ("features", rows, ["batch", "blocks", WIDTH]),
            ("weights", weights, ["batch", "blocks", 1]),
            ("activity", "activity", ["batch", "blocks", 2]),
            ("state_out", state_out, ["batch", size]),
        ],
        properties,
    )
    return model, size
