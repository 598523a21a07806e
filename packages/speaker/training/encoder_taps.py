"""What CAM++ gives on the way, for a smaller encoder to learn from."""

from __future__ import annotations

from dataclasses import dataclass, field

import torch
from torch.nn import functional as F

from encoder import BLOCKS, Encoder


@dataclass
class Taps:
    """Activations of windows, every one [B, channels, steps]."""

    # By block and layer: normed inside before the ReLU, and the output before its mask. The second block begins to take
    # every fourth frame.
    layers: dict[tuple[int, int], tuple[torch.Tensor, torch.Tensor]] = field(default_factory=dict)
    transitions: list[torch.Tensor] = field(default_factory=list)


def taps_of(encoder: Encoder, front: torch.Tensor) -> Taps:
    """The dense blocks after the tdnn layer, of what it gives before its norm [B, channels, steps]."""
    taps = Taps()
    x = torch.relu(encoder.norm(front, "xvector.tdnn.nonlinear.batchnorm"))
    for block, (layers, _) in enumerate(BLOCKS, start=1):
        if block == 2:
            x = x[:, :, ::2]
        for layer in range(1, layers + 1):
            grown, inside, local = encoder.dense_parts(x, f"xvector.block{block}.tdnnd{layer}", 1)
            taps.layers[block, layer] = (inside, local)
            x = torch.cat([x, grown], dim=1)
        x = torch.relu(encoder.norm(x, f"xvector.transit{block}.nonlinear.batchnorm"))
        x = F.conv1d(x, encoder.of(f"xvector.transit{block}.linear.weight"))
        taps.transitions.append(x)
    return taps
