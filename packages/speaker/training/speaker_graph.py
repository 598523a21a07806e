"""The speaker network as one ONNX graph with carried state; speaker_network.py is the same computation for training.

The layout is always [batch, time, channel]: a causal convolution is a MatMul over shifted copies.
"""

from __future__ import annotations

import numpy as np
import onnx
from torch import nn

import shared_training  # noqa: F401
import frontend
from export_front_end import BLOCK, MEL, Salience, front_end
from graph import END, GraphBuilder
from quantise import fold
from speaker_network import (
    ATTENTION_LIMIT,
    BLOCKS_PER_SECOND,
    DILATIONS,
    FEATURE_FLOOR,
    FEATURE_SCALE,
    FEATURES,
    HEADS,
    NORM_SECONDS,
    PITCH_WIDTH,
    PRIOR_BLOCKS,
    SPEECH_SPECTRUM,
    STEM_WIDTH,
    WEIGHT_FLOOR,
    WIDE_LIMIT,
    WIDTH,
    ActivityHead,
    SpeakerNet,
)

STEM_ROW = 2 * (STEM_WIDTH + PITCH_WIDTH)
# How many steps each convolution looks back, and the width of a step.
CONTEXTS = {
    "stem1": (2, 2 * MEL),
    "pitch": (2, frontend.PITCH_CANDIDATES),
    "stem2": (1, STEM_ROW),
    **{f"block{number}": (2 * dilation, WIDTH) for number, dilation in enumerate(DILATIONS)},
}
STATE_PIECES = {
    "audio": frontend.PITCH_HOP_SAMPLES,
    "normalisation": MEL + 2,
    **{name: steps * width for name, (steps, width) in CONTEXTS.items()},
}
STATE_SIZE = sum(STATE_PIECES.values())


class Carried:
    """The state carried from call to call: reads contexts from the state and records what to keep."""

    def __init__(self, g: GraphBuilder, state: dict[str, str]) -> None:
        self._g, self._state = g, state
        self.kept: dict[str, str] = {}

    def join(self, name: str, x: str) -> str:
        """x [B, T, width] after the steps before it."""
        g, (steps, width) = self._g, CONTEXTS[name]
        joined = g.op("Concat", [g.reshape(self._state[name], 0, steps, width), x], axis=1)
        self.kept[name] = g.reshape(g.slice(joined, -steps, END, 1), 0, steps * width)
        return joined


def running_mean(g: GraphBuilder, power: str, log_power: str, state: str) -> tuple[str, str]:
    """Centered features [B, blocks, BLOCK, MEL] and the sums to carry.

    One block after the other, so that the bits are the same however a stream is cut.
    """
    fading = np.float32(np.exp(-1.0 / (BLOCKS_PER_SECOND * NORM_SECONDS)))
    grouped = g.reshape(log_power, 0, -1, BLOCK, MEL)
    mean = g.op("ReduceMean", [grouped], axes=[2], keepdims=0)
    energy = g.op("ReduceMean", [g.reshape(power, 0, -1, BLOCK * MEL)], axes=[2], keepdims=1)
    weight = g.op("Add", [g.op("Sqrt", [energy]), g.real(WEIGHT_FLOOR)])
    terms = g.op("Concat", [g.op("Mul", [mean, weight]), weight, g.op("Mul", [weight, weight])], axis=2)
    own = g.op("Unsqueeze", [g.eye(MEL + 2), g.integers(0)])
    kept = g.op("Mul", [own, g.real(fading)])
    affine = {"activations": ["Affine"], "activation_alpha": [1.0], "activation_beta": [0.0]}
    moved = g.op("Transpose", [terms], perm=[1, 0, 2])
    before = g.op("Unsqueeze", [state, g.integers(0)])
    sums, last = g.ops("RNN", [moved, own, kept, "", "", before], 2, hidden_size=MEL + 2, **affine)
    sums = g.reshape(g.op("Transpose", [sums], perm=[2, 0, 1, 3]), 0, -1, MEL + 2)
    total, mass, squares = g.ops("Split", [sums, g.integers(MEL, 1, 1)], 3, axis=2)
    heard = g.op("Div", [total, mass])
    evidence = g.op("Div", [g.op("Mul", [mass, mass]), squares])
    trust = g.op("Div", [evidence, g.op("Add", [evidence, g.real(PRIOR_BLOCKS)])])
    level = g.op("ReduceMean", [heard], axes=[2], keepdims=1)
    expected = g.op("Add", [level, g.real(np.array(SPEECH_SPECTRUM))])
    leaning = g.op("Mul", [trust, g.op("Sub", [heard, expected])])
    center = g.reshape(g.op("Add", [expected, leaning]), 0, -1, 1, MEL)
    features = g.op("Max", [g.op("Sub", [grouped, center]), g.real(FEATURE_FLOOR)])
    return features, g.reshape(last, -1, MEL + 2)


