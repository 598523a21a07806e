"""Augmentation in the log-mel domain, where a batch costs milliseconds on one core.

Every operation stands for one in the waveform: frequency warp and time stretch together are a change
of speed and formants, an additive curve over bands is an equaliser or a telephone's band limit, added
power is noise or other voices, a decaying tail over frames is a room.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch

from frontend import (
    HIGHEST_HZ,
    LOWEST_HZ,
    MEL_BANDS,
    PITCH_BIN_HZ,
    PITCH_BINS,
    PITCH_FIRST_BIN,
    PITCH_LAST_BIN,
    POWER_FLOOR,
    hz_to_mel,
)

CENTERS_MEL = np.linspace(hz_to_mel(LOWEST_HZ), hz_to_mel(HIGHEST_HZ), MEL_BANDS + 2)[1:-1]
CENTERS_HZ = 700.0 * np.expm1(CENTERS_MEL / 1127.0)
PITCH_HZ = np.arange(PITCH_FIRST_BIN, PITCH_LAST_BIN + 1) * PITCH_BIN_HZ
# Noise of one density: power of a bin of the pitch path against that of the mel band at 1 kHz.
PITCH_NOISE_SHARE = 0.465
# Shares of the crops that are disturbed, and how much (deviations of natural logarithms).
EQUALISED = 0.4
BAND_LIMITED = 0.2
ROOMY = 0.2
WARP = 0.06
PITCH_SHIFT = 0.06
PITCHLESS = 0.05
GAIN = 1.2
MASKED_BANDS = 6
MASKED_FRAMES = 14


@dataclass(frozen=True)
class Noises:
    """Shares of the crops that get noise or babble, and how far below the voice it lies (uniform)."""

    noisy: float = 0.35
    noise_db: tuple[float, float] = (2.0, 40.0)
    babbled: float = 0.2
    babble_db: tuple[float, float] = (4.0, 22.0)


NOISES = Noises()


def interpolation(position: np.ndarray, size: int) -> torch.Tensor:
    """[B, size, size] matrices that read column j of a row vector at a fractional position [B, size]."""
    low = np.clip(position.astype(np.int64), 0, size - 2)
    fraction = position - low
    matrix = np.zeros((len(position), size, size), dtype=np.float32)
    rows = np.arange(len(position))[:, None]
    columns = np.arange(size)[None, :]
    matrix[rows, low, columns] = 1.0 - fraction
    matrix[rows, low + 1, columns] += fraction
    return torch.from_numpy(matrix)


def warp_matrices(factors: np.ndarray) -> torch.Tensor:
    """Reads mel band f at frequency f / factor."""
    source_mel = hz_to_mel(CENTERS_HZ[None, :] / factors[:, None])
    return interpolation(np.interp(source_mel, CENTERS_MEL, np.arange(MEL_BANDS)), MEL_BANDS)


def pitch_warp_matrices(factors: np.ndarray) -> torch.Tensor:
    """The same for the pitch path's bins."""
    position = (PITCH_HZ[None, :] / factors[:, None]) / PITCH_BIN_HZ - PITCH_FIRST_BIN
    return interpolation(np.clip(position, 0.0, PITCH_BINS - 1.0), PITCH_BINS)


def equaliser(rng: np.random.Generator, batch: int) -> tuple[np.ndarray, np.ndarray]:
    """Smooth random curves [B, 1, bands or bins] in natural-log power, plus band limits for some."""
    knots = rng.normal(0.0, 1.0, (batch, 6))
    positions = np.linspace(0, 5, MEL_BANDS)
    curve = np.stack([np.interp(positions, np.arange(6), row) for row in knots])
    curve += np.linspace(-1, 1, MEL_BANDS)[None, :] * rng.normal(0.0, 1.0, (batch, 1))
    curve *= (rng.random((batch, 1)) < EQUALISED) * 1.0
    for row in range(batch):
        if rng.random() < BAND_LIMITED:
            cutoff = rng.choice([3_400.0, 4_000.0, rng.uniform(2_800.0, 7_000.0)])
            octaves = np.log2(CENTERS_HZ / cutoff)
            curve[row] -= np.clip(octaves, 0.0, None) * rng.uniform(15.0, 60.0)
            if rng.random() < 0.6:
                below = np.log2(rng.uniform(150.0, 350.0) / CENTERS_HZ)
                curve[row] -= np.clip(below, 0.0, 3.0) * rng.uniform(2.0, 6.0)
    low = np.stack([np.interp(PITCH_HZ, CENTERS_HZ, row) for row in curve])
    return curve[:, None, :].astype(np.float32), low[:, None, :].astype(np.float32)


def grain(batch: int, frames: int, bands: int, shape: float) -> torch.Tensor:
    """Fluctuation of a noise's power from cell to cell, mean 1."""
    drawn = torch.empty(batch, frames, bands).exponential_()
    return (1.0 + (drawn - 1.0) / np.sqrt(shape)).clamp(min=0.05)


