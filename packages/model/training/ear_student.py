"""The live ear over batches of clips, with gradients: what ear_live.LiveHearing computes, for teach_ear.py."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional as F

from ear import Ear, Layer, LogMel
from ear_features import moments
from ear_live import BLOCK_FRAMES, FRAMES, KEPT, PAST, TAIL_SAMPLES, TOKENS, pairs, pooled
from ear_scale import LEAST_LOUDEST, scaled, speech_weight, token_level

# Frames of a stream before the first one that a token of the whole is about.
LEAD_FRAMES = 2


def stream_frames(log_mel: LogMel, wave: torch.Tensor) -> torch.Tensor:
    """[B, BLOCK_FRAMES * blocks + 3, BANDS] of the blocks in wave [B, N], as a stream has them."""
    return log_mel.frames(F.pad(wave, (TAIL_SAMPLES, 0)))


def levels(mel: torch.Tensor) -> torch.Tensor:
    """[B, TOKENS * blocks] of stream_frames: log10 of each token's power."""
    return token_level(mel[:, 1 : 1 + mel.shape[1] // BLOCK_FRAMES * BLOCK_FRAMES])


def in_pairs(tokens: torch.Tensor, largest: bool = False) -> torch.Tensor:
    """[B, blocks, 13, width] of tokens [B, TOKENS * blocks, width]."""
    joined = pairs(tokens.reshape(-1, TOKENS, tokens.shape[2]), largest)
    return joined.view(len(tokens), -1, *joined.shape[1:])


def statistics(stages: list[torch.Tensor], weight: torch.Tensor) -> torch.Tensor:
    """[B, stages, 2, width] of stages [B, blocks, 13, width] and weights [B, blocks, 13]."""
    return torch.stack([moments(x.float().flatten(1, 2), weight.flatten(1)) for x in stages], 1)


@torch.no_grad()
def hear_whole(ear: Ear, mel: torch.Tensor, place: int) -> tuple[list[torch.Tensor], torch.Tensor]:
    """What each stage gives of stream_frames heard at once, every token among all, in pairs; and the pairs' weights.

    place: the first token's position.
    """
    count = mel.shape[1] // BLOCK_FRAMES * BLOCK_FRAMES
    loudest = mel.amax((1, 2), keepdim=True).clamp_min(LEAST_LOUDEST)
    with torch.autocast(mel.device.type, torch.bfloat16, enabled=mel.is_cuda):
        heard = ear.convolve(scaled(mel[:, LEAD_FRAMES : LEAD_FRAMES + count], loudest))
        stages = [heard + ear.positions[place : place + heard.shape[1]]]
        for layer in ear.layers:
            stages.append(layer(stages[-1], None))
    level = in_pairs(levels(mel)[..., None], largest=True)[..., 0]
    weight = speech_weight(level, level.amax((1, 2), keepdim=True))
    return [in_pairs(x.float()) for x in stages], weight


class Student(nn.Module):
    def __init__(self, ear: Ear) -> None:
        super().__init__()
        self.ear = ear.requires_grad_(True)

    def forward(self, mel: torch.Tensor, place: int) -> tuple[list[torch.Tensor], torch.Tensor]:
        """The same of stream_frames in blocks, each with what is kept of PAST before it."""
        parts = mel.unfold(1, FRAMES, BLOCK_FRAMES)
        loudest = torch.cummax(parts.amax((2, 3)), 1)[0].clamp_min(LEAST_LOUDEST)
        level = in_pairs(levels(mel)[..., None], largest=True)[..., 0]
        weight = speech_weight(level, torch.cummax(level.amax(2), 1)[0][..., None])
        with torch.autocast(mel.device.type, torch.bfloat16, enabled=mel.is_cuda):
            stages = [self.convolved(scaled(parts, loudest[..., None, None]), place)]
            for layer in self.ear.layers:
                stages.append(self.among_blocks(layer, stages[-1]))
        return stages, weight

    def convolved(self, parts: torch.Tensor, place: int) -> torch.Tensor:
        """[B, blocks, 13, width] of blocks' frames [B, blocks, BANDS, FRAMES] on the published scale."""
        ear, batch = self.ear, len(parts)
        heard = F.gelu(F.conv1d(parts.flatten(0, 1), ear.conv1.weight, ear.conv1.bias))
        heard = F.gelu(F.conv1d(heard, ear.conv2.weight, ear.conv2.bias, stride=2)).transpose(1, 2)
        heard = heard.reshape(batch, -1, heard.shape[2])
        return in_pairs(heard + ear.positions[place : place + heard.shape[1]])

    def among_blocks(self, layer: Layer, heard: torch.Tensor) -> torch.Tensor:
        batch, blocks, count, _ = heard.shape
        q, k, v = (
            rows.reshape(batch * blocks, count, layer.heads, -1).transpose(1, 2)
            for rows in layer.qkv(layer.norm1(heard)).chunk(3, 3)
        )

        def with_past(rows: torch.Tensor) -> torch.Tensor:
            old = pooled(rows, KEPT).unflatten(0, (batch, blocks))
            before = [
                F.pad(old, (0, 0, 0, 0, 0, 0, back, 0))[:, :blocks].flatten(0, 1)
                for back in range(PAST, 0, -1)
            ]
            return torch.cat([*before, rows], 2)

        place = torch.arange(blocks, device=heard.device)[:, None]
        there = place >= torch.arange(PAST, 0, -1, device=heard.device).repeat_interleave(KEPT)
        there = torch.cat([there, there.new_ones(blocks, count)], 1).repeat(batch, 1)[:, None, None]
        mixed = F.scaled_dot_product_attention(q, with_past(k), with_past(v), attn_mask=there)
        heard = heard + layer.out(mixed.transpose(1, 2).reshape(heard.shape))
        return heard + layer.down(F.gelu(layer.up(layer.norm2(heard))))
