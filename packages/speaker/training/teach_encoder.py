"""Teaches light_encoder.py to give what CAM++ gives, by gradients, on one graphics processor or, slowly, without.

`python teach_encoder.py <folder> --samples <cache> --out <file.npz>`; EXPERIMENTS.md has what it gave. Both hear a stretch
through a microphone, a room, other voices or a telephone, CAM++ as a whole and the light encoder in its windows. It learns
CAM++'s stages step by step, and a voiceprint nearer to that of the stretch before the microphone. Nothing knows who speaks:
taught to tell voices apart, it knew those by heart and no others.
"""

from __future__ import annotations

import argparse
import copy
import math
import time
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
    load_encoder,
    mel_filters,
    spectrum_filters,
)
from light_encoder import WINDOW_BLOCKS, WINDOW_FRAMES, LightEncoder
from small_encoder import save_weights
from speaker_network import MASS_FLOOR, VARIANCE_FLOOR
from teaching_speech import BLOCKS, PAUSE_FRAME, Batch, Drawer, block_speech, load_speech
from teaching_trials import equal_errors

SEED = 20261127
RATE = 2e-3
# Of the time, until the rate is reached, and from when on kernels are rounded.
WARM, ROUNDED_FROM = 0.04, 0.6
DECAY = 0.999
STAGE_WEIGHT, STEP_WEIGHT, WHOLE_WEIGHT, SHORT_WEIGHT = 1.0, 0.5, 0.5, 0.25
# Of a frame without speech in the mean of bands.
PAUSE_WEIGHT = 1e-3
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
        """Stages and rows [B, channels, BLOCKS] at blocks, and unit voiceprints [B, 192]."""
        bands = self.bands.published(wave)
        weight = speech.float()
        mean = (bands * weight[..., None]).sum(1, keepdim=True) / weight.sum(1)[:, None, None]
        with torch.autocast(wave.device.type, torch.bfloat16, enabled=wave.is_cuda):
            stages = self.encoder.stages(bands - mean)
            rows = self.encoder.last(stages[-1]).float()
        every = speech[:, ::STEP_FRAMES].float()[:, : rows.shape[2]]
        print_ = F.linear(pooled(rows.transpose(1, 2), every), self.weight, self.offset)
        return [at_blocks(x.float()) for x in stages], at_blocks(rows), F.normalize(print_, dim=1)


def own_windows(bands: Bands, wave: torch.Tensor, speech: torch.Tensor) -> torch.Tensor:
    """[B WINDOWS, WINDOW_FRAMES, bands], centered by the speech so far, or by all of it as a call that has gone on."""
    heard = bands.own(wave)
    frames = torch.arange(heard.shape[1], device=wave.device) * frontend.HOP_SAMPLES // PAUSE_FRAME
    weight = (speech.float() + PAUSE_WEIGHT)[:, frames.clamp_max(speech.shape[1] - 1), None]
    split = heard.view(len(wave), WINDOWS, WINDOW_FRAMES, -1)
    weight = weight.view(len(wave), WINDOWS, WINDOW_FRAMES, 1)
    sums, totals = (split * weight).sum(2), weight.sum(2)
    sofar = sums.cumsum(1) / totals.cumsum(1)
    whole = (sums.sum(1, keepdim=True) / totals.sum(1, keepdim=True)).expand_as(sofar)
    old = (torch.arange(len(wave), device=wave.device) % 4 < 2)[:, None, None]
    return (split - torch.where(old, whole, sofar)[:, :, None]).flatten(0, 1)


