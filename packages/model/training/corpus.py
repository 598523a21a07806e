"""Reading a folder of labelled speech and caching its decoded samples.

The folder holds an ``index.csv`` with the columns path, corpus, speaker, gender, label, intensity,
language, kind and seconds (see README.md). Every file is decoded once to 16 kHz int16 and kept in
one array per corpus, because decoding Opus costs more than a training step.
"""

from __future__ import annotations

import csv
import hashlib
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile

SAMPLE_RATE_HZ = 16_000

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
    """Rows of ``index.csv``; raises FileNotFoundError with what to do when it is missing."""
    index = folder / "index.csv"
    if not index.is_file():
        raise FileNotFoundError(f"{index} is missing: give the folder that holds index.csv")
    with index.open(newline="", encoding="utf-8") as handle:
        return list(csv.DictReader(handle))


def decode(path: Path) -> np.ndarray:
    """Mono int16 samples at 16 kHz; raises ValueError for any other rate or several channels."""
    samples, rate = soundfile.read(str(path), dtype="int16")
    if rate != SAMPLE_RATE_HZ or samples.ndim != 1:
        raise ValueError(f"{path}: expected 16 kHz mono, found {rate} Hz {samples.shape}")
    return samples


def cache_corpus(folder: Path, corpus: str, rows: list[dict[str, str]], cache: Path) -> None:
    """Decodes one corpus into ``<cache>/<corpus>.npy`` plus offsets, unless it is there already."""
    digest = hashlib.sha256("\n".join(row["path"] for row in rows).encode()).hexdigest()[:16]
    samples_file = cache / f"{corpus}-{digest}.npy"
    offsets_file = cache / f"{corpus}-{digest}.offsets.npy"
    if samples_file.is_file() and offsets_file.is_file():
        return
    pieces = []
    for number, row in enumerate(rows):
        pieces.append(decode(folder / row["path"]))
        if number % 500 == 499:
            print(f"decode {corpus}: {number + 1}/{len(rows)}", file=sys.stderr, flush=True)
    offsets = np.concatenate([[0], np.cumsum([len(piece) for piece in pieces])])
    np.save(samples_file, np.concatenate(pieces))
    np.save(offsets_file, offsets.astype(np.int64))


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
            raise ValueError(f"index.csv has no rows of corpus {corpus}")
        cache_corpus(folder, corpus, own, cache)
        digest = hashlib.sha256("\n".join(row["path"] for row in own).encode()).hexdigest()[:16]
        samples[corpus] = np.load(cache / f"{corpus}-{digest}.npy", mmap_mode="r")
        offsets = np.load(cache / f"{corpus}-{digest}.offsets.npy")
        for row, start, end in zip(own, offsets[:-1], offsets[1:]):
            clips.append(
                Clip(
                    row["path"],
                    corpus,
                    row["speaker"],
                    row["label"],
                    row["intensity"],
                    row.get("gender", ""),
                    row.get("language", ""),
                    int(start),
                    int(end - start),
                )
            )
    return clips, samples
