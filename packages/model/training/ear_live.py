"""The ear as a stream hears it: blocks of half a second, each token among its block and what is kept of the past.

The same computation as the exported graph (live_graph.py), over all blocks of a clip at once.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import torch
from torch.nn import functional as F

from ear import HOP, WINDOW, Ear, LogMel
from ear_features import moments
from ear_scale import LEAST_LOUDEST, scaled, speech_weight

BLOCK_SAMPLES = 8_000
# A block's frames: 50, and three more for the convolutions' edges.
BLOCK_FRAMES = BLOCK_SAMPLES // HOP
EDGE_FRAMES = 3
FRAMES = BLOCK_FRAMES + EDGE_FRAMES
# Samples before a block that its first frame needs.
TAIL_SAMPLES = 840
# What a block's frames take of the tail and the block.
FRAMES_SAMPLES = (FRAMES - 1) * HOP + WINDOW
TOKENS = BLOCK_FRAMES // 2
POSITIONS = 1_500
# Blocks before its own that a token hears, and how many tokens each of them is pooled to.
PAST, KEPT = 4, 5


class LiveHearing:
    """Statistics of a stream at its end, without its state.

    merge: tokens are joined in pairs before the layers. past: blocks before its own that a token hears.
    kept: how many tokens a past block is pooled to (0: all of them). memory: how much of the statistics so far
    outlasts a block.
    """

    first = 0

    def __init__(self, ear: Ear, merge: bool, past: int, kept: int, memory: float) -> None:
        self.ear, self.log_mel = ear, LogMel()
        self.merge, self.past, self.kept, self.memory = merge, past, kept, memory

    def spectra(self, samples: np.ndarray) -> torch.Tensor:
        """[blocks, FRAMES, BANDS] log-mel."""
        blocks = -(-len(samples) // BLOCK_SAMPLES)
        padded = np.zeros(TAIL_SAMPLES + blocks * BLOCK_SAMPLES, dtype=np.float32)
        padded[TAIL_SAMPLES : TAIL_SAMPLES + len(samples)] = samples
        return torch.stack(
            [
                self.log_mel.frames(
                    torch.from_numpy(padded[start : start + TAIL_SAMPLES + BLOCK_SAMPLES])[None]
                )[0]
                for start in range(0, blocks * BLOCK_SAMPLES, BLOCK_SAMPLES)
            ]
        )

    def tokens(self, mel: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """What leaves the convolutions with positions [blocks, tokens, width], and the tokens' levels and weights."""
        blocks = len(mel)
        loudest = torch.cummax(mel.amax((1, 2)), 0)[0].clamp_min(LEAST_LOUDEST)
        heard = scaled(mel, loudest[:, None, None]).transpose(1, 2)
        ear = self.ear
        heard = F.gelu(F.conv1d(heard, ear.conv1.weight, ear.conv1.bias))
        heard = F.gelu(F.conv1d(heard, ear.conv2.weight, ear.conv2.bias, stride=2)).transpose(1, 2)
        places = (torch.arange(blocks * TOKENS) % POSITIONS).view(blocks, TOKENS)
        heard = heard + ear.positions[places]
        level = torch.log10((10.0 ** mel[:, 1 : 1 + 2 * TOKENS]).sum(2).view(blocks, TOKENS, 2).amax(2))
        if self.merge:
            heard = pairs(heard)
            level = pairs(level[..., None], largest=True)[..., 0]
        top = torch.cummax(level.amax(1), 0)[0]
        return heard, torch.stack([level, speech_weight(level, top[:, None])])

    def layers(self, heard: torch.Tensor) -> list[torch.Tensor]:
        """What leaves each layer [blocks, tokens, width]."""
        outputs = [heard]
        blocks = len(heard)
        for layer in self.ear.layers:
            count, width = heard.shape[1:]
            q, k, v = (
                layer.qkv(layer.norm1(heard)).view(blocks, count, 3, layer.heads, -1).permute(2, 0, 3, 1, 4)
            )
            keys, values = [k], [v]
            mask = [torch.zeros(blocks, count)]
            for back in range(1, self.past + 1):
                for rows, kept in ((k, keys), (v, values)):
                    old = pooled(rows, self.kept) if self.kept else rows
                    moved = torch.zeros_like(old)
                    moved[back:] = old[: max(0, blocks - back)]
                    kept.insert(0, moved)
                there = (torch.arange(blocks) >= back).float()
                mask.insert(0, ((there - 1.0) * 1e4)[:, None].expand(blocks, keys[0].shape[2]))
            k, v, m = torch.cat(keys, 2), torch.cat(values, 2), torch.cat(mask, 1)[:, None, None]
            mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=m)
            heard = heard + layer.out(mixed.transpose(1, 2).reshape(blocks, count, width))
            heard = heard + layer.down(F.gelu(layer.up(layer.norm2(heard))))
            outputs.append(heard)
        return outputs

    def remembered(self, outputs: list[torch.Tensor], weight: torch.Tensor) -> list[torch.Tensor]:
        """[2, width] of each: moments in which older blocks count less."""
        ages = torch.arange(len(weight) - 1, -1, -1)
        flat = (weight * (self.memory**ages)[:, None]).reshape(1, -1)
        return [moments(x.reshape(1, -1, x.shape[-1]), flat)[0] for x in outputs]

    def __call__(self, samples: np.ndarray) -> tuple[torch.Tensor, torch.Tensor]:
        heard, (level, weight) = self.tokens(self.spectra(samples))
        outputs = self.layers(heard)
        return torch.stack(self.remembered(outputs, weight)), self.remembered([level[..., None]], weight)[0][
            :, 0
        ]


def pairs(tokens: torch.Tensor, largest: bool = False) -> torch.Tensor:
    """[blocks, 13, width] of 25 tokens: neighbors joined, the last one alone."""
    even = torch.cat([tokens, tokens[:, -1:]], 1).view(-1, (TOKENS + 1) // 2, 2, tokens.shape[-1])
    return even.amax(2) if largest else even.mean(2)


def pooled(rows: torch.Tensor, kept: int) -> torch.Tensor:
    """[blocks, heads, kept, size]: stretches of a block's keys or values by their means."""
    edges = np.linspace(0, rows.shape[2], kept + 1).round().astype(int)
    return torch.stack([rows[:, :, first:last].mean(2) for first, last in pairwise(edges)], 2)
