"""Fits one temperature on what the fold models say about speakers they have not heard."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

import numpy as np

from corpus import EMOTION_CORPORA, load_clips
from targets import is_known


def negative_log_likelihood(
    temperature: float, logits: np.ndarray, truth: np.ndarray, weights: np.ndarray
) -> float:
    scaled = logits / temperature
    scaled = scaled - scaled.max(1, keepdims=True)
    log_probability = scaled - np.log(np.exp(scaled).sum(1, keepdims=True))
    return float(-(weights * log_probability[np.arange(len(truth)), truth]).sum() / weights.sum())


# Share of speech by new speakers that may be called out of domain.
FALSE_ALARMS = 0.03


def epochs_of(summary: Path) -> int:
    return int(json.loads(summary.read_text(encoding="utf-8"))["epochs"])


def alike(runs: Path) -> list[Path]:
    """Folds that were trained as long as the shipped model: more epochs make surer logits."""
    folds = sorted(runs.glob("[0-9].json"))
    shipped = runs / "all.json"
    if not shipped.is_file():
        return folds
    return [fold for fold in folds if epochs_of(fold) == epochs_of(shipped)] or folds


def out_of_domain_above(folds: list[Path]) -> float | None:
    """The score that FALSE_ALARMS of the folds' held-out speech exceeds; None without domain heads."""
    stored = [np.load(file) for fold in folds if (file := fold.with_suffix(".domain.npz")).is_file()]
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
    folds = alike(arguments.runs)
    stored = [np.load(fold.with_suffix(".joint.npz")) for fold in folds]
    members = np.concatenate([run["members"] for run in stored])
    # The last time point is the end of the clip.
    logits = np.concatenate([run["logits"][:, -1] for run in stored])
    truth = np.array([clips[i].class_index for i in members])
    sizes = Counter(clips[i].corpus for i in members)
    weights = np.array([1.0 / sizes[clips[i].corpus] for i in members])
    known = truth >= 0
    candidates = np.exp(np.linspace(np.log(0.3), np.log(5.0), 200))
    scores = [negative_log_likelihood(t, logits[known], truth[known], weights[known]) for t in candidates]
    temperature = round(float(candidates[int(np.argmin(scores))]), 3)
    print(json.dumps({"temperature": temperature, "outOfDomainAbove": out_of_domain_above(folds)}))


if __name__ == "__main__":
    main()
