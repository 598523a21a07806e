"""Fits what reads the ear: a shared head, a head for each corpus and condition, their gates, and V/A/D."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from baseline import Gate, Reader
from corpus import CLASSES
from gaussians import LINE_OF_ONE, Examples, Head, fit_basis, fit_head, taken_apart, weights
from heard import CONDITIONS, Heard
from targets import vad_target

COMPONENTS = 600
SHARED = (500, 96)
# What few people of one corpus differ in is mostly theirs: further coordinates made each fit another.
SHARED_OF_ONE = (500, 32)
KNOWN = (300, 32)
TEMPERATURE = 1.6
# Variance at large, as a multiple of what the training corpora's lines show: they are few.
AT_LARGE = 1.5
# A head that has heard a single corpus expects of other lines so much more than of its voices.
LINE_OF_ONE_AT_LARGE = 4.0
# A corpus's gate opens half way at this share of its own clips' median evidence.
GATE_SHARE = 0.5
# A line's prior, as a share of what the training corpora's lines show: a wide one takes the mood of people who are in one
# mood all along for their line's.
LINE_SHARE = 0.3
VAD_RIDGE = 30.0


def fit_reader(heard: Heard, rows: np.ndarray, kind: str) -> Reader:
    """Fits a `full` or a `live` reader on the labelled clips of `rows`."""
    rows = rows & (heard.classes >= 0)
    brief = heard.brief(rows)
    heard = heard.as_whole(brief)
    examples = heard.examples(rows)
    corpora = list(dict.fromkeys(heard.corpora[rows]))
    sizes = SHARED if len(corpora) > 1 else SHARED_OF_ONE
    shared = fit_head(examples, fit_basis(examples, COMPONENTS), "shared", *sizes)
    if len(corpora) == 1:
        shared.line = np.maximum(shared.line, LINE_OF_ONE_AT_LARGE * shared.voice)
        return Reader([shared], [], np.ones(len(shared.line)), [TEMPERATURE], brief, kind)
    shared.line = LINE_SHARE * shared.line
    heads, parts = [shared], []
    for corpus in corpora:
        own = heard.examples(rows & (heard.corpora == corpus))
        whole = fit_head(own, fit_basis(own, KNOWN[0]), corpus, *KNOWN)
        for condition in CONDITIONS:
            line = own.of(own.corpora == f"{corpus}/{condition}")
            heads.append(under(whole, condition, line))
            parts.append(shared.project(line.heard))
    offsets = np.stack([part.mean(0) for part in parts])
    within = np.mean([part.var(0) for part in parts], 0)
    anything = AT_LARGE * offsets.var(0, ddof=1) + within
    gates = [Gate(part.mean(0), part.var(0)) for part in parts]
    reader = Reader(heads, gates, anything, [TEMPERATURE] * len(heads), brief, kind)
    for place, part in enumerate(parts):
        evidence = [reader.gaps(x)[place] for x in part[:: max(1, len(part) // 400)]]
        gates[place].least = GATE_SHARE * float(np.median(evidence))
    return reader


def under(whole: Head, condition: str, line: Examples) -> Head:
    """A corpus's head as one of its conditions moves it: the same coordinates, its classes where they lie then."""
    x = whole.project(line.heard).astype(np.float64)
    means, shifts, _ = taken_apart(x, line, weights(line))
    moved = np.nanmean(means[whole.classes] - whole.means, 0)
    voice = shifts.var(0, ddof=1)
    return replace(
        whole,
        name=f"{whole.name}/{condition}",
        means=(whole.means + moved).astype(np.float32),
        line=LINE_SHARE * LINE_OF_ONE * voice,
        voice=voice,
    )


def fit_vad(heard: Heard, rows: np.ndarray, reader: Reader) -> np.ndarray:
    """[size + 1, 3] ridge regression of V/A/D on the shared embedding without the lines' shifts, the last row added."""
    examples = heard.as_whole(reader.brief).examples(rows)
    x = reader.heads[0].project(examples.heard).astype(np.float64)
    for line in np.unique(examples.corpora):
        own = examples.corpora == line
        x[own] -= x[own].mean(0)
    targets = [vad_target(heard.clips[number]) for number in heard.numbers[rows]]
    result = np.zeros((x.shape[1] + 1, 3))
    for dimension in range(3):
        y = np.array([target[dimension] for target, _ in targets])
        w = np.array([mask[dimension] for _, mask in targets])
        mean = (y * w).sum() / w.sum()
        gram = (x * w[:, None]).T @ x + VAD_RIDGE * np.eye(x.shape[1])
        result[:-1, dimension] = np.linalg.solve(gram, (x * w[:, None]).T @ (y - mean))
        result[-1, dimension] = mean
    return result


def assembled(reader: Reader) -> tuple[np.ndarray, np.ndarray, list[int]]:
    """What makes the embedding of statistics, projections and biases side by side, and where each head's part starts.

    Heads of one corpus read the same part.
    """
    projections, biases, starts, size = [], [], [], 0
    for place, head in enumerate(reader.heads):
        before = reader.heads[place - 1]
        if place and head.projection is before.projection:
            starts.append(starts[-1])
            continue
        starts.append(size)
        projections.append(head.projection)
        biases.append(head.bias)
        size += len(head.bias)
    return np.concatenate(projections, 1), np.concatenate(biases), starts


def plain_logits(head: Head) -> np.ndarray:
    """[size + 1, CLASSES] linear logits of the shared head without a baseline; classes it lacks are out of the question."""
    spread = 1.0 + head.line + head.voice + head.disagreement
    rows = np.zeros((len(head.line) + 1, len(CLASSES)))
    rows[-1] = -1e4
    for place, number in enumerate(head.classes):
        rows[:-1, number] = head.means[place] / spread
        rows[-1, number] = -0.5 * (head.means[place] ** 2 / spread).sum()
    return rows
