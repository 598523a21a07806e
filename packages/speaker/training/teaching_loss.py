"""How far what a student gives is from what its teacher does, and the mean of weights that it keeps (teach_encoder.py)."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional as F

from light_encoder import WINDOW_BLOCKS
from teaching_networks import WINDOWS, Student, Teacher
from teaching_speech import BLOCKS, Batch, Drawer, block_speech

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