def convolve(g: GraphBuilder, columns: list[str], weight: np.ndarray, bias: np.ndarray) -> str:
    """relu(concat(columns) W + b)."""
    stacked = g.op("Concat", columns, axis=2) if len(columns) > 1 else columns[0]
    product = g.op("MatMul", [stacked, g.quantised(weight)])
    return g.op("Relu", [g.op("Add", [product, g.real(bias)])])


def shifted(g: GraphBuilder, joined: str, x: str, dilation: int) -> list[str]:
    """The columns of a kernel of three."""
    return [g.slice(joined, 0, -2 * dilation, 1), g.slice(joined, dilation, -dilation, 1), x]


def trunk(g: GraphBuilder, net: SpeakerNet, features: str, tones: str, carried: Carried) -> str:
    """Stems and residual blocks: [B, blocks, WIDTH]."""
    pairs = g.reshape(features, 0, -1, 2 * MEL)
    weight, bias = fold(net.stem1, net.norm1)
    x = convolve(g, shifted(g, carried.join("stem1", pairs), pairs, 1), weight * FEATURE_SCALE, bias)
    pitch = shifted(g, carried.join("pitch", tones), tones, 1)
    low = convolve(g, pitch, *fold(net.pitch_stem, net.pitch_norm))
    pairs = g.reshape(g.op("Concat", [x, low], axis=2), 0, -1, STEM_ROW)
    joined = carried.join("stem2", pairs)
    # A kernel of four with stride two and two steps of padding reads exactly two pairs.
    x = convolve(g, [g.slice(joined, 0, -1, 1), pairs], *fold(net.stem2, net.norm2))
    for number, (block, dilation) in enumerate(zip(net.blocks, DILATIONS)):
        joined = carried.join(f"block{number}", x)
        x = g.op("Add", [x, convolve(g, shifted(g, joined, x, dilation), *fold(block.conv, block.norm))])
    return x


def pointwise(g: GraphBuilder, conv: nn.Conv1d, x: str) -> str:
    """x W + b of a convolution over one step."""
    weight = conv.weight.detach().numpy()[:, :, 0].T
    return g.op("Add", [g.op("MatMul", [x, g.quantised(weight)]), g.real(conv.bias.detach())])


def wide(g: GraphBuilder, net: SpeakerNet, log_power: str, tones: str) -> str:
    """The features from `speaker_network.spectrum`, [B, blocks, WIDE]."""
    mean = g.op("ReduceMean", [g.reshape(log_power, 0, -1, BLOCK, MEL)], axes=[2], keepdims=0)
    shape = g.op("Sub", [mean, g.op("ReduceMean", [mean], axes=[2], keepdims=1)])
    limits = [g.constant(np.float32(value)) for value in (-WIDE_LIMIT, WIDE_LIMIT)]
    shape = g.op("Mul", [g.op("Clip", [shape, *limits]), g.real(FEATURE_SCALE)])
    grouped = g.reshape(tones, 0, -1, frontend.PITCH_FRAMES_PER_BLOCK, frontend.PITCH_CANDIDATES)
    pitch = g.op("ReduceMean", [grouped], axes=[2], keepdims=0)
    spectra = g.op("Concat", [shape, pitch], axis=2)
    product = g.op("MatMul", [spectra, g.quantised(net.wide.weight.detach().numpy().T)])
    return g.op("Add", [product, g.real(net.wide.bias.detach())])


def build(net: SpeakerNet, activity: ActivityHead, properties: dict[str, str]) -> onnx.ModelProto:
    """The whole graph; see CONTRACT.md for its inputs and outputs."""
    g = GraphBuilder()
    pieces = g.ops("Split", ["state", g.integers(*STATE_PIECES.values())], len(STATE_PIECES), axis=1)
    state = dict(zip(STATE_PIECES, pieces))
    carried = Carried(g, state)
    power, low, audio = front_end(g, state["audio"])
    tones = Salience(g, low, 1.0).of_all()
    log_power = g.op("Log", [power])
    centred, sums = running_mean(g, power, log_power, state["normalisation"])
    x = trunk(g, net, centred, tones, carried)
    deep = convolve(g, [x], *fold(net.project, net.project_norm))
    features = g.op("Concat", [deep, wide(g, net, log_power, tones)], axis=2)
    limits = [g.constant(np.float32(value)) for value in (-ATTENTION_LIMIT, ATTENTION_LIMIT)]
    weights = g.op("Exp", [g.op("Clip", [pointwise(g, net.attention, x), *limits])])
    hidden = g.op("Relu", [pointwise(g, activity.hidden, x)])
    active = g.op("Sigmoid", [pointwise(g, activity.out, hidden)])
    kept = carried.kept | {"audio": audio, "normalisation": sums}
    packed = g.op("Concat", [kept[name] for name in STATE_PIECES], axis=1)
    return g.build(
        [("audio", ["batch", "samples"]), ("state", ["batch", STATE_SIZE])],
        [
            ("features", features, ["batch", "blocks", FEATURES]),
            ("weights", weights, ["batch", "blocks", HEADS]),
            ("activity", active, ["batch", "blocks", 2]),
            ("state_out", packed, ["batch", STATE_SIZE]),
        ],
        properties,
    )
