"""The causal speaker network for training. speaker_export.py writes the same computation with carried state."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional as F

import shared_training  # noqa: F401
from frontend import FRAMES_PER_BLOCK, MEL_BANDS, PITCH_CANDIDATES

BLOCKS_PER_SECOND = 20.0
# The memory of the running mean spectrum that is subtracted. It is long, because in a mixed stream the mean
# should be that of the line.
NORM_SECONDS = 15.0
FEATURE_FLOOR = -8.0
FEATURE_SCALE = 1.0 / 3.0
WEIGHT_FLOOR = 1e-8
# The number of evidence blocks at which the own mean and the average spectrum have equal weight.
PRIOR_BLOCKS = 10.0
# The amplitude-weighted mean log-mel of speech relative to its own level, averaged over the training corpora.
SPEECH_SPECTRUM = (
    0.2, 1.6, 2.9, 3.6, 3.8, 3.6, 3.4, 3.4, 3.4, 3.1, 2.7, 2.2, 1.8, 1.4, 1.1, 0.9,
    0.7, 0.5, 0.3, 0.2, 0.1, 0.0, -0.1, -0.2, -0.3, -0.4, -0.4, -0.4, -0.3, -0.3, -0.5, -0.6,
    -0.8, -1.0, -1.1, -1.2, -1.3, -1.6, -1.8, -2.1, -2.5, -2.8, -3.1, -3.3, -3.4, -3.5, -3.6, -4.2,
)  # fmt: skip
STEM_WIDTH = 96
PITCH_WIDTH = 48
WIDTH = 160
DILATIONS = (1, 1, 2, 2)
# The trunk's features, and plain averages of spectrum and pitch, which have their own attention head.
DEEP = 192
WIDE = 24
FEATURES = DEEP + WIDE
HEADS = 9
WIDE_LIMIT = 8.0
EMBEDDING = 128
VARIANCE_FLOOR = 1e-2
MASS_FLOOR = 1e-3
ATTENTION_LIMIT = 5.0
ACTIVITY_WIDTH = 48


def block_weight(log_mel: torch.Tensor) -> torch.Tensor:
    """The amplitude [B, blocks, 1] of each block, so that silence has almost no weight."""
    batch, frames, bands = log_mel.shape
    grouped = log_mel.view(batch, frames // FRAMES_PER_BLOCK, FRAMES_PER_BLOCK * bands)
    return torch.exp(grouped).mean(2, keepdim=True).sqrt() + WEIGHT_FLOOR


def normalise(log_mel: torch.Tensor, past: tuple[torch.Tensor, torch.Tensor] | None = None) -> torch.Tensor:
    """Subtracts a running mean spectrum, weighted by amplitude; at first it relies on the average speech spectrum.

    `past` is what the stream contained before: mean spectra [B, 1, bands] and their number of blocks [B, 1, 1].
    The evidence is Kish's effective sample size (Kish 1965, Survey Sampling, section 11.7).
    """
    batch, frames, bands = log_mel.shape
    blocks = frames // FRAMES_PER_BLOCK
    grouped = log_mel.view(batch, blocks, FRAMES_PER_BLOCK, bands)
    weight = block_weight(log_mel)
    age = torch.arange(blocks)[:, None] - torch.arange(blocks)[None, :]
    memory = BLOCKS_PER_SECOND * NORM_SECONDS
    decay = torch.where(age >= 0, torch.exp(-age.clamp(min=0) / memory), torch.zeros(()))
    total = decay @ (weight * grouped.mean(2))
    mass, squares = decay @ weight, decay @ (weight * weight)
    if past is not None:
        typical = weight.mean(1, keepdim=True)
        faded = torch.exp(-(torch.arange(blocks) + 1.0) / memory)[None, :, None]
        held = past[1] * typical * faded
        total, mass, squares = total + held * past[0], mass + held, squares + held * typical
    mean = total / mass
    evidence = mass * mass / squares
    trust = evidence / (evidence + PRIOR_BLOCKS)
    expected = mean.mean(2, keepdim=True) + torch.tensor(SPEECH_SPECTRUM)
    center = trust * mean + (1.0 - trust) * expected
    centered = (grouped - center[:, :, None, :]).clamp(min=FEATURE_FLOOR) * FEATURE_SCALE
    return centered.view(batch, frames, bands)


def spectrum(log_mel: torch.Tensor, tones: torch.Tensor) -> torch.Tensor:
    """Means over each block [B, blocks, MEL_BANDS + PITCH_CANDIDATES] of the spectrum about its own level, and of salience.

    The trunk's input has lost the long-term spectrum together with that of the line. Here it stays, for cases
    in which the line changes it little.
    """
    batch, frames, bands = log_mel.shape
    mean = log_mel.view(batch, frames // FRAMES_PER_BLOCK, FRAMES_PER_BLOCK, bands).mean(2)
    shape = (mean - mean.mean(2, keepdim=True)).clamp(-WIDE_LIMIT, WIDE_LIMIT) * FEATURE_SCALE
    pitch = tones.view(batch, mean.shape[1], -1, tones.shape[2]).mean(2)
    return torch.cat([shape, pitch], 2)


class Residual(nn.Module):
    """x + relu(batchnorm(causal dilated convolution of x))."""

    def __init__(self, width: int, dilation: int) -> None:
        super().__init__()
        self.context = 2 * dilation
        self.conv = nn.Conv1d(width, width, 3, dilation=dilation, bias=False)
        self.norm = nn.BatchNorm1d(width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + torch.relu(self.norm(self.conv(F.pad(x, (self.context, 0)))))


class SpeakerNet(nn.Module):
    """Computes features and attention every 50 ms from log-mel frames, and an embedding from pooled statistics."""

    def __init__(self) -> None:
        super().__init__()
        self.stem1 = nn.Conv1d(MEL_BANDS, STEM_WIDTH, 6, stride=2, bias=False)
        self.norm1 = nn.BatchNorm1d(STEM_WIDTH)
        self.pitch_stem = nn.Conv1d(PITCH_CANDIDATES, PITCH_WIDTH, 3, bias=False)
        self.pitch_norm = nn.BatchNorm1d(PITCH_WIDTH)
        self.stem2 = nn.Conv1d(STEM_WIDTH + PITCH_WIDTH, WIDTH, 4, stride=2, bias=False)
        self.norm2 = nn.BatchNorm1d(WIDTH)
        self.blocks = nn.ModuleList(Residual(WIDTH, dilation) for dilation in DILATIONS)
        self.project = nn.Conv1d(WIDTH, DEEP, 1, bias=False)
        self.project_norm = nn.BatchNorm1d(DEEP)
        self.wide = nn.Linear(MEL_BANDS + PITCH_CANDIDATES, WIDE)
        self.attention = nn.Conv1d(WIDTH, HEADS, 1)
        self.embed = nn.Linear(2 * FEATURES, EMBEDDING)

    def trunk(self, features: torch.Tensor, salience: torch.Tensor) -> torch.Tensor:
        """Normalized features [B, T, MEL_BANDS] and salience [B, T / 2, ...] to [B, WIDTH, blocks]."""
        x = features.transpose(1, 2)
        x = torch.relu(self.norm1(self.stem1(F.pad(x, (4, 0)))))
        tones = F.pad(salience.transpose(1, 2), (2, 0))
        tones = torch.relu(self.pitch_norm(self.pitch_stem(tones)))
        x = torch.cat([x, tones], 1)
        x = torch.relu(self.norm2(self.stem2(F.pad(x, (2, 0)))))
        for block in self.blocks:
            x = block(x)
        return x

    def frames(self, x: torch.Tensor, spectra: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Trunk and `spectrum` to features [B, blocks, FEATURES] and weights [B, blocks, HEADS]."""
        deep = torch.relu(self.project_norm(self.project(x))).float().transpose(1, 2)
        score = self.attention(x).float().clamp(-ATTENTION_LIMIT, ATTENTION_LIMIT)
        return torch.cat([deep, self.wide(spectra).float()], 2), torch.exp(score).transpose(1, 2)

    def embedding(self, statistics: torch.Tensor) -> torch.Tensor:
        return F.normalize(self.embed(statistics), dim=-1)


