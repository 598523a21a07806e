"""The trunk in 8-bit integers: fixed steps for what its layers hear and say, the same for every network.

Products of integers are exact, so the trunk says the same on every machine and however a stream is cut, and two networks
cost what one cost in float32. The steps need no calibration: what is heard is normalised, what the layers
say follows a batch normalisation, and folds, seeds and both networks agree on how far it reaches. All steps behind the
first layer are powers of two, so that the sums of the residual blocks are exact up to their one rounding.

Weights take 7 bits: without VNNI, x86 adds two products of 8-bit numbers in 16 bits, where 255 * 63 * 2 just fits.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from network import DILATIONS, FEATURE_FLOOR, FEATURE_SCALE, EmotionNet
from rounding import quantise_columns

TRUNK_LEVELS = 63
TOP = 255
# Features reach from their floor, code 0, to 3.4; saliences from -5.3 to 6.8. One of 10,000 lies beyond. Zero is a code.
INPUT_ZERO = 112
FEATURE_STEP = -FEATURE_FLOOR * FEATURE_SCALE / INPUT_ZERO
TONE_STEP = 2.0 * FEATURE_STEP
# Rectified sums reach 8, the sum of the residual blocks 16.
LAYER_STEP = 1.0 / 32.0
SUM_STEPS = (LAYER_STEP, LAYER_STEP, *(2.0 * LAYER_STEP,) * (len(DILATIONS) - 1))


@dataclass
class Layer:
    """A convolution with its batch normalisation as integers: codes [kernel * inputs, outputs] and what they count."""

    codes: np.ndarray
    scale: np.ndarray
    bias: np.ndarray

    @staticmethod
    def of(folded: tuple[np.ndarray, np.ndarray], step: float) -> Layer:
        """Of weights and biases (quantise.fold), for inputs in steps of `step`."""
        weight, bias = folded
        codes, scale = quantise_columns(weight, TRUNK_LEVELS)
        scale = scale[0]
        return Layer(codes, scale, np.rint(bias / (np.float32(step) * scale)).astype(np.int32))

    def kernel(self, inputs: int) -> np.ndarray:
        """Codes [outputs, inputs, taps]."""
        return np.ascontiguousarray(self.codes.reshape(-1, inputs, self.codes.shape[1]).transpose(2, 1, 0))

    def multiplier(self, step: float) -> np.ndarray:
        """From sums of products to codes of LAYER_STEP."""
        return np.float32(step) * self.scale / np.float32(LAYER_STEP)


def encode(x: torch.Tensor, step: float) -> torch.Tensor:
    """Codes about INPUT_ZERO, which is taken off again."""
    return (torch.round(x / step) + INPUT_ZERO).clamp(0, TOP) - INPUT_ZERO


class IntegerConv(nn.Module):
    """Codes [B, inputs, T] to rectified codes [B, outputs, T]; the runtime's QLinearConv, in whole float32 numbers."""

    def __init__(self, conv: nn.Conv1d, folded: tuple[np.ndarray, np.ndarray], step: float) -> None:
        super().__init__()
        layer = Layer.of(folded, step)
        weight = layer.kernel(conv.weight.shape[1]).astype(np.float32)
        self.register_buffer("weight", torch.from_numpy(weight))
        self.register_buffer("bias", torch.from_numpy(layer.bias.astype(np.float32))[:, None])
        self.register_buffer("multiplier", torch.from_numpy(layer.multiplier(step))[:, None])
        self.stride, self.dilation = conv.stride, conv.dilation

    def forward(self, codes: torch.Tensor) -> torch.Tensor:
        sums = F.conv1d(codes, self.weight, stride=self.stride, dilation=self.dilation) + self.bias
        return torch.round(sums * self.multiplier).clamp(0, TOP)


class IntegerNet(EmotionNet):
    """A trained network whose trunk computes as the exported one does; its other weights are copied."""

    def __init__(self, net: EmotionNet, folds: dict[nn.Conv1d, tuple[np.ndarray, np.ndarray]]) -> None:
        super().__init__()
        self.load_state_dict(net.state_dict())
        integer = lambda conv, step: IntegerConv(conv, folds[conv], step)  # noqa: E731
        self.integer_stem1 = integer(net.stem1, FEATURE_STEP)
        self.integer_pitch_stem = integer(net.pitch_stem, TONE_STEP)
        self.integer_stem2 = integer(net.stem2, LAYER_STEP)
        convs = [block.conv for block in net.blocks]
        self.integer_blocks = nn.ModuleList(integer(conv, step) for conv, step in zip(convs, SUM_STEPS))

    def trunk(self, features: torch.Tensor, salience: torch.Tensor) -> torch.Tensor:
        x = self.integer_stem1(F.pad(encode(features.transpose(1, 2), FEATURE_STEP), (4, 0)))
        tones = self.integer_pitch_stem(F.pad(encode(salience.transpose(1, 2), TONE_STEP), (2, 0)))
        x = self.integer_stem2(F.pad(torch.cat([x, tones], 1), (2, 0)))
        for block, integer, step, after in zip(self.blocks, self.integer_blocks, SUM_STEPS, SUM_STEPS[1:]):
            y = integer(F.pad(x, (block.context, 0)))
            x = torch.round((x * step + y * LAYER_STEP) / after).clamp(0, TOP)
        return x * SUM_STEPS[-1]
