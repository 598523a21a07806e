"""Trains the head that separates speech from pauses and one voice from two, on the finished, frozen network.

Conversations are composed of training speakers' clips: turns, gaps and overlaps with known places.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

import shared_training  # noqa: F401
from channel import disturb
from corpus import Clip, load_clips
from frontend import BLOCK_SAMPLES, FRAMES_PER_BLOCK, MEL_BANDS, PITCH_BINS, POWER_FLOOR
from network import salience
from speaker_network import ActivityHead, SpeakerNet, normalise
from speech_level import speech_blocks
from split import part_of, read_split
from voices import Voices, compute, gather

SEED = 20_261_122
BATCH = 24
BLOCKS = 120
# Bursts are a voice but not speech: these corpora contain spoken words.
CORPORA = ("librispeech", "emodb", "ravdess", "nemo", "emospeech", "baved")
OVERLAP_WEIGHT = 0.5


@dataclass(frozen=True)
class Piece:
    """The blocks of a clip from its first to its last speech, with flags for those that are speech."""

    start: int
    speech: np.ndarray


def pieces_of(clips: list[Clip], voices: Voices, numbers: list[int]) -> list[Piece]:
    """The pieces of the numbered clips. Clips follow one another in `voices`, each padded to whole blocks."""
    lengths = np.array([-(-clip.length // BLOCK_SAMPLES) for clip in clips])
    starts = np.cumsum(lengths) - lengths
    assert lengths.sum() * FRAMES_PER_BLOCK == len(voices.log_mel)
    pieces = []
    for number in numbers:
        start = int(starts[number])
        end = start + int(lengths[number])
        speech = speech_blocks(voices.log_mel[start * FRAMES_PER_BLOCK : end * FRAMES_PER_BLOCK])
        found = np.nonzero(speech)[0]
        if len(found) > 0:
            pieces.append(Piece(start + int(found[0]), speech[found[0] : found[-1] + 1]))
    return pieces


def talk(rng: np.random.Generator, voices: Voices, own: list[Piece], blocks: int) -> tuple[np.ndarray, ...]:
    """The power spectra of one side of a conversation, with mean power 1 where it speaks, and where it speaks."""
    mel = np.zeros((blocks * FRAMES_PER_BLOCK, MEL_BANDS), dtype=np.float32)
    low = np.zeros((blocks * FRAMES_PER_BLOCK // 2, PITCH_BINS), dtype=np.float32)
    active = np.zeros(blocks, dtype=np.float32)
    at = int(rng.integers(0, 30))
    half = FRAMES_PER_BLOCK // 2
    while at < blocks:
        piece = own[int(rng.integers(len(own)))]
        length = min(len(piece.speech), int(rng.integers(10, 80)), blocks - at)
        first = int(rng.integers(0, len(piece.speech) - length + 1))
        speech = piece.speech[first : first + length]
        if speech.sum() < min(4, length):
            at += 1
            continue
        heard, heard_low = gather(voices, piece.start + first + np.arange(length))
        heard, heard_low = np.exp(heard.astype(np.float32)), np.exp(heard_low.astype(np.float32))
        power = heard.sum(1).reshape(length, FRAMES_PER_BLOCK).mean(1)
        active[at : at + length] = speech
        level = power[speech].mean() + 1e-12
        mel[at * FRAMES_PER_BLOCK : (at + length) * FRAMES_PER_BLOCK] = heard / level
        low[at * half : (at + length) * half] = heard_low / level
        at += length + int(rng.integers(2, 60))
    return mel, low, active


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--samples", type=Path, required=True)
    parser.add_argument("--corpora", default="")
    parser.add_argument("--steps", type=int, default=1_200)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    rng = np.random.default_rng(SEED)
    # All corpora are loaded in the same way as for the training of the network, so that the cache has their
    # features.
    clips, samples = load_clips(arguments.folder, tuple(arguments.corpora.split(",")), arguments.samples)
    voices = compute(clips, samples, (1, 1), arguments.cache)
    table = read_split()
    apart = json.loads(arguments.weights.with_suffix(".json").read_text(encoding="utf-8"))["keptApart"]
    by_speaker: dict[str, dict[str, list[int]]] = {}
    for number, clip in enumerate(clips):
        if clip.corpus in CORPORA and part_of(clip.speaker, table) not in apart:
            by_speaker.setdefault(clip.corpus, {}).setdefault(clip.speaker, []).append(number)
    speakers = {
        corpus: [own for own in (pieces_of(clips, voices, numbers) for numbers in table.values()) if own]
        for corpus, table in by_speaker.items()
    }
    corpora = list(speakers)
    shares = np.array([3.0 if corpus == "librispeech" else 1.0 for corpus in corpora])
    net = SpeakerNet()
    net.load_state_dict(torch.load(arguments.weights, map_location="cpu"))
    net.eval()
    head = ActivityHead()
    optimizer = torch.optim.AdamW(head.parameters(), lr=3e-3, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=1e-2, total_steps=arguments.steps)
    total = 0.0
    for step in range(arguments.steps):
        mels, lows, speech, both = [], [], [], []
        for _ in range(BATCH):
            pool = speakers[corpora[rng.choice(len(corpora), p=shares / shares.sum())]]
            sides = [talk(rng, voices, pool[n], BLOCKS) for n in rng.choice(len(pool), 2, replace=False)]
            if rng.random() < 0.25:
                sides[1] = tuple(np.zeros_like(part) for part in sides[1])
            ratio = 10.0 ** (rng.uniform(-8.0, 8.0) / 10.0)
            floor = 10.0 ** rng.uniform(-6.0, -3.5)
            mels.append(np.log(sides[0][0] + ratio * sides[1][0] + floor / MEL_BANDS))
            lows.append(np.log(sides[0][1] + ratio * sides[1][1] + floor / MEL_BANDS))
            speech.append(np.maximum(sides[0][2], sides[1][2]))
            both.append(sides[0][2] * sides[1][2])
        mel, low = torch.from_numpy(np.stack(mels)) - 4.0, torch.from_numpy(np.stack(lows)) - 4.0
        with torch.no_grad():
            mel, low, _ = disturb(rng, mel.clamp(min=np.log(POWER_FLOOR)), low)
            trunk = net.trunk(normalise(mel), salience(low))
        logits = head(trunk)
        targets = torch.from_numpy(np.stack([np.stack(speech), np.stack(both)], 1))
        losses = F.binary_cross_entropy_with_logits(logits, targets, reduction="none").mean((0, 2))
        loss = losses[0] + OVERLAP_WEIGHT * losses[1]
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        schedule.step()
        total += float(loss)
        if step % 50 == 49:
            with torch.no_grad():
                right = ((logits > 0) == (targets > 0.5)).float().mean((0, 2))
            print(f"activity step {step + 1} loss {total / 50:.3f} right {right.tolist()}", flush=True)
            total = 0.0
    torch.save(head.state_dict(), arguments.weights.with_suffix(".activity.pt"))


if __name__ == "__main__":
    main()
