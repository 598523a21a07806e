"""How well a taught encoder tells voices apart that nothing is learned from: two stretches of each, through channels."""

from __future__ import annotations

import torch
from torch import nn

from equal_error import equal_error
from teaching_speech import SAMPLES, Drawer, at_speed, block_speech, spoken


@torch.no_grad()
def equal_errors(student: nn.Module, teacher: nn.Module, drawer: Drawer, speakers: int) -> str:
    """In %, by cosine: CAM++ and ours, by microphone and by telephone; of the first `speakers`, each at three speeds."""
    student.eval()
    device, channels = drawer.device, drawer.channels
    torch.manual_seed(1)
    start, length = drawer.spans[:speakers, 0], drawer.spans[:speakers, 1]
    prints: dict[str, list[torch.Tensor]] = {}
    for part in range(2):
        for speed in (0.88, 1.0, 1.14):
            step = torch.full((speakers,), speed, device=device)
            from_ = start + part * (length - int(SAMPLES * speed) - 16)
            wave = at_speed(drawer.samples, from_, step) / 32_768.0
            speech = spoken(wave)
            ways = {"microphone": channels.microphone(wave)}
            ways["telephone"] = channels.telephone(channels.microphone(wave))
            for way, heard in ways.items():
                prints.setdefault(f"teacher {way} {part}", []).append(teacher(heard, speech)[2])
                rows = student.at_blocks(student(heard, speech)[1])
                own = student.voiceprint(rows, block_speech(speech))
                prints.setdefault(f"student {way} {part}", []).append(own)
    student.train()
    found = {}
    for who in ("teacher", "student"):
        for one, other in (
            ("microphone", "microphone"),
            ("telephone", "telephone"),
            ("microphone", "telephone"),
        ):
            own, others = [], []
            for a, b in zip(prints[f"{who} {one} 0"], prints[f"{who} {other} 1"]):
                scores = a @ b.T
                same = torch.eye(len(scores), dtype=torch.bool, device=device)
                own.append(scores[same])
                others.append(scores[~same])
            sides = (torch.cat(part).cpu().numpy() for part in (own, others))
            found[f"{who} {one[:3]}-{other[:3]}"] = 100.0 * equal_error(*sides)
    torch.seed()
    return ", ".join(f"{name} {error:.1f}" for name, error in found.items())
