"""Reading a folder of labelled speech and caching its decoded samples.

The folder holds an ``index.csv`` (see README.md). Every file is decoded once to 16 kHz int16 and kept in one array per
corpus, because decoding Opus costs more than a training step.
"""

from __future__ import annotations

import csv
import functools
import hashlib
import math
import os
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile
from scipy.signal import resample_poly

SAMPLE_RATE_HZ = 16_000
NEEDED_COLUMNS = ("path", "corpus", "speaker", "label")
OTHER_COLUMNS = ("gender", "intensity", "language", "kind", "seconds")
# So many unreadable recordings are named; the others are counted.
NAMED_PROBLEMS = 10

# The order of the classifier's outputs. Changing it changes the model's metadata.
CLASSES = (
    "neutral",
    "calm",
    "happy",
    "sad",
    "angry",
    "fearful",
    "disgusted",
    "surprised",
    "bored",
)

# Corpora that carry emotion-labelled speech. Vocal bursts and read speech are left out on purpose.
EMOTION_CORPORA = ("ravdess", "emodb", "nemo", "turev", "emospeech", "baved")


class UnusableFolder(SystemExit):
    """What is wrong with the folder and what to do; ends a script with these words alone."""


@dataclass(frozen=True)
class Clip:
    """One row of the index and where its samples lie in the cache."""

    path: str
    corpus: str
    speaker: str
    label: str
    intensity: str
    gender: str
    language: str
    start: int
    length: int

    @property
    def class_index(self) -> int:
        """Index into CLASSES, or -1 where the corpus labels only a level."""
        return CLASSES.index(self.label) if self.label in CLASSES else -1


def read_index(folder: Path) -> list[dict[str, str]]:
    """Rows of ``index.csv`` with all columns; raises UnusableFolder."""
    index = folder / "index.csv"
    if not index.is_file():
        raise UnusableFolder(f"{index} is missing: give the folder that holds index.csv")
    with index.open(newline="", encoding="utf-8-sig") as handle:
        reader = csv.DictReader(handle)
        rows = list(reader)
    missing = [name for name in NEEDED_COLUMNS if name not in (reader.fieldnames or [])]
    if missing:
        needed, others = ", ".join(NEEDED_COLUMNS), ", ".join(OTHER_COLUMNS)
        raise UnusableFolder(
            f"{index} has no column {', '.join(missing)}: its first line names {needed}, and if known {others}"
        )
    columns = (*NEEDED_COLUMNS, *OTHER_COLUMNS)
    return [{name: row.get(name) or "" for name in columns} for row in rows]


def decode(path: Path) -> np.ndarray:
    """int16 samples at 16 kHz, channels mixed by their mean; raises ValueError where there is no sound."""
    if not path.is_file():
        raise ValueError("is not there")
    with soundfile.SoundFile(str(path)) as file:
        rate = file.samplerate
        as_it_is = rate == SAMPLE_RATE_HZ and file.channels == 1
        samples = file.read(dtype="int16" if as_it_is else "float32")
    if not as_it_is:
        real = samples if samples.ndim == 1 else samples.mean(1)
        if not np.isfinite(real).all():
            raise ValueError("has samples that are no numbers")
        divisor = math.gcd(rate, SAMPLE_RATE_HZ)
        real = resample_poly(real, SAMPLE_RATE_HZ // divisor, rate // divisor)
        samples = np.clip(np.round(real * 32_768.0), -32_768, 32_767).astype(np.int16)
    if len(samples) == 0:
        raise ValueError("holds no sound")
    return samples


def decode_all(folder: Path, corpus: str, rows: list[dict[str, str]]) -> list[np.ndarray]:
    """Samples of every row; raises UnusableFolder that names what cannot be read."""
    pieces, problems = [], []
    for number, row in enumerate(rows):
        try:
            pieces.append(decode(folder / row["path"]))
        except (OSError, RuntimeError, ValueError) as error:
            problems.append(f"  {row['path']}: {error}")
        if number % 500 == 499:
            print(f"decode {corpus}: {number + 1}/{len(rows)}", file=sys.stderr, flush=True)
    if problems:
        named = problems[:NAMED_PROBLEMS]
        more = [f"  and {len(problems) - len(named)} more"] if len(problems) > len(named) else []
        raise UnusableFolder(
            "\n".join(
                [
                    f"{len(problems)} of {len(rows)} recordings of {corpus} cannot be read:",
                    *named,
                    *more,
                    f"Repair them, or take their rows out of {folder / 'index.csv'}.",
                ]
            )
        )
    return pieces


def save_whole(file: Path, array: np.ndarray) -> None:
    """No reader ever sees a part of it."""
    written = file.with_name(f"{os.getpid()}-{file.name}")
    np.save(written, array)
    os.replace(written, file)


@functools.cache
def digest_of(folder: Path, paths: tuple[str, ...]) -> str:
    """Of the names and contents: a copy of the folder, elsewhere or of another day, is the same speech."""
    digest = hashlib.sha256()
    for path in paths:
        file = folder / path
        content = hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else None
        digest.update(f"{path} {content}\n".encode())
    return digest.hexdigest()[:16]


def cache_corpus(folder: Path, corpus: str, rows: list[dict[str, str]], cache: Path) -> tuple[Path, Path]:
    """Samples and offsets of one corpus, decoded into the cache unless this very speech is there already.

    Trainings beside each other may decode the same: each writes beside, then renames.
    """
    name = f"{corpus}-{digest_of(folder.resolve(), tuple(row['path'] for row in rows))}"
    samples_file, offsets_file = cache / f"{name}.npy", cache / f"{name}.offsets.npy"
    if not (samples_file.is_file() and offsets_file.is_file()):
        pieces = decode_all(folder, corpus, rows)
        offsets = np.concatenate([[0], np.cumsum([len(piece) for piece in pieces])])
        save_whole(samples_file, np.concatenate(pieces))
        save_whole(offsets_file, offsets.astype(np.int64))
    return samples_file, offsets_file


def load_clips(
    folder: Path, corpora: tuple[str, ...], cache: Path
) -> tuple[list[Clip], dict[str, np.ndarray]]:
    """Clips of the wanted corpora in index order, and each corpus's samples (memory-mapped)."""
    cache.mkdir(parents=True, exist_ok=True)
    rows = read_index(folder)
    clips: list[Clip] = []
    samples: dict[str, np.ndarray] = {}
    for corpus in corpora:
        own = [row for row in rows if row["corpus"] == corpus]
        if not own:
            known = ", ".join(sorted({row["corpus"] for row in rows}))
            raise UnusableFolder(f"{folder / 'index.csv'} has no rows of corpus {corpus}; it has {known}")
        samples_file, offsets_file = cache_corpus(folder, corpus, own, cache)
        samples[corpus] = np.load(samples_file, mmap_mode="r")
        offsets = np.load(offsets_file)
        for row, start, end in zip(own, offsets[:-1], offsets[1:]):
            clips.append(
                Clip(
                    row["path"],
                    corpus,
                    row["speaker"],
                    row["label"],
                    row["intensity"],
                    row["gender"],
                    row["language"],
                    int(start),
                    int(end - start),
                )
            )
    return clips, samples
