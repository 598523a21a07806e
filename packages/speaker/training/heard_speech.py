"""Stretches of training speakers as the joined encoder hears them: clean, and through a microphone, room or telephone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from scipy.signal import butter, fftconvolve, resample_poly, sosfilt

import shared_training  # noqa: F401
import frontend
from corpus import load_clips
from encoder import BANDS, log_bands
from encoder_graph import WINDOW_FRAMES
from split import part_of, read_split
from voices import SPEEDS

RATE = frontend.SAMPLE_RATE_HZ
# Corpora whose licences allow every use, so that those of the encoder's weights do too; and shares of what is drawn.
SHARES = {"librispeech": 0.7, "emodb": 0.2, "emogator": 0.1}
# Windows of a stretch.
WINDOWS = 4
SAMPLES = WINDOWS * WINDOW_FRAMES * RATE // 100
ROOMY, TELEPHONED = 0.25, 0.45
# How far noise lies below the speech.
NOISE_DB = (10.0, 40.0)
# Frames so far below the loud ones of a stretch are a pause, of which the centers know almost nothing.
PAUSE_DB, PAUSE_WEIGHT = 26.0, 1e-3
LOW, HIGH = (butter(order, hz, kind, fs=RATE, output="sos") for order, hz, kind in
             ((4, 300.0, "highpass"), (8, 3_400.0, "lowpass")))  # fmt: skip


def speech_frames(bands: np.ndarray, down_db: float = PAUSE_DB) -> np.ndarray:
    level = 10.0 * np.log10(np.exp(bands).sum(1))
    return level > np.percentile(level, 92) - down_db


def tilted(rng: np.random.Generator, wave: np.ndarray) -> np.ndarray:
    """Through a smooth random curve of some dB over the octaves."""
    spectrum = np.fft.rfft(wave)
    octaves = np.log2(np.maximum(np.fft.rfftfreq(len(wave), 1 / RATE), 60.0) / 60.0)
    decibels = np.interp(octaves, np.linspace(0.0, 7.1, 8), np.cumsum(rng.normal(0.0, 2.5, 8)))
    return np.fft.irfft(spectrum * 10.0 ** (decibels / 20.0), len(wave))


def in_mu_law(wave: np.ndarray) -> np.ndarray:
    """At 8 kHz in mu-law, and back at 16 kHz, with images above 4 kHz."""
    narrow = wave[::2]
    code = np.round(127 * np.log1p(255 * np.minimum(1.0, np.abs(narrow))) / np.log(256))
    back = np.zeros(2 * len(narrow))
    back[::2] = 2 * np.sign(narrow) * np.expm1(code * np.log(256) / 127) / 255
    return back[: len(wave)]


def telephoned(wave: np.ndarray) -> np.ndarray:
    """300 to 3,400 Hz, 8 kHz in mu-law, and back."""
    return sosfilt(HIGH, sosfilt(LOW, in_mu_law(sosfilt(HIGH, sosfilt(LOW, wave)))))


def through_channel(rng: np.random.Generator, wave: np.ndarray) -> np.ndarray:
    if rng.random() < ROOMY:
        count = int(RATE * rng.uniform(0.1, 0.5))
        tail = rng.normal(size=count) * np.exp(-6.9 * np.arange(count) / count)
        tail *= rng.uniform(0.1, 0.6) / np.sqrt((tail**2).sum())
        wave = fftconvolve(wave, np.concatenate([[1.0], tail]))[: len(wave)]
    wave = tilted(rng, wave)
    power = np.mean(wave**2) + 1e-12
    noise = tilted(rng, rng.normal(size=len(wave)))
    noise *= np.sqrt(power * 10.0 ** (-rng.uniform(*NOISE_DB) / 10.0) / np.mean(noise**2))
    wave = np.clip((wave + noise) * 0.05 * 10.0 ** rng.normal(0.0, 0.25) / np.sqrt(power), -1.0, 1.0)
    return telephoned(wave) if rng.random() < TELEPHONED else wave


def centered(wave: np.ndarray, speech: np.ndarray) -> np.ndarray:
    """Windows [WINDOWS, WINDOW_FRAMES, BANDS] of bands less their mean over the speech so far."""
    bands = log_bands(wave).reshape(WINDOWS, WINDOW_FRAMES, BANDS)
    weight = (speech + PAUSE_WEIGHT).reshape(WINDOWS, WINDOW_FRAMES, 1)
    mean = np.cumsum((bands * weight).sum(1), 0) / np.cumsum(weight.sum(1), 0)
    return (bands - mean[:, None]).astype(np.float32)


def stretches(folder: Path, cache: Path, count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Clean windows [count, WINDOWS, WINDOW_FRAMES, BANDS], and the same through channels."""
    rng = np.random.default_rng(seed)
    table = read_split()
    clips, samples = load_clips(folder, tuple(SHARES), cache)
    by_corpus: dict[str, dict[str, list]] = {}
    for clip in clips:
        if part_of(clip.speaker, table) == "train":
            by_corpus.setdefault(clip.corpus, {}).setdefault(clip.speaker, []).append(clip)
    shares = np.array([SHARES[corpus] for corpus in by_corpus])
    clean, heard = [], []
    for corpus in rng.choice(list(by_corpus), count, p=shares / shares.sum()):
        own = by_corpus[corpus][rng.choice(list(by_corpus[corpus]))]
        up, down = SPEEDS[rng.integers(len(SPEEDS))]
        needed, pieces = SAMPLES * down // up + 1, []
        while needed > 0:
            clip = own[rng.integers(len(own))]
            wave = samples[clip.corpus][clip.start : clip.start + clip.length].astype(np.float32) / 32_768.0
            frames = np.nonzero(speech_frames(log_bands(wave), 32.0))[0] * RATE // 100
            wave = wave[frames[0] : frames[-1] + RATE // 100]
            first = rng.integers(0, max(0, len(wave) - needed) + 1)
            pieces.append(wave[first : first + needed])
            needed -= len(pieces[-1])
        wave = resample_poly(np.concatenate(pieces), up, down).astype(np.float32)[:SAMPLES]
        spoken = speech_frames(log_bands(wave))
        clean.append(centered(wave, spoken))
        heard.append(centered(through_channel(rng, wave).astype(np.float32), spoken))
    return np.stack(clean), np.stack(heard)
