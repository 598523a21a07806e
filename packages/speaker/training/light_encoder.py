"""An encoder of two fifths of the small one's work, taught by CAM++ (teach_encoder.py). It is not in the model yet.

It hears the log-mel bands of the head for speech (frontend.py), so that sound is taken apart once for both, in windows of
WINDOW_BLOCKS, and gives a step for every block of 50 ms. Groups are as those of small_encoder.py.
"""

from __future__ import annotations

import torch
from torch import nn

import shared_training  # noqa: F401
from encoder import WIDTH
from frontend import FRAMES_PER_BLOCK, MEL_BANDS
from small_encoder import FRONT, GROWTH, INNER, Group, Transition, dense_blocks

WINDOW_BLOCKS = 16
WINDOW_FRAMES = WINDOW_BLOCKS * FRAMES_PER_BLOCK
# Channels of the images, before and after their bands are halved a second time.
IMAGES = (32, 48)
# Layers that stand beside each other, in three blocks of groups.
GROUPS = ((6, 6), (6, 6, 6), (6, 5, 5))
# Steps to the largest weight of an output: those of onnxruntime where weights take 7 bits (`reduce_range`).
LEVELS = 64


def rounded_rows(weight: torch.Tensor) -> torch.Tensor:
    """Rounded to LEVELS for each output, with the gradient of what it was."""
    scale = weight.detach().abs().flatten(1).amax(1).clamp_min(1e-8) / LEVELS
    scale = scale.view(-1, *[1] * (weight.ndim - 1))
    return weight + (torch.round(weight / scale) * scale - weight).detach()


class Conv1d(nn.Conv1d):
    """A convolution that can learn under the rounding that its kernel will have."""

    rounding = False

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self._conv_forward(x, rounded_rows(self.weight) if self.rounding else self.weight, self.bias)


class Conv2d(nn.Conv2d):
    """The same of images."""

    rounding = False

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self._conv_forward(x, rounded_rows(self.weight) if self.rounding else self.weight, self.bias)


class Image(nn.Module):
    """A convolution of an image, its norm and a ReLU; with a way around where the size stays."""

    def __init__(self, channels: int, out: int, stride: int | tuple[int, int]) -> None:
        super().__init__()
        self.mix = Conv2d(channels, out, 3, stride, 1, bias=False)
        self.norm = nn.BatchNorm2d(out)
        self.around = channels == out and stride == 1

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = self.norm(self.mix(x))
        return torch.relu(y + x if self.around else y)


class Front(nn.Module):
    """[B, FRONT, WINDOW_BLOCKS] of bands [B, WINDOW_FRAMES, MEL_BANDS]; a step stands for a block."""

    def __init__(self) -> None:
        super().__init__()
        few, many = IMAGES
        self.images = nn.Sequential(
            *(Image(1, few, 2), Image(few, few, 1), Image(few, few, 1)),
            *(Image(few, many, (2, 1)), *(Image(many, many, 1) for _ in range(3))),
        )
        self.out = Conv1d(many * MEL_BANDS // 4, FRONT, 3, stride=2, padding=1)

    def forward(self, bands: torch.Tensor) -> torch.Tensor:
        x = self.images(bands.transpose(1, 2)[:, None])
        # By these numbers, so that the graph also takes no windows at all.
        return self.out(x.reshape(-1, IMAGES[1] * MEL_BANDS // 4, WINDOW_FRAMES // 2))


class Bent(nn.Module):
    """A norm that learns what it hears, and a ReLU."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.norm = nn.BatchNorm1d(channels)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.norm(x))


class LightGroup(Group):
    def __init__(self, channels: int, layers: int) -> None:
        super().__init__(channels, layers)
        self.bent = Bent(channels)
        mix = Conv1d(channels, INNER * layers, 1, bias=False)
        self.mix = nn.Sequential(mix, nn.BatchNorm1d(INNER * layers))
        self.local = Conv1d(INNER * layers, GROWTH * layers, 3, padding=1, groups=layers)


class LightTransition(Transition):
    def __init__(self, channels: int, out: int) -> None:
        super().__init__(channels, out)
        self.bent = Bent(channels)
        self.mix = Conv1d(channels, out, 1)


class LightEncoder(nn.Module):
    """`forward` gives the steps [B, WINDOW_BLOCKS, WIDTH] of centered log-mel bands [B, WINDOW_FRAMES, MEL_BANDS]."""

    def __init__(self) -> None:
        super().__init__()
        self.front, self.first, self.last = Front(), Bent(FRONT), Bent(WIDTH)
        self.blocks, self.transitions = dense_blocks(GROUPS, LightGroup, LightTransition)

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

    def round_kernels(self, rounding: bool) -> None:
        """Whether kernels are rounded as they will be in the graph."""
        for module in self.modules():
            if isinstance(module, Conv1d | Conv2d):
                module.rounding = rounding
