"""Fits the temperature on what models say about speakers, and about corpora, that they have not heard.

A temperature fitted on new speakers alone is too sure of itself on recordings unlike any it was trained on, and
most calls are such; fitted on left-out corpora alone it is too shy for the others. Both count, by NEW_CORPUS_SHARE.
Every model that is scored on held-out speakers or on a left-out corpus gets a temperature of its own, from data
without them.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

import numpy as np

from corpus import EMOTION_CORPORA, Clip, load_clips
from folds import fold_of, read_folds
from targets import is_known

# What left-out corpora count beside new speakers of known ones: enough for an honest confidence on both, not so
# much that known kinds of speech become uncertain.
NEW_CORPUS_SHARE = 0.15
# Share of speech by new speakers that may be called out of domain.
FALSE_ALARMS = 0.03
CANDIDATES = np.exp(np.linspace(np.log(0.3), np.log(5.0), 200))


class Readings:
    """Final logits about clips that the models which read them had not heard."""

    def __init__(self, files: list[Path], clips: list[Clip]) -> None:
        stored = [np.load(file) for file in files]
        members = np.concatenate([each["members"] for each in stored]).astype(int)
        logits = np.concatenate([each["logits"][:, -1] for each in stored])
        truth = np.array([clips[i].class_index for i in members])
        members, logits, truth = (each[truth >= 0] for each in (members, logits, truth))
        table = read_folds()
        self.corpora = np.array([clips[i].corpus for i in members])
        self.folds = np.array([fold_of(clips[i].speaker, table) for i in members])
        rows = np.arange(len(truth))
        # [candidates, clips]; the largest logit is taken off first, against overflow.
        logits = logits - logits.max(1, keepdims=True)
        scaled = logits[None] / CANDIDATES[:, None, None]
        self.losses = np.log(np.exp(scaled).sum(2)) - scaled[:, rows, truth]

    def loss(self, kept: np.ndarray) -> np.ndarray:
        """Mean of every candidate over the kept clips, corpora weighted alike."""
        sizes = Counter(self.corpora[kept])
        weights = np.array([1.0 / sizes[corpus] for corpus in self.corpora[kept]])
        return (self.losses[:, kept] * weights).sum(1) / weights.sum()


def fitted(speakers: Readings, corpora: Readings | None, fold: int = -2, corpus: str = "") -> float:
    """The temperature that suits both best, without the clips of a fold or of a corpus."""

    def loss(readings: Readings) -> np.ndarray:
        return readings.loss((readings.folds != fold) & (readings.corpora != corpus))

    total = loss(speakers)
    if corpora is not None:
        total = (1.0 - NEW_CORPUS_SHARE) * total + NEW_CORPUS_SHARE * loss(corpora)
    return round(float(CANDIDATES[int(np.argmin(total))]), 3)


def out_of_domain_above(runs: Path) -> float | None:
    """The score that FALSE_ALARMS of the folds' held-out speech exceeds; None without domain heads."""
    stored = [np.load(file) for file in sorted(runs.glob("[0-9].domain.npz"))]
    if not stored:
        return None
    outside = [1.0 - run["probabilities"][run["domains"] == 0, 0] for run in stored]
    return round(float(np.clip(np.quantile(np.concatenate(outside), 1.0 - FALSE_ALARMS), 0.5, 0.99)), 2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("runs", type=Path, help="folder with what train.py, fit_wide.py and domain.py wrote")
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--corpora", default=",".join(EMOTION_CORPORA))
    arguments = parser.parse_args()
    clips, _ = load_clips(arguments.folder, tuple(arguments.corpora.split(",")), arguments.cache)
    clips = [clip for clip in clips if is_known(clip.label)]
    folds = sorted(arguments.runs.glob("[0-9].joint.npz"))
    without = sorted((arguments.runs / "without").glob("*.joint.npz"))
    speakers = Readings(folds, clips)
    corpora = Readings(without, clips) if len(without) > 1 else None
    names = [file.name.split(".")[0] for file in without] if corpora else []
    result = {
        "temperature": fitted(speakers, corpora),
        "folds": {file.name[0]: fitted(speakers, corpora, fold=int(file.name[0])) for file in folds},
        "without": {name: fitted(speakers, corpora, corpus=name) for name in names},
        "outOfDomainAbove": out_of_domain_above(arguments.runs),
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
