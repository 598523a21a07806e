"""Sounds made by code: noises, tones, simple music and machines' voices. Seeded, so that runs repeat."""

from __future__ import annotations

import numpy as np

SAMPLE_RATE_HZ = 16_000
SECONDS = 4.0
COUNT = round(SECONDS * SAMPLE_RATE_HZ)
TIME = np.arange(COUNT) / SAMPLE_RATE_HZ


def noise(rng: np.random.Generator) -> np.ndarray:
    """Coloured noise, steady, swelling or in bursts; now and then silence."""
    if rng.random() < 0.1:
        return np.zeros(COUNT)
    spectrum = np.fft.rfft(rng.normal(0.0, 1.0, COUNT))
    hertz = np.maximum(np.fft.rfftfreq(COUNT, 1.0 / SAMPLE_RATE_HZ), 20.0)
    spectrum *= hertz ** rng.uniform(-1.0, 0.5)
    if rng.random() < 0.3:
        center = rng.uniform(200.0, 5_000.0)
        spectrum *= np.exp(-((np.log(hertz / center) / rng.uniform(0.1, 0.8)) ** 2))
    wave = np.fft.irfft(spectrum, COUNT)
    kind = rng.random()
    if kind < 0.3:
        wave *= 1.0 + rng.uniform(0.2, 1.0) * np.sin(2 * np.pi * rng.uniform(0.2, 12.0) * TIME)
    elif kind < 0.5:
        gate = rng.random(COUNT // 1_600 + 1) < rng.uniform(0.1, 0.6)
        wave *= np.repeat(gate, 1_600)[:COUNT]
    elif kind < 0.6:
        clicks = np.zeros(COUNT)
        clicks[rng.integers(0, COUNT, rng.integers(4, 60))] = 1.0
        wave = np.convolve(clicks, wave[: rng.integers(50, 800)])[:COUNT]
    return wave


def tone(rng: np.random.Generator) -> np.ndarray:
    """Sines, dial and ringing tones, sweeps, hums and buzzes."""
    first = np.exp(rng.uniform(np.log(60.0), np.log(4_000.0)))
    kind = rng.random()
    if kind < 0.3:
        wave = np.sin(2 * np.pi * first * TIME)
    elif kind < 0.55:
        other = first * rng.uniform(1.05, 2.0)
        wave = np.sin(2 * np.pi * first * TIME) + np.sin(2 * np.pi * other * TIME)
    elif kind < 0.75:
        last = np.exp(rng.uniform(np.log(60.0), np.log(4_000.0)))
        period = rng.choice([0.5, 1.0, 2.0, SECONDS])
        along = (TIME % period) / period
        wave = np.sin(2 * np.pi * np.cumsum(first * (last / first) ** along) / SAMPLE_RATE_HZ)
    else:
        base = rng.uniform(50.0, 400.0)
        tilt = rng.uniform(0.3, 2.0)
        wave = sum(np.sin(2 * np.pi * base * n * TIME) / n**tilt for n in range(1, 1 + int(7_000 / base)))
    if rng.random() < 0.5:
        period = rng.uniform(0.1, 3.0)
        wave = wave * ((TIME % period) < period * rng.uniform(0.2, 0.8))
    return wave + rng.normal(0.0, 10.0 ** rng.uniform(-4.0, -1.5), COUNT)


def pluck(hertz: float, length: int, rng: np.random.Generator) -> np.ndarray:
    """One note of a harmonic instrument with its own attack, decay, brightness and vibrato."""
    t = np.arange(length) / SAMPLE_RATE_HZ
    vibrato = rng.choice([0.0, 0.004]) * np.sin(2 * np.pi * 5.5 * t) * hertz
    phase = 2 * np.pi * np.cumsum(hertz + vibrato) / SAMPLE_RATE_HZ
    tilt = rng.uniform(0.7, 2.2)
    count = max(1, min(14, int(7_000 / hertz)))
    body = sum(np.sin(n * phase) / n**tilt for n in range(1, count + 1))
    envelope = np.minimum(1.0, t / rng.uniform(0.004, 0.08)) * np.exp(-t * rng.uniform(0.2, 5.0))
    return body * envelope


def music(rng: np.random.Generator) -> np.ndarray:
    """Chords, a melody and drums at one tempo, each there or not."""
    wave = np.zeros(COUNT)
    beat = int(SAMPLE_RATE_HZ * 60.0 / rng.uniform(60.0, 180.0))
    scale = np.array([0, 2, 4, 5, 7, 9, 11]) if rng.random() < 0.5 else np.array([0, 2, 3, 5, 7, 8, 10])
    root = rng.uniform(45.0, 57.0)
    hertz = lambda step, octave: 440.0 * 2.0 ** ((root + scale[step % 7] + 12 * octave - 69) / 12)  # noqa: E731
    parts = rng.random(3) < (0.6, 0.6, 0.6)
    if not parts.any():
        parts[0] = True
    for start in range(0, COUNT, beat):
        degree = int(rng.integers(0, 7))
        if parts[0] and (start // beat) % 2 == 0:
            length = min(2 * beat, COUNT - start)
            for third in (0, 2, 4):
                wave[start : start + length] += 0.5 * pluck(hertz(degree + third, 0), length, rng)
        if parts[1]:
            for half in range(0, beat, max(1, beat // int(rng.integers(1, 4)))):
                length = min(beat, COUNT - start - half)
                if length > 0:
                    wave[start + half : start + half + length] += pluck(
                        hertz(int(rng.integers(0, 7)), 1), length, rng
                    )
        if parts[2]:
            length = min(3_000, COUNT - start)
            t = np.arange(length) / SAMPLE_RATE_HZ
            drum = rng.normal(0.0, 1.0, length) * np.exp(-t * rng.uniform(15.0, 80.0))
            wave[start : start + length] += drum + np.sin(2 * np.pi * 70.0 * t) * np.exp(-t * 12.0)
    return wave


# First three formants of five vowels, Hz (Peterson & Barney 1952, JASA 24, table II, men).
VOWELS_HZ = np.array(
    [(730, 1090, 2440), (270, 2290, 3010), (530, 1840, 2480), (570, 840, 2410), (300, 870, 2240)]
)


def voice(rng: np.random.Generator) -> np.ndarray:
    """A machine's voice: gliding harmonics in syllables, most with a vowel's formants in each of them."""
    glide = 1.0 + rng.uniform(-0.3, 0.6) * TIME / SECONDS
    glide += rng.uniform(0.0, 0.15) * np.sin(2 * np.pi * rng.uniform(0.3, 1.5) * TIME)
    hertz = np.exp(rng.uniform(np.log(80.0), np.log(280.0))) * glide
    phase = 2 * np.pi * np.cumsum(hertz) / SAMPLE_RATE_HZ
    rate = rng.uniform(2.5, 6.0)
    spoken = rng.integers(0, len(VOWELS_HZ), int(rate * SECONDS) + 1)[(rate * TIME).astype(int)]
    formants = VOWELS_HZ[spoken].T * rng.uniform(0.9, 1.2)
    tilt, vowels = rng.uniform(0.7, 1.5), rng.random() < 0.7
    wave = np.zeros(COUNT)
    for n in range(1, 1 + min(int(rng.integers(8, 30)), int(7_000 / hertz.max()))):
        peaks = (1.0 / (1.0 + ((n * hertz - each) / (60.0 + 0.05 * each)) ** 2) for each in formants)
        wave += np.sin(n * phase) / n**tilt * (0.05 + sum(peaks) if vowels else 1.0)
    wave *= 0.5 - 0.5 * np.cos(2 * np.pi * rate * TIME)
    return wave + np.abs(wave).max() * rng.normal(0.0, 10.0 ** rng.uniform(-3.0, -1.5), COUNT)


# What is no speech. Voices are: announcements and screen readers call too.
MAKERS = {"noise": noise, "tone": tone, "music": music}


def make(kind: str, count: int, seed: int) -> list[np.ndarray]:
    """float32 waves of one of MAKERS or of "voice", each at its own level below full scale."""
    rng = np.random.default_rng([seed, sorted(MAKERS).index(kind) if kind in MAKERS else len(MAKERS)])
    waves = []
    for _ in range(count):
        wave = MAKERS[kind](rng) if kind in MAKERS else voice(rng)
        peak = max(1e-9, float(np.abs(wave).max()))
        waves.append((wave / peak * 10.0 ** rng.uniform(-2.0, -0.1)).astype(np.float32))
    return waves
