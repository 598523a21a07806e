"""The causal networks, as they are trained. export.py writes the same computation with carried state."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle

import torch
from torch import nn
from torch.nn import functional as F

from corpus import CLASSES
from frontend import (
    FRAMES_PER_BLOCK,
    MEL_BANDS,
    PITCH_CANDIDATES,
    PITCH_FLOOR_SHARE,
    PITCH_FRAMES_PER_BLOCK,
    POWER_FLOOR,
    comb_matrix,
)
from rounding import rounded

BLOCKS_PER_SECOND = 20.0
# Memory of the running mean that is subtracted from each band, and of the pooled statistics.
NORM_SECONDS = 4.0
POOL_SECONDS = 3.0
# Harmonics further than this under the running level (20 dB) do not count where `salience` is told the level: what
# speaks in the pauses is somebody else.
PITCH_FLOOR = 0.01
# Quietest deviation from the mean that the network sees, and the scale of its input.
FEATURE_FLOOR = -8.0
FEATURE_SCALE = 1.0 / 3.0
WEIGHT_FLOOR = 1e-8
# Blocks of evidence at which the own mean and the average spectrum count alike.
PRIOR_BLOCKS = 10.0
# Amplitude-weighted mean log-mel of speech about its own level, averaged over the training corpora.
SPEECH_SPECTRUM = (
    0.2, 1.6, 2.9, 3.6, 3.8, 3.6, 3.4, 3.4, 3.4, 3.1, 2.7, 2.2, 1.8, 1.4, 1.1, 0.9,
    0.7, 0.5, 0.3, 0.2, 0.1, 0.0, -0.1, -0.2, -0.3, -0.4, -0.4, -0.4, -0.3, -0.3, -0.5, -0.6,
    -0.8, -1.0, -1.1, -1.2, -1.3, -1.6, -1.8, -2.1, -2.5, -2.8, -3.1, -3.3, -3.4, -3.5, -3.6, -4.2,
)  # fmt: skip
STEM_WIDTH = 96
PITCH_WIDTH = 64
WIDTH = 128
EMBEDDING = 64
DILATIONS = (1, 2, 4, 8, 2)
# What the domain head tells apart: speech, sounds that are no voice, and vocal bursts as events.
EVENTS = ("laugh", "cheer", "sigh", "cry", "scream", "gasp", "groan", "hum")
DOMAINS = ("speech", "noise", "tone", "music", *EVENTS)
DOMAIN_WIDTH = 64
POOL_VARIANCE_FLOOR = 1e-2
POOL_MASS_FLOOR = 1e-3
ATTENTION_LIMIT = 6.0


def decay_matrix(blocks: int, seconds: float) -> torch.Tensor:
    """[blocks, blocks]: row t holds the weight of each block s <= t, exp(-(t - s) / memory)."""
    age = torch.arange(blocks)[:, None] - torch.arange(blocks)[None, :]
    weight = torch.exp(-age.clamp(min=0).float() / (BLOCKS_PER_SECOND * seconds))
    return torch.where(age >= 0, weight, torch.zeros(()))


def normalise(log_mel: torch.Tensor) -> torch.Tensor:
    """Subtracts a running mean spectrum, weighted by amplitude so that silence hardly counts.

    log_mel [B, T, MEL_BANDS], T a multiple of FRAMES_PER_BLOCK. All terms are ratios of decayed sums,
    so gain cancels. While little has been heard, the mean leans on the overall level plus the average
    speech spectrum; the weight of what was heard is Kish's effective sample size,
    (sum w)^2 / sum w^2 (Kish 1965, Survey Sampling, section 11.7), against PRIOR_BLOCKS.
    """
    batch, frames, bands = log_mel.shape
    blocks = frames // FRAMES_PER_BLOCK
    grouped = log_mel.view(batch, blocks, FRAMES_PER_BLOCK, bands)
    weight = torch.exp(grouped).mean(dim=(2, 3))[:, :, None].sqrt() + WEIGHT_FLOOR
    decay = decay_matrix(blocks, NORM_SECONDS)
    mass = decay @ weight
    mean = (decay @ (weight * grouped.mean(2))) / mass
    evidence = mass * mass / (decay @ (weight * weight))
    trust = evidence / (evidence + PRIOR_BLOCKS)
    expected = mean.mean(2, keepdim=True) + torch.tensor(SPEECH_SPECTRUM)
    center = trust * mean + (1.0 - trust) * expected
    centered = (grouped - center[:, :, None, :]).clamp(min=FEATURE_FLOOR) * FEATURE_SCALE
    return centered.view(batch, frames, bands)


def frame_powers(log_mel: torch.Tensor) -> torch.Tensor:
    """Mean power of each frame [B, blocks, FRAMES_PER_BLOCK]."""
    return torch.exp(log_mel).mean(2).view(log_mel.shape[0], -1, FRAMES_PER_BLOCK)


def running_level(powers: torch.Tensor) -> torch.Tensor:
    """Power of the loud parts so far [B, blocks, 1]: the square of the amplitude's mean, weighted by amplitude."""
    weight = powers.mean(2, keepdim=True).sqrt() + WEIGHT_FLOOR
    decay = decay_matrix(powers.shape[1], NORM_SECONDS)
    loudness = (decay @ (weight * weight)) / (decay @ weight)
    return loudness * loudness


