"""Teaches the live ear to hear in blocks and through noise what the published one hears of the same speech whole and clean.

Twelve minutes of a graphics processor; without one it takes hours. Nothing knows labels or speakers. Teacher and student
begin as the same network and tell the same numbers: the tokens of every stage, and the statistics of a stretch, which is
what heads read.
"""

from __future__ import annotations

import argparse
import copy
import math
import time
from pathlib import Path

import torch
from torch import nn

from ear import Ear, LogMel, load_ear
from ear_live import TOKENS
from ear_measure import Measure
from ear_speech import Drawer, load_speech
from ear_student import Student, hear_whole, statistics, stream_frames
from ear_weights import TINY
from taught_ear import DEPTH, WEIGHTS, save_changes

SEED = 20261127
RATE, WARM, DECAY, NORM = 3e-4, 0.02, 0.998, 1.0
# Blocks of a stretch: drawn from a range; of those that measure, and of those held out.
LEAST_BLOCKS, MOST_BLOCKS, MEASURED_BLOCKS, HELD_OUT_BLOCKS = 2, 7, 6, (3, 6)
MEASURED = 12_288
# How many batches begin where a stream does; the others begin up to so many blocks later.
FIRST, LATEST_BLOCK = 0.7, 45


class Lesson:
    """What a batch teaches."""

    def __init__(self, teacher: Ear, log_mel: LogMel) -> None:
        self.teacher, self.log_mel, self.measure = teacher, log_mel, Measure()

    def measure_by(self, drawer: Drawer, batch: int) -> None:
        for _ in range(max(1, MEASURED // batch)):
            clean, _ = drawer.draw(batch, MEASURED_BLOCKS)
            stages, weight = hear_whole(self.teacher, stream_frames(self.log_mel, clean), 0)
            self.measure.add(stages, statistics(stages, weight))
        self.measure.ready()

    def loss(
        self, student: Student, drawer: Drawer, batch: int, blocks: int, place: int
    ) -> dict[str, torch.Tensor]:
        """Its parts and `total`."""
        clean, heard = drawer.draw(batch, blocks)
        wanted, weight = hear_whole(self.teacher, stream_frames(self.log_mel, clean), place)
        given, own_weight = student(stream_frames(self.log_mel, heard), place)
        tokens = self.measure.of_tokens(given, wanted, weight)
        told = self.measure.of_statistics(statistics(given, own_weight), statistics(wanted, weight))
        parts = {f"stage {number}": value for number, value in enumerate(tokens)}
        return parts | {"statistics": told, "total": sum(tokens) / len(tokens) + told}

    @torch.no_grad()
    def held_out(self, student: Student, drawer: Drawer, batch: int) -> str:
        """The same of speakers that nothing is learned from, always the same stretches."""
        with torch.random.fork_rng():
            torch.manual_seed(2)
            parts = [self.loss(student, drawer, batch, blocks, 0) for blocks in HELD_OUT_BLOCKS]
        return ", ".join(
            f"{name} {sum(part[name] for part in parts).item() / len(parts):.3f}" for name in parts[0]
        )


@torch.no_grad()
def average(mean: nn.Module, now: nn.Module, step: int) -> None:
    share = 1.0 - min(DECAY, (1.0 + step) / (10.0 + step))
    torch._foreach_lerp_(list(mean.parameters()), list(now.parameters()), share)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cache", type=Path, required=True, help="of decoded corpora")
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    parser.add_argument("--minutes", type=float, default=10.5)
    parser.add_argument("--batch", type=int, default=192, help="stretches in a step")
    parser.add_argument("--seed", type=int, default=SEED)
    arguments = parser.parse_args()
    device, batch = torch.device("cuda" if torch.cuda.is_available() else "cpu"), arguments.batch
    if device.type == "cpu":
        print(
            "no graphics processor: --minutes has to be a hundred times longer for weights as good",
            flush=True,
        )
    torch.manual_seed(arguments.seed)
    lesson = Lesson(load_ear(TINY, DEPTH).to(device), LogMel().to(device))
    student = Student(load_ear(TINY, DEPTH)).to(device)
    drawer, apart = (Drawer(speech, device) for speech in load_speech(arguments.folder, arguments.cache))
    lesson.measure_by(drawer, batch)
    print(f"before: apart {lesson.held_out(student, apart, batch)}", flush=True)
    mean, learned = copy.deepcopy(student), list(student.parameters())
    optimizer = torch.optim.AdamW(learned, fused=device.type == "cuda")
    began, limit, step, told = time.monotonic(), 60.0 * arguments.minutes, 0, 0.0
    while (spent := (time.monotonic() - began) / limit) < 1.0:
        for group in optimizer.param_groups:
            group["lr"] = RATE * min(1.0, spent / WARM + WARM) * (0.5 + 0.5 * math.cos(math.pi * spent))
        blocks = int(torch.randint(LEAST_BLOCKS, MOST_BLOCKS + 1, ()))
        place = 0 if torch.rand(()) < FIRST else TOKENS * int(torch.randint(LATEST_BLOCK, ()))
        parts = lesson.loss(student, drawer, batch, blocks, place)
        optimizer.zero_grad(set_to_none=True)
        parts["total"].backward()
        nn.utils.clip_grad_norm_(learned, NORM)
        optimizer.step()
        step += 1
        average(mean, student, step)
        if spent >= told:
            told += 0.1
            now = ", ".join(f"{name} {value.item():.3f}" for name, value in parts.items())
            print(
                f"{limit * spent:.0f} s, step {step}: {now}; apart {lesson.held_out(mean, apart, batch)}",
                flush=True,
            )
    print(f"after {step} steps: apart {lesson.held_out(mean, apart, batch)}", flush=True)
    save_changes(mean.ear, arguments.out)
    print(f"{arguments.out}: {arguments.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
