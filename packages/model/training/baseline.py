"""What a line and a voice always sound like, learned without labels; the same arithmetic as src/baseline.ts.

A voice's shift is normal around its line's, the line's around the head's origin. Each clip moves what is known of its
voice by what the clip sounds like beyond the class that it probably expresses.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from corpus import CLASSES
from gaussians import Head

# What a clip of CLIP_SECONDS or more counts as: its rest is not as independent of the next one's as the model says.
CLIP_WEIGHT = 0.2
CLIP_SECONDS = 2.0
# Divides the log posteriors by which a clip teaches: on an unknown line the first guesses are often wrong and sure.
DOUBT = 8.0
# The same of a reader of one corpus, to which every line is unknown.
DOUBT_OF_ONE = 32.0
# A shift counts as long as clips were told apart; until then its mean has this variance besides.
APART_VARIANCE = 200.0
# Mutual information of clips and classes, nats, from which most of it is gone: the live reader is less sure of each clip.
APART_NATS = {"full": 0.27, "live": 0.2}
STEEPNESS = 4
# Slope of the gate: nats of the line's mean evidence for a corpus beyond the least.
GATE_SLOPE = 1.5
# Nats of that evidence by which one known head has e times another's say: lines that are alike are read by their heads
# together.
SHARE_SLOPE = {"full": 8.0, "live": 4.0}
# Heads of less say are not asked.
LEAST_SHARE = 0.01
VARIANCE_FLOOR = 1e-6


@dataclass
class Gate:
    """How a corpus sounds in the shared head's coordinates, against anything at all."""

    mean: np.ndarray
    variance: np.ndarray
    least: float = 0.0


@dataclass
class Reader:
    """The shared head, which is for every line, and heads for the lines of known corpora."""

    heads: list[Head]
    gates: list[Gate]  # of heads[1:]
    anything: np.ndarray  # variance of the shared embedding on lines at large
    temperatures: list[float]
    brief: np.ndarray  # [features] what statistics of speech that has just begun lack (brevity.py)
    kind: str = "full"

    @property
    def apart_nats(self) -> float:
        return APART_NATS[self.kind]

    @property
    def share_slope(self) -> float:
        return SHARE_SLOPE[self.kind]

    @property
    def doubt(self) -> float:
        return DOUBT if self.gates else DOUBT_OF_ONE

    def gaps(self, shared: np.ndarray) -> np.ndarray:
        """log of how much likelier than at large it is on each known corpus's line."""
        at_large = normal(shared, 0.0, self.anything)
        return np.array([normal(shared, gate.mean, gate.variance) - at_large for gate in self.gates])


def normal(x: np.ndarray, mean: np.ndarray | float, variance: np.ndarray) -> float:
    return float(-0.5 * ((x - mean) ** 2 / variance + np.log(variance)).sum())


def entropy(probabilities: np.ndarray) -> float:
    there = probabilities[probabilities > 0.0]
    return float(-(there * np.log(there)).sum())


@dataclass
class Clips:
    """What was heard, and how far it was told apart."""

    nats: float
    classes: np.ndarray
    count: float = 0.0
    entropy: float = 0.0

    def add(self, posterior: np.ndarray, weight: float) -> None:
        self.count += weight
        self.classes = self.classes + weight * posterior
        self.entropy += weight * entropy(posterior)

    @property
    def doubt(self) -> float:
        """Variance that the mean of what was heard has because its clips may all be of one mood."""
        told = entropy(self.classes / self.count) - self.entropy / self.count if self.count > 0.0 else 0.0
        return APART_VARIANCE * float(np.exp(-((max(0.0, told) / self.nats) ** STEEPNESS)))


@dataclass
class Voice:
    clips: Clips
    sums: np.ndarray

    @property
    def count(self) -> float:
        return self.clips.count


