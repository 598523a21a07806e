"""Who teaches and who learns in teach_encoder.py: CAM++ as a whole, and encoders in their windows, of one stretch."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

import shared_training  # noqa: F401
import frontend
from encoder import (
    FRAME,
    HOP,
    POWER_FLOOR,
    STEP_FRAMES,
    WIDTH,
    Encoder,
    mel_filters,
    spectrum_filters,
)
from encoder_graph import KEPT_STEPS, PAUSE_WEIGHT
from light_encoder import WINDOW_BLOCKS, LightEncoder
from small_encoder import load_small_encoder
from speaker_network import MASS_FLOOR, VARIANCE_FLOOR
from teaching_speech import BLOCKS

WINDOWS = BLOCKS // WINDOW_BLOCKS


class Bands(nn.Module):
    """Log-mel bands of stretches [B, SAMPLES]: CAM++'s, and those of the head for speech."""

    def __init__(self) -> None:
        super().__init__()
        half = frontend.window_half()[:, None]
        cosine, sine = frontend.dft_matrices()
        constants = {
            "kaldi": spectrum_filters(),
            "kaldi_mel": mel_filters(),
            "cosine": half * cosine,
            "sine": half * sine,
            "mel": frontend.mel_matrix() * frontend.power_scale(),
        }
        for name, value in constants.items():
            self.register_buffer(name, torch.from_numpy(np.asarray(value, dtype=np.float32)))

    def published(self, wave: torch.Tensor) -> torch.Tensor:
        """[B, frames of 10 ms, 80]."""
        frames = F.pad(wave, (FRAME - HOP, 0)).unfold(1, FRAME, HOP)
        real, imaginary = (frames @ self.kaldi).chunk(2, 2)
        return torch.log(((real**2 + imaginary**2) @ self.kaldi_mel).clamp_min(POWER_FLOOR))

    def centered(self, wave: torch.Tensor, speech: torch.Tensor) -> torch.Tensor:
        """CAM++'s bands less their mean over the speech."""
        bands, weight = self.published(wave), speech.float()[..., None]
        return bands - (bands * weight).sum(1, keepdim=True) / weight.sum(1, keepdim=True)

    def own(self, wave: torch.Tensor) -> torch.Tensor:
        """[B, frames of 12.5 ms, 48]."""
        hops = F.pad(wave, (frontend.HOP_SAMPLES, 0)).view(len(wave), -1, frontend.HOP_SAMPLES)
        before, second = hops[:, :-1].flip(2), hops[:, 1:]
        even, odd = (second + before) @ self.cosine, (second - before) @ self.sine
        return torch.log((even**2 + odd**2) @ self.mel + frontend.POWER_FLOOR)


def at_blocks(x: torch.Tensor) -> torch.Tensor:
    """CAM++'s steps [B, channels, steps of 20 ms] where blocks of 50 ms begin: the middles of the small encoder's steps."""
    place = (torch.arange(BLOCKS, device=x.device) * 50.0 + 2.5) / (10.0 * STEP_FRAMES)
    low = place.long().clamp_max(x.shape[2] - 2)
    return torch.lerp(x[:, :, low], x[:, :, low + 1], (place - low).to(x.dtype))


