"""Checks the ear against numbers of the published encoder, made by CTranslate2 4 from the same packages, and what is
taught in batches against what a stream hears."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from ear import LogMel, load_ear, published_scale
from ear_live import BLOCK_SAMPLES, KEPT, PAST, LiveHearing
from ear_student import Student, statistics, stream_frames
from ear_weights import BASE, read_tensors
from synthetic_voice import synthetic_voice
from taught_ear import load_taught_ear

GOLDEN = Path(__file__).with_name("ear-golden.json")
SECONDS, SEED, LAYERS = 3.0, 7, 6
WINDOW_SAMPLES = 480_000
TOLERANCE = 2e-3
# Sums in another order.
SAME = 1e-4


def encoder_input() -> torch.Tensor:
    """Log-mel of a synthetic voice in the encoder's window of 30 s."""
    samples = np.zeros(WINDOW_SAMPLES, dtype=np.float32)
    voice = synthetic_voice(SECONDS, SEED)
    samples[: len(voice)] = voice
    return published_scale(LogMel()(torch.from_numpy(samples)[None]))


def student_off() -> float:
    """The largest difference between the statistics that teach_ear.py teaches and those of a stream."""
    samples = synthetic_voice(SECONDS, SEED)[: 5 * BLOCK_SAMPLES]
    ear = load_taught_ear()
    taught = statistics(*Student(ear)(stream_frames(LogMel(), torch.from_numpy(samples)[None]), 0))[0]
    heard, _ = LiveHearing(ear, merge=True, past=PAST, kept=KEPT, memory=1.0)(samples)
    return float((taught - heard).abs().max())


def main() -> None:
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    with torch.inference_mode():
        heard = load_ear(BASE, LAYERS)(encoder_input())[-1]
        norm = {
            part: torch.from_numpy(read_tensors(BASE)[f"layer_norm/{part}"].astype(np.float32))
            for part in ("gamma", "beta")
        }
        heard = F.layer_norm(heard, (BASE.width,), norm["gamma"], norm["beta"])[0].numpy()
        off = student_off()
    furthest = max(
        float(np.abs(heard[int(token), : len(values)] - np.array(values)).max())
        for token, values in golden["tokens"].items()
    )
    if furthest > TOLERANCE:
        raise SystemExit(f"the ear is up to {furthest:.5f} off the published encoder")
    if off > SAME:
        raise SystemExit(f"what is taught is {off:.5f} off what a stream hears")
    print(f"what is taught equals what a stream hears within {off:.1e}")
    print(f"the ear equals the published encoder within {furthest:.1e}")


if __name__ == "__main__":
    main()
