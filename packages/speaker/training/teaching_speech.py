"""Stretches of training speakers, drawn without end, clean and through a microphone, room, other voices or a telephone.

All of it happens on one device, a batch at a time. Speech at another speed is another voice (Yamamoto et al. 2019), as is
speech of another vocal tract; both are drawn from a range. The corpora's licences allow every use, so that those of the
encoder's weights do too.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

import shared_training  # noqa: F401
import frontend
from corpus import load_clips
from split import part_of, read_split
from teaching_channels import Channels
from teaching_clips import TAPS, read_at, trimmed

RATE = frontend.SAMPLE_RATE_HZ
# Shares of what is drawn. Not EmoDB: thresholds are tuned on its training speakers, whom the encoder should not know.
SHARES = {"librispeech": 0.85, "emogator": 0.15}
# A stretch is four windows of the encoder.
SECONDS = 3.2
SAMPLES = int(SECONDS * RATE)
BLOCKS = SAMPLES // frontend.BLOCK_SAMPLES
SLOWEST, FASTEST = 0.75, 1.3
# Frames of 10 ms so far below the loud ones of a stretch are a pause.
PAUSE_DB = 26.0
PAUSE_FRAME = RATE // 100
# How many stretches have another tract, run backwards, come as they were recorded, and by telephone.
OTHER_TRACT, BACKWARDS, RECORDED, TELEPHONE = 0.5, 0.1, 0.08, 0.5


@dataclass
class Speech:
    """Samples of all speakers, int16 at 16 kHz, one after the other; starts and lengths [speakers, 2]; corpora."""

    samples: torch.Tensor
    spans: torch.Tensor
    corpora: list[str]


def load_speech(folder: Path, cache: Path, part: str) -> Speech:
    """The speakers of a part of split.json, each long enough for two stretches."""
    table = read_split()
    clips, samples = load_clips(folder, tuple(SHARES), cache)
    by_speaker: dict[tuple[str, str], list[np.ndarray]] = {}
    for clip in clips:
        if part_of(clip.speaker, table) == part:
            wave = samples[clip.corpus][clip.start : clip.start + clip.length]
            by_speaker.setdefault((clip.corpus, clip.speaker), []).append(trimmed(wave))
    pieces, spans, start = [], [], 0
    for _, own in sorted(by_speaker.items()):
        joined = np.concatenate(own)
        joined = np.resize(joined, max(len(joined), int(2.1 * SAMPLES * FASTEST)))
        spans.append((start, len(joined)))
        pieces.append(joined)
        start += len(joined)
    corpora = [corpus for corpus, _ in sorted(by_speaker)]
    return Speech(torch.from_numpy(np.concatenate(pieces)), torch.tensor(spans), corpora)


def at_speed(source: torch.Tensor, first: torch.Tensor, step: torch.Tensor) -> torch.Tensor:
    """[B, SAMPLES] of a long source from sample `first`, `step` of its samples for each."""
    place = first.double()[:, None] + step.double()[:, None] * torch.arange(SAMPLES, device=step.device)
    return read_at(source, place, step)


@dataclass
class Batch:
    """clean, heard: [B, SAMPLES]. speech: [B, SAMPLES / PAUSE_FRAME], whether. Rows 2 n and 2 n + 1 are one voice."""

    clean: torch.Tensor
    heard: torch.Tensor
    speech: torch.Tensor


def spoken(wave: torch.Tensor) -> torch.Tensor:
    """Frames of 10 ms [B, frames] that are not far below the loud ones."""
    level = 10.0 * torch.log10((wave.view(len(wave), -1, PAUSE_FRAME) ** 2).mean(2) + 1e-10)
    return level > torch.quantile(level, 0.92, dim=1, keepdim=True) - PAUSE_DB


def block_speech(speech: torch.Tensor) -> torch.Tensor:
    """[B, BLOCKS]: the share of a block's frames that is speech."""
    return speech.float().view(len(speech), BLOCKS, -1).mean(2)


class Drawer:
    """Batches of pairs of stretches of one voice."""

    def __init__(self, speech: Speech, device: torch.device) -> None:
        self.device, self.channels = device, Channels(device)
        self.samples, self.spans = speech.samples.to(device), speech.spans.to(device)
        counts = {corpus: speech.corpora.count(corpus) for corpus in set(speech.corpora)}
        shares = [SHARES[corpus] / counts[corpus] for corpus in speech.corpora]
        self.shares = torch.tensor(shares, device=device)

    def some(self, share: float, changed: torch.Tensor, others: torch.Tensor) -> torch.Tensor:
        return torch.where(self.channels.chosen(len(others), share)[:, None], changed, others)

    def draw(self, pairs: int) -> Batch:
        return self.draw_of(pairs)[0]

    def draw_of(self, pairs: int) -> tuple[Batch, torch.Tensor]:
        """Also the number [pairs] of the speaker of each pair."""
        who = torch.multinomial(self.shares, pairs, replacement=True)
        speed = self.channels.uniform(pairs, np.log(SLOWEST), np.log(FASTEST)).exp()
        start, length = self.spans[who, 0], self.spans[who, 1]
        half = length // 2
        room = (half - (SAMPLES * speed).long() - TAPS).clamp_min(1)
        places = [
            start + shift + (torch.rand(pairs, device=self.device) * room).long()
            for shift in (0 * half, half)
        ]
        first, speed = torch.stack(places, 1).ravel(), speed.repeat_interleave(2)
        clean = at_speed(self.samples, first, speed) / 32_768.0
        clean = self.some(OTHER_TRACT, self.channels.other_tract(clean), clean)
        clean = self.some(BACKWARDS, clean.flip(1), clean)
        heard = self.some(RECORDED, clean, self.channels.microphone(clean))
        heard = self.some(TELEPHONE, self.channels.telephone(heard), heard)
        return Batch(clean, heard, spoken(clean)), who
