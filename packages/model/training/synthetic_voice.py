"""The same test signal as src/fixtures/synthetic-voice.ts, sample for sample."""

from __future__ import annotations

import numpy as np

SAMPLE_RATE_HZ = 16_000


def synthetic_voice(seconds: float, seed: int) -> np.ndarray:
    """float32 samples of a gliding buzz with syllables and noise."""
    count = round(seconds * SAMPLE_RATE_HZ)
    noise = np.empty(count)
    value = seed & 0xFFFFFFFF
    for n in range(count):
        value = (value * 1_664_525 + 1_013_904_223) & 0xFFFFFFFF
        noise[n] = value / 2_147_483_648 - 1
    t = np.arange(count) / SAMPLE_RATE_HZ
    phase = 2 * np.pi * (110 * t + (35 * t * t) / 2)
    buzz = sum(np.sin(harmonic * phase) / harmonic for harmonic in range(1, 9))
    loudness = 0.5 - 0.5 * np.cos(2 * np.pi * 4 * t)
    return (0.12 * loudness * buzz + 0.004 * noise).astype(np.float32)
