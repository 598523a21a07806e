"""All clips as the readers are fitted on them: what the relay's speech gate passes, as recorded and disturbed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from brevity import fit_brief, missing
from corpus import CLASSES, Clip, load_clips, read_index
from disturbed import WAYS
from ear_features import OTHERS, extract
from folds import read_folds
from gaussians import Examples
from other_voices import another, by_telephone
from stretches import Stretches, begun

# log10 of power by which a speaker's microphone may be nearer or further than another's.
GAIN = 0.25
# `clean` first; a line's conditions are those that sound different: what begins late, or another says, does not.
CONDITIONS = ("clean", *WAYS)


@dataclass
class Heard:
    """Statistics of every clip in every way [n, features], the level's two last; `jittered`: as if at other gains.

    `numbers` are of `clips`; `conditions` of CONDITIONS; `exact` says which rows are as the relay passes them;
    `speakers` of copies in another voice (other_voices.py) are nobody's.
    """

    clips: list[Clip]
    plain: np.ndarray
    jittered: np.ndarray
    numbers: np.ndarray
    classes: np.ndarray
    speakers: np.ndarray
    corpora: np.ndarray
    conditions: np.ndarray
    exact: np.ndarray
    seconds: np.ndarray
    folds: np.ndarray
    # Of each clip: its first second or so, and how long that is.
    begun: np.ndarray
    begun_seconds: np.ndarray

    @property
    def people(self) -> np.ndarray:
        """Who said each row's clip, in whatever voice."""
        return np.array([clip.speaker for clip in self.clips])[self.numbers]

    def brief(self, rows: np.ndarray) -> np.ndarray:
        """What speech that has just begun lacks, from the clips of `rows`."""
        own = np.nonzero(rows & self.exact & (self.conditions == CONDITIONS[0]))[0]
        clips = self.numbers[own]
        lengths = (self.begun_seconds[clips], self.seconds[own])
        return fit_brief(self.begun[clips], self.plain[own], lengths, self.corpora[own])

    def as_whole(self, brief: np.ndarray) -> Heard:
        """The same as if every clip were a whole utterance."""
        lacking = missing(self.seconds).astype(np.float32)[:, None] * brief
        return replace(self, plain=self.plain - lacking, jittered=self.jittered - lacking)

    def examples(self, rows: np.ndarray) -> Examples:
        """Each condition of a corpus is a line of its own."""
        lines = np.char.add(np.char.add(self.corpora[rows], "/"), self.conditions[rows])
        return Examples(self.jittered[rows], self.classes[rows], self.speakers[rows], lines)


# Nobody's emotions are marked in it; people who read aloud to strangers are neutral more than anything else.
READ_ALOUD = "librispeech"


def flat(hearing: object, heard: np.ndarray, levels: np.ndarray) -> np.ndarray:
    """[n, features] of a hearing's stages and levels."""
    return np.concatenate([heard[:, hearing.first :].reshape(len(heard), -1), levels], 1).astype(np.float32)


def hear_read_aloud(
    folder: Path, cache: Path, hearing: object, name: str, stretches: Stretches
) -> Heard | None:
    """Speech that no classifier learns from, as neutral; None where the folder has none."""
    if READ_ALOUD not in {row["corpus"] for row in read_index(folder)}:
        return None
    clips, _ = load_clips(folder, (READ_ALOUD,), cache)
    spans, ways = stretches.of(clips), ("clean", "telephone")
    parts = [extract(folder, READ_ALOUD, cache, hearing, name, way, stretches) for way in ways]
    plain = np.concatenate([flat(hearing, *part) for part in parts])
    count, size = len(clips), len(plain)
    return Heard(
        clips,
        plain,
        plain,
        np.arange(size) % count,
        np.full(size, CLASSES.index("neutral")),
        np.array([clip.speaker for clip in clips] * len(ways)),
        np.full(size, READ_ALOUD),
        np.repeat(ways, count),
        np.ones(size, dtype=bool),
        np.tile((spans[:, 1] - spans[:, 0]) / 16_000.0, len(ways)),
        np.zeros(size, dtype=int),
        np.zeros((0, plain.shape[1]), dtype=np.float32),
        np.zeros(0),
    )


def condition_of(way: str, clip: Clip) -> str:
    if way == OTHERS:
        return "telephone" if by_telephone(clip) else "clean"
    return way if way in CONDITIONS else "clean"


def hear(
    folder: Path,
    cache: Path,
    corpora: tuple[str, ...],
    hearing: object,
    name: str,
    stretches: Stretches,
    seed: int,
) -> Heard:
    """Copies that begin later than what the relay passes, and those in other voices, are there for the fit alone."""
    rows, clips, numbers, conditions, exact, seconds, speakers = [], [], [], [], [], [], []
    beginnings, known = [], []
    for corpus in corpora:
        own, _ = load_clips(folder, (corpus,), cache)
        spans = stretches.of(own)
        for way in ("clean", "late", OTHERS, *WAYS):
            rows.append(flat(hearing, *extract(folder, corpus, cache, hearing, name, way, stretches)))
            numbers.append(np.arange(len(own)) + len(clips))
            conditions += [condition_of(way, clip) for clip in own]
            exact += [way not in ("late", OTHERS)] * len(own)
            speakers += [another(clip.speaker) if way == OTHERS else clip.speaker for clip in own]
            seconds.append((spans[:, 1] - spans[:, 0]) / 16_000.0)
        beginnings.append(flat(hearing, *extract(folder, corpus, cache, hearing, name, "begun", stretches)))
        first, end = begun(spans).T
        known.append((end - first) / 16_000.0)
        clips += own
    plain, number = np.concatenate(rows), np.concatenate(numbers)
    names, of = np.unique(speakers, return_inverse=True)
    jittered = plain.copy()
    jittered[:, -2] += np.random.default_rng(seed).normal(0.0, GAIN, len(names))[of].astype(np.float32)
    table = read_folds()
    return Heard(
        clips,
        plain,
        jittered,
        number,
        np.array([clips[n].class_index for n in number]),
        np.array(speakers),
        np.array([clips[n].corpus for n in number]),
        np.array(conditions),
        np.array(exact),
        np.concatenate(seconds),
        np.array([table.get(clips[n].speaker, -1) for n in number]),
        np.concatenate(beginnings),
        np.concatenate(known),
    )
