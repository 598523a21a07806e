"""The live reader as one exported graph: half a second of audio and a stream's state in, what was heard and the state out.

Equals ear_live.LiveHearing on the blocks of a clip. Convolutions are written as products of matrices, which the
runtime computes in 8-bit integers.
"""

from __future__ import annotations

from itertools import pairwise

import torch
from torch import nn
from torch.nn import functional as F

from ear import BANDS, Ear
from ear_features import VARIANCE_FLOOR
from ear_live import BLOCK_SAMPLES, FRAMES_SAMPLES, POSITIONS, TAIL_SAMPLES, TOKENS, LiveHearing, pairs
from ear_scale import LEAST_LOUDEST, scaled, speech_weight
from reader_graph import Positions, Spectrum

# The state's first numbers: blocks heard; the loudest band and token so far, each plus HEADROOM where there is one.
COUNTERS = 3
HEADROOM = 16.0


class LiveGraph(nn.Module):
    def __init__(self, hearing: LiveHearing, heads: nn.Module) -> None:
        super().__init__()
        ear: Ear = hearing.ear
        self.ear, self.heads = ear, heads
        self.spectrum, self.positions = Spectrum(), Positions(ear)
        self.merge, self.past, self.kept, self.memory = (
            hearing.merge,
            hearing.past,
            hearing.kept,
            hearing.memory,
        )
        width, layers = ear.conv1.weight.shape[0], len(ear.layers)
        self.width, self.depth = width, layers
        self.count = (TOKENS + 1) // 2 if hearing.merge else TOKENS
        # Keys and values of each layer, of `past` blocks, `kept` tokens each.
        self.cached = 2 * layers * self.past * self.kept * width
        # Sums of weights, and weighted sums and squares of the level and of what leaves each stage.
        self.sums = 1 + 2 + 2 * (layers + 1) * width
        self.state_size = TAIL_SAMPLES + COUNTERS + self.cached + self.sums
        self.register_buffer(
            "kernel1", ear.conv1.weight.permute(2, 1, 0).reshape(3 * BANDS, width).contiguous()
        )
        self.register_buffer(
            "kernel2", ear.conv2.weight.permute(2, 1, 0).reshape(3 * width, width).contiguous()
        )
        edges = torch.linspace(0, self.count, self.kept + 1).round().int().tolist()
        pool = torch.zeros(self.kept, self.count)
        for row, (first, last) in enumerate(pairwise(edges)):
            pool[row, first:last] = 1.0 / (last - first)
        self.register_buffer("pool", pool)

    def convolve(self, mel: torch.Tensor) -> torch.Tensor:
        first = torch.cat([mel[:, :-2], mel[:, 1:-1], mel[:, 2:]], 2) @ self.kernel1 + self.ear.conv1.bias
        first = F.gelu(first)
        last = 2 * TOKENS
        steps = torch.cat([first[:, 0 : last - 1 : 2], first[:, 1:last:2], first[:, 2 : last + 1 : 2]], 2)
        return F.gelu(steps @ self.kernel2 + self.ear.conv2.bias)

    def forward(self, audio: torch.Tensor, state: torch.Tensor) -> tuple[torch.Tensor, ...]:
        tail, counters, cache, sums = state.split([TAIL_SAMPLES, COUNTERS, self.cached, self.sums], 1)
        samples = torch.cat([tail, audio], 1)
        mel = self.spectrum(samples[:, :FRAMES_SAMPLES])
        blocks, heard_band, heard_token = (
            counters[:, 0:1],
            counters[:, 1:2] - HEADROOM,
            counters[:, 2:3] - HEADROOM,
        )
        loudest = torch.maximum(mel.flatten(1).amax(1, keepdim=True), heard_band).clamp_min(LEAST_LOUDEST)
        heard = self.convolve(scaled(mel, loudest[:, :, None]))
        place = torch.remainder(blocks, POSITIONS // TOKENS) * TOKENS + torch.arange(
            TOKENS, dtype=torch.float32
        )
        heard = heard + self.positions(place)
        power = (10.0 ** mel[:, 1 : 1 + 2 * TOKENS]).sum(2)
        level = torch.log10(torch.maximum(power[:, 0::2], power[:, 1::2]))
        if self.merge:
            heard = pairs(heard)
            level = pairs(level[..., None], largest=True)[..., 0]
        top = torch.maximum(level.amax(1, keepdim=True), heard_token)
        weight = speech_weight(level, top)
        outputs, kept = [heard], []
        back = torch.arange(self.past, 0, -1)[None].float()
        there = (blocks >= back).float().repeat_interleave(self.kept, 1)
        mask = torch.cat([(there - 1.0) * 1e4, torch.zeros_like(level)], 1)[:, None, None]
        caches = cache.view(-1, self.depth, 2, self.past * self.kept, self.width)
        for number, layer in enumerate(self.ear.layers):
            heard, rows = self.layer(layer, heard, caches[:, number], mask)
            outputs.append(heard)
            kept.append(rows)
        sums, read = self.remember(sums, outputs, level, weight)
        state = torch.cat(
            [
                samples[:, BLOCK_SAMPLES:],
                blocks + 1.0,
                loudest + HEADROOM,
                top + HEADROOM,
                torch.stack(kept, 1).flatten(1),
                sums,
            ],
            1,
        )
        return *self.heads(torch.cat([read[0].flatten(1), read[1]], 1)), state

    def layer(self, layer: nn.Module, heard: torch.Tensor, cache: torch.Tensor, mask: torch.Tensor) -> tuple:
        split = (-1, self.count, self.width)
        q, k, v = layer.qkv(layer.norm1(heard)).chunk(3, 2)
        size = self.width // layer.heads
        together = [torch.cat([cache[:, 0], k], 1), torch.cat([cache[:, 1], v], 1)]

        def apart(rows: torch.Tensor) -> torch.Tensor:
            return rows.view(-1, rows.shape[1], layer.heads, size).transpose(1, 2)

        scores = (apart(q) * size**-0.5) @ apart(together[0]).transpose(2, 3) + mask
        mixed = (scores.softmax(3) @ apart(together[1])).transpose(1, 2).reshape(split)
        heard = heard + layer.out(mixed)
        heard = heard + layer.down(F.gelu(layer.up(layer.norm2(heard))))
        new = [
            torch.cat([old[:, self.kept :], self.pool @ rows], 1)
            for old, rows in zip(cache.unbind(1), (k, v))
        ]
        return heard, torch.stack(new, 1)

    def remember(self, sums: torch.Tensor, outputs: list, level: torch.Tensor, weight: torch.Tensor) -> tuple:
        """Sums carried on, and their moments: [B, stages, 2, width] and [B, 2] of the level."""
        row = weight[:, None]
        everything = torch.cat([level[..., None], *outputs], 2)
        sums = self.memory * sums + torch.cat(
            [weight.sum(1, keepdim=True), (row @ everything)[:, 0], (row @ everything**2)[:, 0]], 1
        )
        total, first, second = sums.split([1, everything.shape[2], everything.shape[2]], 1)
        total = total.clamp_min(1e-3)
        mean, square = first / total, second / total
        deviation = (square - mean**2).clamp_min(VARIANCE_FLOOR).sqrt()
        heard = torch.stack([mean[:, 1:], deviation[:, 1:]], 2).view(-1, self.depth + 1, self.width, 2)
        return sums, (heard.transpose(2, 3), torch.stack([mean[:, 0], deviation[:, 0]], 1))