def pooled(rows: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """[B, 2 WIDTH] means and deviations of rows [B, steps, WIDTH], as frame-pool.ts has them."""
    share = (weight / (weight.sum(1, keepdim=True) + MASS_FLOOR))[..., None]
    mean = (rows * share).sum(1)
    variance = (rows**2 * share).sum(1) - mean**2
    return torch.cat([mean, (variance.clamp_min(0.0) + VARIANCE_FLOOR).sqrt()], 1)


class Teacher(nn.Module):
    def __init__(self, encoder: Encoder, bands: Bands) -> None:
        super().__init__()
        self.encoder, self.bands = encoder, bands
        weight, offset = encoder.voiceprint_map()
        self.register_buffer("weight", torch.from_numpy(weight.astype(np.float32)))
        self.register_buffer("offset", torch.from_numpy(offset.astype(np.float32)))

    @torch.no_grad()
    def forward(
        self, wave: torch.Tensor, speech: torch.Tensor
    ) -> tuple[list[torch.Tensor], torch.Tensor, torch.Tensor]:
        """Stages and rows [B, channels, steps of 20 ms], and unit voiceprints [B, 192]."""
        bands = self.bands.centered(wave, speech)
        with torch.autocast(wave.device.type, torch.bfloat16, enabled=wave.is_cuda):
            stages = self.encoder.stages(bands)
            rows = self.encoder.last(stages[-1]).float()
        every = speech[:, ::STEP_FRAMES].float()[:, : rows.shape[2]]
        print_ = F.linear(pooled(rows.transpose(1, 2), every), self.weight, self.offset)
        return [x.float() for x in stages], rows, F.normalize(print_, dim=1)

    @torch.no_grad()
    def front(self, wave: torch.Tensor, speech: torch.Tensor) -> torch.Tensor:
        """The first of these stages alone."""
        bands = self.bands.centered(wave, speech)
        with torch.autocast(wave.device.type, torch.bfloat16, enabled=wave.is_cuda):
            return self.encoder.front(bands).float()


def windows_of(bands: torch.Tensor, speech: torch.Tensor) -> torch.Tensor:
    """[B WINDOWS, frames, bands] of [B, frames, bands] as in the graph, or centered by all speech, as after a while."""
    frames = torch.arange(bands.shape[1], device=bands.device) * speech.shape[1] // bands.shape[1]
    weight = (speech.float() + PAUSE_WEIGHT)[:, frames, None].view(len(bands), WINDOWS, -1, 1)
    split = bands.view(len(bands), WINDOWS, -1, bands.shape[2])
    sums, totals = (split * weight).sum(2), weight.sum(2)
    sofar = sums.cumsum(1) / totals.cumsum(1)
    whole = (sums.sum(1, keepdim=True) / totals.sum(1, keepdim=True)).expand_as(sofar)
    old = (torch.arange(len(bands), device=bands.device) % 4 < 2)[:, None, None]
    return (split - torch.where(old, whole, sofar)[:, :, None]).flatten(0, 1)


def joined(x: torch.Tensor, count: int) -> torch.Tensor:
    """Windows [B WINDOWS, channels, steps] one after the other: [B, channels, WINDOWS steps]."""
    return x.float().view(count, WINDOWS, x.shape[1], -1).transpose(1, 2).flatten(2)


class Student(nn.Module):
    """An encoder that learns, with its own `windows`, `stages` and `at_blocks`, and CAM++'s map of voiceprints as it is."""

    # The rates of the groups that `parts` gives.
    RATES: tuple[float, ...]

    def __init__(self, bands: Bands, teacher: Teacher) -> None:
        super().__init__()
        self.bands = bands
        self.register_buffer("weight", teacher.weight.clone())
        self.register_buffer("offset", teacher.offset.clone())

    def forward(self, wave: torch.Tensor, speech: torch.Tensor) -> tuple[list[torch.Tensor], torch.Tensor]:
        """Stages [B, channels, steps], and rows."""
        # In 32 bits, which bands need.
        windows = self.windows(wave, speech)
        with torch.autocast(wave.device.type, torch.bfloat16, enabled=wave.is_cuda):
            stages = self.stages(windows)
            rows = self.encoder.last(stages[-1])
        return [joined(x, len(wave)) for x in stages], joined(rows, len(wave))

    def voiceprint(self, rows: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
        """Of rows [B, WIDTH, BLOCKS], each as heavy as `weight` [B, BLOCKS]."""
        return F.normalize(F.linear(pooled(rows.transpose(1, 2), weight), self.weight, self.offset), dim=1)


class LightStudent(Student):
    """light_start.py says what it starts from."""

    RATES = (1.5e-4, 3e-4)

    def __init__(self, bands: Bands, teacher: Teacher) -> None:
        super().__init__(bands, teacher)
        self.encoder = LightEncoder()

    def parts(self) -> tuple[list[nn.Parameter], ...]:
        front = list(self.encoder.front.parameters())
        known = {id(value) for value in front}
        return front, [value for value in self.encoder.parameters() if id(value) not in known]

    def windows(self, wave: torch.Tensor, speech: torch.Tensor) -> torch.Tensor:
        return windows_of(self.bands.own(wave), speech)

    def stages(self, windows: torch.Tensor) -> list[torch.Tensor]:
        """Of blocks."""
        return self.encoder.stages(windows)

    def wanted(
        self, stages: list[torch.Tensor], rows: torch.Tensor
    ) -> tuple[list[torch.Tensor], torch.Tensor]:
        """What of CAM++'s it is to give."""
        return [at_blocks(x) for x in stages], at_blocks(rows)

    def at_blocks(self, rows: torch.Tensor) -> torch.Tensor:
        return rows


class SmallStudent(Student):
    """Its images are CAM++'s and stay; its groups start from least squares."""

    RATES = (3e-4,)

    def __init__(self, bands: Bands, teacher: Teacher, start: Path) -> None:
        super().__init__(bands, teacher)
        self.encoder = load_small_encoder(start)[0]
        self.encoder.front.requires_grad_(False)
        self.register_buffer("kept", torch.from_numpy(KEPT_STEPS))

    def parts(self) -> tuple[list[nn.Parameter], ...]:
        return ([value for value in self.encoder.parameters() if value.requires_grad],)

    def windows(self, wave: torch.Tensor, speech: torch.Tensor) -> torch.Tensor:
        return windows_of(self.bands.published(wave), speech)

    def stages(self, windows: torch.Tensor) -> list[torch.Tensor]:
        """After the images, of steps of 20, 40 and 40 ms."""
        with torch.no_grad():
            front = self.encoder.front(windows)
        return self.encoder.stages(front)

    def wanted(
        self, stages: list[torch.Tensor], rows: torch.Tensor
    ) -> tuple[list[torch.Tensor], torch.Tensor]:
        """What of CAM++'s it is to give."""
        _, first, *later = stages
        return [first, *(x[:, :, ::2] for x in later)], rows[:, :, ::2]

    def at_blocks(self, rows: torch.Tensor) -> torch.Tensor:
        return rows.view(len(rows), WIDTH, WINDOWS, -1)[..., self.kept].flatten(2)
