"""Confidence that means what it says: fitted on the speakers and corpora that each reader has not heard."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from baseline import Line, Reader
from brevity import missing
from heard import CONDITIONS, Heard

# Clips of a left-out line that calibration hears, in random order.
MOST = 250
# Heads that are asked together are less sure together than each alone, which their temperatures make up for.
GRIDS = {"full": np.geomspace(0.25, 4.0, 29), "live": np.geomspace(0.5, 3.0, 19)}
ROUNDS = 3
# A reader of one corpus knows less elsewhere than new speakers of that corpus show: strangers who read aloud count as much,
# or this, where there are none.
ONE_CORPUS_TEMPERATURE = 2.0
WIDE_GRID = np.geomspace(0.5, 8.0, 30)
# A label is `uncertain` under the confidence at which less than half is right.
WIDTH = 50


@dataclass
class Judgements:
    """Clips heard one after the other on one line: [n, classes], [n, known heads], [n].

    `heads` names the known heads: a corpus under a condition each.
    """

    probabilities: np.ndarray
    shares: np.ndarray
    truths: np.ndarray
    heads: list[str]


@dataclass
class Calibration:
    """What divides the logarithms of the shared head's probabilities, and of each known head's."""

    shared: float
    known: dict[str, float]

    def of(self, name: str) -> float:
        """A head that had no say in any judgement says as much as the shared one."""
        return self.known.get(name, self.shared)

    def told(self, judged: Judgements) -> np.ndarray:
        own = np.array([self.of(name) for name in judged.heads])
        power = (1.0 - judged.shares.sum(1)) * self.shared + judged.shares @ own
        raised = np.maximum(judged.probabilities, 1e-9) ** (1.0 / power[:, None])
        return raised / raised.sum(1, keepdims=True)


def read_in_order(reader: Reader, heard: Heard, order: np.ndarray, learn: bool = True) -> Judgements:
    """Rows of `heard` as clips of one line, whose voices are known."""
    plain = heard.plain[order] - missing(heard.seconds[order])[:, None] * reader.brief
    parts = [head.project(plain) for head in reader.heads]
    line, probabilities, shares = Line(reader), [], []
    for place, row in enumerate(order):
        x = [part[place] for part in parts]
        judged = line.judge(x, heard.speakers[row], heard.seconds[row])
        probabilities.append(judged.probabilities)
        shares.append(judged.shares)
        if learn:
            line.hear(x, heard.speakers[row], heard.seconds[row], judged)
    names = [head.name for head in reader.heads[1:]]
    return Judgements(np.stack(probabilities), np.stack(shares), heard.classes[order], names)


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


def fit_one_corpus(parts: list[Judgements], strangers: list[Judgements]) -> Calibration:
    """Of a reader of one corpus: new speakers of it, and people on other lines who read aloud, have the same say."""

    def cost(calibration: Calibration) -> float:
        return surprise(parts, calibration) + surprise(strangers, calibration)

    return min((Calibration(value, {}) for value in WIDE_GRID), key=cost)


def surprise(parts: list[Judgements], calibration: Calibration) -> float:
    """Mean negative log likelihood, each part with the same say."""
    losses = []
    for judged in parts:
        told = calibration.told(judged)
        losses.append(-np.log(np.maximum(told[np.arange(len(told)), judged.truths], 1e-4)).mean())
    return float(np.mean(losses))


def fit_calibration(parts: list[Judgements], kind: str) -> Calibration:
    """Least surprise; one number after the other.

    The heads of a condition move together first: a head that few clips asked stays near its like.
    """
    names = sorted(
        {name for judged in parts for name, asked in zip(judged.heads, judged.shares.any(0)) if asked}
    )
    conditions = [[name for name in names if name.endswith(f"/{condition}")] for condition in CONDITIONS]
    best = Calibration(1.0, dict.fromkeys(names, 1.0))

    def cost(calibration: Calibration) -> float:
        return surprise(parts, calibration)

    for groups in (conditions, [[name] for name in names]):
        for _ in range(ROUNDS):
            best = min((Calibration(value, best.known) for value in GRIDS[kind]), key=cost)
            for group in groups:
                best = min(
                    (
                        Calibration(best.shared, best.known | dict.fromkeys(group, value))
                        for value in GRIDS[kind]
                    ),
                    key=cost,
                )
    if not names:
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