def add_noise(
    rng: np.random.Generator,
    power: torch.Tensor,
    low: torch.Tensor,
    level: torch.Tensor,
    noises: Noises = NOISES,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Adds coloured noise, or babble made from the batch's other voices, at random ratios."""
    batch = power.shape[0]
    slope = rng.normal(-0.5, 1.0, (batch, 1))
    colour = np.exp(slope * np.log(CENTERS_HZ[None, :] / 1_000.0)) * (CENTERS_HZ[None, :] / 1_000.0 + 1)
    scale = 1.0 / colour.sum(1, keepdims=True)
    low_colour = PITCH_NOISE_SHARE * np.exp(slope * np.log(PITCH_HZ[None, :] / 1_000.0)) * scale
    kind = rng.random(batch)
    noise, low_noise = torch.zeros_like(power), torch.zeros_like(low)
    noisy = np.nonzero(kind < noises.noisy)[0]
    gain = 10.0 ** (-rng.uniform(*noises.noise_db, len(noisy)) / 10.0)
    picks = torch.from_numpy(noisy)
    for target, density, shape in ((noise, colour * scale, 4.0), (low_noise, low_colour, 1.0)):
        share = torch.from_numpy((density[noisy] * gain[:, None]).astype(np.float32))[:, None, :]
        target[picks] = share * level[picks] * grain(len(noisy), *target.shape[1:], shape)
    babblers = np.nonzero(kind > 1.0 - noises.babbled)[0]
    if len(babblers) > 0:
        orders = [torch.from_numpy(rng.permutation(batch)[: len(babblers)]) for _ in range(4)]
        share = 10.0 ** (-rng.uniform(*noises.babble_db, len(babblers)) / 10.0) / 4.0
        picks = torch.from_numpy(babblers)
        share = torch.from_numpy(share.astype(np.float32))[:, None, None] * level[picks]
        noise[picks] = share * sum(power[order] / level[order] for order in orders)
        low_noise[picks] = share * sum(low[order] / level[order] for order in orders)
    return power + noise, low + low_noise


def room(amount: torch.Tensor, power: torch.Tensor, keep: float, steps: int) -> torch.Tensor:
    """Adds an exponentially decaying tail of past power."""
    tail = torch.zeros_like(power)
    delayed = power
    for step in range(1, steps + 1):
        delayed = torch.nn.functional.pad(delayed, (0, 0, 1, 0))[:, :-1]
        tail = tail + delayed * keep**step
    return power + amount * tail


def augment(
    rng: np.random.Generator, log_mel: torch.Tensor, pitch: torch.Tensor, level: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """log_mel [B, T, MEL_BANDS], pitch [B, T / 2, PITCH_BINS] and each clip's mean power [B, 1, 1]."""
    batch = log_mel.shape[0]
    factors = np.exp(rng.normal(0.0, WARP, batch)).clip(0.82, 1.2)
    pitch_factors = factors * np.exp(rng.normal(0.0, PITCH_SHIFT, batch)).clip(0.75, 1.3)
    curve, low_curve = equaliser(rng, batch)
    power = torch.exp(torch.bmm(log_mel, warp_matrices(factors)) + torch.from_numpy(curve))
    low = torch.exp(torch.bmm(pitch, pitch_warp_matrices(pitch_factors)) + torch.from_numpy(low_curve))
    amount = np.where(rng.random(batch) < ROOMY, rng.uniform(0.02, 0.2, batch), 0.0)
    amount = torch.from_numpy(amount.astype(np.float32))[:, None, None]
    power, low = room(amount, power, 0.75, 4), room(amount, low, 0.5625, 2)
    power, low = add_noise(rng, power, low, level)
    gain = torch.from_numpy(np.exp(rng.normal(0.0, GAIN, batch)).astype(np.float32))[:, None, None]
    return torch.log(power * gain + POWER_FLOOR), torch.log(low * gain + POWER_FLOOR)


def mask(
    rng: np.random.Generator, features: torch.Tensor, salience: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """Zeroes up to two bands of frequencies and two spans of time (SpecAugment, Park et al. 2019)."""
    batch, frames, bands = features.shape
    keep = np.ones((batch, frames, bands), dtype=np.float32)
    heard = np.ones((batch, frames // 2, 1), dtype=np.float32)
    for row in range(batch):
        if rng.random() < PITCHLESS:
            heard[row] = 0.0
        for _ in range(2):
            width = rng.integers(0, MASKED_BANDS)
            start = rng.integers(0, bands - width)
            keep[row, :, start : start + width] = 0.0
            width = rng.integers(0, MASKED_FRAMES)
            start = rng.integers(0, frames - width)
            keep[row, start : start + width] = 0.0
            heard[row, start // 2 : (start + width) // 2] = 0.0
    return features * torch.from_numpy(keep), salience * torch.from_numpy(heard)
