"""The channel between a voice and the model: rooms, microphones, telephone bands, noise, other voices, level.

Works on log-mel and pitch spectra, like packages/model/training/augment.py, whose noise, room and babble are
used here. Equalizers and band limits are stronger and more frequent, because a channel must not reveal the
speaker.
"""

from __future__ import annotations

import numpy as np
import torch

import shared_training  # noqa: F401
from augment import CENTERS_HZ, PITCH_HZ, Noises, add_noise, room
from frontend import MEL_BANDS, POWER_FLOOR

# Mostly quieter than the noise for the emotion model: below 8 dB a voice is hardly recognizable.
NOISES = Noises(noisy=0.55, noise_db=(8.0, 40.0), babbled=0.12, babble_db=(8.0, 24.0))
EQUALISED = 0.75
TILTED = 1.0
BAND_LIMITED = 0.3
ROOMY = 0.35


def equaliser(rng: np.random.Generator, batch: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Smooth random curves [B, 1, bands or bins] in natural-log power, with band limits for some."""
    knots = rng.normal(0.0, 1.1, (batch, 8))
    positions = np.linspace(0, 7, MEL_BANDS)
    curve = np.stack([np.interp(positions, np.arange(8), row) for row in knots])
    curve += np.linspace(-1, 1, MEL_BANDS)[None, :] * rng.normal(0.0, TILTED, (batch, 1))
    curve *= (rng.random((batch, 1)) < EQUALISED) * 1.0
    for row in np.nonzero(rng.random(batch) < BAND_LIMITED)[0]:
        cutoff = rng.choice([3_400.0, 3_600.0, 4_000.0, rng.uniform(3_000.0, 7_000.0)])
        curve[row] -= np.clip(np.log2(CENTERS_HZ / cutoff), 0.0, None) * rng.uniform(15.0, 60.0)
        if rng.random() < 0.6:
            below = np.log2(rng.uniform(150.0, 350.0) / CENTERS_HZ)
            curve[row] -= np.clip(below, 0.0, 3.0) * rng.uniform(2.0, 6.0)
    low = np.stack([np.interp(PITCH_HZ, CENTERS_HZ, row) for row in curve])
    return tuple(torch.from_numpy(x[:, None, :].astype(np.float32)) for x in (curve, low))


def disturb(
    rng: np.random.Generator, log_mel: torch.Tensor, pitch: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Sends each row through its own channel. Also returns the curve [B, 1, MEL_BANDS] for other voices in the channel."""
    batch = log_mel.shape[0]
    curve, low_curve = equaliser(rng, batch)
    power, low = torch.exp(log_mel + curve), torch.exp(pitch + low_curve)
    amount = np.where(rng.random(batch) < ROOMY, rng.uniform(0.02, 0.3, batch), 0.0)
    amount = torch.from_numpy(amount.astype(np.float32))[:, None, None]
    power, low = room(amount, power, 0.75, 4), room(amount, low, 0.5625, 2)
    level = power.sum(2, keepdim=True).mean(1, keepdim=True)
    power, low = add_noise(rng, power, low, level, NOISES)
    gain = torch.from_numpy(rng.normal(0.0, 1.2, batch).astype(np.float32))[:, None, None]
    scale = torch.exp(gain)
    return torch.log(power * scale + POWER_FLOOR), torch.log(low * scale + POWER_FLOOR), curve + gain


def mask(rng: np.random.Generator, features: torch.Tensor, salience: torch.Tensor) -> None:
    """Zeroes a span of bands and of time in place (SpecAugment, Park et al. 2019), and the pitch of some rows."""
    batch, _, bands = features.shape
    for row in range(batch):
        if rng.random() < 0.1:
            salience[row] = 0.0
        if rng.random() < 0.5:
            width = rng.integers(1, 8)
            start = rng.integers(0, bands - width)
            features[row, :, start : start + width] = 0.0
