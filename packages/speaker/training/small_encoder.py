"""The encoder that is joined: what CAM++ (encoder.py) gives, in a sixth of its layers and half of its steps.

Dense layers of CAM++ stand beside each other in groups, each group with one input, so that little is copied and the
products are large. After the first dense block there are half as many steps: there, layers of CAM++ look two steps to
either side, so that every second step never needs the others. distill_encoder.py makes the weights, teach_encoder.py
betters them.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from encoder import BANDS, WIDTH, MissingWeights

WEIGHTS = Path(__file__).with_name("weights") / "small-encoder.npz"
# A step is four frames of 10 ms.
STEP_FRAMES = 4
# Dense layers of CAM++'s three blocks that stand beside each other.
GROUPS = ((6, 6), (6, 6, 6, 6), (6, 5, 5))
# What CAM++'s tdnn layer gives, and what its blocks give after their transitions.
FRONT, TRANSITIONS = 128, (256, 512, 512)
# Of a dense layer: inside, out, and inside its mask.
INNER, GROWTH, MASK = 128, 32, 64
# Channels of the images.
CHANNELS = 32


class Residual(nn.Module):
    """Two convolutions of an image beside a way around them, the first with a stride over bands."""

    def __init__(self, stride: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(CHANNELS, CHANNELS, 3, (stride, 1), 1)
        self.second = nn.Conv2d(CHANNELS, CHANNELS, 3, 1, 1)
        self.around = nn.Conv2d(CHANNELS, CHANNELS, 1, (stride, 1)) if stride > 1 else nn.Identity()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.second(torch.relu(self.first(x))) + self.around(x))


class Front(nn.Module):
    """CAM++'s images and tdnn layer before its norm: [B, FRONT, frames / 2] of bands [B, frames, BANDS]."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Conv2d(1, CHANNELS, 3, 1, 1)
        self.residuals = nn.ModuleList(Residual(stride) for stride in (2, 1, 2, 1))
        self.last = nn.Conv2d(CHANNELS, CHANNELS, 3, (2, 1), 1)
        self.out = nn.Conv1d(CHANNELS * BANDS // 8, FRONT, 5, stride=2, padding=2)

    def forward(self, bands: torch.Tensor) -> torch.Tensor:
        x = torch.relu(self.first(bands.transpose(1, 2)[:, None]))
        for residual in self.residuals:
            x = residual(x)
        # By these numbers, so that the graph also takes no windows at all.
        return self.out(torch.relu(self.last(x)).reshape(-1, CHANNELS * BANDS // 8, int(bands.shape[1])))


class Bent(nn.Module):
    """A norm and a ReLU: what every layer does to its input first."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.ones(channels))
        self.offset = nn.Parameter(torch.zeros(channels))
        # One operation with these in the graph, where a product and a sum would be two.
        self.register_buffer("center", torch.zeros(channels), persistent=False)
        self.register_buffer("spread", torch.ones(channels), persistent=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if x.is_cuda:
            # There it refuses an epsilon of 0.
            return torch.relu(x * self.scale[:, None] + self.offset[:, None])
        return torch.relu(F.batch_norm(x, self.center, self.spread, self.scale, self.offset, eps=0.0))


class Group(nn.Module):
    """Dense layers of CAM++ beside each other: what came in, and what each adds to it."""

    def __init__(self, channels: int, layers: int) -> None:
        super().__init__()
        self.layers = layers
        self.bent = Bent(channels)
        self.mix = nn.Conv1d(channels, INNER * layers, 1)
        self.local = nn.Conv1d(INNER * layers, GROWTH * layers, 3, padding=1, groups=layers)
        self.mask_in = nn.Conv1d(INNER * layers, MASK * layers, 1, groups=layers)
        self.mask_out = nn.Conv1d(MASK * layers, GROWTH * layers, 1, groups=layers)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        inner = torch.relu(self.mix(self.bent(x)))
        mask = torch.relu(self.mask_in(inner.mean(-1, keepdim=True)))
        return torch.cat([x, self.local(inner) * torch.sigmoid(self.mask_out(mask))], dim=1)


class Transition(nn.Module):
    """Fewer channels between blocks."""

    def __init__(self, channels: int, out: int) -> None:
        super().__init__()
        self.bent = Bent(channels)
        self.mix = nn.Conv1d(channels, out, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.mix(self.bent(x))


def dense_blocks() -> tuple[nn.ModuleList, nn.ModuleList]:
    """Blocks of groups, and what comes after each block."""
    blocks, transitions, channels = nn.ModuleList(), nn.ModuleList(), FRONT
    for groups, out in zip(GROUPS, TRANSITIONS):
        block = nn.ModuleList()
        for layers in groups:
            block.append(Group(channels, layers))
            channels += GROWTH * layers
        blocks.append(block)
        transitions.append(Transition(channels, out))
        channels = out
    return blocks, transitions


class SmallEncoder(nn.Module):
    """`forward` gives the steps [B, frames / STEP_FRAMES, WIDTH] of centered log-mel bands [B, frames, BANDS]."""

    # Of the steps that the first block hears, those that later ones do.
    LATER_STRIDE = 2

    def __init__(self) -> None:
        super().__init__()
        self.front, self.first, self.last = Front(), Bent(FRONT), Bent(WIDTH)
        self.blocks, self.transitions = dense_blocks()

    def stages(self, front: torch.Tensor) -> list[torch.Tensor]:
        """What each block after its transition gives [B, channels, steps] of what the front gives."""
        given, x = [], self.first(front)
        for number, (block, transition) in enumerate(zip(self.blocks, self.transitions)):
            if number == 1:
                x = x[:, :, :: self.LATER_STRIDE]
            for group in block:
                x = group(x)
            x = transition(x)
            given.append(x)
        return given

    def forward(self, bands: torch.Tensor) -> torch.Tensor:
        return self.last(self.stages(self.front(bands))[-1]).transpose(1, 2)


def save_weights(state: dict[str, np.ndarray], path: Path) -> None:
    """Kernels in 8 bits with a scale for each of their outputs, the rest as it is."""
    stored = {}
    for name, value in state.items():
        if value.ndim < 3:
            stored[name] = value.astype(np.float32)
            continue
        scale = np.abs(value).reshape(len(value), -1).max(1).astype(np.float32) / 127 + 1e-12
        stored[f"{name}:scale"] = scale
        stored[name] = np.round(value / scale.reshape(-1, *[1] * (value.ndim - 1))).astype(np.int8)
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(path, **stored)


def read_weights(path: Path) -> dict[str, np.ndarray]:
    """What save_weights was given, rounded; raises MissingWeights."""
    if not path.is_file():
        raise MissingWeights(f"{path} is missing: make it with `npm run join:speaker -- <folder> --teach`")
    with np.load(path, allow_pickle=False) as file:
        values = dict(file)
    scales = {name[:-6]: values.pop(name) for name in list(values) if name.endswith(":scale")}
    for name, scale in scales.items():
        values[name] = values[name] * scale.reshape(-1, *[1] * (values[name].ndim - 1))
    return values


def load_small_encoder(path: Path = WEIGHTS) -> tuple[SmallEncoder, np.ndarray, np.ndarray]:
    """The encoder, and CAM++'s map [PRINT, 2 WIDTH] of means and deviations of steps to voiceprints, with its offset."""
    values = read_weights(path)
    weight, offset = values.pop("voiceprint.weight")[:, :, 0], values.pop("voiceprint.offset")
    encoder = SmallEncoder()
    encoder.load_state_dict({name: torch.from_numpy(value) for name, value in values.items()})
    return encoder.eval(), weight, offset
