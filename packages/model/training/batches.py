"""Features of all clips, and the batches that are drawn from them."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import torch

from corpus import CLASSES, Clip
from frontend import BLOCK_SAMPLES, FRAMES_PER_BLOCK, MEL_BANDS, PITCH_BINS, LogMel, PitchSpectrum
from onset import onset_block
from targets import class_mask, vad_target

CROP_BLOCKS = (40, 48, 56)
# Share of draws per corpus before the square root of its size; BAVED trains only arousal.
CORPUS_WEIGHT = {"baved": 0.35, "ravdess": 1.6, "emodb": 1.4}
# Points of a crop at which the losses are taken, early ones included so that early readings are trained.
POINTS = 4


@dataclass
class Features:
    """Log-mel of every clip, one after the other, with targets."""

    log_mel: np.ndarray
    pitch: np.ndarray
    levels: np.ndarray
    offsets: np.ndarray
    onset_blocks: np.ndarray
    classes: np.ndarray
    masks: np.ndarray
    vad: np.ndarray
    vad_masks: np.ndarray


def compute_features(clips: list[Clip], samples: dict[str, np.ndarray], cache: Path) -> Features:
    """Reads the features from the cache or computes them (about a minute for ten hours)."""
    digest = hashlib.sha256("\n".join(clip.path for clip in clips).encode()).hexdigest()[:16]
    stored = []
    for name, front_end in ((f"logmel-{MEL_BANDS}", LogMel()), (f"pitch-{PITCH_BINS}", PitchSpectrum())):
        file = cache / f"{name}-{digest}.npy"
        if not file.is_file():
            waves = (samples[clip.corpus][clip.start : clip.start + clip.length] for clip in clips)
            pieces = [front_end(wave.astype(np.float32) / 32_768.0).astype(np.float16) for wave in waves]
            np.save(file, np.concatenate(pieces))
        stored.append(np.load(file))
    log_mel, pitch = stored
    lengths = [-(-clip.length // BLOCK_SAMPLES) * FRAMES_PER_BLOCK for clip in clips]
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    spans = [log_mel[start:end].astype(np.float32) for start, end in pairwise(offsets)]
    onsets = [onset_block(span) for span in spans]
    levels = [np.exp(span).sum(1).mean() for span in spans]
    masks = {corpus: class_mask(corpus, clips) for corpus in samples}
    vad = [vad_target(clip) for clip in clips]
    return Features(
        log_mel=log_mel,
        pitch=pitch,
        levels=np.array(levels, dtype=np.float32),
        offsets=offsets,
        onset_blocks=np.array(onsets),
        classes=np.array([clip.class_index for clip in clips]),
        masks=np.stack([masks[clip.corpus] for clip in clips]),
        vad=np.stack([target for target, _ in vad]),
        vad_masks=np.stack([known for _, known in vad]),
    )


def sampling_weights(clips: list[Clip], members: np.ndarray) -> np.ndarray:
    """Probability of each training clip: square root of corpus size and of class within corpus."""
    corpus_size = Counter(clips[i].corpus for i in members)
    cell_size = Counter((clips[i].corpus, clips[i].label) for i in members)
    weights = []
    for i in members:
        clip = clips[i]
        cell, whole = cell_size[(clip.corpus, clip.label)], corpus_size[clip.corpus]
        roots = sum(math.sqrt(size) for (corpus, _), size in cell_size.items() if corpus == clip.corpus)
        share = math.sqrt(cell) / roots / cell
        weights.append(CORPUS_WEIGHT.get(clip.corpus, 1.0) * math.sqrt(whole) * share)
    return np.array(weights) / np.sum(weights)


def class_shares(clips: list[Clip], members: np.ndarray) -> list[float]:
    """How often each class is drawn among the draws that have one."""
    weights = sampling_weights(clips, members)
    classes = np.array([clips[i].class_index for i in members])
    totals = np.bincount(classes[classes >= 0], weights[classes >= 0], len(CLASSES))
    return (totals / totals.sum()).tolist()


def read_at(clip: np.ndarray, positions: np.ndarray) -> np.ndarray:
    """Rows at fractional positions; a short clip repeats."""
    low = np.floor(positions).astype(np.int64)
    fraction = (positions - low).astype(np.float32)[:, None]
    return clip[low % len(clip)] * (1.0 - fraction) + clip[(low + 1) % len(clip)] * fraction


def draw_batch(
    rng: np.random.Generator, features: Features, picks: np.ndarray
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    """Crops [B, T, MEL_BANDS] and [B, T / 2, PITCH_BINS], mean powers, and loss points [B, 4]."""
    blocks = int(rng.choice(CROP_BLOCKS))
    frames = blocks * FRAMES_PER_BLOCK
    crops = np.empty((len(picks), frames, MEL_BANDS), dtype=np.float32)
    pitches = np.empty((len(picks), frames // 2, PITCH_BINS), dtype=np.float32)
    points = np.empty((len(picks), POINTS), dtype=np.int64)
    for row, pick in enumerate(picks):
        first, last = features.offsets[pick], features.offsets[pick + 1]
        rate = math.exp(rng.normal(0.0, 0.08))
        length = last - first
        onset = int(features.onset_blocks[pick]) * FRAMES_PER_BLOCK
        lead = rng.integers(0, 24) if rng.random() < 0.5 else onset + rng.integers(-24, 40)
        start = int(np.clip(min(onset, lead), 0, max(0, length - 40)))
        if start + frames * rate < length and rng.random() < 0.5:
            start = int(rng.integers(start, length - int(frames * rate)))
        crops[row] = read_at(features.log_mel[first:last], start + np.arange(frames) * rate)
        half = start / 2 + np.arange(frames // 2) * rate
        pitches[row] = read_at(features.pitch[first // 2 : last // 2], half)
        speech = max(0, int((onset - start) / rate)) // FRAMES_PER_BLOCK
        end = min(blocks - 1, max(4, int((length - start) / rate) // FRAMES_PER_BLOCK - 1))
        times = (rng.integers(8, 17), rng.integers(18, 30), rng.integers(30, blocks), 0)
        points[row] = [min(blocks - 1, speech + time) for time in times]
        points[row, 3] = end
    levels = torch.from_numpy(features.levels[picks])[:, None, None]
    return torch.from_numpy(crops), torch.from_numpy(pitches), levels, torch.from_numpy(points)
