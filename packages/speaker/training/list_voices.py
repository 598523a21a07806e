"""Decodes a speech folder into the cache and lists the clips of one or more parts of split.json, for the benchmarks."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import shared_training  # noqa: F401
from corpus import SAMPLE_RATE_HZ, load_clips, read_index
from split import part_of, read_split


def text_of(corpus: str, name: str) -> str:
    """The text of a clip, according to the file's name; the name itself when all texts differ."""
    parts = name.split("_") if "_" in name else name.split("-")
    known = {
        "ravdess": lambda: parts[4],
        "emodb": lambda: name[2:5],
        "nemo": lambda: parts[-1],
        "turev": lambda: parts[-1],
        "emospeech": lambda: "-".join(name.split("-")[:2]),
        "baved": lambda: parts[3],
        "emogator": lambda: parts[1],
    }
    return known[corpus]() if corpus in known else name


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--samples", type=Path, required=True, help="cache of decoded corpora")
    parser.add_argument(
        "--part", required=True, help="of test, tune, train, by commas; all for speakers of another folder"
    )
    arguments = parser.parse_args()
    corpora = tuple(sorted({row["corpus"] for row in read_index(arguments.folder)}))
    clips, samples = load_clips(arguments.folder, corpora, arguments.samples)
    files = {}
    for corpus, array in samples.items():
        assert array.dtype == "int16" and array.ndim == 1
        files[corpus] = {"path": str(array.filename), "offset": array.offset}
    table, wanted = read_split(), arguments.part.split(",")
    rows = [
        {
            "corpus": clip.corpus,
            "speaker": clip.speaker,
            "gender": clip.gender,
            "label": clip.label,
            "text": text_of(clip.corpus, Path(clip.path).stem),
            "start": clip.start,
            "length": clip.length,
        }
        for clip in clips
        if "all" in wanted or part_of(clip.speaker, table) in wanted
    ]
    json.dump({"sampleRateHz": SAMPLE_RATE_HZ, "files": files, "clips": rows}, sys.stdout)


if __name__ == "__main__":
    main()