COMB = torch.from_numpy(rounded(comb_matrix()))


def salience(pitch: torch.Tensor, log_mel: torch.Tensor | None = None) -> torch.Tensor:
    """Log spectrum [B, T / 2, PITCH_BINS] to how well each candidate explains it, blind to gain.

    With the frames' log_mel [B, T, MEL_BANDS], what is quiet beside the speech so far has no pitch.
    """
    power = torch.exp(pitch)
    floor = PITCH_FLOOR_SHARE * power.mean(2, keepdim=True) + POWER_FLOOR
    if log_mel is not None:
        level = running_level(frame_powers(log_mel))
        floor = floor + PITCH_FLOOR * level.repeat_interleave(PITCH_FRAMES_PER_BLOCK, 1)
    return (torch.log(power + floor) @ COMB) * FEATURE_SCALE


class Residual(nn.Module):
    """x + relu(batchnorm(causal dilated convolution of x))."""

    def __init__(self, width: int, dilation: int, dropout: float) -> None:
        super().__init__()
        self.context = 2 * dilation
        self.conv = nn.Conv1d(width, width, 3, dilation=dilation, bias=False)
        self.norm = nn.BatchNorm1d(width)
        self.dropout = nn.Dropout1d(dropout)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.dropout(torch.relu(self.norm(self.conv(F.pad(x, (self.context, 0))))))


