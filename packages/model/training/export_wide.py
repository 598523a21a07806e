"""The graph of wide.py: the utterance's statistics with carried sums, the experts and their gate.

Everything is stacked, so that few nodes do it (see export.py): all sums of a call are one matrix product.
Two frames make a row, as in the stems, because the cepstra move over CEPSTRUM_LAG = 2 frames: the frames
before are then the row before.
"""

from __future__ import annotations

import numpy as np
import onnx

import frontend
from corpus import CLASSES
from graph import GraphBuilder
from network import BLOCKS_PER_SECOND
from rounding import rounded
from wide import (
    CEPSTRA,
    CEPSTRUM_LAG,
    EARLY_FRAMES,
    MASS_FLOOR,
    RELATIVE_FLOOR,
    STATISTIC_COUNT,
    STATISTIC_LIMIT,
    WIDE_SECONDS,
    WideHead,
    cepstrum_matrix,
)

# Longest single call. Rising weights stay well inside float32 until then.
MAX_BLOCKS = 400
MEL = frontend.MEL_BANDS
TONES = frontend.PITCH_CANDIDATES
PAIRS = frontend.PITCH_FRAMES_PER_BLOCK
# What a row of two frames carries to the next one: cepstra and gate of both.
ROW_WIDTH = CEPSTRUM_LAG * (CEPSTRA + 1)
# Weighted columns of a row of frames: ones, spectrum, tones; squares of cepstra, of their movement, of tones.
COLUMNS = (CEPSTRUM_LAG, 2 * MEL, TONES, 2 * CEPSTRA, 2 * CEPSTRA, TONES)
# Sums that are carried: the frames' weight (twice, so that it can be had alone) and the movement's; spectrum,
# tones, squared cepstra, squared movement, squared tones. The tones' weight is the frames'.
MASSES = (1, 2)
TOTALS = (MEL, TONES, CEPSTRA, CEPSTRA, TONES)
SUM_COUNT = sum(MASSES) + sum(TOTALS)
# Statistics that are deviations.
DEVIATIONS = CEPSTRA + CEPSTRA + TONES


def places() -> np.ndarray:
    """[2, SUM_COUNT]: where both frames' shares of each sum lie in the product of sums(), row after row."""
    starts = np.concatenate([[0], np.cumsum(COLUMNS)])
    width = starts[-1]

    def both(row: int, column: int, count: int, apart: int) -> np.ndarray:
        """Of the even and of the odd frames; the odd ones' weights are a row further."""
        even = row * width + starts[column] + np.arange(count)
        return np.stack([even, even + width + apart])

    frames, moved = 0, 2
    return np.concatenate(
        [
            both(frames, 0, 1, 0),
            both(frames, 0, 1, 0),
            both(moved, 0, 1, 0),
            both(frames, 1, MEL, MEL),
            both(frames, 2, TONES, 0),
            both(frames, 3, CEPSTRA, CEPSTRA),
            both(moved, 4, CEPSTRA, CEPSTRA),
            both(frames, 5, TONES, 0),
        ],
        axis=1,
    )


