"""What the relay's speech gate passes of every clip, for the fit of the readers (relay/lab/stretches.mjs lists it)."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from corpus import Clip

SEED = 20261125
# How much of a stretch's beginning a copy may lack: voice activity notices some onsets late, and blocks fall anywhere.
LATEST_SAMPLES = 4_000
LEAST_SAMPLES = 8_000
BEGUN_SAMPLES = (8_000, 24_000)


class Stretches:
    """Each clip's longest stretch of speech; clips without one are heard whole, as a file without speech is judged."""

    def __init__(self, file: Path) -> None:
        self.listed = json.loads(file.read_text(encoding="utf-8"))

    def of(self, clips: list[Clip]) -> np.ndarray:
        """[clips, 2]: first sample and end within each clip."""
        spans = np.array([(0, clip.length) for clip in clips])
        for row, clip in enumerate(clips):
            if clip.path not in self.listed:
                raise KeyError(f"{clip.path} is not in the list of stretches: make it anew")
            stretches = self.listed[clip.path]
            if stretches:
                spans[row] = max(stretches, key=lambda span: span[1] - span[0])
        return spans


def begun(spans: np.ndarray, draw: int = 0) -> np.ndarray:
    """The same stretches as a stream knows them after half a second to a second and a half."""
    rng = np.random.default_rng(SEED + 1 + draw)
    known = rng.uniform(*BEGUN_SAMPLES, len(spans)).astype(int)
    return np.stack([spans[:, 0], np.minimum(spans[:, 1], spans[:, 0] + known)], 1)


def later(spans: np.ndarray) -> np.ndarray:
    """The same stretches, each beginning up to a quarter of a second later; short ones lose less."""
    rng = np.random.default_rng(SEED)
    spare = np.clip(spans[:, 1] - spans[:, 0] - LEAST_SAMPLES, 0, LATEST_SAMPLES)
    return np.stack([spans[:, 0] + (rng.random(len(spans)) * spare).astype(int), spans[:, 1]], 1)
