"""What the exported graph does before the networks: spectra, pitch salience and the running mean.

See frontend.py and network.py for the same computation as training has it.
"""

from __future__ import annotations

import numpy as np
import onnx

import frontend
from graph import END, GraphBuilder
from network import (
    BLOCKS_PER_SECOND,
    FEATURE_FLOOR,
    FEATURE_SCALE,
    NORM_SECONDS,
    PITCH_FLOOR,
    PRIOR_BLOCKS,
    SPEECH_SPECTRUM,
)

MEL = frontend.MEL_BANDS
BLOCK = frontend.FRAMES_PER_BLOCK


def dft_constants(g: GraphBuilder, hop: int, first_bin: int, last_bin: int, scale: float) -> tuple[str, str]:
    """Windowed cosine and sine matrices, made at load time from one table of cosines.

    cos(pi (2 n + 1) k / (2 hop)) repeats every 4 hop in (2 n + 1) k, so a gather gives the same bits on
    every platform and keeps 500 kB out of the file.
    """
    period = 4 * hop
    odd = g.constant((2 * np.arange(hop) + 1)[:, None].astype(np.int64))
    bins = g.constant(np.arange(first_bin, last_bin + 1)[None].astype(np.int64))
    index = g.op("Mod", [g.op("Mul", [odd, bins]), g.integers(period)])
    angle = 2.0 * np.pi * np.arange(period) / period
    window = g.constant((scale * frontend.window_half(hop))[:, None].astype(np.float32))
    return tuple(
        g.op("Mul", [g.op("Gather", [g.real(table), index]), window])
        for table in (np.cos(angle), np.sin(angle))
    )


def mel_constant(g: GraphBuilder) -> str:
    """The sparse filter matrix, scattered into zeros at load time."""
    matrix = (frontend.mel_matrix() * frontend.power_scale()).astype(np.float32)
    rows, columns = np.nonzero(matrix)
    zeros = g.op("ConstantOfShape", [g.integers(*matrix.shape)])
    compact = g.constant(np.stack([rows, columns], axis=1).astype(np.int16))
    places = g.op("Cast", [compact], to=onnx.TensorProto.INT64)
    return g.op("ScatterND", [zeros, places, g.constant(matrix[rows, columns])])


def spectrum(
    g: GraphBuilder, joined: str, mirrored: str, constants: tuple[str, str], hop: int, skipped: int
) -> str:
    """Power [B, T, bins] of frames of two hops, one every hop; see frontend.dft_matrices.

    `mirrored` is `joined` backwards: its hops, last to first, are those of `joined` backwards. To turn round what is
    longer than a hop is cheap, single numbers are not.
    """
    second = g.slice(g.reshape(joined, 0, -1, hop), skipped + 1, END, 1)
    hops = [g.reshape(mirrored, 0, -1, hop), g.integers(-1 - skipped), g.integers(0)]
    first_reversed = g.op("Slice", [*hops, g.integers(1), g.integers(-1)])
    even = g.op("MatMul", [g.op("Add", [second, first_reversed]), constants[0]])
    odd = g.op("MatMul", [g.op("Sub", [second, first_reversed]), constants[1]])
    return g.op("Add", [g.op("Mul", [even, even]), g.op("Mul", [odd, odd])])


