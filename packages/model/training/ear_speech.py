"""Stretches that the live ear learns from, drawn without end: clean, and as microphones, rooms and telephones bring them.

All of it happens on one device, a batch at a time. The corpora have no part in what readers are judged by, and their
licences allow every use. Other speeds and vocal tracts make other voices of them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from corpus import load_clips
from ear import SAMPLE_RATE_HZ
from ear_live import BLOCK_SAMPLES
from teaching_channels import Channels
from teaching_clips import read_at, trimmed

# Shares of what is drawn; of a corpus, by length up to LONGEST_S.
SHARES = {"librispeech": 0.6, "emogator": 0.4}
LONGEST_S, LEAST_S = 30.0, 0.25
# Every so many speakers of a corpus nothing is learned from.
HELD_OUT = 12
SLOWEST, FASTEST = 0.72, 1.4
LEVEL = 0.05
# How many begin later than the stretch, and how long before speech starts.
LATER, LATEST_S = 0.7, 0.8
# How many have another vocal tract, no microphone, a telephone, and others in the background; in what measure (dB).
OTHER_TRACT, QUIET, TELEPHONE, BABBLE = 0.5, 0.35, 0.3, 0.4
QUIET_DB, BABBLE_DB = (35.0, 70.0), (4.0, 20.0)


@dataclass
class Speech:
    """int16 samples of all clips, one after the other; starts and lengths [clips, 2]; how likely each is drawn."""

    samples: np.ndarray
    spans: np.ndarray
    shares: np.ndarray


def load_speech(folder: Path, cache: Path) -> tuple[Speech, Speech]:
    """What is learned from, and what is held out."""
    clips, samples = load_clips(folder, tuple(SHARES), cache)
    held: set[str] = set()
    for corpus in SHARES:
        held |= set(sorted({clip.speaker for clip in clips if clip.corpus == corpus})[::HELD_OUT])
    parts: tuple[list, list] = ([], [])
    for clip in clips:
        wave = trimmed(samples[clip.corpus][clip.start : clip.start + clip.length])
        if len(wave) >= LEAST_S * SAMPLE_RATE_HZ:
            parts[clip.speaker in held].append((clip.corpus, wave))
    return joined(parts[0]), joined(parts[1])


def joined(part: list[tuple[str, np.ndarray]]) -> Speech:
    lengths = np.array([len(wave) for _, wave in part])
    shares, corpora = np.zeros(len(part)), np.array([corpus for corpus, _ in part])
    for corpus, share in SHARES.items():
        own = corpora == corpus
        counts = np.minimum(lengths[own], LONGEST_S * SAMPLE_RATE_HZ)
        shares[own] = share * counts / counts.sum()
    starts = np.concatenate([[0], lengths.cumsum()[:-1]])
    return Speech(np.concatenate([wave for _, wave in part]), np.stack([starts, lengths], 1), shares)


class Drawer:
    def __init__(self, speech: Speech, device: torch.device) -> None:
        self.channels = Channels(device)
        self.samples = torch.from_numpy(speech.samples).to(device)
        self.spans = torch.from_numpy(speech.spans).to(device)
        self.shares = torch.from_numpy(speech.shares).to(device)

    def draw(self, count: int, blocks: int) -> tuple[torch.Tensor, torch.Tensor]:
        """Clean and heard samples [count, blocks * BLOCK_SAMPLES]."""
        channels = self.channels
        clean = self.cut_out(torch.multinomial(self.shares, count, replacement=True), blocks * BLOCK_SAMPLES)
        clean = self.some(OTHER_TRACT, channels.other_tract(clean), clean)
        clean = clean * (LEVEL / ((clean**2).mean(1, keepdim=True) + 1e-9).sqrt())
        heard = self.some(QUIET, self.with_hiss(clean), self.with_voices(clean, channels.microphone(clean)))
        return clean, self.some(TELEPHONE, channels.telephone(heard), heard)

    def some(self, share: float, changed: torch.Tensor, others: torch.Tensor) -> torch.Tensor:
        return torch.where(self.channels.chosen(len(others), share)[:, None], changed, others)

    def cut_out(self, clips: torch.Tensor, length: int) -> torch.Tensor:
        """[B, length] of some place in each clip at some speed; silence where it has ended."""
        channels, count = self.channels, len(clips)
        time = torch.arange(length, device=clips.device)
        speed = channels.uniform(count, math.log(SLOWEST), math.log(FASTEST)).exp()[:, None].double()
        before = channels.uniform(count, 0.0, LATEST_S) * SAMPLE_RATE_HZ * channels.chosen(count, LATER)
        before = before[:, None].double()
        start, size = (column[:, None].double() for column in self.spans[clips].unbind(1))
        room = (size - (length - before) * speed).clamp_min(0.0)
        place = torch.rand_like(room) * room + speed * (time - before)
        inside = (time >= before) & (place < size - 1.0)
        place = torch.minimum(place.clamp_min(0.0), size - 1.0) + start
        return read_at(self.samples, place, speed[:, 0]) * inside / 32_768.0

    def with_hiss(self, clean: torch.Tensor) -> torch.Tensor:
        share = 10.0 ** (-self.channels.uniform(len(clean), *QUIET_DB) / 20.0)[:, None]
        return clean + LEVEL * share * torch.randn_like(clean)

    def with_voices(self, clean: torch.Tensor, heard: torch.Tensor) -> torch.Tensor:
        """Four others of the batch in the background of some."""
        others = clean.roll(1, 0) + clean.roll((2, 9_000), (0, 1)) + clean.roll((3, 21_000), (0, 1))
        others = others + clean.roll(5, 0).flip(1)
        share = 10.0 ** (-self.channels.uniform(len(clean), *BABBLE_DB) / 20.0)
        share = share * self.channels.chosen(len(clean), BABBLE)
        power = (heard**2).mean(1, keepdim=True) / ((others**2).mean(1, keepdim=True) + 1e-12)
        return heard + others * share[:, None] * power.sqrt()
