"""Confidence that means what it says: fitted on the speakers and corpora that each reader has not heard."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from baseline import Line, Reader
from heard import CONDITIONS, Heard

# Clips of a left-out line that calibration hears, in random order.
MOST = 250
GRID = np.geomspace(0.5, 3.0, 19)
ROUNDS = 3
# A reader of one corpus is calibrated on new speakers of that corpus alone: elsewhere it knows less than they show.
ONE_CORPUS_TEMPERATURE = 2.0
# A label is `uncertain` under the confidence at which less than half is right.
WIDTH = 50


@dataclass
class Judgements:
    """Clips heard one after the other on one line: [n, classes], then [n] each.

    `known` is the place in CONDITIONS of the head that was trusted beside the shared one.
    """

    probabilities: np.ndarray
    trust: np.ndarray
    known: np.ndarray
    truths: np.ndarray


@dataclass
class Calibration:
    """What divides the logarithms of the shared head's probabilities, and of the known heads' under each condition."""

    shared: float
    known: np.ndarray

    def told(self, judged: Judgements) -> np.ndarray:
        power = (1.0 - judged.trust) * self.shared + judged.trust * self.known[judged.known]
        raised = np.maximum(judged.probabilities, 1e-9) ** (1.0 / power[:, None])
        return raised / raised.sum(1, keepdims=True)


def read_in_order(reader: Reader, heard: Heard, order: np.ndarray, learn: bool = True) -> Judgements:
    """Rows of `heard` as clips of one line, whose voices are known."""
    parts = [head.project(heard.plain[order]) for head in reader.heads]
    line, probabilities, trust, known = Line(reader), [], [], []
    for place, row in enumerate(order):
        x = [part[place] for part in parts]
        judged = line.judge(x, heard.speakers[row], heard.seconds[row])
        probabilities.append(judged.probabilities)
        trust.append(judged.trust)
        known.append(max(0, judged.known - 1) % len(CONDITIONS))
        if learn:
            line.hear(x, heard.speakers[row], heard.seconds[row], judged)
    return Judgements(np.stack(probabilities), np.array(trust), np.array(known), heard.classes[order])


def judge_left_out(reader: Reader, heard: Heard, rows: np.ndarray, seed: int) -> list[Judgements]:
    """Each left-out corpus, or a fold's part of one, under each condition: a line of its own."""
    judged = []
    there = ~rows & heard.exact & np.isin(heard.classes, reader.heads[0].classes)
    for corpus in np.unique(heard.corpora[~rows]):
        for condition in CONDITIONS:
            own = np.nonzero(there & (heard.corpora == corpus) & (heard.conditions == condition))[0]
            if len(own):
                order = np.random.default_rng(seed).permutation(own)[:MOST]
                judged.append(read_in_order(reader, heard, order))
    return judged


def fit_calibration(parts: list[Judgements]) -> Calibration:
    """Least negative log likelihood, each part with the same say; one number after the other."""
    best = Calibration(1.0, np.ones(len(CONDITIONS)))

    def cost(calibration: Calibration) -> float:
        losses = []
        for judged in parts:
            told = calibration.told(judged)
            losses.append(-np.log(np.maximum(told[np.arange(len(told)), judged.truths], 1e-4)).mean())
        return float(np.mean(losses))

    for _ in range(ROUNDS):
        best = min((Calibration(value, best.known) for value in GRID), key=cost)
        for place in range(len(CONDITIONS)):
            others = np.arange(len(CONDITIONS)) != place
            best = min(
                (Calibration(best.shared, np.where(others, best.known, value)) for value in GRID), key=cost
            )
    if not any((judged.trust > 0.0).any() for judged in parts):
        best = Calibration(ONE_CORPUS_TEMPERATURE * best.shared, best.known)
    return best


def shown_at_least(parts: list[Judgements], calibration: Calibration) -> float:
    """Confidence under which less than about half is right, over all that was left out."""
    confidence, right = [], []
    for judged in parts:
        told = calibration.told(judged)
        confidence += told.max(1).tolist()
        right += (told.argmax(1) == judged.truths).tolist()
    order = np.argsort(confidence)
    ranked, hits = np.array(confidence)[order], np.array(right, dtype=float)[order]
    width = max(WIDTH, len(hits) // 20)
    running = np.convolve(hits, np.ones(width) / width, mode="valid")
    above = np.nonzero(running >= 0.5)[0]
    return round(float(ranked[above[0] + width // 2]) if len(above) else 0.5, 3)
