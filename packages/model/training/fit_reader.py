"""Fits what reads the ear: a shared head, a head for each corpus, their gates, V/A/D and calibration."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from baseline import CLIP_SECONDS, CLIP_WEIGHT, GATE_SLOPE, Gate, Line, Reader
from corpus import CLASSES, Clip, load_clips
from ear_features import extract
from folds import read_folds
from gaussians import Examples, Head, fit_basis, fit_head
from targets import vad_target

COMPONENTS = 600
SHARED = (500, 96)
KNOWN = (300, 32)
TEMPERATURE = 1.6
# log10 of power by which a speaker's microphone may be nearer or further than another's.
GAIN = 0.25
# Variance at large, as a multiple of what the training corpora's lines show: they are few.
AT_LARGE = 1.5
# A head that has heard a single corpus expects of other lines so much more than of its voices.
LINE_OF_ONE_AT_LARGE = 4.0
# A corpus's gate opens half way at this share of its own clips' median evidence.
GATE_SHARE = 0.5
VAD_RIDGE = 30.0
CORPORA = ("ravdess", "emodb", "nemo", "turev", "emospeech")
SEED = 20261123


@dataclass
class Heard:
    """Statistics of all clips [n, features], the level's two last; `jittered`: as if at other gains."""

    clips: list[Clip]
    clean: np.ndarray
    jittered: np.ndarray
    classes: np.ndarray
    speakers: np.ndarray
    corpora: np.ndarray
    seconds: np.ndarray
    folds: np.ndarray

    def examples(self, rows: np.ndarray) -> Examples:
        return Examples(self.jittered[rows], self.classes[rows], self.speakers[rows], self.corpora[rows])


def hear(
    folder: Path, cache: Path, corpora: tuple[str, ...], hearing: object, name: str, seed: int = SEED
) -> Heard:
    rows, clips = [], []
    for corpus in corpora:
        heard, levels = extract(folder, corpus, cache, hearing, name)
        rows.append(
            np.concatenate([heard[:, hearing.first :].reshape(len(heard), -1), levels], 1).astype(np.float32)
        )
        clips += load_clips(folder, (corpus,), cache)[0]
    clean = np.concatenate(rows)
    speakers = np.array([clip.speaker for clip in clips])
    names, of = np.unique(speakers, return_inverse=True)
    jittered = clean.copy()
    jittered[:, -2] += np.random.default_rng(seed).normal(0.0, GAIN, len(names))[of].astype(np.float32)
    table = read_folds()
    return Heard(
        clips,
        clean,
        jittered,
        np.array([clip.class_index for clip in clips]),
        speakers,
        np.array([clip.corpus for clip in clips]),
        np.array([clip.length / 16_000.0 for clip in clips]),
        np.array([table.get(clip.speaker, -1) for clip in clips]),
    )


