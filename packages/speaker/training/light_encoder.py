"""An encoder of less than half of the small one's work. It is not in the model yet.

It hears the log-mel bands of the head for speech (frontend.py), so that sound is taken apart once for both, in windows of
WINDOW_BLOCKS, and gives a step for every block of 50 ms. Groups are those of small_encoder.py. light_start.py makes what
its weights start from, teach_encoder.py betters them.
"""

from __future__ import annotations

import torch
from torch import nn
from torch.nn.utils.fusion import fuse_conv_bn_eval

import shared_training  # noqa: F401
from encoder import WIDTH
from frontend import FRAMES_PER_BLOCK, MEL_BANDS
from small_encoder import FRONT, Bent, dense_blocks

WINDOW_BLOCKS = 16
WINDOW_FRAMES = WINDOW_BLOCKS * FRAMES_PER_BLOCK
# Channels of the images, before and after their bands are halved a second time.
IMAGES = (32, 48)


class Image(nn.Module):
    """A convolution of an image and a ReLU; with a way around where the size stays. A norm between helps it to learn."""

    def __init__(self, channels: int, out: int, stride: int | tuple[int, int], normed: bool) -> None:
        super().__init__()
        self.mix = nn.Conv2d(channels, out, 3, stride, 1)
        self.norm = nn.BatchNorm2d(out) if normed else nn.Identity()
        self.around = channels == out and stride == 1

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.norm(self.mix(x))
        return torch.relu(y + x if self.around else y)

    def fold(self) -> None:
        """The norm becomes a part of the convolution."""
        self.mix, self.norm = fuse_conv_bn_eval(self.mix, self.norm), nn.Identity()


class Front(nn.Module):
    """[B, FRONT, WINDOW_BLOCKS] of bands [B, WINDOW_FRAMES, MEL_BANDS]; a step stands for a block."""

    def __init__(self, normed: bool = False) -> None:
        super().__init__()
        few, many = IMAGES
        shapes = [(1, few, 2), *[(few, few, 1)] * 2, (few, many, (2, 1)), *[(many, many, 1)] * 3]
        self.images = nn.Sequential(*(Image(*shape, normed) for shape in shapes))
        self.out = nn.Conv1d(many * MEL_BANDS // 4, FRONT, 3, stride=2, padding=1)

    def forward(self, bands: torch.Tensor) -> torch.Tensor:
        x = self.images(bands.transpose(1, 2)[:, None])
        # By these numbers, so that the graph also takes no windows at all.
        return self.out(x.reshape(-1, IMAGES[1] * MEL_BANDS // 4, WINDOW_FRAMES // 2))


class LightEncoder(nn.Module):
    """`forward` gives the steps [B, WINDOW_BLOCKS, WIDTH] of centered log-mel bands [B, WINDOW_FRAMES, MEL_BANDS]."""

    # Of the steps that the first block hears, those that later ones do.
    LATER_STRIDE = 1

    def __init__(self) -> None:
        super().__init__()
        self.front, self.first, self.last = Front(), Bent(FRONT), Bent(WIDTH)
        self.blocks, self.transitions = dense_blocks()

    def stages(self, bands: torch.Tensor) -> list[torch.Tensor]:
        """What the front, and each block after its transition, gives [B, channels, WINDOW_BLOCKS]."""
        given = [self.front(bands)]
        x = self.first(given[0])
        for block, transition in zip(self.blocks, self.transitions):
            for group in block:
                x = group(x)
            x = transition(x)
            given.append(x)
        return given

    def forward(self, bands: torch.Tensor) -> torch.Tensor:
        return self.last(self.stages(bands)[-1]).transpose(1, 2)
