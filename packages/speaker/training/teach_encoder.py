"""Teaches light_encoder.py to give what CAM++ gives, by gradients, on one graphics processor.

`python teach_encoder.py <folder> --samples <cache> --out <file.npz>`: about twelve minutes; without a graphics
processor it takes hours. Both hear a stretch through a microphone, a room, other voices or a telephone, CAM++ as a whole,
the light encoder in its windows. It learns CAM++'s stages step by step, and a voiceprint nearer to that of the stretch
before the microphone. Nothing knows who speaks: taught to tell voices apart, it knew those by heart and no others.
"""

from __future__ import annotations

import argparse
import copy
import math
import time
from pathlib import Path

import torch
from torch import nn
from torch.nn import functional as F

import shared_training  # noqa: F401
from encoder import load_encoder
from light_encoder import WINDOW_BLOCKS
from light_start import start_from_small
from small_encoder import WEIGHTS, save_weights
from teaching_networks import WINDOWS, Bands, Student, Teacher
from teaching_speech import BLOCKS, Batch, Drawer, block_speech, load_speech
from teaching_trials import equal_errors

SEED = 20261127
# Of the images, and of the groups, which start later so that images that know nothing do not spoil them.
RATE, GROUP_RATE = 2e-3, 1e-3
# Of the time: until rates are reached, when groups start and have their rate, and from when on kernels are rounded.
WARM, GROUPS_FROM, GROUPS_WARM, ROUNDED_FROM = 0.02, 0.05, 0.05, 0.75
DECAY = 0.999
STEP_WEIGHT, WHOLE_WEIGHT, SHORT_WEIGHT = 0.5, 0.5, 0.25
# Of the voiceprint before the microphone; that behind it has what is left of one.
CLEAN = 0.4


def away(given: torch.Tensor, wanted: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """Mean square of the difference by the variance of what is wanted, channel by channel."""
    weight = weight[:, None]
    spread = wanted.var((0, 2), keepdim=True) + 1e-3
    return ((given - wanted) ** 2 / spread * weight).sum() / (weight.sum() * given.shape[1])


def loss_of(student: Student, teacher: Teacher, batch: Batch) -> dict[str, torch.Tensor]:
    """Its parts and `total`."""
    stages, rows, prints = teacher(batch.heard, batch.speech)
    clean = teacher(batch.clean, batch.speech)[2]
    prints = F.normalize((1.0 - CLEAN) * prints + CLEAN * clean, dim=1)
    own_stages, own_rows = student(batch.heard, batch.speech)
    weight = block_speech(batch.speech)
    counted = weight + 0.1
    parts = {f"stage {n}": away(a, b, counted) for n, (a, b) in enumerate(zip(own_stages, stages))}
    total = sum(parts.values()) / len(parts)
    parts["steps"] = away(own_rows, rows, counted)
    # One window of the stretch, the same of all.
    first = torch.randint(WINDOWS, (1,), device=weight.device)
    some = torch.arange(BLOCKS, device=weight.device) // WINDOW_BLOCKS == first
    short = student.voiceprint(own_rows, weight * some + 1e-4)
    parts["print"] = 1.0 - (student.voiceprint(own_rows, weight) * prints).sum(1).mean()
    parts["short"] = 1.0 - (short * prints).sum(1).mean()
    weights = {"steps": STEP_WEIGHT, "print": WHOLE_WEIGHT, "short": SHORT_WEIGHT}
    return parts | {"total": total + sum(share * parts[name] for name, share in weights.items())}


@torch.no_grad()
def held_out(student: Student, teacher: Teacher, drawer: Drawer, pairs: int) -> str:
    """The same of voices that nothing is learned from."""
    torch.manual_seed(2)
    student.eval()
    parts = loss_of(student, teacher, drawer.draw(pairs))
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
    weight, offset = student.weight.cpu().numpy()[:, :, None], student.offset.cpu().numpy()
    save_weights(state | {"voiceprint.weight": weight, "voiceprint.offset": offset}, path)


def rates(spent: float) -> tuple[float, float]:
    """Of the images and of the groups, `spent` of the time."""
    falling = 0.5 + 0.5 * math.cos(math.pi * spent)
    images = RATE * min(1.0, spent / WARM + 0.01)
    return falling * images, falling * GROUP_RATE * min(1.0, max(0.0, spent - GROUPS_FROM) / GROUPS_WARM)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--samples", type=Path, required=True, help="cache of decoded corpora")
    parser.add_argument(
        "--start", type=Path, default=WEIGHTS, help="the small encoder, from distill_encoder.py"
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=12.0)
    parser.add_argument("--pairs", type=int, default=96, help="voices in a batch, two stretches each")
    parser.add_argument("--seed", type=int, default=SEED)
    arguments = parser.parse_args()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if device.type == "cpu":
        print(
            "no graphics processor: --minutes has to be a hundred times longer for weights as good",
            flush=True,
        )
    torch.manual_seed(arguments.seed)
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = True
    torch.backends.cudnn.benchmark = True
    bands = Bands()
    teacher = Teacher(load_encoder(), bands).to(device)
    student = Student(bands, teacher).to(device).train()
    drawer = Drawer(load_speech(arguments.folder, arguments.samples, "train"), device)
    kept = load_speech(arguments.folder, arguments.samples, "tune")
    tuning = Drawer(kept, device)
    speakers = kept.corpora.count("librispeech")
    first = drawer.draw(arguments.pairs)
    start_from_small(student.encoder, arguments.start, bands.centered(first.heard, first.speech))
    mean = copy.deepcopy(student)
    images = list(student.encoder.front.parameters())
    groups = [value for name, value in student.encoder.named_parameters() if not name.startswith("front.")]
    optimizer = torch.optim.AdamW(
        [{"params": images}, {"params": groups}], RATE, weight_decay=1e-2, fused=device.type == "cuda"
    )
    began, limit, step, told = time.monotonic(), 60.0 * arguments.minutes, 0, -1e9
    while (spent := (time.monotonic() - began) / limit) < 1.0:
        for group, rate in zip(optimizer.param_groups, rates(spent)):
            group["lr"] = rate
        student.encoder.round_kernels(spent > ROUNDED_FROM)
        parts = loss_of(student, teacher, drawer.draw(arguments.pairs))
        optimizer.zero_grad(set_to_none=True)
        parts["total"].backward()
        nn.utils.clip_grad_norm_(student.parameters(), 2.0)
        optimizer.step()
        step += 1
        average(mean, student, step)
        if time.monotonic() - told > limit / 15.0:
            told = time.monotonic()
            now = ", ".join(f"{name} {value.item():.3f}" for name, value in parts.items())
            apart = held_out(mean, teacher, tuning, arguments.pairs)
            errors = equal_errors(mean, teacher, tuning, speakers)
            print(f"{limit * spent:.0f} s, step {step}: {now}; apart {apart}; {errors}", flush=True)
            write(mean, arguments.out)
    mean.encoder.round_kernels(True)
    errors = equal_errors(mean, teacher, tuning, speakers)
    print(f"after {step} steps, kernels rounded: {errors}", flush=True)
    write(mean, arguments.out)
    print(f"{arguments.out}: {arguments.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
