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
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from torch import nn

import shared_training  # noqa: F401
from encoder import load_encoder
from light_start import fit_groups, learn_images
from small_encoder import save_weights
from teaching_loss import average, held_out, loss_of
from teaching_networks import Bands, LightStudent, SmallStudent, Student, Teacher
from teaching_speech import Drawer, load_speech
from teaching_trials import equal_errors

SEED = 20261127
# Of the time: until rates are reached, and what the light encoder's images take.
WARM, IMAGE_SHARE = 0.02, 0.4
# Of the taught weights in the small encoder's; what it started from has what is left of one.
TAUGHT = 0.5


def weights_of(student: Student) -> dict[str, np.ndarray]:
    return {name: value.cpu().numpy().copy() for name, value in student.encoder.state_dict().items()}


def write(student: Student, start: dict[str, np.ndarray], path: Path) -> None:
    """The encoder's weights, with `start` between it and them."""
    state = {
        name: TAUGHT * value + (1.0 - TAUGHT) * start[name] for name, value in weights_of(student).items()
    }
    weight, offset = student.weight.cpu().numpy()[:, :, None], student.offset.cpu().numpy()
    save_weights(state | {"voiceprint.weight": weight, "voiceprint.offset": offset}, path)


def taught(
    student: Student,
    teacher: Teacher,
    drawer: Drawer,
    pairs: int,
    seconds: float,
    tell: Callable[[str, Student], None],
) -> Student:
    """The mean of its weights over the last steps; `tell` hears how far it is now and then."""
    device = drawer.device
    mean = copy.deepcopy(student)
    groups = [{"params": part} for part in student.parts()]
    optimizer = torch.optim.AdamW(groups, weight_decay=1e-2, fused=device.type == "cuda")
    began, step, told = time.monotonic(), 0, -1e9
    while (spent := (time.monotonic() - began) / seconds) < 1.0:
        share = min(1.0, spent / WARM + 0.01) * (0.5 + 0.5 * math.cos(math.pi * spent))
        for group, rate in zip(optimizer.param_groups, student.RATES):
            group["lr"] = share * rate
        parts = loss_of(student, teacher, drawer.draw(pairs))
        optimizer.zero_grad(set_to_none=True)
        parts["total"].backward()
        nn.utils.clip_grad_norm_(student.parameters(), 2.0)
        optimizer.step()
        step += 1
        average(mean, student, step)
        if time.monotonic() - told > seconds / 10.0:
            told = time.monotonic()
            now = ", ".join(f"{name} {value.item():.3f}" for name, value in parts.items())
            tell(f"{seconds * spent:.0f} s, step {step}: {now}", mean)
    tell(f"after {step} steps", mean)
    return mean


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--samples", type=Path, required=True, help="cache of decoded corpora")
    parser.add_argument("--start", type=Path, help="the small encoder, from distill_encoder.py")
    parser.add_argument(
        "--light", action="store_true", help="teaches light_encoder.py instead, with a start of its own"
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=12.0)
    parser.add_argument("--pairs", type=int, default=96, help="voices in a batch, two stretches each")
    parser.add_argument("--seed", type=int, default=SEED)
    arguments = parser.parse_args()
    if arguments.start is None and not arguments.light:
        parser.error("--start is missing")
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
    tuning, pairs, seconds = Drawer(kept, device), arguments.pairs, 60.0 * arguments.minutes
    speakers = kept.corpora.count("librispeech")

    def tell(now: str, mean: Student) -> None:
        apart = held_out(mean, teacher, tuning, pairs)
        print(f"{now}; apart {apart}; {equal_errors(mean, teacher, tuning, speakers)}", flush=True)

    if arguments.light:
        student = LightStudent(bands, teacher).to(device)
        alone = IMAGE_SHARE * seconds
        learn_images(student, teacher, drawer, tuning, pairs, alone)
        fit_groups(student, teacher, drawer, pairs)
        seconds -= alone
    else:
        student = SmallStudent(bands, teacher, arguments.start).to(device)
    start = weights_of(student)
    tell("at first", student)
    mean = taught(student.train(), teacher, drawer, pairs, seconds, tell)
    write(mean, start, arguments.out)
    print(f"{arguments.out}: {arguments.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
