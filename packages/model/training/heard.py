"""All clips as the readers are fitted on them: what the relay's speech gate passes, as recorded and disturbed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from brevity import fit_brief, missing
from corpus import CLASSES, Clip, load_clips, read_index
from disturbed import WAYS
from ear_features import OTHERS, OTHERS_BEGUN, extract, known, voice_of
from folds import read_folds
from gaussians import Examples
from other_voices import another, by_telephone
from stretches import Stretches

# log10 of power by which a speaker's microphone may be nearer or further than another's.
GAIN = 0.25
# `clean` first; a line's conditions are those that sound different: what begins late, or another says, does not.
CONDITIONS = ("clean", *WAYS)
BEGUN = "begun"
# What is heard for the fit alone. Without first seconds among them, a stream's first readings are of something new.
COPIES = ("late", BEGUN, *OTHERS)
# Only the live reader is read at every half second: it learns the first seconds of other voices, too.
COPIES_OF = {"full": COPIES, "live": (*COPIES, *OTHERS_BEGUN)}


@dataclass
class Heard:
    """Statistics of every clip in every way [n, features], the level's two last; `jittered`: as if at other gains.

    `numbers` are of `clips`; `conditions` of CONDITIONS; `exact` says which rows are as the relay passes them,
    `begun` which are a clip's first second or so in its own voice; `speakers` of copies in another voice
    (other_voices.py) are nobody's.
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
    begun: np.ndarray
    seconds: np.ndarray
    folds: np.ndarray

    @property
    def people(self) -> np.ndarray:
        """Who said each row's clip, in whatever voice."""
        return np.array([clip.speaker for clip in self.clips])[self.numbers]

    def brief(self, rows: np.ndarray) -> np.ndarray:
        """What speech that has just begun lacks, from the clips of `rows`."""
        whole = np.zeros(len(self.clips), dtype=int)
        own = np.nonzero(self.exact & (self.conditions == CONDITIONS[0]))[0]
        whole[self.numbers[own]] = own
        begun = np.nonzero(rows & self.begun)[0]
        own = whole[self.numbers[begun]]
        lengths = (self.seconds[begun], self.seconds[own])
        return fit_brief(self.plain[begun], self.plain[own], lengths, self.corpora[own])

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
        np.zeros(size, dtype=bool),
        np.tile(seconds(spans), len(ways)),
        np.zeros(size, dtype=int),
    )


def seconds(spans: np.ndarray) -> np.ndarray:
    return (spans[:, 1] - spans[:, 0]) / 16_000.0


def condition_of(way: str, clip: Clip) -> str:
    if (voice := voice_of(way)) is not None:
        return "telephone" if by_telephone(clip, voice) else "clean"
    return way if way in CONDITIONS else "clean"


def spoken_by(way: str, clip: Clip) -> str:
    voice = voice_of(way)
    return clip.speaker if voice is None else another(clip.speaker, voice)


def hear(
    folder: Path,
    cache: Path,
    corpora: tuple[str, ...],
    hearing: object,
    name: str,
    stretches: Stretches,
    seed: int,
    kind: str,
) -> Heard:
    """Copies that begin later or end sooner than what the relay passes, or in other voices, are for the fit alone."""
    rows, clips, numbers, conditions, ways, lengths, speakers = [], [], [], [], [], [], []
    for corpus in corpora:
        own, _ = load_clips(folder, (corpus,), cache)
        spans = stretches.of(own)
        for way in (*CONDITIONS, *COPIES_OF[kind]):
            rows.append(flat(hearing, *extract(folder, corpus, cache, hearing, name, way, stretches)))
            numbers.append(np.arange(len(own)) + len(clips))
            conditions += [condition_of(way, clip) for clip in own]
            ways += [way] * len(own)
            speakers += [spoken_by(way, clip) for clip in own]
            lengths.append(seconds(known(spans, way) if way in (BEGUN, *OTHERS_BEGUN) else spans))
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
        ~np.isin(ways, COPIES_OF[kind]),
        np.array(ways) == BEGUN,
        np.concatenate(lengths),
        np.array([table.get(clips[n].speaker, -1) for n in number]),
    )
