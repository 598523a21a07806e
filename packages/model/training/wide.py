"""Utterance statistics that the deep network does not use, and the linear experts that read them.

A deep network of 400,000 weights knows its training speakers by heart; a linear model over statistics of
the whole utterance (the mean spectrum, deviations and movement of cepstra, mean and deviation of the pitch
saliences: what the functionals of Eyben et al. 2016, "The Geneva minimalistic acoustic parameter set", IEEE
Trans. Affective Computing 7, are made of) cannot, and errs elsewhere. Each recording condition has a linear
expert, a gate weighs them by how the recording sounds (Jacobs et al. 1991, "Adaptive mixtures of local
experts", Neural Computation 3, eq. 1.1), and their evidence is added to the network's logits. All statistics
are ratios of decayed sums, so that a stream carries them from chunk to chunk, and blind to gain.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from corpus import CLASSES
from frontend import FRAMES_PER_BLOCK, MEL_BANDS, PITCH_CANDIDATES, PITCH_FRAMES_PER_BLOCK
from network import decay_matrix, frame_powers, running_level

# Memory of the statistics: longer than the attentive pool's, a linear model wants the whole utterance.
WIDE_SECONDS = 5.0
CEPSTRA = 20
# A frame counts by p / (p + GATE * level), so that silence between words hardly counts.
GATE = 0.02
RELATIVE_FLOOR = -10.0
# Frames over which the movement of the cepstra is taken (25 ms).
CEPSTRUM_LAG = 2
MASS_FLOOR = 4e-3
VARIANCE_FLOOR = 1e-4
# Frames of speech (.75 s) at which the evidence counts half: a quarter second of anything says little.
EARLY_FRAMES = 60.0
# Statistics beyond this many deviations say nothing more.
STATISTIC_LIMIT = 4.0

# Sums of a weight and of the values it weighs: spectrum and squared cepstra; squared movement; tones and
# their squares.
SPECTRUM_TERMS = (MEL_BANDS, CEPSTRA)
TONE_TERMS = (PITCH_CANDIDATES, PITCH_CANDIDATES)
TERMS = (1, sum(SPECTRUM_TERMS), 1, CEPSTRA, 1, sum(TONE_TERMS))
TERM_COUNT = sum(TERMS)
STATISTIC_COUNT = MEL_BANDS + PITCH_CANDIDATES + CEPSTRA + PITCH_CANDIDATES + CEPSTRA


def cepstrum_matrix() -> np.ndarray:
    """Orthonormal DCT-II [MEL_BANDS, CEPSTRA]; the first row is the level."""
    position = np.arange(MEL_BANDS) + 0.5
    angle = np.pi * np.outer(position, np.arange(CEPSTRA)) / MEL_BANDS
    return (np.cos(angle) / np.sqrt(MEL_BANDS / 2)).astype(np.float32)


DCT = torch.from_numpy(cepstrum_matrix())


def delayed(x: torch.Tensor, steps: int) -> torch.Tensor:
    """x of `steps` steps ago, zeros (no weight) before the start."""
    return F.pad(x, (0, 0, steps, 0))[:, : x.shape[1]]


def weighed(weight: torch.Tensor, *values: torch.Tensor) -> torch.Tensor:
    """Per block, the sum of weight [B, blocks, frames, 1] and of what it weighs."""
    return torch.cat([weight, weight * torch.cat(values, 3)], 3).sum(2)


def terms(log_mel: torch.Tensor, salience: torch.Tensor) -> torch.Tensor:
    """What is summed, [B, blocks, TERM_COUNT], of log_mel [B, T, MEL_BANDS] and salience [B, T / 2, ...]."""
    batch, frames, _ = log_mel.shape
    shape = (batch, frames // FRAMES_PER_BLOCK, FRAMES_PER_BLOCK, -1)
    power = frame_powers(log_mel)
    level = running_level(power)[:, :, None]
    ratio = power[..., None] / level
    gate = ratio / (ratio + GATE)
    relative = (log_mel.view(*shape) - torch.log(level)).clamp(min=RELATIVE_FLOOR)
    cepstra = relative @ DCT
    flat = torch.cat([gate, cepstra], 3).view(batch, frames, -1)
    before = delayed(flat, CEPSTRUM_LAG).view(*shape)
    moved = cepstra - before[..., 1:]
    both = torch.minimum(gate, before[..., :1])
    tones = salience.view(batch, shape[1], PITCH_FRAMES_PER_BLOCK, -1)
    heard = gate.view(batch, shape[1], PITCH_FRAMES_PER_BLOCK, -1).sum(3, keepdim=True)
    return torch.cat(
        [
            weighed(gate, relative, cepstra * cepstra),
            weighed(both, moved * moved),
            weighed(heard, tones, tones * tones),
        ],
        2,
    )


def statistics(log_mel: torch.Tensor, salience: torch.Tensor, points: torch.Tensor) -> torch.Tensor:
    """[B, P, STATISTIC_COUNT + 1] at the given blocks [B, P]; the last is how far to trust them, 0 to 1."""
    summed = terms(log_mel, salience)
    parts = (decay_matrix(summed.shape[1], WIDE_SECONDS)[points] @ summed).split(TERMS, dim=2)
    means = [total / (mass + MASS_FLOOR) for mass, total in zip(parts[::2], parts[1::2])]
    spectrum, squares = means[0].split(SPECTRUM_TERMS, dim=2)
    tones, tone_squares = means[2].split(TONE_TERMS, dim=2)
    first = torch.cat([spectrum @ DCT, tones], 2)
    spread = torch.cat([squares, tone_squares], 2) - first * first
    return torch.cat(
        [
            spectrum - spectrum.mean(2, keepdim=True),
            tones,
            torch.sqrt(torch.cat([torch.relu(spread), means[1]], 2) + VARIANCE_FLOOR),
            parts[0] * parts[0] / (parts[0] * parts[0] + EARLY_FRAMES**2),
        ],
        2,
    )


class WideHead(nn.Module):
    """Statistics to evidence for each class, added to the network's logits; fitted by fit_wide.py."""

    def __init__(self, experts: int, conditions: int) -> None:
        super().__init__()
        self.register_buffer("mean", torch.zeros(STATISTIC_COUNT))
        self.register_buffer("scale", torch.ones(STATISTIC_COUNT))
        # Experts first, each a row of classes; then the gate. A condition without labels has no expert.
        self.register_buffer("weight", torch.zeros(STATISTIC_COUNT, experts * len(CLASSES) + conditions))
        self.register_buffer("bias", torch.zeros(experts * len(CLASSES) + conditions))
        self.register_buffer("experts", torch.tensor(experts))

    def forward(self, statistics: torch.Tensor) -> torch.Tensor:
        experts = int(self.experts)
        scaled = ((statistics[..., :-1] - self.mean) * self.scale).clamp(-STATISTIC_LIMIT, STATISTIC_LIMIT)
        product = scaled @ self.weight + self.bias
        rows = product[..., : experts * len(CLASSES)].unflatten(-1, (experts, len(CLASSES)))
        trust = torch.softmax(product[..., experts * len(CLASSES) :], -1)[..., :experts]
        return (rows * trust[..., None]).sum(-2) * statistics[..., -1:]