def fit_reader(heard: Heard, rows: np.ndarray) -> Reader:
    """Fits on the labelled clips of `rows`."""
    rows = rows & (heard.classes >= 0)
    examples = heard.examples(rows)
    basis = fit_basis(examples, COMPONENTS)
    shared = fit_head(examples, basis, "shared", *SHARED)
    corpora = [name for name in dict.fromkeys(heard.corpora[rows])]
    if len(corpora) == 1:
        shared.line = LINE_OF_ONE_AT_LARGE * shared.voice
        return Reader([shared], [], np.ones(len(shared.line)), [TEMPERATURE])
    embedded = shared.project(heard.jittered)
    parts = {name: embedded[rows & (heard.corpora == name)] for name in corpora}
    offsets = np.stack([part.mean(0) for part in parts.values()])
    within = np.mean([part.var(0) for part in parts.values()], 0)
    anything = AT_LARGE * ((offsets - offsets.mean(0)) ** 2).sum(0) / (len(corpora) - 1) + within
    heads, gates = [shared], []
    for name in corpora:
        own = heard.examples(rows & (heard.corpora == name))
        heads.append(fit_head(own, fit_basis(own, KNOWN[0]), name, *KNOWN))
        gates.append(Gate(parts[name].mean(0), parts[name].var(0)))
    reader = Reader(heads, gates, anything, [TEMPERATURE] * len(heads))
    for place, name in enumerate(corpora):
        evidence = [reader.gaps(x)[place] for x in parts[name][:: max(1, len(parts[name]) // 400)]]
        gates[place].least = GATE_SHARE * float(np.median(evidence))
    return reader


def fit_vad(heard: Heard, rows: np.ndarray, shared: Head) -> np.ndarray:
    """[size + 1, 3] ridge regression of V/A/D on the shared embedding without the corpora's shifts, the last row added."""
    x = shared.project(heard.jittered[rows]).astype(np.float64)
    for corpus in np.unique(heard.corpora[rows]):
        own = heard.corpora[rows] == corpus
        x[own] -= x[own].mean(0)
    targets = [vad_target(clip) for clip, wanted in zip(heard.clips, rows) if wanted]
    result = np.zeros((x.shape[1] + 1, 3))
    for dimension in range(3):
        y = np.array([target[dimension] for target, _ in targets])
        w = np.array([mask[dimension] for _, mask in targets])
        mean = (y * w).sum() / w.sum()
        gram = (x * w[:, None]).T @ x + VAD_RIDGE * np.eye(x.shape[1])
        result[:-1, dimension] = np.linalg.solve(gram, (x * w[:, None]).T @ (y - mean))
        result[-1, dimension] = mean
    return result


def read_in_order(
    reader: Reader, heard: Heard, order: np.ndarray, learn: bool = True
) -> tuple[np.ndarray, np.ndarray]:
    """Probabilities [n, classes] and the known heads' shares of clips heard one after the other on one line."""
    parts = [head.project(heard.clean[order]) for head in reader.heads]
    line, probabilities, trust = Line(reader), [], []
    for place, clip in enumerate(order):
        x = [part[place] for part in parts]
        judged = line.judge(x, heard.speakers[clip], heard.seconds[clip])
        probabilities.append(judged.probabilities)
        trust.append(judged.trust)
        if learn:
            line.hear(x, heard.speakers[clip], heard.seconds[clip], judged)
    return np.stack(probabilities), np.array(trust)


def calibrated(probabilities: np.ndarray, calibration: np.ndarray) -> np.ndarray:
    powered = np.maximum(probabilities, 1e-9) ** (1.0 / calibration[:, None])
    return powered / powered.sum(1, keepdims=True)


def fit_calibration(judged: list[tuple[np.ndarray, np.ndarray, np.ndarray]]) -> tuple[float, float]:
    """Calibrations of the shared and of the known heads: least negative log likelihood on what was left out.

    judged: (probabilities, trust, truths) of speakers and corpora that the reader had not heard, each with the same say.
    """
    grid = np.geomspace(0.5, 3.0, 13)

    def cost(shared: float, known: float) -> float:
        losses = []
        for probabilities, trust, truths in judged:
            told = calibrated(probabilities, (1.0 - trust) * shared + trust * known)
            losses.append(-np.log(np.maximum(told[np.arange(len(truths)), truths], 1e-4)).mean())
        return float(np.mean(losses))

    return min(((s, k) for s in grid for k in grid), key=lambda pair: cost(*pair))


def assembled(reader: Reader) -> tuple[np.ndarray, np.ndarray]:
    """The heads' projections and biases side by side: what makes the embedding of statistics."""
    return (
        np.concatenate([head.projection for head in reader.heads], 1),
        np.concatenate([head.bias for head in reader.heads]),
    )


def plain_logits(head: Head) -> np.ndarray:
    """[size + 1, CLASSES] linear logits of the shared head without a baseline; classes it lacks are out of the question."""
    spread = 1.0 + head.line + head.voice + head.disagreement
    rows = np.zeros((len(head.line) + 1, len(CLASSES)))
    rows[-1] = -1e4
    for place, number in enumerate(head.classes):
        rows[:-1, number] = head.means[place] / spread
        rows[-1, number] = -0.5 * (head.means[place] ** 2 / spread).sum()
    return rows


def rounded(values: np.ndarray) -> list:
    return np.asarray([float(f"{v:.5g}") for v in np.ravel(values)]).reshape(np.shape(values)).tolist()


def described(reader: Reader, vad: np.ndarray, calibration: tuple[float, float]) -> dict:
    """The metadata's `classifier`."""
    heads, start = [], 0
    for place, head in enumerate(reader.heads):
        entry = {
            "name": head.name,
            "start": start,
            "size": len(head.line),
            "classes": [int(number) for number in head.classes],
            "means": rounded(head.means),
            "line": rounded(head.line),
            "voice": rounded(head.voice),
            "disagreement": rounded(head.disagreement),
            "temperature": reader.temperatures[place],
            "calibration": round(calibration[1 if place else 0], 4),
        }
        if place:
            gate = reader.gates[place - 1]
            entry["gate"] = {
                "mean": rounded(gate.mean),
                "variance": rounded(gate.variance),
                "least": round(gate.least, 3),
            }
        heads.append(entry)
        start += len(head.line)
    return {
        "kind": "linear-gaussian/1",
        "heads": heads,
        "anything": rounded(reader.anything),
        "gateSlope": GATE_SLOPE,
        "clipWeight": CLIP_WEIGHT,
        "clipSeconds": CLIP_SECONDS,
        "vad": rounded(vad[:-1].T),
    }
