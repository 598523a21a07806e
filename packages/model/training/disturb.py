"""Speech as a telephone or a busy room would bring it, for training and for figures."""

from __future__ import annotations

import numpy as np
from scipy.signal import resample_poly

BABBLERS = 4
BABBLE_DB = (6.0, 16.0)


def telephone(samples: np.ndarray) -> np.ndarray:
    """8 kHz, mu-law of 8 bits (the continuous curve of ITU-T G.711), back to 16 kHz."""
    narrow = np.clip(resample_poly(samples, 1, 2), -1.0, 1.0)
    code = np.round(np.sign(narrow) * np.log1p(255.0 * np.abs(narrow)) * 127.0 / np.log(256.0))
    heard = np.sign(code) * np.expm1(np.abs(code) / 127.0 * np.log(256.0)) / 255.0
    return resample_poly(heard, 2, 1).astype(np.float32)[: len(samples)]


class Babble:
    """Other voices together some way under the speech; which and how far is drawn anew for every clip."""

    def __init__(self, voices: list[np.ndarray], seed: int) -> None:
        self.voices, self.seed = voices, seed

    def __call__(self, samples: np.ndarray, number: int) -> np.ndarray:
        rng = np.random.default_rng((self.seed, number))
        mixed = np.zeros(len(samples), dtype=np.float32)
        for pick in rng.integers(0, len(self.voices), BABBLERS):
            voice = self.voices[pick]
            mixed += np.resize(voice, len(samples)) / np.sqrt((voice**2).mean() + 1e-12)
        share = 10.0 ** (-rng.uniform(*BABBLE_DB) / 10.0)
        gain = np.sqrt(share * (samples**2).mean() / ((mixed**2).mean() + 1e-12))
        return (samples + gain * mixed).astype(np.float32)


def disturbance(name: str, voices: list[np.ndarray]) -> object:
    """A function (samples, number of the clip) of a condition's name."""
    if name == "clean":
        return lambda samples, _number: samples
    if name == "telephone":
        return lambda samples, _number: telephone(samples)
    if name == "babble":
        return Babble(voices, 20261123)
    raise ValueError(f"no such condition: {name}")
