"""Statistics over time of what the ear hears in every clip, kept in the cache.

One array per corpus and way of hearing: [clips, layers, 2, width], the weighted mean and deviation of what leaves the
convolutions and each layer; and [clips, 2], the mean and deviation of the level (log10 of power).
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from pathlib import Path

import numpy as np
import torch

import disturbed
import ear as ear_module
import ear_scale
from corpus import load_clips
from disturbed import Disturbance
from ear import Ear, LogMel, load_ear
from ear_scale import LEAST_LOUDEST, scaled, speech_weight, token_level
from ear_weights import SOURCES

DEPTHS = {"base": 3, "tiny.en": 2}
# A deviation of nothing has no slope for whoever trains through it.
VARIANCE_FLOOR = 1e-6
LEAST_SAMPLES = 1_600


def moments(heard: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    """[B, 2, width]: weighted mean and deviation over tokens of [B, tokens, width]."""
    share = weight / weight.sum(1, keepdim=True).clamp_min(1e-3)
    mean = torch.einsum("bt,btw->bw", share, heard)
    square = torch.einsum("bt,btw->bw", share, heard**2)
    return torch.stack([mean, (square - mean**2).clamp_min(VARIANCE_FLOOR).sqrt()], 1)


def even(samples: np.ndarray) -> np.ndarray:
    """Whole tokens, and enough of them for the front end's edges."""
    step = ear_module.TOKEN_SAMPLES
    length = max(LEAST_SAMPLES, -(-len(samples) // step) * step)
    padded = np.zeros(length, dtype=np.float32)
    padded[: len(samples)] = samples
    return padded


class WholeHearing:
    """An utterance heard whole, each token among all others."""

    # The first stage that heads read: what leaves the convolutions is left out.
    first = 1

    def __init__(self, ear: Ear) -> None:
        self.ear, self.log_mel = ear, LogMel()

    def __call__(self, samples: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
        """[layers, 2, width] and [2] of float32 samples."""
        mel = self.log_mel(torch.from_numpy(even(samples))[None])
        loudest = mel.amax((1, 2)).clamp_min(LEAST_LOUDEST)
        level = token_level(mel)
        weight = speech_weight(level, level.amax(1, keepdim=True))
        heard = self.ear(scaled(mel, loudest[:, None, None]))
        levels = moments(level[..., None], weight)[0, :, 0]
        return torch.stack([moments(x, weight)[0] for x in heard]), levels


def extract(
    folder: Path, corpus: str, cache: Path, hearing: object, name: str, way: str = "clean", step: int = 1
) -> tuple[np.ndarray, np.ndarray]:
    """Statistics of every `step`th clip of a corpus in index order, computed once.

    way: `clean` or one of disturbed.WAYS.
    """
    clips, samples = load_clips(folder, (corpus,), cache)
    modules = (ear_module, ear_scale) if way == "clean" else (ear_module, ear_scale, disturbed)
    code = b"".join(Path(module.__file__).read_bytes() for module in modules)
    digest = hashlib.sha256(code + str(samples[corpus].filename).encode()).hexdigest()[:12]
    kind = "-".join([name] + [way] * (way != "clean") + [str(step)] * (step > 1))
    file = cache / f"heard-{kind}-{corpus}-{digest}.npz"
    if file.is_file():
        stored = np.load(file)
        return stored["heard"], stored["levels"]
    disturbance = Disturbance(way, clips, samples[corpus])
    wave = disturbance.wave if way == "clean" else disturbance
    rows, levels = [], []
    with torch.inference_mode():
        for number in range(0, len(clips), step):
            heard, level = hearing(wave(number))
            rows.append(heard.numpy().astype(np.float32))
            levels.append(level.numpy())
            if len(rows) % 500 == 0:
                print(f"hear {kind} {corpus}: {number + 1}/{len(clips)}", file=sys.stderr, flush=True)
    stored = {"heard": np.stack(rows), "levels": np.stack(levels)}
    np.savez(file, **stored)
    return stored["heard"], stored["levels"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--corpora", default="ravdess,emodb,nemo,turev,emospeech,baved,emogator,librispeech")
    parser.add_argument("--ear", choices=sorted(SOURCES), default="base")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    ear = load_ear(SOURCES[arguments.ear], DEPTHS[arguments.ear])
    for corpus in arguments.corpora.split(","):
        extract(arguments.folder, corpus, arguments.cache, WholeHearing(ear), arguments.ear)


if __name__ == "__main__":
    main()