class Student(nn.Module):
    def __init__(self, bands: Bands, teacher: Teacher) -> None:
        super().__init__()
        self.encoder, self.map = LightEncoder(), nn.Linear(2 * WIDTH, teacher.weight.shape[0])
        with torch.no_grad():
            self.map.weight.copy_(teacher.weight)
            self.map.bias.copy_(teacher.offset)
        self.bands = bands

    def forward(self, wave: torch.Tensor, speech: torch.Tensor) -> tuple[list[torch.Tensor], torch.Tensor]:
        """Stages and rows [B, channels, BLOCKS]."""
        windows = own_windows(self.bands, wave, speech)
        with torch.autocast(wave.device.type, torch.bfloat16, enabled=wave.is_cuda):
            stages = self.encoder.stages(windows)
            rows = self.encoder.last(stages[-1])
        return [joined(x, len(wave)) for x in stages], joined(rows, len(wave))

    def voiceprint(self, rows: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
        return F.normalize(self.map(pooled(rows.transpose(1, 2), weight)), dim=1)


def joined(x: torch.Tensor, count: int) -> torch.Tensor:
    """Windows [B WINDOWS, channels, steps] one after the other: [B, channels, BLOCKS]."""
    return x.float().view(count, WINDOWS, x.shape[1], -1).transpose(1, 2).flatten(2)


def away(given: torch.Tensor, wanted: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """Mean square of the difference by the variance of what is wanted, channel by channel."""
    weight = weight[:, None]
    spread = wanted.var((0, 2), keepdim=True) + 1e-3
    return ((given - wanted) ** 2 / spread * weight).sum() / (weight.sum() * given.shape[1])


def loss_of(student: Student, teacher: Teacher, batch: Batch, clean: float) -> dict[str, torch.Tensor]:
    """`clean`: the weight of the voiceprint before the microphone; that behind it has what is left of one."""
    stages, rows, prints = teacher(batch.heard, batch.speech)
    if clean:
        prints = F.normalize((1.0 - clean) * prints + clean * teacher(batch.clean, batch.speech)[2], dim=1)
    own_stages, own_rows = student(batch.heard, batch.speech)
    weight = block_speech(batch.speech)
    counted = weight + 0.1
    parts = {f"stage {n}": away(a, b, counted) for n, (a, b) in enumerate(zip(own_stages, stages))}
    total = STAGE_WEIGHT * sum(parts.values()) / len(parts)
    parts["steps"] = away(own_rows, rows, counted)
    first = torch.randint(WINDOWS, (1,)).item()
    some = torch.zeros_like(weight)
    some[:, first * WINDOW_BLOCKS : (first + 1) * WINDOW_BLOCKS] = 1.0
    short = student.voiceprint(own_rows, weight * some + 1e-4)
    whole = student.voiceprint(own_rows, weight)
    parts["print"] = 1.0 - (whole * prints).sum(1).mean()
    parts["short"] = 1.0 - (short * prints).sum(1).mean()
    total = (
        total + STEP_WEIGHT * parts["steps"] + WHOLE_WEIGHT * parts["print"] + SHORT_WEIGHT * parts["short"]
    )
    return parts | {"total": total}


@torch.no_grad()
def held_out(student: Student, teacher: Teacher, drawer: Drawer, pairs: int, clean: float) -> str:
    """The same of voices that nothing is learned from."""
    torch.manual_seed(2)
    student.eval()
    parts = loss_of(student, teacher, drawer.draw(pairs), clean)
    student.train()
    torch.seed()
    return ", ".join(f"{name} {value.item():.3f}" for name, value in parts.items())


@torch.no_grad()
def average(mean: nn.Module, now: nn.Module, step: int) -> None:
    decay = min(DECAY, (1.0 + step) / (10.0 + step))
    pairs = list(zip(mean.state_dict().values(), now.state_dict().values()))
    real = [pair for pair in pairs if pair[0].is_floating_point()]
    torch._foreach_lerp_([old for old, _ in real], [new for _, new in real], 1.0 - decay)


def write(student: Student, path: Path) -> None:
    state = {name: value.cpu().numpy() for name, value in student.encoder.state_dict().items()}
    weight, offset = student.map.weight.detach().cpu().numpy(), student.map.bias.detach().cpu().numpy()
    save_weights(state | {"voiceprint.weight": weight[:, :, None], "voiceprint.offset": offset}, path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--samples", type=Path, required=True, help="cache of decoded corpora")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--pairs", type=int, default=48, help="voices in a batch, two stretches each")
    parser.add_argument(
        "--clean", type=float, default=0.3, help="weight of the voiceprint before the microphone"
    )
    parser.add_argument("--seed", type=int, default=SEED)
    arguments = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(arguments.seed)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    torch.backends.cudnn.benchmark = True
    bands = Bands()
    teacher = Teacher(load_encoder(), bands).to(device)
    student = Student(bands, teacher).to(device).train()
    mean = copy.deepcopy(student)
    drawer = Drawer(load_speech(arguments.folder, arguments.samples, "train"), device)
    kept = load_speech(arguments.folder, arguments.samples, "tune")
    tuning = Drawer(kept, device)
    speakers = kept.corpora.count("librispeech")
    optimizer = torch.optim.AdamW(student.parameters(), RATE, weight_decay=1e-2, fused=device.type == "cuda")
    began, limit, step, told = time.monotonic(), 60.0 * arguments.minutes, 0, -1e9
    while (spent := (time.monotonic() - began) / limit) < 1.0:
        for group in optimizer.param_groups:
            group["lr"] = RATE * min(1.0, spent / WARM + 0.01) * (0.5 + 0.5 * math.cos(math.pi * spent))
        student.encoder.round_kernels(spent > ROUNDED_FROM)
        parts = loss_of(student, teacher, drawer.draw(arguments.pairs), arguments.clean)
        optimizer.zero_grad(set_to_none=True)
        parts["total"].backward()
        nn.utils.clip_grad_norm_(student.parameters(), 2.0)
        optimizer.step()
        step += 1
        average(mean, student, step)
        if time.monotonic() - told > limit / 15.0:
            told = time.monotonic()
            now = ", ".join(f"{name} {value.item():.3f}" for name, value in parts.items())
            apart = held_out(mean, teacher, tuning, arguments.pairs, arguments.clean)
            errors = equal_errors(mean, teacher, tuning, speakers)
            print(
                f"{60.0 * arguments.minutes * spent:.0f} s, step {step}: {now}; apart {apart}; {errors}",
                flush=True,
            )
    mean.encoder.round_kernels(True)
    errors = equal_errors(mean, teacher, tuning, speakers)
    print(f"after {step} steps, kernels rounded: {errors}", flush=True)
    write(mean, arguments.out)
    print(f"{arguments.out}: {arguments.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