class WideGraph:
    """Nodes of the wide part, in the order in which the graph needs them."""

    def __init__(self, g: GraphBuilder) -> None:
        self._g = g
        self._dct = g.constant(cepstrum_matrix())

    def sums(self, powers: str, log_power: str, level: str, salience: str, before: str) -> tuple[str, str]:
        """Sums over the call [B, SUM_COUNT], later blocks weighted more (export.decayed); what the last row carries.

        From mean power over GATE [B, blocks, frames], log-mel power and the running level [B, blocks, .], saliences
        [B, rows, .] and what the last row of the call before carried [B, ROW_WIDTH].
        """
        g = self._g
        gate = g.op("Div", [powers, g.op("Add", [powers, level])])
        gate = g.reshape(gate, 0, -1, CEPSTRUM_LAG)
        relative = g.op("Sub", [log_power, g.op("Log", [level])])
        relative = g.op("Max", [relative, g.real(RELATIVE_FLOOR)])
        relative = g.reshape(relative, 0, -1, 2 * MEL)
        nothing = g.zeros(MEL, CEPSTRA)
        both = [g.op("Concat", parts, axis=1) for parts in ([self._dct, nothing], [nothing, self._dct])]
        cepstra = g.op("MatMul", [relative, g.op("Concat", both, axis=0)])
        own = g.op("Concat", [cepstra, gate], axis=2)
        rows = g.op("Concat", [g.reshape(before, 0, 1, ROW_WIDTH), own], axis=1)
        sizes = g.integers(CEPSTRUM_LAG * CEPSTRA, CEPSTRUM_LAG)
        cepstra_before, gate_before = g.ops("Split", [g.slice(rows, 0, -1, 1), sizes], 2, axis=2)
        moved = g.op("Sub", [cepstra, cepstra_before])
        deviations = g.op("Concat", [cepstra, moved, salience], axis=2)
        squares = g.op("Mul", [deviations, deviations])
        # Ones are for the weights' own sums.
        values = g.op("Concat", [g.ones(gate), relative, salience, squares], axis=2)
        weights = g.op("Concat", [gate, g.op("Min", [gate, gate_before])], axis=2)
        blocks = np.arange(MAX_BLOCKS)[:, None] + 1.0
        rising = g.real(np.exp(blocks / (BLOCKS_PER_SECOND * WIDE_SECONDS)))
        rising = g.reshape(g.op("Concat", [rising] * PAIRS, axis=1), -1, 1)
        growth = g.op("Slice", [rising, g.integers(0), g.op("Shape", [salience], start=1, end=2)])
        weights = g.op("Transpose", [g.op("Mul", [weights, growth])], perm=[0, 2, 1])
        product = g.reshape(g.op("MatMul", [weights, values]), 0, 2 * CEPSTRUM_LAG * sum(COLUMNS))
        wanted = g.op("Cast", [g.constant(places().astype(np.int16))], to=onnx.TensorProto.INT64)
        parts = g.op("Gather", [product, wanted], axis=1)
        return g.op("ReduceSum", [parts, g.integers(1)], keepdims=0), g.last(rows)

    def means(self, masses: str, totals: str) -> tuple[list[str], list[str], str]:
        """Statistics that are means; means of what is squared; second moments, in the same order."""
        g = self._g
        of_movement = np.repeat([0, 0, 0, 1, 0], TOTALS)
        chosen = g.small(np.stack([1 - of_movement, of_movement]))
        divisor = g.op("Gemm", [masses, chosen, g.real(MASS_FLOOR)])
        split = g.integers(MEL, TONES, DEVIATIONS)
        spectrum, tones, second = g.ops("Split", [g.op("Div", [totals, divisor]), split], 3, axis=1)
        centring = g.op("Sub", [g.eye(MEL), g.real(1.0 / MEL)])
        # Movement has no mean to subtract from its square.
        maps = g.op("Concat", [centring, self._dct, g.zeros(MEL, CEPSTRA)], axis=1)
        product = g.op("MatMul", [spectrum, maps])
        centred, first = g.ops("Split", [product, g.integers(MEL, 2 * CEPSTRA)], 2, axis=1)
        return [centred, tones], [first, tones], second


def evidence(
    g: GraphBuilder, head: WideHead, statistics: str, heard: str, logits: str, tone_gain: float
) -> str:
    """The logits [B, classes] plus what the experts say of the statistics [B, STATISTIC_COUNT].

    These are in the order of WideGraph.means, those of tones `tone_gain` times as large as the experts know them.
    Clipping before scaling leaves the scaling to the weights.
    """
    fixed = MEL + TONES
    middle, end = fixed + CEPSTRA, STATISTIC_COUNT - CEPSTRA
    order = np.r_[0:middle, end:STATISTIC_COUNT, middle:end]
    gain = np.repeat([1.0, tone_gain, 1.0, tone_gain], [MEL, TONES, 2 * CEPSTRA, TONES]).astype(np.float32)
    mean, scale = head.mean.numpy()[order] * gain, head.scale.numpy()[order] / gain
    lowest, highest = (g.real(mean + sign * STATISTIC_LIMIT / scale) for sign in (-1.0, 1.0))
    clipped = g.op("Max", [g.op("Min", [statistics, highest]), lowest])
    weight = head.weight.numpy()[order]
    bias = head.bias.numpy() - (mean * scale).astype(np.float64) @ rounded(weight).astype(np.float64)
    scaled = g.op("Mul", [g.quantised(weight), g.real(scale[:, None])])
    product = g.op("Gemm", [clipped, scaled, g.real(bias)])
    experts, classes = int(head.experts), len(CLASSES)
    own, conditions = experts * classes, len(head.bias) - experts * classes
    rows, gate = g.ops("Split", [product, g.integers(own, conditions)], 2, axis=1)
    # Each expert's trust for each of its rows; a condition without an expert has none.
    spread = np.kron(np.eye(conditions, experts), np.ones((1, classes)))
    trust = g.op("MatMul", [g.op("Softmax", [gate], axis=1), g.small(spread)])
    squared = g.op("Mul", [heard, heard])
    damped = g.op("Div", [squared, g.op("Add", [squared, g.real(EARLY_FRAMES**2)])])
    said = g.op("Mul", [g.op("Mul", [rows, trust]), damped])
    return g.op("Gemm", [said, g.small(np.tile(np.eye(classes), (experts, 1))), logits])
