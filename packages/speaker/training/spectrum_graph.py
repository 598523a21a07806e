"""The encoder's log-mel bands (encoder.py) as a part of the ONNX graph of encoder_graph.py, by half of the products.

Kaldi's window is the same from both ends, so cosines around the middle of a frame need the sums of the samples that lie
as far from it, and sines their differences. How loud a bin is does not depend on where its waves begin.
"""

from __future__ import annotations

import numpy as np

import shared_training  # noqa: F401
from encoder import EMPHASIS, FFT, FRAME, FULL_SCALE, HOP, POWER_FLOOR, mel_filters, povey_window
from graph import END, GraphBuilder

HISTORY = FRAME - HOP
HALF = FRAME // 2
# Bins that bands hear: all but the lowest and the highest.
BINS = np.arange(1, FFT // 2)


def folded_filters() -> tuple[np.ndarray, np.ndarray]:
    """Cosines [HALF + 1, bins] of sums, and sines [HALF, bins] of differences, of emphasized samples.

    Kaldi takes the mean off a frame first, of which emphasis leaves a small part. That part is the mean of the emphasized
    samples and of EMPHASIS times what the sample before the frame lies above its last one, the row after HALF.
    """
    steps = np.arange(HALF)
    window = FULL_SCALE * povey_window(steps)
    angles = 2.0 * np.pi * np.outer(steps - (FRAME - 1) / 2.0, BINS) / FFT
    cosines, sines = window[:, None] * np.cos(angles), window[:, None] * np.sin(angles)
    of_mean = 2.0 * cosines.sum(0, keepdims=True) / FRAME
    return np.concatenate([cosines - of_mean, -EMPHASIS * of_mean]).astype(np.float32), sines.astype(
        np.float32
    )


def _windows(g: GraphBuilder, audio: str, history: str, samples: int) -> str:
    """[B windows, 1 + HISTORY + samples]: each with what came before it, after a 0.

    The window is 0 at both ends of a frame, so the first frame needs no sample before it, and hears the same however a
    stream is cut.
    """
    own = g.reshape(audio, 0, -1, samples)
    ends = g.slice(g.slice(own, -HISTORY, END, 2), 0, -1, 1)
    before = g.op("Concat", [g.op("Unsqueeze", [history, g.integers(1)]), ends], axis=1)
    joined = g.reshape(g.op("Concat", [before, own], axis=2), -1, HISTORY + samples)
    return g.op("Pad", [joined, g.integers(0, 1, 0, 0)])


def _stepped(g: GraphBuilder, x: str, start: int, end: int, axis: int, step: int) -> str:
    return g.op("Slice", [x, *(g.integers(value) for value in (start, end, axis, step))])


def _halves(g: GraphBuilder, samples: str, frames: int) -> str:
    """The first halves [N, frames, HALF] of frames of samples [N, HOP frames + HISTORY]."""
    rows = g.reshape(g.slice(samples, 0, HOP * (frames + 1), 1), 0, frames + 1, HOP)
    rest = g.slice(g.slice(rows, 1, END, 1), 0, HALF - HOP, 2)
    return g.op("Concat", [g.slice(rows, 0, -1, 1), rest], axis=2)


def log_bands(g: GraphBuilder, audio: str, history: str, samples: int) -> str:
    """Log-mel bands [B windows, frames, BANDS] of windows of so many samples, and of the HISTORY before the first."""
    frames = samples // HOP
    heard = _windows(g, audio, history, samples)
    earlier = g.op("Mul", [g.slice(heard, 0, -1, 1), g.real(EMPHASIS)])
    emphasized = g.op("Sub", [g.slice(heard, 1, END, 1), earlier])
    first = _stepped(g, heard, 0, -FRAME, 1, HOP)
    last = _stepped(g, heard, FRAME, END, 1, HOP)
    slope = g.reshape(g.op("Sub", [first, last]), 0, frames, 1)
    front = _halves(g, emphasized, frames)
    turned = _stepped(g, emphasized, -1, -END, 1, -1)
    back = _stepped(g, _halves(g, turned, frames), -1, -END, 1, -1)
    cosines, sines = (g.constant(filters) for filters in folded_filters())
    sums = g.op("Concat", [g.op("Add", [front, back]), slope], axis=2)
    parts = [
        g.op("MatMul", [sums, cosines]),
        g.op("MatMul", [g.op("Sub", [front, back]), sines]),
    ]
    power = g.op("Add", [g.op("Mul", [part, part]) for part in parts])
    bands = g.op("MatMul", [power, g.constant(mel_filters()[BINS])])
    return g.op("Log", [g.op("Max", [bands, g.real(POWER_FLOOR)])])
