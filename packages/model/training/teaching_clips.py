"""Clips that networks are taught on: cut to their speech, and read at another speed."""

from __future__ import annotations

import numpy as np
import torch

TAPS = 16
# Frames of 10 ms so far below the loud ones of a clip are cut off its ends.
TRIM_DB, TRIM_FRAME = 32.0, 160


def trimmed(wave: np.ndarray) -> np.ndarray:
    """int16 without the pauses at its ends."""
    frames = wave[: len(wave) // TRIM_FRAME * TRIM_FRAME].reshape(-1, TRIM_FRAME).astype(np.float64)
    level = 10.0 * np.log10((frames**2).mean(1) + 1.0)
    loud = np.nonzero(level > np.percentile(level, 92) - TRIM_DB)[0]
    return wave[loud[0] * TRIM_FRAME : (loud[-1] + 1) * TRIM_FRAME]


def read_at(source: torch.Tensor, place: torch.Tensor, speed: torch.Tensor) -> torch.Tensor:
    """[B, N] of a long source at places [B, N] in float64, `speed` [B] samples apart; by a windowed sinc."""
    whole, taps = place.floor(), torch.arange(1 - TAPS // 2, 1 + TAPS // 2, device=place.device)
    index = whole.long()[..., None] + taps
    away = (place - whole).float()[..., None] - taps
    cut = speed.float().clamp_min(1.0).reciprocal()[:, None, None]
    kernel = cut * torch.sinc(cut * away) * (0.5 + 0.5 * torch.cos(2.0 * np.pi * away / TAPS))
    return (source[index.clamp(0, len(source) - 1)].float() * kernel).sum(-1)
