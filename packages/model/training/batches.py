"""Features of all clips, and the batches that are drawn from them."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from corpus import Clip
from frontend import FRAMES_PER_BLOCK, MEL_BANDS, LogMel
from onset import onset_block
from targets import class_mask, vad_target

CROP_BLOCKS = 56
# Share of draws per corpus before the square root of its size; BAVED trains only arousal.
CORPUS_WEIGHT = {"baved": 0.35, "ravdess": 1.6, "emodb": 1.4}
# Points of a crop at which the losses are taken, early ones included so that early readings are trained.
POINTS = 4


@dataclass
class Features:
    """Log-mel of every clip, one after the other, with targets."""

    log_mel: np.ndarray
    offsets: np.ndarray
    onset_blocks: np.ndarray
    classes: np.ndarray
    masks: np.ndarray
    vad: np.ndarray
    vad_masks: np.ndarray


def compute_features(clips: list[Clip], samples: dict[str, np.ndarray], cache: Path) -> Features:
    """Reads the features from the cache or computes them (about a minute for ten hours)."""
    front_end = LogMel()
    digest = hashlib.sha256("\n".join(clip.path for clip in clips).encode()).hexdigest()[:16]
    file = cache / f"logmel-{MEL_BANDS}-{digest}.npy"
    lengths, onsets, pieces = [], [], []
    stored = np.load(file, mmap_mode="r") if file.is_file() else None
    position = 0
    for clip in clips:
        frames = -(-clip.length // 800) * FRAMES_PER_BLOCK
        if stored is None:
            wave = samples[clip.corpus][clip.start : clip.start + clip.length]
            piece = front_end(wave.astype(np.float32) / 32_768.0).astype(np.float16)
            pieces.append(piece)
        else:
            piece = stored[position : position + frames]
        onsets.append(onset_block(piece))
        lengths.append(frames)
        position += frames
    if stored is None:
        np.save(file, np.concatenate(pieces))
    log_mel = np.load(file)
    masks = {corpus: class_mask(corpus, clips) for corpus in samples}
    vad = [vad_target(clip) for clip in clips]
    return Features(
        log_mel=log_mel,
        offsets=np.concatenate([[0], np.cumsum(lengths)]),
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


def draw_batch(
    rng: np.random.Generator, features: Features, picks: np.ndarray
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Crops [B, T, MEL_BANDS] (short clips repeat), mean powers, and loss points [B, 4]."""
    frames = CROP_BLOCKS * FRAMES_PER_BLOCK
    crops = np.empty((len(picks), frames, MEL_BANDS), dtype=np.float32)
    levels = np.empty((len(picks), 1, 1), dtype=np.float32)
    points = np.empty((len(picks), POINTS), dtype=np.int64)
    for row, pick in enumerate(picks):
        clip = features.log_mel[features.offsets[pick] : features.offsets[pick + 1]]
        rate = math.exp(rng.normal(0.0, 0.08))
        length = len(clip)
        onset = int(features.onset_blocks[pick]) * FRAMES_PER_BLOCK
        lead = rng.integers(0, 24) if rng.random() < 0.5 else onset + rng.integers(-24, 40)
        start = int(np.clip(min(onset, lead), 0, max(0, length - 40)))
        if start + frames * rate < length and rng.random() < 0.5:
            start = int(rng.integers(start, length - int(frames * rate)))
        positions = start + np.arange(frames) * rate
        low = np.floor(positions).astype(np.int64)
        fraction = (positions - low).astype(np.float32)[:, None]
        crops[row] = clip[low % length] * (1.0 - fraction) + clip[(low + 1) % length] * fraction
        levels[row] = np.exp(clip.astype(np.float32)).sum(1).mean()
        speech = max(0, int((onset - start) / rate)) // FRAMES_PER_BLOCK
        end = min(CROP_BLOCKS - 1, max(4, int((length - start) / rate) // FRAMES_PER_BLOCK - 1))
        times = (rng.integers(8, 17), rng.integers(18, 30), rng.integers(30, CROP_BLOCKS), 0)
        points[row] = [min(CROP_BLOCKS - 1, speech + time) for time in times]
        points[row, 3] = end
    return torch.from_numpy(crops), torch.from_numpy(levels), torch.from_numpy(points)
