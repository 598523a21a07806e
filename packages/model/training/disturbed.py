"""Clips as a telephone or a busy room would bring them, for the fit of the readers' heads."""

from __future__ import annotations

import numpy as np
from scipy.signal import butter, resample_poly, sosfilt

from corpus import Clip
from folds import fold_of, read_folds

WAYS = ("telephone", "babble")
SEED = 20261124
# Voices in the background: how many, and how far below the speech they lie together (dB, uniform).
BABBLERS = 4
BABBLE_DB = (6.0, 16.0)
# Half of all telephones have no bass: their high-pass lies at 150 to 300 Hz.
BASSLESS = 0.5
BASSLESS_HZ = (150.0, 300.0)
SILENCE = 1e-12


class Disturbance:
    """Calls give clip `number` of a corpus in one of WAYS; the same clip always sounds the same."""

    def __init__(self, way: str, clips: list[Clip], samples: np.ndarray) -> None:
        self.way, self.clips, self.samples = way, clips, samples
        table = read_folds()
        self.folds = np.array([fold_of(clip.speaker, table) for clip in clips])
        self.speakers = np.array([clip.speaker for clip in clips])

    def wave(self, number: int) -> np.ndarray:
        clip = self.clips[number]
        return self.samples[clip.start : clip.start + clip.length].astype(np.float32) / 32_768.0

    def __call__(self, number: int) -> np.ndarray:
        rng = np.random.default_rng((SEED, WAYS.index(self.way), number))
        wave = self.wave(number)
        return telephone(wave, rng) if self.way == "telephone" else wave + self.babble(wave, number, rng)

    def babble(self, wave: np.ndarray, number: int, rng: np.random.Generator) -> np.ndarray:
        """Others of the same corpus and fold, so that what a fold or a corpus leaves out is heard nowhere."""
        others = np.nonzero((self.folds == self.folds[number]) & (self.speakers != self.speakers[number]))[0]
        mixed = np.zeros(len(wave), dtype=np.float32)
        for pick in rng.choice(others if len(others) else np.arange(len(self.clips)), BABBLERS):
            other = self.wave(pick)
            power = (other**2).mean() + SILENCE
            mixed += np.resize(np.roll(other, rng.integers(len(other))), len(wave)) / np.sqrt(power)
        share = 10.0 ** (-rng.uniform(*BABBLE_DB) / 10.0)
        return mixed * np.sqrt(share * (wave**2).mean() / ((mixed**2).mean() + SILENCE))


def telephone(wave: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """8 kHz, mu-law of 8 bits (the continuous curve of ITU-T G.711), back to 16 kHz."""
    narrow = resample_poly(wave, 1, 2)
    if rng.random() < BASSLESS:
        narrow = sosfilt(butter(2, rng.uniform(*BASSLESS_HZ), "highpass", fs=8_000, output="sos"), narrow)
    narrow = np.clip(narrow, -1.0, 1.0)
    code = np.round(np.sign(narrow) * np.log1p(255.0 * np.abs(narrow)) * 127.0 / np.log(256.0))
    heard = np.sign(code) * np.expm1(np.abs(code) / 127.0 * np.log(256.0)) / 255.0
    return resample_poly(heard, 2, 1).astype(np.float32)[: len(wave)]