@dataclass
class Shift:
    """One head's line and voices."""

    head: Head
    nats: float
    prior: np.ndarray = field(init=False)
    precision: np.ndarray = field(init=False)
    weighted: np.ndarray = field(init=False)
    clips: Clips = field(init=False)
    voices: dict[str, Voice] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.prior = 1.0 / (self.head.line + VARIANCE_FLOOR)
        self.precision = self.prior
        self.weighted = np.zeros_like(self.precision)
        self.clips = self.nothing()

    def nothing(self) -> Clips:
        return Clips(self.nats, np.zeros(len(self.head.classes)))

    def share(self, voice: Voice) -> np.ndarray:
        return 1.0 / (self.head.voice + 1.0 / voice.count)

    def of(self, name: str) -> tuple[np.ndarray, np.ndarray]:
        """Mean and variance of a voice's shift."""
        precision, weighted = self.precision, self.weighted
        voice = self.voices.get(name)
        if voice is not None:
            own = self.share(voice)
            precision, weighted = precision - own, weighted - own * voice.sums / voice.count
        evidence = np.maximum(0.0, precision - self.prior)
        believed = 1.0 / (1.0 + evidence * self.clips.doubt)
        known = self.prior + believed * evidence
        variance = 1.0 / known + self.head.voice
        count = 1.0 / (1.0 / voice.count + voice.clips.doubt) if voice else 0.0
        total = 1.0 / variance + count
        own_mean = voice.sums / voice.count if voice else 0.0
        return (believed * weighted / known / variance + count * own_mean) / total, 1.0 / total

    def hear(self, name: str, rest: np.ndarray, posterior: np.ndarray, weight: float) -> None:
        voice = self.voices.setdefault(name, Voice(self.nothing(), np.zeros_like(rest)))
        if voice.count > 0.0:
            own = self.share(voice)
            self.precision = self.precision - own
            self.weighted = self.weighted - own * voice.sums / voice.count
        voice.clips.add(posterior, weight)
        self.clips.add(posterior, weight)
        voice.sums = voice.sums + weight * rest
        own = self.share(voice)
        self.precision = self.precision + own
        self.weighted = self.weighted + own * voice.sums / voice.count


@dataclass
class Judged:
    probabilities: np.ndarray
    own: list[np.ndarray]  # of each head's classes
    gaps: np.ndarray
    shares: np.ndarray  # of each known head in the probabilities; the shared one has the rest
    shift: np.ndarray  # of the shared head


class Line:
    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.shifts = [Shift(head, reader.apart_nats) for head in reader.heads]
        self.count, self.gaps = 0.0, np.zeros(len(reader.gates))

    def judge(self, parts: list[np.ndarray], voice: str, seconds: float) -> Judged:
        """parts: the embedding's slices, one of each head."""
        reader, own, shifts = self.reader, [], []
        for head, shift, x, temperature in zip(reader.heads, self.shifts, parts, reader.temperatures):
            mean, variance = shift.of(voice)
            logits = -0.5 * ((x - mean - head.means) ** 2 / (1.0 + variance + head.disagreement)).sum(1)
            scaled = np.exp((logits - logits.max()) / temperature)
            own.append(scaled / scaled.sum())
            shifts.append(mean)
        weight = clip_weight(seconds)
        gaps = reader.gaps(parts[0])
        shares = self.shares(gaps, weight)
        probabilities = np.zeros(len(CLASSES))
        probabilities[reader.heads[0].classes] = (1.0 - shares.sum()) * own[0]
        for head, share, told in zip(reader.heads[1:], shares, own[1:]):
            probabilities[head.classes] += share * told
        return Judged(probabilities, own, gaps, shares, shifts[0])

    def shares(self, gaps: np.ndarray, weight: float) -> np.ndarray:
        """Each known head's say: how likely its line is among the known ones, as far as its gate is open."""
        if not len(gaps):
            return gaps
        mean_gaps = (self.gaps + weight * gaps) / (self.count + weight)
        open_ = 1.0 / (1.0 + np.exp(-(mean_gaps - [gate.least for gate in self.reader.gates]) / GATE_SLOPE))
        likely = np.exp((mean_gaps - mean_gaps.max()) / self.reader.share_slope)
        shares = open_ * likely / likely.sum()
        return np.where(shares < LEAST_SHARE, 0.0, shares)

    def hear(self, parts: list[np.ndarray], voice: str, seconds: float, judged: Judged) -> None:
        weight = clip_weight(seconds)
        self.count += weight
        self.gaps = self.gaps + weight * judged.gaps
        for head, shift, x, own in zip(self.reader.heads, self.shifts, parts, judged.own):
            soft = own ** (1.0 / self.reader.doubt)
            shift.hear(voice, x - (soft / soft.sum()) @ head.means, own, weight)


def clip_weight(seconds: float) -> float:
    return CLIP_WEIGHT * min(1.0, seconds / CLIP_SECONDS)
