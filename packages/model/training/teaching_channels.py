"""What lies between a mouth and who listens, drawn anew for every stretch of a batch, on one device."""

from __future__ import annotations

import math

import numpy as np
import torch

import frontend

RATE = frontend.SAMPLE_RATE_HZ
# Filters and rooms are products of spectra of this size, so that nothing comes round.
FFT = 1 << 16
# How often, and in what measure (dB, seconds).
ROOM, BABBLE, DIGITAL, CODED = 0.25, 0.1, 0.4, 0.35
NOISE_DB, BABBLE_DB, ROOM_DB, CODED_DB = (12.0, 40.0), (6.0, 20.0), (-18.0, -2.0), (12.0, 35.0)
TILT_DB, PEAK_DB = 2.5, 4.0
# Of a band's upper edge: the power of frequency that is lost.
STEEPNESS = (16.0, 400.0)
LEVEL = 0.05
# Frames of a voice's envelope, and how many of its cepstral numbers are the envelope.
FRAME, ENVELOPE = 512, 30
# How far formants move, and by what envelopes change at most (in ln).
SHORTEST, LONGEST = 0.84, 1.19
LEAST_GAIN, MOST_GAIN = -4.0, 3.0


def mu_law(wave: torch.Tensor) -> torch.Tensor:
    """Codes 1 to 255 of samples in -1 to 1, on the continuous curve of ITU-T G.711."""
    size = torch.log1p(255.0 * wave.abs().clamp_max(1.0)) * (127.0 / np.log(256.0))
    return 128.0 + torch.round(size) * wave.sign()


def of_mu_law(codes: torch.Tensor) -> torch.Tensor:
    code = codes.float() - 128.0
    return code.sign() * torch.expm1(code.abs() * (np.log(256.0) / 127.0)) / 255.0


class Channels:
    """Every call draws anew."""

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
        """Above `high` from 48 dB an octave, as cheap filters leave it, to nothing at all, as good resamplers do."""
        steep = self.uniform(len(low), *map(math.log, STEEPNESS)).exp()[:, None]
        below = 1.0 / (1.0 + (low[:, None] / self.hz.clamp_min(1.0)) ** 8)
        return (below / (1.0 + (self.hz / high[:, None]) ** steep)).sqrt()

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
        # Noise as loud as the signal at every moment, as codecs make it: the modulated noise reference unit (ITU-T P.810).
        share = 10.0 ** (-self.uniform(count, *CODED_DB) / 20.0) * self.chosen(count, CODED)
        narrow = narrow * (1.0 + share[:, None] * torch.randn_like(narrow))
        back = torch.zeros_like(narrow)
        back[:, ::2] = 2.0 * of_mu_law(mu_law(narrow[:, ::2]))
        return self.filtered(back, self.band(torch.full_like(low, 1.0), high))

    def other_tract(self, wave: torch.Tensor) -> torch.Tensor:
        """A shorter or a longer vocal tract for each."""
        return with_tract(wave, self.uniform(len(wave), math.log(SHORTEST), math.log(LONGEST)).exp())


def with_tract(wave: torch.Tensor, factor: torch.Tensor) -> torch.Tensor:
    """[B, N]: the envelope stretched over frequency by `factor` [B], with the pitch as it is."""
    window = torch.hann_window(FRAME, device=wave.device)
    spectrum = torch.stft(wave, FRAME, FRAME // 4, window=window, return_complex=True)
    cepstrum = torch.fft.irfft(torch.log(spectrum.abs() + 1e-5), FRAME, dim=1)
    cepstrum[:, ENVELOPE : 1 - ENVELOPE] = 0.0
    envelope = torch.fft.rfft(cepstrum, dim=1).real
    place = torch.arange(FRAME // 2 + 1, device=wave.device) / factor[:, None]
    low = place.long().clamp_max(FRAME // 2 - 1)
    part = (place - low).clamp_max(1.0)[..., None]
    index = low[..., None].expand(-1, -1, envelope.shape[2])
    moved = torch.lerp(torch.gather(envelope, 1, index), torch.gather(envelope, 1, index + 1), part)
    gain = torch.exp((moved - envelope).clamp(LEAST_GAIN, MOST_GAIN))
    return torch.istft(spectrum * gain, FRAME, FRAME // 4, window=window, length=wave.shape[1])
