"""Clips as somebody else might have said them, for the fit of the readers' heads: few people spoke the labelled ones."""

from __future__ import annotations

import math
import zlib

import numpy as np
import torch
from scipy.signal import resample_poly

from corpus import Clip
from disturbed import telephone
from teaching_channels import FRAME, LONGEST, SHORTEST, with_tract

# How many other voices each speaker has, always the same.
VOICES = 3
# The speeds at which pitch and formants move with time, in parts of SPEED.
SPEED, SPEEDS = 20, (17, 23)


def as_another(wave: np.ndarray, clip: Clip, voice: int) -> np.ndarray:
    """float32 at 16 kHz, at another speed and with another vocal tract, both drawn for the speaker; half by telephone."""
    rng = np.random.default_rng(zlib.crc32(another(clip.speaker, voice).encode()))
    moved = resample_poly(wave, SPEED, rng.integers(SPEEDS[0], SPEEDS[1] + 1)).astype(np.float32)
    factor = math.exp(rng.uniform(math.log(SHORTEST), math.log(LONGEST)))
    if len(moved) >= FRAME:
        moved = with_tract(torch.from_numpy(moved)[None], torch.tensor([factor]))[0].numpy()
    if not by_telephone(clip, voice):
        return moved
    return telephone(moved, np.random.default_rng(zlib.crc32(another(clip.path, voice).encode())))


def by_telephone(clip: Clip, voice: int) -> bool:
    """Known lines would else hear more people as recorded than by telephone."""
    return zlib.crc32(another(clip.path, voice).encode()) % 2 == 1


def another(name: str, voice: int) -> str:
    """A speaker, or a clip, in one of the VOICES."""
    return f"{name}#{voice}"