def front_end(g: GraphBuilder, state: str) -> tuple[str, str, str]:
    """Power plus floor [B, T, MEL], power of the harmonics' bins [B, T / 2, PITCH_BINS], samples to carry."""
    hop, pitch_hop = frontend.HOP_SAMPLES, frontend.PITCH_HOP_SAMPLES
    joined = g.op("Concat", [state, "audio"], axis=1)
    backwards = [g.integers(-1), g.integers(-END), g.integers(1), g.integers(-1)]
    mirrored = g.op("Slice", [joined, *backwards])
    floor = frontend.POWER_FLOOR
    mel_dft = dft_constants(g, hop, frontend.FIRST_BIN, frontend.LAST_BIN, 1.0)
    squares = spectrum(g, joined, mirrored, mel_dft, hop, pitch_hop // hop - 1)
    power = g.op("Add", [g.op("MatMul", [squares, mel_constant(g)]), g.real(floor)])
    bins = (frontend.PITCH_FIRST_BIN, frontend.PITCH_LAST_BIN)
    pitch_dft = dft_constants(g, pitch_hop, *bins, frontend.power_scale(pitch_hop) ** 0.5)
    low = spectrum(g, joined, mirrored, pitch_dft, pitch_hop, 0)
    return power, low, g.slice(joined, -pitch_hop, END, 1)


class Salience:
    """How well each candidate explains the harmonics, [B, T / 2, candidates] times `gain`, from the power of their bins."""

    def __init__(self, g: GraphBuilder, low: str, gain: float) -> None:
        # Each bin plus a share of their mean, and the floors of both.
        share = frontend.PITCH_FLOOR_SHARE
        mixing = g.op("Add", [g.eye(frontend.PITCH_BINS), g.real(share / frontend.PITCH_BINS)])
        floor = g.real((2.0 + share) * frontend.POWER_FLOOR)
        self._g = g
        self._power = g.op("Add", [g.op("MatMul", [low, mixing]), floor])
        self._comb = g.quantised(frontend.comb_matrix() * (FEATURE_SCALE * gain))

    def of_all(self) -> str:
        return self._of(self._power)

    def near(self, level: str) -> str:
        """Of what is not quiet beside the running level [B, blocks, 1]."""
        g = self._g
        blocks = g.reshape(self._power, 0, -1, frontend.PITCH_FRAMES_PER_BLOCK * frontend.PITCH_BINS)
        raised = g.op("Add", [blocks, g.op("Mul", [level, g.real(PITCH_FLOOR)])])
        return self._of(g.reshape(raised, 0, -1, frontend.PITCH_BINS))

    def _of(self, power: str) -> str:
        return self._g.op("MatMul", [self._g.op("Log", [power]), self._comb])


def faded_sums(g: GraphBuilder, terms: str, before: str) -> tuple[str, str]:
    """Sums [B, blocks, columns] that fade over NORM_SECONDS, of terms alike, after the last of the call before; the last.

    One block after the other, so that the sums are the same to the last bit however a stream is cut: where a code of the
    trunk lies on the edge of two, any other digit would tip it. A recurrence without an activation does that in one node.
    """
    columns = MEL + 2
    fading = np.float32(np.exp(-1.0 / (BLOCKS_PER_SECOND * NORM_SECONDS)))
    own = g.op("Unsqueeze", [g.eye(columns), g.integers(0)])
    kept = g.op("Mul", [own, g.real(fading)])
    first = g.op("Unsqueeze", [before, g.integers(0)])
    moved = g.op("Transpose", [terms], perm=[1, 0, 2])
    affine = {"activations": ["Affine"], "activation_alpha": [1.0], "activation_beta": [0.0]}
    sums, last = g.ops("RNN", [moved, own, kept, "", "", first], 2, hidden_size=columns, **affine)
    sums = g.op("Transpose", [sums], perm=[2, 0, 1, 3])
    return g.reshape(sums, 0, 0, columns), g.reshape(last, -1, columns)


def running_mean(g: GraphBuilder, log_power: str, weight: str, state: str) -> tuple[str, str, str]:
    """Features [B, T / 2, 2 * MEL], running level [B, blocks, 1], sums to carry.

    log_power is [B, blocks, BLOCK * MEL]; weight, the amplitude, is [B, blocks, 1].
    """
    ones = g.ones(weight)
    average = g.op("Mul", [g.op("Concat", [g.eye(MEL)] * BLOCK, axis=0), g.real(1.0 / BLOCK)])
    mean = g.op("MatMul", [log_power, average])
    terms = g.op("Mul", [g.op("Concat", [mean, ones, weight], axis=2), weight])
    sums, last = faded_sums(g, terms, state)
    # How far the mean is from its level plus the average speech spectrum, times the weight; then the sums.
    centring = g.op("Sub", [g.eye(MEL), g.real(1.0 / MEL)])
    expected = g.real(np.stack([-np.array(SPEECH_SPECTRUM), np.zeros(MEL)]))
    prior = np.zeros((MEL + 2, 1))
    prior[-1] = PRIOR_BLOCKS
    maps = [g.op("Concat", [centring, expected], axis=0), g.eye(MEL + 2), g.real(prior)]
    product = g.op("MatMul", [sums, g.op("Concat", maps, axis=1)])
    away, total, mass, squares, doubt = g.ops("Split", [product, g.integers(MEL, MEL, 1, 1, 1)], 5, axis=2)
    distrust = g.op("Div", [doubt, g.op("Add", [g.op("Mul", [mass, mass]), doubt])])
    center = g.op("Div", [g.op("Sub", [total, g.op("Mul", [distrust, away])]), mass])
    features = g.op("Sub", [log_power, g.op("Concat", [center] * BLOCK, axis=2)])
    features = g.reshape(g.op("Max", [features, g.real(FEATURE_FLOOR)]), 0, -1, 2 * MEL)
    loudness = g.op("Div", [squares, mass])
    return features, g.op("Mul", [loudness, loudness]), last
