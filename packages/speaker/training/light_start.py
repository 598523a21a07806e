"""Where the light encoder's learning starts: groups of the small one (small_encoder.py), which least squares made of CAM++.

The light encoder has the first of its groups in every block, at another rate of steps; its images start from nothing.
"""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn

from encoder import BANDS
from encoder_graph import WINDOW_FRAMES
from light_encoder import LightEncoder, LightGroup, LightTransition
from small_encoder import GROWTH, INNER, MASK, Bent, Group, SmallEncoder, Transition, load_small_encoder

# Mean and deviation of every channel.
Stats = tuple[torch.Tensor, torch.Tensor]


def stats_of(x: torch.Tensor) -> Stats:
    return x.mean((0, 2)), x.var((0, 2)).clamp_min(1e-6).sqrt()


class Heard:
    """What the norms and mixes of the small encoder have to do with, by module."""

    def __init__(self, small: SmallEncoder, bands: torch.Tensor) -> None:
        """`bands` [B, frames, BANDS] are CAM++'s, centered."""
        self.stats: dict[nn.Module, Stats] = {}
        hooks = []
        for module in small.modules():
            if isinstance(module, Bent):
                hooks.append(module.register_forward_hook(self._inputs))
            elif isinstance(module, Group):
                hooks.append(module.mix.register_forward_hook(self._outputs))
        small(bands.reshape(-1, WINDOW_FRAMES, BANDS))
        for hook in hooks:
            hook.remove()

    def _inputs(self, module: nn.Module, inputs: tuple[torch.Tensor, ...], _: torch.Tensor) -> None:
        self.stats[module] = stats_of(inputs[0])

    def _outputs(self, module: nn.Module, _: tuple[torch.Tensor, ...], given: torch.Tensor) -> None:
        self.stats[module] = stats_of(given)


def set_norm(norm: nn.BatchNorm1d, scale: torch.Tensor, offset: torch.Tensor, stats: Stats) -> None:
    """A norm that first does what `scale` and `offset` do; only its channels of these are taken."""
    (mean, spread), channels = stats, norm.num_features
    mean, spread, scale, offset = (part[:channels] for part in (mean, spread, scale, offset))
    norm.weight.copy_(scale * spread)
    norm.bias.copy_(offset + scale * mean)
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(spread**2)


def start_group(group: LightGroup, old: Group, heard: Heard) -> None:
    inner = INNER * group.layers
    set_norm(group.bent.norm, old.bent.scale, old.bent.offset, heard.stats[old.bent])
    mix, norm = group.mix
    mix.weight.copy_(old.mix.weight[:inner, : mix.in_channels])
    mean, spread = heard.stats[old.mix]
    without = mean - old.mix.bias
    set_norm(norm, torch.ones_like(mean), old.mix.bias, (without, spread))
    for name, size in (("local", GROWTH), ("mask_in", MASK), ("mask_out", GROWTH)):
        own, from_ = getattr(group, name), getattr(old, name)
        own.weight.copy_(from_.weight[: size * group.layers])
        own.bias.copy_(from_.bias[: size * group.layers])


def start_transition(transition: LightTransition, old: Transition, heard: Heard) -> None:
    set_norm(transition.bent.norm, old.bent.scale, old.bent.offset, heard.stats[old.bent])
    transition.mix.weight.copy_(old.mix.weight[:, : transition.mix.in_channels])
    transition.mix.bias.copy_(old.mix.bias)


@torch.no_grad()
def start_from_small(light: LightEncoder, path: Path, bands: torch.Tensor) -> None:
    """`path` is the small encoder's file, `bands` [B, frames, BANDS] are what norms begin with: CAM++'s, centered."""
    small = load_small_encoder(path)[0].to(bands.device)
    heard = Heard(small, bands)
    for block, old_block in zip(light.blocks, small.blocks):
        for group, old in zip(block, old_block):
            start_group(group, old, heard)
    for transition, old in zip(light.transitions, small.transitions):
        start_transition(transition, old, heard)
    for own, old in ((light.first, small.first), (light.last, small.last)):
        set_norm(own.norm, old.scale, old.offset, heard.stats[old])