def pool(features: torch.Tensor, weights: torch.Tensor, chosen: torch.Tensor) -> torch.Tensor:
    """The attentive mean and deviation (Okabe et al. 2018, eq. 4-6) of chosen blocks.

    chosen [B, P, blocks] contains 0 and 1; returns [B, P, 2 * FEATURES], means before deviations.
    """
    batch, blocks, width = features.shape
    grouped = features.view(batch, blocks, HEADS, width // HEADS)
    weighted = (weights[..., None] * grouped).reshape(batch, blocks, width)
    sums = chosen @ torch.cat([weighted, weighted * features], 2)
    mass = (chosen @ weights)[..., None] + MASS_FLOOR
    mean, square = (
        (part.view(batch, -1, HEADS, width // HEADS) / mass).flatten(2) for part in sums.split(width, 2)
    )
    return torch.cat([mean, torch.sqrt(torch.relu(square - mean * mean) + VARIANCE_FLOOR)], dim=2)


class ActivityHead(nn.Module):
    """Trunk to logits of "somebody speaks" and "two speak"; trained after the network, see activity.py."""

    def __init__(self) -> None:
        super().__init__()
        self.hidden = nn.Conv1d(WIDTH, ACTIVITY_WIDTH, 1)
        self.out = nn.Conv1d(ACTIVITY_WIDTH, 2, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """[B, WIDTH, blocks] to [B, 2, blocks]."""
        return self.out(torch.relu(self.hidden(x)))
