"""Scores what several seeds' fold networks, with their experts, say about speakers they have not heard.

Reads what train.py and fit_wide.py wrote beside the weights; folds that a seed lacks are left out for all.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from corpus import EMOTION_CORPORA, Clip, load_clips
from targets import class_mask, is_known

ROUNDS = 1_000
SEED = 20_261_121


def recalls(truth: np.ndarray, right: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Mean recall over classes [seeds], each clip of right [seeds, clips] counted so many times."""
    own = [(counts * (truth == label)) for label in np.unique(truth[counts > 0])]
    return np.mean([(right * each).sum(1) / each.sum() for each in own], axis=0)


def interval(speakers: np.ndarray, truth: np.ndarray, right: np.ndarray) -> tuple[float, float]:
    """95 % of the seeds' mean when whole speakers are drawn with replacement."""
    rng = np.random.default_rng(SEED)
    names, index = np.unique(speakers, return_inverse=True)
    drawn = (rng.multinomial(len(names), np.full(len(names), 1.0 / len(names))) for _ in range(ROUNDS))
    scores = [recalls(truth, right, counts[index]).mean() for counts in drawn]
    low, high = np.quantile(scores, (0.025, 0.975))
    return float(low), float(high)


def guesses(clips: list[Clip], run: Path, folds: list[int]) -> tuple[np.ndarray, np.ndarray]:
    """Members of the folds and the class read at the end of each, within its corpus's labels."""
    stored = [np.load(run / f"{fold}.joint.npz") for fold in folds]
    members = np.concatenate([each["members"] for each in stored])
    logits = np.concatenate([each["logits"][:, -1] for each in stored])
    masks = {corpus: class_mask(corpus, clips) for corpus in {clip.corpus for clip in clips}}
    allowed = np.stack([masks[clips[i].corpus] for i in members])
    return members, (logits + (allowed - 1.0) * 1e4).argmax(1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("runs", type=Path, nargs="+", help="one folder of weights for each seed")
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--corpora", default=",".join(EMOTION_CORPORA))
    arguments = parser.parse_args()
    clips, _ = load_clips(arguments.folder, tuple(arguments.corpora.split(",")), arguments.cache)
    clips = [clip for clip in clips if is_known(clip.label)]
    there = [{int(file.name[0]) for file in run.glob("[0-9].joint.npz")} for run in arguments.runs]
    folds = sorted(set.intersection(*there))
    runs = [guesses(clips, run, folds) for run in arguments.runs]
    members = runs[0][0]
    if any((members != own).any() for own, _ in runs):
        raise ValueError("the runs held out different clips: were they trained on the same index?")
    guess = np.stack([own for _, own in runs])
    truth = np.array([clips[i].class_index for i in members])
    corpora = np.array([clips[i].corpus for i in members])
    speakers = np.array([clips[i].speaker for i in members])
    seeds = " | ".join(f"seed {number + 1}" for number in range(len(runs)))
    print(f"folds {', '.join(map(str, folds))}; UAR within the corpus's labels, whole clip, %\n")
    print(f"| corpus | {seeds} | mean | range | 95 % over speakers |")
    print("| --- |" + " --- |" * (len(runs) + 3))
    for corpus in sorted(set(corpora[truth >= 0])):
        rows = corpora == corpus
        right = (guess[:, rows] == truth[rows]).astype(float)
        scores = 100.0 * recalls(truth[rows], right, np.ones(rows.sum()))
        low, high = interval(speakers[rows], truth[rows], right)
        each = " | ".join(f"{score:.1f}" for score in scores)
        spread = f"{scores.max() - scores.min():.1f}"
        print(f"| {corpus} | {each} | {scores.mean():.1f} | {spread} | {100 * low:.1f} to {100 * high:.1f} |")


if __name__ == "__main__":
    main()
