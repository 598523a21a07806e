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
# The pitch path looks at a longer window, in which the harmonics of a low voice stand apart.
PITCH_HOP_SAMPLES = 2 * HOP_SAMPLES
PITCH_FRAME_SAMPLES = 2 * PITCH_HOP_SAMPLES
PITCH_FRAMES_PER_BLOCK = FRAMES_PER_BLOCK // 2
PITCH_FIRST_BIN = 3
PITCH_LAST_BIN = 80
PITCH_BINS = PITCH_LAST_BIN - PITCH_FIRST_BIN + 1
PITCH_BIN_HZ = SAMPLE_RATE_HZ / PITCH_FRAME_SAMPLES
# Candidates of the fundamental, evenly spaced in its logarithm.
PITCH_CANDIDATES = 48
LOWEST_PITCH_HZ = 60.0
HIGHEST_PITCH_HZ = 800.0
# Share of a frame's mean power under which nothing counts as a harmonic (30 dB).
PITCH_FLOOR_SHARE = 1e-3
# Mean-square floor, about 95 dB under a full-scale sine: far below a quiet microphone's speech.
POWER_FLOOR = 1e-10


def window_half(hop: int = HOP_SAMPLES) -> np.ndarray:
    """Second half of a symmetric Hann window of two hops."""
    position = np.arange(hop) + 0.5
    return 0.5 * (1.0 + np.cos(np.pi * position / hop))


def dft_matrices(
    hop: int = HOP_SAMPLES, first_bin: int = FIRST_BIN, last_bin: int = LAST_BIN
) -> tuple[np.ndarray, np.ndarray]:
    """Cosine and sine rows [hop, bins] for the folded halves of a frame of two hops.

    With time measured from the middle of the frame, x[n] splits into an even part e = b + reverse(a)
    and an odd part o = b - reverse(a) (a, b: first and second half); the DFT of a real frame is then
    sum e cos - i sum o sin over half as many samples (Oppenheim & Schafer, Discrete-Time Signal
    Processing, 3rd ed., section 8.6.4, symmetry of real sequences).
    """
    position = np.arange(hop) + 0.5
    bins = np.arange(first_bin, last_bin + 1)
    angle = np.pi * np.outer(position, bins) / hop
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


def power_scale(hop: int = HOP_SAMPLES) -> float:
    """1 / (sum of the window) squared: a full-scale sine then has power one quarter."""
    return float(1.0 / (2.0 * window_half(hop).sum()) ** 2)


def comb_matrix() -> np.ndarray:
    """[PITCH_BINS, PITCH_CANDIDATES]: how far a log spectrum looks like the harmonics of each candidate.

    Cosines with a peak at every harmonic and a trough between, falling with the root of frequency, as the
    kernels of SWIPE (Camacho & Harris 2008, JASA 124, section III, eq. 7-10) but over a logarithmic
    spectrum; each without mean, so that gain cancels, and of unit length.
    """
    bins_hz = np.arange(PITCH_FIRST_BIN, PITCH_LAST_BIN + 1) * PITCH_BIN_HZ
    candidates_hz = np.geomspace(LOWEST_PITCH_HZ, HIGHEST_PITCH_HZ, PITCH_CANDIDATES)
    ratio = bins_hz[:, None] / candidates_hz[None, :]
    comb = np.cos(2.0 * np.pi * ratio) * np.sqrt(1.0 / bins_hz)[:, None]
    comb *= np.clip((ratio - 0.25) / 0.25, 0.0, 1.0) * np.clip(9.0 - ratio, 0.0, 1.0)
    comb -= comb.mean(0)
    return comb / np.linalg.norm(comb, axis=0)


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


class PitchSpectrum:
    """Log power of the lowest harmonics [frames, PITCH_BINS], one frame for every two of LogMel's."""

    def __init__(self) -> None:
        bins = (PITCH_HOP_SAMPLES, PITCH_FIRST_BIN, PITCH_LAST_BIN)
        cosine, sine = dft_matrices(*bins)
        half = window_half(PITCH_HOP_SAMPLES)[:, None] * np.sqrt(power_scale(PITCH_HOP_SAMPLES))
        self._cosine = (half * cosine).astype(np.float32)
        self._sine = (half * sine).astype(np.float32)

    def __call__(self, samples: np.ndarray) -> np.ndarray:
        """float32 of float32 samples in [-1, 1]; padded as LogMel pads."""
        blocks = -(-len(samples) // BLOCK_SAMPLES)
        padded = np.zeros(PITCH_HOP_SAMPLES + blocks * BLOCK_SAMPLES, dtype=np.float32)
        padded[PITCH_HOP_SAMPLES : PITCH_HOP_SAMPLES + len(samples)] = samples
        hops = padded.reshape(-1, PITCH_HOP_SAMPLES)
        first_reversed, second = hops[:-1, ::-1], hops[1:]
        even = (second + first_reversed) @ self._cosine
        odd = (second - first_reversed) @ self._sine
        return np.log(even * even + odd * odd + POWER_FLOOR)
