"""Teaches small_encoder.py, or light_encoder.py, to give what CAM++ gives, by gradients, on one graphics processor.

`npm run join:speaker -- <folder> --teach` runs it: about twelve minutes; without a graphics processor it takes hours. Both
hear a stretch through a microphone, a room, other voices or a telephone, CAM++ as a whole, the other in its windows. It
learns CAM++'s stages step by step, and a voiceprint nearer to that of the stretch before the microphone. Nothing knows who
speaks: taught to tell voices apart, it knew those by heart and no others. For the same reason the small encoder keeps half
of what least squares gave it: what it learns of few people costs it others (Wortsman et al. 2022, "Robust fine-tuning of
zero-shot models").
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
from encoder import load_encoder
from light_encoder import WINDOW_BLOCKS
from light_start import start_from_small
from small_encoder import save_weights
from teaching_networks import WINDOWS, Bands, LightStudent, SmallStudent, Student, Teacher
from teaching_speech import BLOCKS, Batch, Drawer, block_speech, load_speech
from teaching_trials import equal_errors

SEED = 20261127
# Of the time: until rates are reached, when what is second starts and has its rate, and from when on kernels are rounded.
WARM, SECOND_FROM, SECOND_WARM, ROUNDED_FROM = 0.02, 0.05, 0.05, 0.75
# Of the taught weights in the small encoder's; what it started from has what is left of one.
TAUGHT = 0.5
DECAY = 0.999
STEP_WEIGHT, WHOLE_WEIGHT, SHORT_WEIGHT = 0.5, 0.5, 0.25
# Of the voiceprint before the microphone; that behind it has what is left of one.
CLEAN = 0.4


def away(given: torch.Tensor, wanted: torch.Tensor, speech: torch.Tensor) -> torch.Tensor:
    """Mean square of the difference by the variance of what is wanted, by channel; steps count as they are speech."""
    weight = speech.float().view(len(speech), given.shape[2], -1).mean(2)[:, None] + 0.1
    spread = wanted.var((0, 2), keepdim=True) + 1e-3
    return ((given - wanted) ** 2 / spread * weight).sum() / (weight.sum() * given.shape[1])


def loss_of(student: Student, teacher: Teacher, batch: Batch) -> dict[str, torch.Tensor]:
    """Its parts and `total`."""
    stages, rows, prints = teacher(batch.heard, batch.speech)
    clean = teacher(batch.clean, batch.speech)[2]
    prints = F.normalize((1.0 - CLEAN) * prints + CLEAN * clean, dim=1)
    own_stages, own_rows = student(batch.heard, batch.speech)
    wanted, wanted_rows = student.wanted(stages, rows)
    parts = {f"stage {n}": away(a, b, batch.speech) for n, (a, b) in enumerate(zip(own_stages, wanted))}
    total = sum(parts.values()) / len(parts)
    parts["steps"] = away(own_rows, wanted_rows, batch.speech)
    # One window of the stretch, the same of all.
    first = torch.randint(WINDOWS, (1,), device=rows.device)
    some = torch.arange(BLOCKS, device=rows.device) // WINDOW_BLOCKS == first
    weight, heard = block_speech(batch.speech), student.at_blocks(own_rows)
    parts["print"] = 1.0 - (student.voiceprint(heard, weight) * prints).sum(1).mean()
    parts["short"] = 1.0 - (student.voiceprint(heard, weight * some + 1e-4) * prints).sum(1).mean()
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


def write(student: Student, start: dict[str, np.ndarray] | None, path: Path) -> None:
    """The encoder's weights, with `start` between it and them."""
    state = {name: value.cpu().numpy() for name, value in student.encoder.state_dict().items()}
    if start is not None:
        state = {name: TAUGHT * value + (1.0 - TAUGHT) * start[name] for name, value in state.items()}
    weight, offset = student.weight.cpu().numpy()[:, :, None], student.offset.cpu().numpy()
    save_weights(state | {"voiceprint.weight": weight, "voiceprint.offset": offset}, path)


def rates(student: Student, spent: float) -> list[float]:
    """Of its parts, `spent` of the time."""
    falling = 0.5 + 0.5 * math.cos(math.pi * spent)
    begun = (min(1.0, spent / WARM + 0.01), min(1.0, max(0.0, spent - SECOND_FROM) / SECOND_WARM))
    return [falling * rate * share for rate, share in zip(student.RATES, begun)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--samples", type=Path, required=True, help="cache of decoded corpora")
    parser.add_argument(
        "--start", type=Path, required=True, help="the small encoder, from distill_encoder.py"
    )
    parser.add_argument("--light", action="store_true", help="teaches light_encoder.py instead")
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
    drawer = Drawer(load_speech(arguments.folder, arguments.samples, "train"), device)
    kept = load_speech(arguments.folder, arguments.samples, "tune")
    tuning = Drawer(kept, device)
    speakers = kept.corpora.count("librispeech")
    start = None
    if arguments.light:
        student = LightStudent(bands, teacher)
        first = drawer.draw(arguments.pairs)
        start_from_small(student.encoder, arguments.start, bands.centered(first.heard, first.speech).cpu())
    else:
        student = SmallStudent(bands, teacher, arguments.start)
        start = {name: value.numpy().copy() for name, value in student.encoder.state_dict().items()}
    student = student.to(device).train()
    mean = copy.deepcopy(student)
    groups = [{"params": part} for part in student.parts()]
    optimizer = torch.optim.AdamW(groups, weight_decay=1e-2, fused=device.type == "cuda")
    began, limit, step, told = time.monotonic(), 60.0 * arguments.minutes, 0, -1e9
    while (spent := (time.monotonic() - began) / limit) < 1.0:
        for group, rate in zip(optimizer.param_groups, rates(student, spent)):
            group["lr"] = rate
        if arguments.light:
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
    if arguments.light:
        mean.encoder.round_kernels(True)
    print(f"after {step} steps: {equal_errors(mean, teacher, tuning, speakers)}", flush=True)
    write(mean, start, arguments.out)
    print(f"{arguments.out}: {arguments.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
