"""Checks the ear against numbers of the published encoder, made by CTranslate2 4 from the same packages."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from ear import LogMel, load_ear, published_scale
from ear_weights import BASE, read_tensors
from synthetic_voice import synthetic_voice

GOLDEN = Path(__file__).with_name("ear-golden.json")
SECONDS, SEED, LAYERS = 3.0, 7, 6
WINDOW_SAMPLES = 480_000
TOLERANCE = 2e-3


def encoder_input() -> torch.Tensor:
    """Log-mel of a synthetic voice in the encoder's window of 30 s."""
    samples = np.zeros(WINDOW_SAMPLES, dtype=np.float32)
    voice = synthetic_voice(SECONDS, SEED)
    samples[: len(voice)] = voice
    return published_scale(LogMel()(torch.from_numpy(samples)[None]))


def main() -> None:
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    with torch.inference_mode():
        heard = load_ear(BASE, LAYERS)(encoder_input())[-1]
        norm = {
            part: torch.from_numpy(read_tensors(BASE)[f"layer_norm/{part}"].astype(np.float32))
            for part in ("gamma", "beta")
        }
        heard = F.layer_norm(heard, (BASE.width,), norm["gamma"], norm["beta"])[0].numpy()
    furthest = max(
        float(np.abs(heard[int(token), : len(values)] - np.array(values)).max())
        for token, values in golden["tokens"].items()
    )
    if furthest > TOLERANCE:
        raise SystemExit(f"the ear is up to {furthest:.5f} off the published encoder")
    print(f"the ear equals the published encoder within {furthest:.1e}")


if __name__ == "__main__":
    main()