class EmotionNet(nn.Module):
    """Log-mel frames to logits, V/A/D and embedding at chosen blocks of the stream."""

    def __init__(self, dropout: float = 0.05, head_dropout: float = 0.2) -> None:
        super().__init__()
        self.stem1 = nn.Conv1d(MEL_BANDS, STEM_WIDTH, 6, stride=2, bias=False)
        self.norm1 = nn.BatchNorm1d(STEM_WIDTH)
        self.pitch_stem = nn.Conv1d(PITCH_CANDIDATES, PITCH_WIDTH, 3, bias=False)
        self.pitch_norm = nn.BatchNorm1d(PITCH_WIDTH)
        self.stem2 = nn.Conv1d(STEM_WIDTH + PITCH_WIDTH, WIDTH, 4, stride=2, bias=False)
        self.norm2 = nn.BatchNorm1d(WIDTH)
        self.blocks = nn.ModuleList(Residual(WIDTH, dilation, dropout) for dilation in DILATIONS)
        self.attention = nn.Conv1d(WIDTH, WIDTH, 1)
        self.embed = nn.Linear(2 * WIDTH, EMBEDDING)
        self.classify = nn.Linear(EMBEDDING, len(CLASSES))
        self.dimensions = nn.Linear(EMBEDDING, 3)
        self.head_dropout = nn.Dropout(head_dropout)

    def hear(self, log_mel: torch.Tensor, pitch: torch.Tensor) -> torch.Tensor:
        """Spectra [B, T, MEL_BANDS] and [B, T / 2, PITCH_BINS] to [B, WIDTH, blocks]."""
        return self.trunk(normalise(log_mel), salience(pitch))

    def trunk(self, features: torch.Tensor, salience: torch.Tensor) -> torch.Tensor:
        """Normalised features [B, T, MEL_BANDS], salience [B, T / 2, ...] to [B, WIDTH, blocks]."""
        x = features.transpose(1, 2)
        x = torch.relu(self.norm1(self.stem1(F.pad(x, (4, 0)))))
        tones = F.pad(salience.transpose(1, 2), (2, 0))
        tones = torch.relu(self.pitch_norm(self.pitch_stem(tones)))
        x = torch.cat([x, tones], 1)
        x = torch.relu(self.norm2(self.stem2(F.pad(x, (2, 0)))))
        for block in self.blocks:
            x = block(x)
        return x

    def pool(self, x: torch.Tensor, points: torch.Tensor) -> torch.Tensor:
        """Attentive mean and deviation (Okabe et al. 2018, eq. 4-6) over a decaying past.

        x [B, WIDTH, blocks], points [B, P] block indices; returns [B, P, 2 * WIDTH].
        """
        score = torch.exp(self.attention(x).clamp(-ATTENTION_LIMIT, ATTENTION_LIMIT))
        weighted = score * x
        stacked = torch.cat([score, weighted, weighted * x], dim=1)
        rows = decay_matrix(x.shape[2], POOL_SECONDS)[points]
        sums = rows @ stacked.transpose(1, 2)
        mass, first, second = sums.split(WIDTH, dim=2)
        mean = first / (mass + POOL_MASS_FLOOR)
        variance = second / (mass + POOL_MASS_FLOOR) - mean * mean
        return torch.cat([mean, torch.sqrt(torch.relu(variance) + POOL_VARIANCE_FLOOR)], dim=2)

    def head(self, pooled: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Logits, V/A/D before their tanh, and embedding."""
        embedding = torch.relu(self.embed(self.head_dropout(pooled)))
        dropped = self.head_dropout(embedding)
        return self.classify(dropped), self.dimensions(dropped), embedding


class Ensemble(nn.Module):
    """Networks that were trained apart and are read as one (Lakshminarayanan et al. 2017).

    What they hear and what their heads see stands side by side, network after network; what the heads say is
    averaged before the softmax and the tanh. The first hears all harmonics, the second those near the speech's level,
    so that they err on different sounds; both learned from all.
    """

    def __init__(self, networks: Sequence[EmotionNet]) -> None:
        super().__init__()
        self.networks = nn.ModuleList(networks)

    def hear(self, log_mel: torch.Tensor, pitch: torch.Tensor) -> torch.Tensor:
        """As one network's, [B, networks * WIDTH, blocks]."""
        features, tones = normalise(log_mel), cycle((salience(pitch), salience(pitch, log_mel)))
        return torch.cat([network.trunk(features, own) for network, own in zip(self.networks, tones)], 1)

    def pool(self, x: torch.Tensor, points: torch.Tensor) -> torch.Tensor:
        parts = zip(self.networks, x.split(WIDTH, 1))
        return torch.cat([network.pool(part, points) for network, part in parts], 2)

    def head(self, pooled: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Logits, V/A/D and the embeddings of all."""
        parts = zip(self.networks, pooled.split(2 * WIDTH, -1))
        logits, vad, embeddings = zip(*(network.head(part) for network, part in parts))
        return mean_of(logits), torch.tanh(mean_of(vad)), torch.cat(embeddings, -1)


def mean_of(tensors: Sequence[torch.Tensor]) -> torch.Tensor:
    return torch.stack(tuple(tensors)).mean(0)


class DomainHead(nn.Module):
    """Pooled statistics to what kind of sound it is; trained after the networks, see domain.py."""

    def __init__(self, networks: int) -> None:
        super().__init__()
        self.hidden = nn.Linear(networks * 2 * WIDTH, DOMAIN_WIDTH)
        self.out = nn.Linear(DOMAIN_WIDTH, len(DOMAINS))

    def forward(self, pooled: torch.Tensor) -> torch.Tensor:
        return self.out(torch.relu(self.hidden(pooled)))
