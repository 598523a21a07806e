"""The log-mel front end, defined once for training, export and evaluation.

A frame is 25 ms with a periodic-symmetric Hann window every 12.5 ms, so that a frame is exactly two
hops and only one hop of samples is carried from chunk to chunk. Four frames make a block of 50 ms,
the granularity of the exported graph: 250 ms and 500 ms chunks are whole numbers of blocks.
"""

from __future__ import annotations

import numpy as np

SAMPLE_RATE_HZ = 16_000
HOP_SAMPLES = 200
FRAME_SAMPLES = 2 * HOP_SAMPLES
FRAMES_PER_BLOCK = 4
BLOCK_SAMPLES = FRAMES_PER_BLOCK * HOP_SAMPLES
FIRST_BIN = 1
LAST_BIN = 190
MEL_BANDS = 48
LOWEST_HZ = 50.0
HIGHEST_HZ = 7_600.0
# Mean-square floor, about 95 dB under a full-scale sine: far below a quiet microphone's speech.
POWER_FLOOR = 1e-10


def window_half() -> np.ndarray:
    """Second half of a symmetric Hann window of FRAME_SAMPLES samples."""
    position = np.arange(HOP_SAMPLES) + 0.5
    return 0.5 * (1.0 + np.cos(np.pi * position / HOP_SAMPLES))


def dft_matrices() -> tuple[np.ndarray, np.ndarray]:
    """Cosine and sine rows [HOP_SAMPLES, bins] for the folded halves of a frame.

    With time measured from the middle of the frame, x[n] splits into an even part e = b + reverse(a)
    and an odd part o = b - reverse(a) (a, b: first and second half); the DFT of a real frame is then
    sum e cos - i sum o sin over half as many samples (Oppenheim & Schafer, Discrete-Time Signal
    Processing, 3rd ed., section 8.6.4, symmetry of real sequences).
    """
    position = np.arange(HOP_SAMPLES) + 0.5
    bins = np.arange(FIRST_BIN, LAST_BIN + 1)
    angle = 2.0 * np.pi * np.outer(position, bins) / FRAME_SAMPLES
    return np.cos(angle), np.sin(angle)


def hz_to_mel(hz: np.ndarray | float) -> np.ndarray | float:
    """O'Shaughnessy's mel scale, as in HTK."""
    return 1127.0 * np.log1p(np.asarray(hz) / 700.0)


def mel_matrix() -> np.ndarray:
    """Triangular filters [bins, MEL_BANDS], each the integral over hat functions round the bins.

    Sampling narrow triangles at 40 Hz steps would leave some of the lowest ones nearly empty;
    integrating against the piecewise-linear interpolation between bins does not.
    """
    edges_mel = np.linspace(hz_to_mel(LOWEST_HZ), hz_to_mel(HIGHEST_HZ), MEL_BANDS + 2)
    edges_hz = 700.0 * np.expm1(edges_mel / 1127.0)
    bin_hz = SAMPLE_RATE_HZ / FRAME_SAMPLES
    fine_hz = np.arange(0.0, 8_000.0, 1.0)
    bins_hz = np.arange(FIRST_BIN, LAST_BIN + 1) * bin_hz
    hats = np.maximum(0.0, 1.0 - np.abs(fine_hz[:, None] - bins_hz[None, :]) / bin_hz)
    rising = (fine_hz[:, None] - edges_hz[None, :-2]) / (edges_hz[1:-1] - edges_hz[:-2])
    falling = (edges_hz[None, 2:] - fine_hz[:, None]) / (edges_hz[2:] - edges_hz[1:-1])
    triangles = np.maximum(0.0, np.minimum(rising, falling))
    return hats.T @ triangles / bin_hz


def power_scale() -> float:
    """1 / (sum of the window) squared: a full-scale sine then has power one quarter."""
    return float(1.0 / (2.0 * window_half().sum()) ** 2)


class LogMel:
    """Log-mel frames of a whole clip, equal to what the exported graph computes."""

    def __init__(self) -> None:
        cosine, sine = dft_matrices()
        half = window_half()
        self._cosine = (half[:, None] * cosine).astype(np.float32)
        self._sine = (half[:, None] * sine).astype(np.float32)
        self._mel = (mel_matrix() * power_scale()).astype(np.float32)

    def __call__(self, samples: np.ndarray) -> np.ndarray:
        """float32 [frames, MEL_BANDS] of float32 samples in [-1, 1], a fresh stream's start.

        The samples are padded with zeros to whole blocks, as a stream's end is.
        """
        blocks = -(-len(samples) // BLOCK_SAMPLES)
        padded = np.zeros(HOP_SAMPLES + blocks * BLOCK_SAMPLES, dtype=np.float32)
        padded[HOP_SAMPLES : HOP_SAMPLES + len(samples)] = samples
        hops = padded.reshape(-1, HOP_SAMPLES)
        first_reversed, second = hops[:-1, ::-1], hops[1:]
        even = (second + first_reversed) @ self._cosine
        odd = (second - first_reversed) @ self._sine
        power = (even * even + odd * odd) @ self._mel
        return np.log(power + POWER_FLOOR)
