"""Checks our encoder against numbers that the package's own code gave (resemblyzer 0.1.4 with librosa)."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import torch

import shared_training  # noqa: F401
from encoder import WINDOW_FRAMES, load_encoder, published_mel
from synthetic_voice import synthetic_voice

GOLDEN = Path(__file__).with_name("encoder-golden.json")
TOLERANCE = 1e-4
# The package puts a new window every 77 frames by default.
STEP_FRAMES = 77


def main() -> None:
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    mel = published_mel(synthetic_voice(golden["seconds"], golden["seed"]))
    for frame, values in golden["melFrames"].items():
        off = np.abs(mel[int(frame)] - values).max() / np.max(values)
        if off > TOLERANCE:
            raise SystemExit(
                f"frame {frame} of the mel bands is {off:.1e} of its largest off the published one"
            )
    starts = [number * STEP_FRAMES for number in range(len(golden["windows"]))]
    windows = np.stack([mel[start : start + WINDOW_FRAMES] for start in starts])
    with torch.inference_mode():
        furthest = np.abs(load_encoder().embed(torch.from_numpy(windows)).numpy() - golden["windows"]).max()
    if furthest > TOLERANCE:
        raise SystemExit(f"the encoder is up to {furthest:.1e} off the published one")
    print(f"the encoder equals the published one within {furthest:.1e}")


if __name__ == "__main__":
    main()
