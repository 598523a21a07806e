"""Stretches of training speakers, drawn without end, clean and through a microphone, room, other voices or a telephone.

All of it happens on one device, a batch at a time. Speech at another speed is another voice (Yamamoto et al. 2019); here
speeds are drawn from a range. The corpora's licences allow every use, so that those of the encoder's weights do too.
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

RATE = frontend.SAMPLE_RATE_HZ
# Shares of what is drawn. Not EmoDB: thresholds are tuned on its training speakers, whom the encoder should not know.
SHARES = {"librispeech": 0.85, "emogator": 0.15}
# A stretch is four windows of the encoder.
SECONDS = 3.2
SAMPLES = int(SECONDS * RATE)
BLOCKS = SAMPLES // frontend.BLOCK_SAMPLES
SLOWEST, FASTEST = 0.75, 1.3
TAPS = 16
# Frames of 10 ms so far below the loud ones of a clip are cut off its ends; of a stretch, they are a pause.
TRIM_DB, PAUSE_DB = 32.0, 26.0
PAUSE_FRAME = RATE // 100
# Filters and rooms are products of spectra of this size, so that nothing comes round.
FFT = 1 << 16
# How often, and in what measure (dB, seconds).
ROOM, BABBLE, TELEPHONE, DIGITAL = 0.25, 0.1, 0.5, 0.4
NOISE_DB, BABBLE_DB, ROOM_DB = (12.0, 40.0), (6.0, 20.0), (-18.0, -2.0)
TILT_DB, PEAK_DB = 2.5, 4.0
LEVEL = 0.05


@dataclass
class Speech:
    """Samples of all speakers, int16 at 16 kHz, one after the other; starts and lengths [speakers, 2]; corpora."""

    samples: torch.Tensor
    spans: torch.Tensor
    corpora: list[str]


def trimmed(wave: np.ndarray) -> np.ndarray:
    """int16 without the pauses at its ends."""
    frames = wave[: len(wave) // PAUSE_FRAME * PAUSE_FRAME].reshape(-1, PAUSE_FRAME).astype(np.float64)
    level = 10.0 * np.log10((frames**2).mean(1) + 1.0)
    loud = np.nonzero(level > np.percentile(level, 92) - TRIM_DB)[0]
    return wave[loud[0] * PAUSE_FRAME : (loud[-1] + 1) * PAUSE_FRAME]


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


def mu_law(wave: torch.Tensor) -> torch.Tensor:
    """Codes 1 to 255 of samples in -1 to 1, on the continuous curve of ITU-T G.711."""
    size = torch.log1p(255.0 * wave.abs().clamp_max(1.0)) * (127.0 / np.log(256.0))
    return 128.0 + torch.round(size) * wave.sign()


def of_mu_law(codes: torch.Tensor) -> torch.Tensor:
    code = codes.float() - 128.0
    return code.sign() * torch.expm1(code.abs() * (np.log(256.0) / 127.0)) / 255.0


def at_speed(source: torch.Tensor, first: torch.Tensor, step: torch.Tensor) -> torch.Tensor:
    """[B, SAMPLES] of a long source from sample `first`, `step` of its samples for each; by a windowed sinc of TAPS."""
    place = first.double()[:, None] + step.double()[:, None] * torch.arange(SAMPLES, device=step.device)
    whole, taps = place.floor(), torch.arange(1 - TAPS // 2, 1 + TAPS // 2, device=step.device)
    index = whole.long()[..., None] + taps
    away = (place - whole).float()[..., None] - taps
    cut = step.clamp_min(1.0).reciprocal()[:, None, None]
    kernel = cut * torch.sinc(cut * away) * (0.5 + 0.5 * torch.cos(2.0 * np.pi * away / TAPS))
    return (source[index.clamp(0, len(source) - 1)].float() * kernel).sum(-1)


class Channels:
    """What lies between a mouth and a voiceprint; every call draws anew."""

    def __init__(self, device: torch.device) -> None:
        self.device = device
        self.hz = torch.fft.rfftfreq(FFT, 1.0 / RATE, device=device)
        self.octaves = torch.log2(self.hz.clamp_min(60.0) / 60.0)

    def uniform(self, count: int, low: float, high: float) -> torch.Tensor:
        return torch.empty(count, device=self.device).uniform_(low, high)

    def chosen(self, count: int, share: float) -> torch.Tensor:
        return torch.rand(count, device=self.device) < share

    def curves(self, count: int) -> torch.Tensor:
        """Gains [count, bins] of smooth random curves over the octaves, with two peaks."""
        nodes = torch.randn(count, 8, device=self.device).mul(TILT_DB).cumsum(1)
        at = (self.octaves / 7.1 * 7.0).clamp(0.0, 6.999)
        low = at.long()
        decibels = nodes[:, low] + (nodes[:, low + 1] - nodes[:, low]) * (at - low)
        for _ in range(2):
            height = torch.randn(count, 1, device=self.device) * PEAK_DB
            middle = self.uniform(count, 2.3, 6.6)[:, None]
            width = self.uniform(count, 0.2, 0.7)[:, None]
            decibels = decibels + height * torch.exp(-(((self.octaves - middle) / width) ** 2))
        return 10.0 ** (decibels / 20.0)

    def rooms(self, count: int) -> torch.Tensor:
        """Spectra [count, bins] of rooms, most of them none."""
        length = self.uniform(count, 0.1, 0.6)[:, None] * RATE
        time = torch.arange(RATE, device=self.device)
        tail = (
            torch.randn(count, RATE, device=self.device) * torch.exp(-6.9 * time / length) * (time < length)
        )
        loud = 10.0 ** (self.uniform(count, *ROOM_DB) / 20.0) * self.chosen(count, ROOM)
        tail = tail * (loud / (tail**2).sum(1).sqrt())[:, None]
        tail[:, 0] += 1.0
        return torch.fft.rfft(tail, FFT)

    def band(self, low: torch.Tensor, high: torch.Tensor) -> torch.Tensor:
        below = 1.0 / (1.0 + (low[:, None] / self.hz.clamp_min(1.0)) ** 8)
        return (below / (1.0 + (self.hz / high[:, None]) ** 16)).sqrt()

    def filtered(self, wave: torch.Tensor, gains: torch.Tensor) -> torch.Tensor:
        return torch.fft.irfft(torch.fft.rfft(wave, FFT) * gains, FFT)[:, : wave.shape[1]]

    def microphone(self, wave: torch.Tensor) -> torch.Tensor:
        count = len(wave)
        wave = self.filtered(wave, self.rooms(count) * self.curves(count))
        power = (wave**2).mean(1, keepdim=True) + 1e-12
        other = wave.roll(count // 3, 0)
        share = 10.0 ** (-self.uniform(count, *BABBLE_DB) / 10.0) * self.chosen(count, BABBLE)
        other = other * (share[:, None] * power / ((other**2).mean(1, keepdim=True) + 1e-12)).sqrt()
        noise = self.filtered(torch.randn_like(wave), self.curves(count))
        share = 10.0 ** (-self.uniform(count, *NOISE_DB) / 10.0)[:, None]
        noise = noise * (share * power / (noise**2).mean(1, keepdim=True)).sqrt()
        level = LEVEL * 10.0 ** (0.25 * torch.randn(count, 1, device=self.device))
        return ((wave + other + noise) * level / power.sqrt()).clamp(-1.0, 1.0)

    def telephone(self, wave: torch.Tensor) -> torch.Tensor:
        """300 to 3,400 Hz or nearly all of 4 kHz, in mu-law at 8 kHz, and back."""
        count = len(wave)
        digital = self.chosen(count, DIGITAL)
        low = torch.where(digital, self.uniform(count, 30.0, 150.0), self.uniform(count, 200.0, 350.0))
        high = torch.where(
            digital, self.uniform(count, 3_600.0, 3_900.0), self.uniform(count, 3_200.0, 3_600.0)
        )
        gains = self.band(low, high)
        narrow = self.filtered(wave, gains)
        back = torch.zeros_like(narrow)
        back[:, ::2] = 2.0 * of_mu_law(mu_law(narrow[:, ::2]))
        return self.filtered(back, self.band(torch.full_like(low, 1.0), high))


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

    def draw(self, pairs: int) -> Batch:
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
        count = len(clean)
        heard = self.channels.microphone(clean)
        called = self.channels.chosen(count, TELEPHONE)
        heard = torch.where(called[:, None], self.channels.telephone(heard), heard)
        return Batch(clean, heard, spoken(clean))
