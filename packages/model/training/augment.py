"""Augmentation in the log-mel domain, where a batch costs milliseconds on one core.

Every operation stands for one in the waveform: frequency warp and time stretch together are a change
of speed and formants, an additive curve over bands is an equaliser or a telephone's band limit, added
power is noise or other voices, a decaying tail over frames is a room.
"""

from __future__ import annotations

import numpy as np
import torch

from frontend import HIGHEST_HZ, LOWEST_HZ, MEL_BANDS, POWER_FLOOR, hz_to_mel

CENTERS_MEL = np.linspace(hz_to_mel(LOWEST_HZ), hz_to_mel(HIGHEST_HZ), MEL_BANDS + 2)[1:-1]
CENTERS_HZ = 700.0 * np.expm1(CENTERS_MEL / 1127.0)


def warp_matrices(factors: np.ndarray) -> torch.Tensor:
    """[B, MEL_BANDS, MEL_BANDS]: linear interpolation that reads band f at frequency f / factor."""
    source_mel = hz_to_mel(CENTERS_HZ[None, :] / factors[:, None])
    position = np.interp(source_mel, CENTERS_MEL, np.arange(MEL_BANDS))
    low = np.minimum(position.astype(np.int64), MEL_BANDS - 2)
    fraction = position - low
    matrix = np.zeros((len(factors), MEL_BANDS, MEL_BANDS), dtype=np.float32)
    rows = np.arange(len(factors))[:, None]
    columns = np.arange(MEL_BANDS)[None, :]
    matrix[rows, low, columns] = 1.0 - fraction
    matrix[rows, low + 1, columns] += fraction
    return torch.from_numpy(matrix)


def equaliser(rng: np.random.Generator, batch: int) -> np.ndarray:
    """Smooth random curves [B, 1, MEL_BANDS] in natural-log power, plus band limits for some."""
    knots = rng.normal(0.0, 1.0, (batch, 6))
    positions = np.linspace(0, 5, MEL_BANDS)
    curve = np.stack([np.interp(positions, np.arange(6), row) for row in knots])
    curve += np.linspace(-1, 1, MEL_BANDS)[None, :] * rng.normal(0.0, 1.0, (batch, 1))
    curve *= (rng.random((batch, 1)) < 0.4) * 1.0
    for row in range(batch):
        if rng.random() < 0.2:
            cutoff = rng.choice([3_400.0, 4_000.0, rng.uniform(2_800.0, 7_000.0)])
            octaves = np.log2(CENTERS_HZ / cutoff)
            curve[row] -= np.clip(octaves, 0.0, None) * rng.uniform(15.0, 60.0)
            if rng.random() < 0.6:
                below = np.log2(rng.uniform(150.0, 350.0) / CENTERS_HZ)
                curve[row] -= np.clip(below, 0.0, 3.0) * rng.uniform(2.0, 6.0)
    return curve[:, None, :].astype(np.float32)


def noise_power(rng: np.random.Generator, power: torch.Tensor, level: torch.Tensor) -> torch.Tensor:
    """Power of coloured noise or of babble made from the batch's other voices, at random SNRs."""
    batch, frames, _ = power.shape
    slope = rng.normal(-0.5, 1.0, (batch, 1))
    colour = slope * np.log(CENTERS_HZ[None, :] / 1_000.0) + np.log(CENTERS_HZ[None, :] / 1_000.0 + 1)
    colour = np.exp(colour)
    colour /= colour.sum(1, keepdims=True)
    shape = 4.0
    grain = torch.empty(batch, frames, MEL_BANDS).exponential_()
    grain = 1.0 + (grain - 1.0) / np.sqrt(shape)
    stationary = torch.from_numpy(colour.astype(np.float32))[:, None, :] * grain.clamp(min=0.05)
    kind = rng.random(batch)
    ratio_db = rng.uniform(2.0, 40.0, batch)
    gain = np.where(kind < 0.4, 10.0 ** (-ratio_db / 10.0), 0.0).astype(np.float32)
    noise = stationary * (level * torch.from_numpy(gain)[:, None, None])
    babblers = np.nonzero(kind > 0.85)[0]
    if len(babblers) > 0:
        relative = power / level
        babble = sum(relative[torch.from_numpy(rng.permutation(batch)[: len(babblers)])] for _ in range(4))
        scale = (10.0 ** (-rng.uniform(5.0, 25.0, len(babblers)) / 10.0) / 4.0).astype(np.float32)
        picks = torch.from_numpy(babblers)
        noise[picks] = babble * torch.from_numpy(scale)[:, None, None] * level[picks]
    return noise


def room(rng: np.random.Generator, power: torch.Tensor) -> torch.Tensor:
    """Adds an exponentially decaying tail of past power for some of the batch."""
    batch = power.shape[0]
    amount = torch.from_numpy(
        (np.where(rng.random(batch) < 0.2, rng.uniform(0.02, 0.2, batch), 0.0)).astype(np.float32)
    )[:, None, None]
    tail = torch.zeros_like(power)
    delayed = power
    for step in range(1, 5):
        delayed = torch.nn.functional.pad(delayed, (0, 0, 1, 0))[:, :-1]
        tail = tail + delayed * (0.75**step)
    return power + amount * tail


def augment(rng: np.random.Generator, log_mel: torch.Tensor, level: torch.Tensor) -> torch.Tensor:
    """log_mel [B, T, MEL_BANDS] and each clip's mean power [B, 1, 1]; returns new log-mel."""
    batch = log_mel.shape[0]
    factors = np.exp(rng.normal(0.0, 0.06, batch)).clip(0.82, 1.2)
    warped = torch.bmm(log_mel, warp_matrices(factors))
    power = torch.exp(warped + torch.from_numpy(equaliser(rng, batch)))
    power = room(rng, power)
    power = power + noise_power(rng, power, level)
    gain = torch.from_numpy(np.exp(rng.normal(0.0, 1.2, batch)).astype(np.float32))[:, None, None]
    return torch.log(power * gain + POWER_FLOOR)


def mask(rng: np.random.Generator, features: torch.Tensor) -> torch.Tensor:
    """Zeroes up to two bands of frequencies and two spans of time (SpecAugment, Park et al. 2019)."""
    batch, frames, bands = features.shape
    keep = np.ones((batch, frames, bands), dtype=np.float32)
    for row in range(batch):
        for _ in range(2):
            width = rng.integers(0, 6)
            start = rng.integers(0, bands - width)
            keep[row, :, start : start + width] = 0.0
            width = rng.integers(0, 14)
            start = rng.integers(0, frames - width)
            keep[row, start : start + width] = 0.0
    return features * torch.from_numpy(keep)
