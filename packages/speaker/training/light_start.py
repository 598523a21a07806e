"""What the light encoder starts from: images that learn by gradients what CAM++'s give, then groups by least squares."""

from __future__ import annotations

import copy
import math
import time

import torch
from torch import nn

from distill_encoder import fit_body
from encoder import BLOCKS
from encoder_taps import Taps
from light_encoder import WINDOW_BLOCKS, Front
from teaching_loss import average, away
from teaching_networks import LightStudent, Teacher, at_blocks, joined
from teaching_speech import Batch, Drawer

RATE, DECAY, WARM = 2e-3, 1e-2, 0.03
NORM = "xvector.tdnn.nonlinear.batchnorm"
# Of what images give before it is bent, beside what it is then, which is all that is heard of it.
STRAIGHT = 0.2
# Stretches that groups are fitted on, and how many of them as they were recorded.
STRETCHES, RECORDED = 6_000, 0.25


def front_loss(front: Front, student: LightStudent, teacher: Teacher, batch: Batch) -> torch.Tensor:
    wanted = at_blocks(teacher.front(batch.heard, batch.speech))
    windows = student.windows(batch.heard, batch.speech)
    with torch.autocast(windows.device.type, torch.bfloat16, enabled=windows.is_cuda):
        given = front(windows)
    given = joined(given, len(wanted))
    bent, wanted_bent = (torch.relu(teacher.encoder.norm(x, NORM)) for x in (given, wanted))
    return away(bent, wanted_bent, batch.speech) + STRAIGHT * away(given, wanted, batch.speech)


@torch.no_grad()
def told(front: Front, student: LightStudent, teacher: Teacher, tuning: Drawer, pairs: int) -> str:
    """The loss of voices that nothing is learned from."""
    torch.manual_seed(2)
    apart = front_loss(front, student, teacher, tuning.draw(pairs)).item()
    torch.seed()
    return f"apart {apart:.3f}"


def learn_images(
    student: LightStudent, teacher: Teacher, drawer: Drawer, tuning: Drawer, pairs: int, seconds: float
) -> None:
    """With norms, which are a part of the convolutions in the end."""
    front = Front(normed=True).to(drawer.device).train()
    if drawer.device.type == "cuda":
        front.images.to(memory_format=torch.channels_last)
    mean = copy.deepcopy(front).eval()
    optimizer = torch.optim.AdamW(front.parameters(), weight_decay=DECAY, fused=drawer.device.type == "cuda")
    began, step, last = time.monotonic(), 0, -1e9
    while (spent := (time.monotonic() - began) / seconds) < 1.0:
        for group in optimizer.param_groups:
            group["lr"] = RATE * min(1.0, spent / WARM + 0.01) * (0.5 + 0.5 * math.cos(math.pi * spent))
        loss = front_loss(front, student, teacher, drawer.draw(pairs))
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(front.parameters(), 2.0)
        optimizer.step()
        step += 1
        average(mean, front, step)
        if time.monotonic() - last > seconds / 8.0:
            last = time.monotonic()
            apart = told(mean, student, teacher, tuning, pairs)
            print(f"images, {seconds * spent:.0f} s, step {step}: {loss.item():.3f}, {apart}", flush=True)
    print(f"images after {step} steps: {told(mean, student, teacher, tuning, pairs)}", flush=True)
    for image in mean.images:
        image.fold()
    student.encoder.front = mean


def in_windows(x: torch.Tensor) -> torch.Tensor:
    """CAM++'s steps [B, channels, steps] at blocks, cut into windows [B WINDOWS, channels, WINDOW_BLOCKS]."""
    return at_blocks(x).unflatten(2, (-1, WINDOW_BLOCKS)).transpose(1, 2).flatten(0, 1)


@torch.no_grad()
def fit_groups(student: LightStudent, teacher: Teacher, drawer: Drawer, pairs: int) -> None:
    """On what CAM++ has inside where it hears stretches whole, of what our images give in windows."""
    numbers = [
        (block, layer + 1) for block, (layers, _) in enumerate(BLOCKS, start=1) for layer in range(layers)
    ]
    fronts: list[torch.Tensor] = []
    layers: list[list[list[torch.Tensor]]] = [[] for _ in numbers]
    transitions: list[list[torch.Tensor]] = [[] for _ in BLOCKS]
    for _ in range(-(-STRETCHES // (2 * pairs))):
        batch, parts = drawer.draw(pairs), []
        wave = drawer.some(RECORDED, batch.clean, batch.heard)
        fronts.append(student.encoder.front(student.windows(wave, batch.speech)))
        stages = teacher.encoder.stages(teacher.bands.centered(wave, batch.speech), parts)
        for kept, pair in zip(layers, parts):
            kept.append([in_windows(part) for part in pair])
        for kept, stage in zip(transitions, stages[1:]):
            kept.append(in_windows(stage))
    inner = [tuple(torch.cat(part) for part in zip(*kept)) for kept in layers]
    taps = Taps(dict(zip(numbers, inner)), [torch.cat(kept) for kept in transitions])
    fit_body(student.encoder, teacher.encoder, taps, torch.cat(fronts))
