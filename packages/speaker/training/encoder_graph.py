"""Puts the small encoder (small_encoder.py) and the head for speech (head_export.py) into one ONNX graph with carried state.

The encoder hears windows of WINDOW_BLOCKS, one after the other, each for itself: nothing of the voice before is left. Bands
are centered by a mean of the speech so far that fades, which also says whether they came by telephone.
"""

from __future__ import annotations

import numpy as np
import onnx
from onnx import TensorProto

import shared_training  # noqa: F401
from encoder import BANDS, HOP, WIDTH
from frontend import BLOCK_SAMPLES
from graph import END, GraphBuilder
from rounding import quantise_columns
from small_encoder import STEP_FRAMES
from spectrum_graph import HISTORY, log_bands
from telephone_bands import TelephoneBands
from telephone_graph import by_telephone, retold

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
SPEECH_STEPS = 64.0
# No block of a window is more likely speech than this: nothing in it counts for a voiceprint, whose threshold it is.
LEAST_SPEECH = 0.1
CARRIED = HISTORY + BANDS + 1
SMALLEST = 1_000


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


def centered(g: GraphBuilder, bands: str, activity: str, before: str) -> tuple[str, str, str]:
    """Bands [B, windows, WINDOW_FRAMES, BANDS] less their mean over the speech so far, this mean, and the sums to carry.

    One window after the other, so that the sums are the same however a stream is cut.
    """
    fading = np.float32(np.exp(-WINDOW_BLOCKS * BLOCK_SAMPLES / 16_000.0 / MEAN_SECONDS))
    shape = [g.op("Shape", [activity], end=1), g.integers(-1, WINDOW_FRAMES, BANDS)]
    windows = g.op("Reshape", [bands, g.op("Concat", shape, axis=0)])
    # In steps, so that the last digit of a probability moves no band.
    steps = g.op("Round", [g.op("Mul", [g.slice(activity, 0, 1, 2), g.real(SPEECH_STEPS)])])
    speech = g.op("Add", [g.op("Mul", [steps, g.real(1.0 / SPEECH_STEPS)]), g.real(PAUSE_WEIGHT)])
    weight = g.op("Mul", [speech, g.constant(np.ones((1, 1, BLOCK_FRAMES), dtype=np.float32))])
    weight = g.reshape(weight, 0, -1, 1, WINDOW_FRAMES)
    ones = g.ones(g.slice(windows, 0, 1, 3))
    # A product, because a sum would add the frames of one window in another order than those of many.
    totals = g.op("MatMul", [weight, g.op("Concat", [windows, ones], axis=3)])
    totals = g.reshape(totals, 0, -1, BANDS + 1)
    own = g.constant(np.eye(BANDS + 1, dtype=np.float32)[None])
    kept = g.constant(fading * np.eye(BANDS + 1, dtype=np.float32)[None])
    affine = {"activations": ["Affine"], "activation_alpha": [1.0], "activation_beta": [0.0]}
    moved = g.op("Transpose", [totals], perm=[1, 0, 2])
    first = g.op("Unsqueeze", [before, g.integers(0)])
    sums, last = g.ops("RNN", [moved, own, kept, "", "", first], 2, hidden_size=BANDS + 1, **affine)
    sums = g.op("Transpose", [sums], perm=[2, 0, 1, 3])
    mean = g.op("Div", [g.slice(sums, 0, BANDS, 3), g.slice(sums, BANDS, END, 3)])
    mean = g.reshape(mean, 0, -1, 1, BANDS)
    return g.op("Sub", [windows, mean]), mean, g.reshape(last, -1, BANDS + 1)


def features(
    g: GraphBuilder, body: onnx.GraphProto, telephone: TelephoneBands, windows: str, mean: str, activity: str
) -> str:
    """One row [B, blocks, WIDTH] for each block: a step of its window. Windows without speech are not heard: rows of 0."""
    flat = g.reshape(windows, -1, WINDOW_FRAMES, BANDS)
    speech = g.reshape(g.slice(activity, 0, 1, 2), -1, WINDOW_BLOCKS)
    most = g.op("ReduceMax", [speech], axes=[1], keepdims=0)
    spoken = g.op("GreaterOrEqual", [most, g.real(LEAST_SPEECH)])
    phoned = g.op("Compress", [by_telephone(g, mean), spoken], axis=0)
    heard = retold(g, g.op("Compress", [flat, spoken], axis=0), phoned, telephone)
    g.adopt(body, stored_small(g, body) | {body.input[0].name: heard, body.output[0].name: "encoded"})
    rows = g.op("Gather", ["encoded", g.constant(KEPT_STEPS)], axis=1)
    shape = g.op("Concat", [g.op("Shape", [flat], end=1), g.integers(WINDOW_BLOCKS, WIDTH)], axis=0)
    places = g.op("Transpose", [g.op("NonZero", [spoken])], perm=[1, 0])
    every = g.op("ScatterND", [g.op("ConstantOfShape", [shape]), places, rows])
    shape = g.op("Concat", [g.op("Shape", [activity], end=2), g.integers(WIDTH)], axis=0)
    return g.op("Reshape", [every, shape])


def join(
    head: onnx.ModelProto, body: onnx.ModelProto, telephone: TelephoneBands, properties: dict[str, str]
) -> tuple[onnx.ModelProto, int]:
    """The graph of both, and the size of its state. Its calls take whole windows."""
    head_state = head.graph.input[1].type.tensor_type.shape.dim[1].dim_value
    g = GraphBuilder("joined_")
    pieces = g.ops("Split", ["state", g.integers(head_state, HISTORY, BANDS + 1)], 3, axis=1)
    g.adopt(head.graph, {"state": pieces[0], "state_out": "network_state"})
    bands = log_bands(g, "audio", pieces[1], WINDOW_BLOCKS * BLOCK_SAMPLES)
    windows, mean, sums = centered(g, bands, "activity", pieces[2])
    rows = features(g, body.graph, telephone, windows, mean, "activity")
    # A block counts as much as it is likely to be speech.
    weights = g.slice("activity", 0, 1, 2)
    state_out = g.op("Concat", ["network_state", g.slice("audio", -HISTORY, END, 1), sums], axis=1)
    size = head_state + CARRIED
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
