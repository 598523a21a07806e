"""Decodes a speech folder into the cache and lists its clips as JSON, for scripts/evaluate.mjs."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from pathlib import Path

import numpy as np

from corpus import CLASSES, SAMPLE_RATE_HZ, UnusableFolder, load_clips, read_index
from folds import fold_of, folds_round, read_folds
from frontend import BLOCK_SAMPLES, LogMel
from onset import onset_block
from targets import is_known


def labelled(folder: Path) -> tuple[str, ...]:
    """Corpora of speech with labels that the model knows; vocal bursts are not speech. Tells what is left out."""
    rows = [row for row in read_index(folder) if row["kind"] != "vocal-burst"]
    corpora = tuple(sorted({row["corpus"] for row in rows if is_known(row["label"])}))
    if not corpora:
        found = ", ".join(sorted({row["label"] or "none" for row in rows}))
        raise UnusableFolder(
            f"No clip has a label of the model. It knows {', '.join(CLASSES)}; the index has: {found}"
        )
    unknown = Counter(row["label"] for row in rows if row["corpus"] in corpora and not is_known(row["label"]))
    if unknown:
        left_out = ", ".join(f"{label or 'no label'} ({count})" for label, count in sorted(unknown.items()))
        print(
            f"Clips that are not scored, by label: {left_out}. The model knows {', '.join(CLASSES)}.",
            file=sys.stderr,
        )
    return corpora


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument(
        "--corpora", default="", help="comma-separated; default: all speech with known labels"
    )
    parser.add_argument("--round", action="store_true", help="folds of bursts and read speech, see domain.py")
    arguments = parser.parse_args()
    corpora = tuple(arguments.corpora.split(",")) if arguments.corpora else labelled(arguments.folder)
    clips, samples = load_clips(arguments.folder, corpora, arguments.cache)
    table = read_folds()
    if arguments.round:
        for corpus in corpora:
            table |= folds_round([clip for clip in clips if clip.corpus == corpus])
    front_end = LogMel()
    files = {}
    for corpus, array in samples.items():
        files[corpus] = str(arguments.cache / f"{corpus}.int16")
        # Another evaluation may be reading it: it keeps the old file, or gets a whole one.
        written = f"{files[corpus]}.{os.getpid()}"
        np.asarray(array).tofile(written)
        os.replace(written, files[corpus])
    rows = []
    for clip in clips:
        wave = samples[clip.corpus][clip.start : clip.start + clip.length]
        log_mel = front_end(wave.astype(np.float32) / 32_768.0)
        rows.append(
            {
                "path": clip.path,
                "corpus": clip.corpus,
                "speaker": clip.speaker,
                "label": clip.label,
                "intensity": clip.intensity,
                "gender": clip.gender,
                "language": clip.language,
                "fold": fold_of(clip.speaker, table),
                "start": clip.start,
                "length": clip.length,
                "onset": onset_block(log_mel) * BLOCK_SAMPLES,
            }
        )
    json.dump({"sampleRateHz": SAMPLE_RATE_HZ, "files": files, "clips": rows}, sys.stdout)


if __name__ == "__main__":
    main()
