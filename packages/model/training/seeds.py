"""Scores what each seed's fold networks, with the experts, say about speakers they have not heard, and all together.

Reads what train.py and fit_wide.py wrote. The experts have no seed: they stand beside every network. A network alone
hears all harmonics, as it learned to; the prior of its draws is taken off as in ensemble.py.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

from corpus import EMOTION_CORPORA, Clip, load_clips
from ensemble import leaning
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


def read_alone(file: Path) -> np.ndarray:
    """One network's logits about the clips of its fold."""
    summary = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
    return np.load(file)["logits"] - leaning(summary["classShares"]).numpy()


def guesses(clips: list[Clip], run: Path) -> tuple[np.ndarray, np.ndarray]:
    """Held-out clips, and the class read at the end of each within its corpus's labels [networks + 1, clips]."""
    masks = {corpus: class_mask(corpus, clips) for corpus in {clip.corpus for clip in clips}}
    members, read = [], []
    for joint in sorted(run.glob("[0-9].joint.npz")):
        together = np.load(joint)
        alone = [read_alone(file) for file in sorted(run.glob(f"{joint.name[0]}.[0-9].npz"))]
        logits = np.stack([*(each + together["evidence"] for each in alone), together["logits"]])
        own = together["members"]
        allowed = np.stack([masks[clips[i].corpus] for i in own])
        members.append(own)
        read.append((logits[:, :, -1] + (allowed - 1.0) * 1e4).argmax(2))
    return np.concatenate(members), np.concatenate(read, axis=1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("run", type=Path, help="folder of weights with all folds")
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--corpora", default=",".join(EMOTION_CORPORA))
    arguments = parser.parse_args()
    clips, _ = load_clips(arguments.folder, tuple(arguments.corpora.split(",")), arguments.cache)
    clips = [clip for clip in clips if is_known(clip.label)]
    members, guess = guesses(clips, arguments.run)
    truth = np.array([clips[i].class_index for i in members])
    corpora = np.array([clips[i].corpus for i in members])
    speakers = np.array([clips[i].speaker for i in members])
    networks = len(guess) - 1
    columns = [*(f"network {number + 1}" for number in range(networks)), "mean", "range"]
    columns += ["95 % over speakers", "together", "95 % over speakers"]
    print("UAR within the corpus's labels, whole clip, with the experts, %\n")
    print(f"| corpus | {' | '.join(columns)} |")
    print("| --- |" + " --- |" * len(columns))
    for corpus in sorted(set(corpora[truth >= 0])):
        rows = corpora == corpus
        right = (guess[:, rows] == truth[rows]).astype(float)
        scores = 100.0 * recalls(truth[rows], right, np.ones(rows.sum()))
        alone, spans = scores[:networks], []
        for chosen in (right[:networks], right[networks:]):
            low, high = interval(speakers[rows], truth[rows], chosen)
            spans.append(f"{100 * low:.1f}-{100 * high:.1f}")
        cells = [f"{score:.1f}" for score in (*alone, alone.mean(), alone.max() - alone.min())]
        print(f"| {corpus} | {' | '.join([*cells, spans[0], f'{scores[-1]:.1f}', spans[1]])} |")


if __name__ == "__main__":
    main()
