"""Speaker-independent folds, kept in folds.json so that every figure can be reproduced."""

from __future__ import annotations

import json
from pathlib import Path

from corpus import Clip

FOLDS_FILE = Path(__file__).with_name("folds.json")
FOLD_COUNT = 5


def read_folds() -> dict[str, int]:
    """Speaker to fold index."""
    folds = json.loads(FOLDS_FILE.read_text(encoding="utf-8"))["folds"]
    return {speaker: number for number, speakers in enumerate(folds) for speaker in speakers}


def fold_of(speaker: str, table: dict[str, int]) -> int:
    """Fold of a speaker, or -1 for one that took no part in training."""
    return table.get(speaker, -1)


def folds_round(clips: list[Clip]) -> dict[str, int]:
    """Folds of speakers that folds.json does not name: their place in the sorted list, counted round."""
    return {speaker: n % FOLD_COUNT for n, speaker in enumerate(sorted({clip.speaker for clip in clips}))}
