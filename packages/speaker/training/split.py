"""The speakers for training, tuning and testing; kept in split.json so that figures can be reproduced."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import shared_training  # noqa: F401
from corpus import read_index

SPLIT_FILE = Path(__file__).with_name("split.json")
# The number of speakers of each corpus that are kept for testing and tuning; equally many of each gender, if
# known.
TEST = {
    "librispeech": 45,
    "emogator": 24,
    "emospeech": 20,
    "baved": 12,
    "ravdess": 6,
    "emodb": 4,
    "nemo": 3,
    "turev": 2,
}
TUNE = {
    "librispeech": 25,
    "emogator": 0,
    "emospeech": 12,
    "baved": 8,
    "ravdess": 2,
    "emodb": 0,
    "nemo": 0,
    "turev": 0,
}

# What a network does not learn from.
KEPT_APART = ("test", "tune")


def read_split() -> dict[str, str]:
    """Maps a speaker to "test" or "tune"; all other speakers are for training."""
    content = json.loads(SPLIT_FILE.read_text(encoding="utf-8"))
    return {speaker: part for part in ("test", "tune") for speaker in content[part]}


def part_of(speaker: str, table: dict[str, str]) -> str:
    return table.get(speaker, "train")


def spread(speakers: list[str], count: int) -> list[str]:
    """`count` of a sorted list, evenly spaced, so that neighbors in numbering (one site, one day) are separated."""
    return [speakers[(2 * n + 1) * len(speakers) // (2 * count)] for n in range(count)]


def make(folder: Path) -> dict[str, list[str]]:
    """Draws a new split; only for another folder of speech."""
    genders: dict[str, dict[str, str]] = {}
    for row in read_index(folder):
        genders.setdefault(row["corpus"], {})[row["speaker"]] = row["gender"]
    result: dict[str, list[str]] = {"test": [], "tune": []}
    for corpus, table in sorted(genders.items()):
        left = dict(table)
        for part, sizes in (("test", TEST), ("tune", TUNE)):
            known = sorted({gender for gender in left.values()})
            for number, gender in enumerate(known):
                pool = sorted(speaker for speaker, own in left.items() if own == gender)
                share = sizes.get(corpus, 0) // len(known) + (number < sizes.get(corpus, 0) % len(known))
                for speaker in spread(pool, share) if share else []:
                    result[part].append(speaker)
                    del left[speaker]
    return {part: sorted(speakers) for part, speakers in result.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    SPLIT_FILE.write_text(json.dumps(make(arguments.folder), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
