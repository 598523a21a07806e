"""What both readers' graphs share: the spectrum at half the products, positions by their formula, and the heads; and
the full reader, which hears an utterance whole.
"""

from __future__ import annotations

import math

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from ear import BANDS, BINS, HOP, POWER_FLOOR, WINDOW, Ear, LogMel
from ear_features import moments
from ear_scale import LEAST_LOUDEST, scaled, speech_weight, token_level

HALF = WINDOW // 2


class Spectrum(nn.Module):
    """ear.LogMel.frames of [B, N]: cosines are the same and sines opposite on either side of a window's middle."""

    def __init__(self) -> None:
        super().__init__()
        whole = LogMel()
        self.register_buffer("cosines", whole.basis[1 : HALF + 1, :BINS].contiguous())
        self.register_buffer("sines", whole.basis[1:HALF, BINS:].contiguous())
        self.register_buffer("bands", whole.mel)

    def forward(self, padded: torch.Tensor) -> torch.Tensor:
        """padded: whole hops and half a hop more."""
        hops = F.pad(padded, (0, HOP // 2)).view(padded.shape[0], -1, HOP)
        windows = torch.cat([hops[:, :-2], hops[:, 1:-1], hops[:, 2:, : HOP // 2]], 2)
        left, right = windows[:, :, 1:HALF], windows[:, :, HALF + 1 :].flip(2)
        even = torch.cat([left + right, windows[:, :, HALF : HALF + 1]], 2) @ self.cosines
        odd = (left - right) @ self.sines
        return torch.log10(((even * even + odd * odd) @ self.bands).clamp_min(POWER_FLOOR))


class Positions(nn.Module):
    """Vaswani et al. 2017, section 3.5, as the encoder has them: sines, then cosines."""

    def __init__(self, ear: Ear) -> None:
        super().__init__()
        half = ear.positions.shape[1] // 2
        rates = torch.exp(-math.log(10_000.0) / (half - 1) * torch.arange(half))
        self.register_buffer("rates", rates)
        if (self(torch.arange(1_500.0)) - ear.positions).abs().max() > 2e-3:
            raise ValueError("the published positions are not the formula's")

    def forward(self, places: torch.Tensor) -> torch.Tensor:
        turns = places[..., None] * self.rates
        return torch.cat([turns.sin(), turns.cos()], -1)


class Heads(nn.Module):
    """Logits, V/A/D, embedding, the statistics themselves and the domain, of statistics [B, features]."""

    def __init__(
        self,
        projection: np.ndarray,
        bias: np.ndarray,
        logits: np.ndarray,
        vad: np.ndarray,
        domain: np.ndarray,
    ) -> None:
        """projection [features, size], bias [size]; the last row of the others is added: logits [size + 1, C],
        vad [size + 1, 3] and domain [features + 1, D]."""
        super().__init__()
        # Half the bytes; the runtime widens them once.
        self.register_buffer("projection", torch.from_numpy(projection).half())
        for name, value in (
            ("bias", bias),
            ("logit_rows", logits),
            ("vad_rows", vad),
            ("domain_rows", domain),
        ):
            self.register_buffer(name, torch.from_numpy(np.asarray(value, dtype=np.float32)))

    def forward(self, statistics: torch.Tensor) -> tuple[torch.Tensor, ...]:
        embedding = statistics @ self.projection.float() + self.bias
        logits = embedding @ self.logit_rows[:-1] + self.logit_rows[-1]
        vad = (embedding @ self.vad_rows[:-1] + self.vad_rows[-1]).clamp(-1.0, 1.0)
        domain = statistics @ self.domain_rows[:-1] + self.domain_rows[-1]
        return logits, vad, embedding, statistics, domain


class FullGraph(nn.Module):
    """ear_features.WholeHearing of one utterance, and the heads."""

    def __init__(self, ear: Ear, heads: nn.Module) -> None:
        super().__init__()
        self.ear, self.heads = ear, heads
        self.spectrum, self.positions = Spectrum(), Positions(ear)
        width = ear.conv1.weight.shape[0]
        self.register_buffer(
            "kernel1", ear.conv1.weight.permute(2, 1, 0).reshape(3 * BANDS, width).contiguous()
        )
        self.register_buffer(
            "kernel2", ear.conv2.weight.permute(2, 1, 0).reshape(3 * width, width).contiguous()
        )

    def forward(self, audio: torch.Tensor) -> tuple[torch.Tensor, ...]:
        padded = F.pad(audio[:, None], (HALF, HALF), mode="reflect")[:, 0]
        mel = self.spectrum(padded)[:, :-1]
        loudest = mel.amax((1, 2)).clamp_min(LEAST_LOUDEST)
        level = token_level(mel)
        weight = speech_weight(level, level.amax(1, keepdim=True))
        edges = F.pad(scaled(mel, loudest[:, None, None]), (0, 0, 1, 1))
        x = F.gelu(
            torch.cat([edges[:, :-2], edges[:, 1:-1], edges[:, 2:]], 2) @ self.kernel1 + self.ear.conv1.bias
        )
        x = F.pad(x, (0, 0, 1, 1))
        last = x.shape[1] - 2
        x = torch.cat([x[:, 0:last:2], x[:, 1 : last + 1 : 2], x[:, 2 : last + 2 : 2]], 2)
        x = F.gelu(x @ self.kernel2 + self.ear.conv2.bias)
        x = x + self.positions(torch.arange(x.shape[1], dtype=torch.float32))
        heard = []
        for layer in self.ear.layers:
            x = layer_forward(layer, x)
            heard.append(moments(x, weight))
        statistics = torch.cat(
            [torch.stack(heard, 1).flatten(1), moments(level[..., None], weight)[..., 0]], 1
        )
        return self.heads(statistics)


def layer_forward(layer: nn.Module, x: torch.Tensor) -> torch.Tensor:
    """A layer in plain products, which the runtime's quantizer knows."""
    width = x.shape[2]
    size = width // layer.heads

    def apart(rows: torch.Tensor) -> torch.Tensor:
        return rows.view(rows.shape[0], -1, layer.heads, size).transpose(1, 2)

    q, k, v = layer.qkv(layer.norm1(x)).chunk(3, 2)
    scores = (apart(q) * size**-0.5) @ apart(k).transpose(2, 3)
    mixed = (scores.softmax(3) @ apart(v)).transpose(1, 2).reshape(x.shape[0], -1, width)
    x = x + layer.out(mixed)
    return x + layer.down(F.gelu(layer.up(layer.norm2(x))))
