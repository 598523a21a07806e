"""Statistics over time of what the ear hears in every clip, kept in the cache.

One array per corpus, reader and way of hearing: [clips, layers, 2, width], the weighted mean and deviation of what
leaves the convolutions and each layer; and [clips, 2], the mean and deviation of the level (log10 of power).
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import torch

import disturbed
import ear as ear_module
import ear_scale
import other_voices
import teaching_channels
from corpus import load_clips
from disturbed import Disturbance
from ear import Ear, LogMel
from ear_scale import LEAST_LOUDEST, scaled, speech_weight, token_level
from stretches import Stretches, begun, later

# A deviation of nothing has no slope for whoever trains through it.
VARIANCE_FLOOR = 1e-6
LEAST_SAMPLES = 1_600
# The ways in which clips are heard as somebody else might have said them.
OTHERS = tuple(f"other-{voice}" for voice in range(other_voices.VOICES))
# Their first seconds, in two of these voices.
OTHERS_BEGUN = tuple(f"begun-{way}" for way in OTHERS[:2])


def voice_of(way: str) -> int | None:
    """In which other voice clips are heard; None in their own."""
    name = way.removeprefix("begun-")
    return OTHERS.index(name) if name in OTHERS else None


def known(spans: np.ndarray, way: str) -> np.ndarray:
    """What of each stretch is heard in a way; every voice has begun at moments of its own."""
    if way == "begun":
        return begun(spans)
    if way in OTHERS_BEGUN:
        return begun(spans, 1 + OTHERS_BEGUN.index(way))
    return spans if way in ("clean", *OTHERS) else later(spans)


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
    folder: Path, corpus: str, cache: Path, hearing: object, name: str, way: str, stretches: Stretches
) -> tuple[np.ndarray, np.ndarray]:
    """Statistics of what the relay passes of every clip of a corpus in index order, computed once.

    way: `clean`, `begun` (its first second or so), `late` (clean, but it begins later), one of OTHERS (as somebody
    else might have said it) or OTHERS_BEGUN, or one of disturbed.WAYS; these last begin later too.
    """
    clips, samples = load_clips(folder, (corpus,), cache)
    spans = known(stretches.of(clips), way)
    voice = voice_of(way)
    modules = (ear_module, ear_scale, disturbed)
    if voice is not None:
        modules += (other_voices, teaching_channels)
    code = b"".join(Path(module.__file__).read_bytes() for module in modules)
    source = Path(samples[corpus].filename).name.encode() + spans.astype("<i8").tobytes()
    file = cache / f"heard-{name}-{way}-{corpus}-{hashlib.sha256(code + source).hexdigest()[:12]}.npz"
    if file.is_file():
        stored = np.load(file)
        return stored["heard"], stored["levels"]
    disturbance = Disturbance(way, clips, samples[corpus])
    wave = disturbance if way in disturbed.WAYS else disturbance.wave
    waves = (wave(number)[start:end] for number, (start, end) in enumerate(spans))
    if voice is not None:
        waves = (other_voices.as_another(part, clip, voice) for part, clip in zip(waves, clips))
    return heard_once(file, hearing, waves, f"{name} {way} {corpus}")


def heard_once(
    file: Path, hearing: object, waves: Iterable[np.ndarray], title: str
) -> tuple[np.ndarray, np.ndarray]:
    """Statistics of float32 waves, kept in a file."""
    rows, levels = [], []
    with torch.inference_mode():
        for wave in waves:
            heard, level = hearing(wave)
            rows.append(heard.numpy().astype(np.float32))
            levels.append(level.numpy())
            if len(rows) % 500 == 0:
                print(f"hear {title}: {len(rows)} clips", file=sys.stderr, flush=True)
    stored = {"heard": np.stack(rows), "levels": np.stack(levels)}
    np.savez(file, **stored)
    return stored["heard"], stored["levels"]
