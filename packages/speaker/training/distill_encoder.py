"""Makes the weights of small_encoder.py out of those of CAM++, group after group, each by least squares.

Every group learns to give what its layers of CAM++ have at their place, from what the groups before it give: so each
makes up for their errors. No step of this knows who speaks.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from encoder import Encoder, load_encoder
from encoder_taps import Taps, taps_of
from heard_speech import stretches
from light_encoder import LightEncoder
from small_encoder import FRONT, GROWTH, INNER, Bent, Group, SmallEncoder, save_weights

SEED = 20261126
# Of 3.2 s each: a quarter of their windows as recorded, the others through a channel.
STRETCHES = 1_000
BATCH = 40
RIDGE = 1e-3
# Reckoned with at once.
ROWS = 1 << 15


def least_squares(inputs: torch.Tensor, wanted: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, float]:
    """Weights [outputs, inputs] and offset, and the share of the variance that they give."""
    center, middle = inputs.mean(0), wanted.mean(0)
    moved, left = inputs - center, wanted - middle
    # In 64 bits, where a graphics processor would take fewer than 32.
    square, products = 0.0, 0.0
    for own, others in zip(moved.split(ROWS), left.split(ROWS)):
        own = own.double()
        square, products = square + own.T @ own, products + own.T @ others.double()
    square.diagonal().add_(RIDGE * square.diagonal().mean())
    weight = torch.linalg.solve(square, products).T.float()
    missed = left - moved @ weight.T
    return weight, middle - weight @ center, 1.0 - float((missed**2).sum() / (left**2).sum())


def rows(x: torch.Tensor) -> torch.Tensor:
    """[B, C, T] to [B T, C]."""
    return x.transpose(1, 2).reshape(-1, x.shape[1])


def beside(x: torch.Tensor) -> torch.Tensor:
    """Every step of [B, C, T] with its neighbors: [B T, 3 C]."""
    padded = F.pad(x, (1, 1))
    return torch.cat([rows(padded[:, :, k : k + x.shape[2]]) for k in range(3)], dim=1)


def set_layer(layer: nn.Conv1d | nn.Conv2d, weight: torch.Tensor, offset: torch.Tensor) -> None:
    layer.weight.copy_(weight.reshape(layer.weight.shape))
    layer.bias.copy_(offset)


def copy_image(layer: nn.Conv2d, encoder: Encoder, kernel: str, norm: str) -> None:
    """A convolution of CAM++ and the norm after it, in one."""
    scale, offset = encoder.affine(norm)
    set_layer(layer, encoder.of(f"{kernel}.weight") * scale[:, None, None, None], offset)


def copy_front(small: SmallEncoder, encoder: Encoder) -> None:
    copy_image(small.front.first, encoder, "head.conv1", "head.bn1")
    for number, residual in enumerate(small.front.residuals):
        name = f"head.layer{number // 2 + 1}.{number % 2}"
        copy_image(residual.first, encoder, f"{name}.conv1", f"{name}.bn1")
        copy_image(residual.second, encoder, f"{name}.conv2", f"{name}.bn2")
        if isinstance(residual.around, nn.Conv2d):
            copy_image(residual.around, encoder, f"{name}.shortcut.0", f"{name}.shortcut.1")
    copy_image(small.front.last, encoder, "head.conv2", "head.bn2")
    set_layer(small.front.out, encoder.of("xvector.tdnn.linear.weight"), torch.zeros(FRONT))


def set_norm(bent: Bent, encoder: Encoder, name: str) -> None:
    scale, offset = encoder.affine(name)
    bent.scale.copy_(scale)
    bent.offset.copy_(offset)


def fit_group(group: Group, encoder: Encoder, names: list[str], wanted: list, x: torch.Tensor) -> str:
    """`names` and `wanted` of the dense layers that the group stands for, `x` what comes in."""
    norms = [encoder.affine(f"{name}.nonlinear1.batchnorm") for name in names]
    scales, offsets = (torch.stack([norm[n][: x.shape[1]] for norm in norms]) for n in (0, 1))
    # One bend for all: where theirs are, each as heavy as it is steep.
    scale, steep = scales.mean(0), scales.abs()
    bend = -((offsets / scales) * steep).sum(0) / steep.sum(0)
    group.bent.scale.copy_(scale)
    group.bent.offset.copy_(-bend * scale)
    bent = group.bent(x)
    weight, offset, kept = least_squares(rows(bent), torch.cat([rows(inside) for inside, _ in wanted], dim=1))
    set_layer(group.mix, weight, offset)
    inner = torch.relu(group.mix(bent))
    kept_local = []
    for number, (name, (_, local)) in enumerate(zip(names, wanted)):
        own = inner[:, INNER * number : INNER * (number + 1)]
        weight, offset, share = least_squares(beside(own), rows(local))
        kept_local.append(share)
        at = slice(GROWTH * number, GROWTH * (number + 1))
        group.local.weight[at] = weight.reshape(GROWTH, 3, INNER).transpose(1, 2)
        group.local.bias[at] = offset
        # CAM++'s mask hears the mean of the window twice.
        for part, layer, times in (("linear1", group.mask_in, 2.0), ("linear2", group.mask_out, 1.0)):
            weight, bias = (encoder.of(f"{name}.cam_layer.{part}.{kind}") for kind in ("weight", "bias"))
            at = slice(len(weight) * number, len(weight) * (number + 1))
            layer.weight[at], layer.bias[at] = times * weight, bias
    return f"inside {kept:.3f}, local {np.mean(kept_local):.3f}"


def fit_body(small: SmallEncoder | LightEncoder, encoder: Encoder, taps: Taps, front: torch.Tensor) -> None:
    """`taps` are CAM++'s of the same `front`."""
    set_norm(small.first, encoder, "xvector.tdnn.nonlinear.batchnorm")
    set_norm(small.last, encoder, "xvector.out_nonlinear.batchnorm")
    x = small.first(front)
    for block, (groups, transition) in enumerate(zip(small.blocks, small.transitions), start=1):
        if block == 2:
            x = x[:, :, :: small.LATER_STRIDE]
        layer = 1
        for group in groups:
            numbers = range(layer, layer + group.layers)
            names = [f"xvector.block{block}.tdnnd{number}" for number in numbers]
            kept = fit_group(group, encoder, names, [taps.layers[block, number] for number in numbers], x)
            print(f"block {block}, layers {layer} to {numbers[-1]}: {kept}", flush=True)
            x = group(x)
            layer = numbers[-1] + 1
        set_norm(transition.bent, encoder, f"xvector.transit{block}.nonlinear.batchnorm")
        wanted = taps.transitions[block - 1]
        weight, offset, kept = least_squares(rows(transition.bent(x)), rows(wanted))
        set_layer(transition.mix, weight, offset)
        print(f"transition {block}: {kept:.3f}", flush=True)
        x = transition(x)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--samples", type=Path, required=True, help="cache of decoded corpora")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    encoder, small = load_encoder(), SmallEncoder().eval()
    clean, heard = (
        torch.from_numpy(part).flatten(0, 1)
        for part in stretches(arguments.folder, arguments.samples, STRETCHES, SEED)
    )
    bands = heard
    bands[::4] = clean[::4]
    with torch.no_grad():
        copy_front(small, encoder)
        front = torch.cat([small.front(part) for part in bands.split(BATCH)])
        fit_body(small, encoder, taps_of(encoder, front), front)
    state = {name: value.numpy() for name, value in small.state_dict().items()}
    weight, offset = encoder.voiceprint_map()
    save_weights(
        state | {"voiceprint.weight": weight[:, :, None], "voiceprint.offset": offset}, arguments.out
    )
    print(f"{arguments.out}: {arguments.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
