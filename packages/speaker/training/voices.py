"""The features of every clip at several speeds, and the crops drawn from them.

Speech resampled to another speed is another voice (Yamamoto et al. 2019, "Speaker Augmentation and Bandwidth
Extension for Deep Speaker Embedding", section 2.1), so every speaker at every speed is a separate class.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from scipy.signal import resample_poly

import shared_training  # noqa: F401
from augment import CENTERS_HZ, CENTERS_MEL, interpolation
from corpus import Clip
from frontend import FRAMES_PER_BLOCK, MEL_BANDS, PITCH_BINS, LogMel, PitchSpectrum, hz_to_mel

# The length of the resampled clip divided by that of the recording, as a fraction.
SPEEDS = ((1, 1), (10, 9), (9, 10), (6, 5), (5, 6))
# The same plus the speeds that only a mood uses: five semitones down and up, with restored formants.
MOOD_SPEEDS = (*SPEEDS, (4, 3), (3, 4))
# Quieter blocks than this below the loud ones of a clip are trimmed from its start and end.
TRIM_DB = 32.0
TRACT_FROM_HZ = 350.0
# Converts the natural logarithm of a power to dB.
NATURAL_DB = 10.0 / np.log(10.0)


@dataclass
class Voices:
    """The log-mel and pitch spectra of all clips at one speed, one after the other."""

    log_mel: np.ndarray
    pitch: np.ndarray
    # The first block and one past the last block [clips, 2] of each clip's speech, in blocks of the whole.
    spans: np.ndarray


def speech_span(log_mel: np.ndarray) -> tuple[int, int]:
    """The first block that is loud enough to be speech, and one past the last."""
    power = np.exp(log_mel.astype(np.float32)).sum(1).reshape(-1, FRAMES_PER_BLOCK).mean(1)
    energy = NATURAL_DB * np.log(power)
    loud = np.nonzero(energy > np.percentile(energy, 90) - TRIM_DB)[0]
    return int(loud[0]), int(loud[-1]) + 1


def compute(clips: list[Clip], samples: dict[str, np.ndarray], speed: tuple[int, int], cache: Path) -> Voices:
    """Reads the features of one speed from the cache or computes them (about a minute for ten hours)."""
    names = "\n".join(clip.path for clip in clips)
    digest = hashlib.sha256(f"{names}{speed}{MEL_BANDS}{PITCH_BINS}{TRIM_DB}".encode()).hexdigest()[:16]
    files = [cache / f"voices-{digest}-{name}.npy" for name in ("mel", "pitch", "spans")]
    if not all(file.is_file() for file in files):
        front_end, pitch_end = LogMel(), PitchSpectrum()
        mels, pitches, spans, start = [], [], [], 0
        for clip in clips:
            wave = samples[clip.corpus][clip.start : clip.start + clip.length].astype(np.float32) / 32_768.0
            if speed != (1, 1):
                wave = resample_poly(wave, *speed).astype(np.float32)
            mel = front_end(wave)
            blocks = len(mel) // FRAMES_PER_BLOCK
            first, last = speech_span(mel)
            mels.append(mel.astype(np.float16))
            pitches.append(pitch_end(wave).astype(np.float16))
            spans.append((start + first, start + last))
            start += blocks
        for file, value in zip(files, (np.concatenate(mels), np.concatenate(pitches), np.array(spans))):
            np.save(file, value)
    return Voices(*(np.load(file) for file in files))


def tract_matrices(factors: np.ndarray) -> torch.Tensor:
    """Maps log-mel bands to those of a vocal tract with formants higher by `factors` (Jaitly & Hinton 2013, VTLP).

    Bands in which single harmonics stand out stay unchanged, so that the pitch does not change.
    """
    share = np.clip(np.log2(CENTERS_HZ / TRACT_FROM_HZ), 0.0, 1.0)
    source_mel = hz_to_mel(CENTERS_HZ[None, :] / factors[:, None] ** share[None, :])
    return interpolation(np.interp(source_mel, CENTERS_MEL, np.arange(MEL_BANDS)), MEL_BANDS)


def draw(rng: np.random.Generator, voices: Voices, own: np.ndarray, first: int, blocks: int) -> np.ndarray:
    """Block numbers of a crop that starts in clip `first` and continues in others of the speaker if that is too short."""
    picked, left, clip = [], blocks, first
    while left > 0:
        start, end = voices.spans[clip]
        if end - start > left:
            start = int(rng.integers(start, end - left + 1))
            end = start + left
        picked.append(np.arange(start, end))
        left -= end - start
        clip = int(own[rng.integers(len(own))])
    return np.concatenate(picked)


def gather(voices: Voices, blocks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """[frames, MEL_BANDS] and [frames / 2, PITCH_BINS] of these blocks."""
    frames = (blocks[:, None] * FRAMES_PER_BLOCK + np.arange(FRAMES_PER_BLOCK)).ravel()
    half = FRAMES_PER_BLOCK // 2
    halves = (blocks[:, None] * half + np.arange(half)).ravel()
    return voices.log_mel[frames], voices.pitch[halves]
