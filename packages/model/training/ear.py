"""The ear: the low layers of a pretrained speech recognizer's encoder, frozen.

Radford et al. 2022, "Robust speech recognition via large-scale weak supervision": log-mel of 80 bands at 10 ms, two
convolutions (the second halves the rate), sinusoidal positions, transformer layers with the norm in front.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from ear_weights import Source, read_tensors

SAMPLE_RATE_HZ = 16_000
WINDOW = 400
HOP = 160
BINS = WINDOW // 2 + 1
BANDS = 80
# Samples of one token: two hops.
TOKEN_SAMPLES = 2 * HOP
POWER_FLOOR = 1e-10
# log10 of power below the loudest band of the utterance that still counts, as in the published front end.
RANGE = 8.0


def slaney_mel() -> np.ndarray:
    """[BINS, BANDS] triangular filters of equal area on Slaney's mel scale (linear below 1 kHz, then logarithmic)."""
    linear, knee, step = 200.0 / 3.0, 1_000.0, np.log(6.4) / 27.0

    def to_hz(mel: np.ndarray) -> np.ndarray:
        return np.where(mel < knee / linear, linear * mel, knee * np.exp(step * (mel - knee / linear)))

    top = knee / linear + np.log(SAMPLE_RATE_HZ / 2.0 / knee) / step
    edges = to_hz(np.linspace(0.0, top, BANDS + 2))
    hz = np.arange(BINS) * SAMPLE_RATE_HZ / WINDOW
    rise = (hz[:, None] - edges[None, :-2]) / np.diff(edges)[None, :-1]
    fall = (edges[None, 2:] - hz[:, None]) / np.diff(edges)[None, 1:]
    area = 2.0 / (edges[2:] - edges[:-2])
    return (np.maximum(0.0, np.minimum(rise, fall)) * area).astype(np.float32)


class LogMel(nn.Module):
    """log10 of mel power [B, frames, BANDS] of samples [B, N] in -1 to 1; one frame every HOP samples."""

    def __init__(self) -> None:
        super().__init__()
        window = 0.5 - 0.5 * np.cos(2.0 * np.pi * np.arange(WINDOW) / WINDOW)
        turn = 2.0 * np.pi * np.outer(np.arange(WINDOW), np.arange(BINS)) / WINDOW
        basis = np.concatenate([np.cos(turn), np.sin(turn)], 1) * window[:, None]
        self.register_buffer("basis", torch.from_numpy(basis.astype(np.float32)))
        self.register_buffer("mel", torch.from_numpy(slaney_mel()))

    def frames(self, padded: torch.Tensor) -> torch.Tensor:
        """The same of samples that have WINDOW / 2 at either end for the outermost frames."""
        parts = padded.unfold(1, WINDOW, HOP) @ self.basis
        power = parts[..., :BINS] ** 2 + parts[..., BINS:] ** 2
        return torch.log10((power @ self.mel).clamp_min(POWER_FLOOR))

    def forward(self, samples: torch.Tensor) -> torch.Tensor:
        padded = F.pad(samples[:, None], (WINDOW // 2, WINDOW // 2), mode="reflect")[:, 0]
        return self.frames(padded)[:, : samples.shape[1] // HOP]


def published_scale(log_mel: torch.Tensor) -> torch.Tensor:
    """What the encoder was trained on: clipped RANGE below the utterance's loudest band."""
    loudest = log_mel.amax((1, 2), keepdim=True)
    return (torch.maximum(log_mel, loudest - RANGE) + 4.0) / 4.0


class Layer(nn.Module):
    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x: torch.Tensor, mask: torch.Tensor | None) -> torch.Tensor:
        batch, count, width = x.shape
        q, k, v = self.qkv(self.norm1(x)).view(batch, count, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        heard = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        x = x + self.out(heard.transpose(1, 2).reshape(batch, count, width))
        return x + self.down(F.gelu(self.up(self.norm2(x))))


class Ear(nn.Module):
    """Convolutions and the first layers; `forward` gives what leaves the convolutions and each layer."""

    def __init__(self, width: int, heads: int, depth: int) -> None:
        super().__init__()
        self.conv1 = nn.Conv1d(BANDS, width, 3, padding=1)
        self.conv2 = nn.Conv1d(width, width, 3, stride=2, padding=1)
        self.layers = nn.ModuleList(Layer(width, heads) for _ in range(depth))
        self.register_buffer("positions", torch.zeros(1_500, width))

    def convolve(self, mel: torch.Tensor) -> torch.Tensor:
        """[B, tokens, width] of log-mel [B, frames, BANDS] on the published scale, without positions."""
        return F.gelu(self.conv2(F.gelu(self.conv1(mel.transpose(1, 2))))).transpose(1, 2)

    def forward(self, mel: torch.Tensor, mask: torch.Tensor | None = None) -> list[torch.Tensor]:
        x = self.convolve(mel)
        x = x + self.positions[: x.shape[1]]
        heard = [x]
        for layer in self.layers:
            x = layer(x, mask)
            heard.append(x)
        return heard


def load_ear(source: Source, depth: int) -> Ear:
    """The checked published weights in float32."""
    tensors = {
        name: torch.from_numpy(value.astype(np.float32)) for name, value in read_tensors(source).items()
    }
    ear = Ear(source.width, source.heads, depth)
    state = {"positions": tensors["position_encodings/encodings"]}
    for conv in ("conv1", "conv2"):
        state |= {f"{conv}.{part}": tensors[f"{conv}/{part}"] for part in ("weight", "bias")}
    for number in range(depth):
        here, there = f"layers.{number}", f"layer_{number}"
        for own, part in (("norm1", "self_attention"), ("norm2", "ffn")):
            state[f"{here}.{own}.weight"] = tensors[f"{there}/{part}/layer_norm/gamma"]
            state[f"{here}.{own}.bias"] = tensors[f"{there}/{part}/layer_norm/beta"]
        linear = (
            ("qkv", "self_attention/linear_0"),
            ("out", "self_attention/linear_1"),
            ("up", "ffn/linear_0"),
            ("down", "ffn/linear_1"),
        )
        for own, part in linear:
            state |= {f"{here}.{own}.{end}": tensors[f"{there}/{part}/{end}"] for end in ("weight", "bias")}
    ear.load_state_dict(state | {k: v for k, v in ear.state_dict().items() if k not in state})
    return ear.eval().requires_grad_(False)
