"""The graph of wide.py: the utterance's statistics with carried sums, the experts and their gate."""

from __future__ import annotations

import numpy as np

import frontend
from corpus import CLASSES
from graph import END, GraphBuilder
from wide import (
    CEPSTRA,
    CEPSTRUM_LAG,
    EARLY_FRAMES,
    GATE,
    MASS_FLOOR,
    RELATIVE_FLOOR,
    SPECTRUM_TERMS,
    STATISTIC_LIMIT,
    TERM_COUNT,
    TERMS,
    TONE_TERMS,
    VARIANCE_FLOOR,
    WideHead,
    cepstrum_matrix,
)

BLOCK = frontend.FRAMES_PER_BLOCK
PAIRS = frontend.PITCH_FRAMES_PER_BLOCK
MEL = frontend.MEL_BANDS
FRAME_WIDTH = 1 + CEPSTRA
# What a call needs of the one before: the last frames' weight and cepstra, and the decayed sums.
STATE_PIECES = (("wideFrames", CEPSTRUM_LAG * FRAME_WIDTH), ("wide", TERM_COUNT))


def wide_terms(
    g: GraphBuilder, power: str, log_power: str, loudness: str, salience: str, state: str
) -> tuple[str, str]:
    """What is summed [B, blocks, TERM_COUNT], from the front end and the running amplitude [B, blocks, 1]."""
    level = g.reshape(g.op("Mul", [loudness, loudness]), 0, -1, 1, 1)
    frames = g.op("ReduceMean", [g.reshape(power, 0, -1, BLOCK, MEL)], axes=[3], keepdims=1)
    ratio = g.op("Div", [frames, level])
    gate = g.op("Div", [ratio, g.op("Add", [ratio, g.real(GATE)])])
    relative = g.op("Sub", [g.reshape(log_power, 0, -1, BLOCK, MEL), g.op("Log", [level])])
    relative = g.op("Max", [relative, g.real(RELATIVE_FLOOR)])
    cepstra = g.op("MatMul", [relative, g.constant(cepstrum_matrix())])
    packed = g.reshape(g.op("Concat", [gate, cepstra], axis=3), 0, -1, FRAME_WIDTH)
    joined = g.op("Concat", [g.reshape(state, 0, CEPSTRUM_LAG, FRAME_WIDTH), packed], axis=1)
    carried = g.reshape(g.slice(joined, -CEPSTRUM_LAG, END, 1), 0, CEPSTRUM_LAG * FRAME_WIDTH)
    before = g.reshape(g.slice(joined, 0, -CEPSTRUM_LAG, 1), 0, -1, BLOCK, FRAME_WIDTH)
    old_gate, old_cepstra = g.ops("Split", [before, g.integers(1, CEPSTRA)], 2, axis=3)
    moved = g.op("Sub", [cepstra, old_cepstra])
    both = g.op("Min", [gate, old_gate])
    heard = g.op("ReduceSum", [g.reshape(gate, 0, -1, PAIRS, BLOCK // PAIRS), g.integers(3)], keepdims=1)
    tones = g.reshape(salience, 0, -1, PAIRS, frontend.PITCH_CANDIDATES)
    values = (
        (gate, BLOCK, g.op("Concat", [relative, g.op("Mul", [cepstra, cepstra])], axis=3)),
        (both, BLOCK, g.op("Mul", [moved, moved])),
        (heard, PAIRS, g.op("Concat", [tones, g.op("Mul", [tones, tones])], axis=3)),
    )
    sums: list[str] = []
    for weight, steps, value in values:
        # A row of weights times the frames of a block is their weighted sum.
        mass = g.op("ReduceSum", [weight, g.integers(2)], keepdims=1)
        sums += [mass, g.op("MatMul", [g.reshape(weight, 0, -1, 1, steps), value])]
    return g.reshape(g.op("Concat", sums, axis=3), 0, -1, TERM_COUNT), carried


def evidence(g: GraphBuilder, head: WideHead, sums: str) -> str:
    """[B, classes] from the decayed sums [B, TERM_COUNT]."""
    parts = g.ops("Split", [sums, g.integers(*TERMS)], len(TERMS), axis=1)
    floor = g.real(MASS_FLOOR)
    means = [
        g.op("Div", [total, g.op("Add", [mass, floor])]) for mass, total in zip(parts[::2], parts[1::2])
    ]
    spectrum, squares = g.ops("Split", [means[0], g.integers(*SPECTRUM_TERMS)], 2, axis=1)
    tones, tone_squares = g.ops("Split", [means[2], g.integers(*TONE_TERMS)], 2, axis=1)
    centred = g.op("Sub", [spectrum, g.op("ReduceMean", [spectrum], axes=[1], keepdims=1)])
    first = g.op("Concat", [g.op("MatMul", [spectrum, g.constant(cepstrum_matrix())]), tones], axis=1)
    second = g.op("Concat", [squares, tone_squares], axis=1)
    spread = g.op("Relu", [g.op("Sub", [second, g.op("Mul", [first, first])])])
    squared = g.op("Add", [g.op("Concat", [spread, means[1]], axis=1), g.real(VARIANCE_FLOOR)])
    statistics = g.op("Concat", [centred, tones, g.op("Sqrt", [squared])], axis=1)
    scale = head.scale.numpy()
    scaled = g.op("Add", [g.op("Mul", [statistics, g.real(scale)]), g.real(-head.mean.numpy() * scale)])
    limits = [g.constant(np.float32(value)) for value in (-STATISTIC_LIMIT, STATISTIC_LIMIT)]
    product = g.op("MatMul", [g.op("Clip", [scaled, *limits]), g.quantised(head.weight.numpy())])
    product = g.op("Add", [product, g.real(head.bias.numpy())])
    experts = int(head.experts)
    own = experts * len(CLASSES)
    rows, gate = g.ops("Split", [product, g.integers(own, len(head.bias) - own)], 2, axis=1)
    trust = g.reshape(g.slice(g.op("Softmax", [gate], axis=1), 0, experts, 1), 0, 1, experts)
    # Trusts [1, experts] times the experts' rows [experts, classes].
    said = g.reshape(g.op("MatMul", [trust, g.reshape(rows, 0, experts, len(CLASSES))]), 0, len(CLASSES))
    heard = g.op("Mul", [parts[0], parts[0]])
    return g.op("Mul", [said, g.op("Div", [heard, g.op("Add", [heard, g.real(EARLY_FRAMES**2)])])])
