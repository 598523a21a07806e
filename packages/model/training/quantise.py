"""The networks as they are shipped: batch normalisation folded in, weights rounded to int8 steps,
the trunk in integers altogether.

Scores and golden numbers are taken from these, not from those in training, so that what is
reported is what runs.
"""

from __future__ import annotations

import copy

import numpy as np
import torch
from torch import nn

from integers import TRUNK_LEVELS, IntegerNet
from network import DomainHead, EmotionNet, Ensemble
from rounding import rounded
from wide import WideHead


def fold(conv: nn.Conv1d, norm: nn.BatchNorm1d) -> tuple[np.ndarray, np.ndarray]:
    """Convolution with its batch normalisation folded in: [kernel * inputs, outputs] and bias."""
    scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    weight = (conv.weight * scale[:, None, None]).detach().numpy()
    bias = (norm.bias - norm.running_mean * scale).detach().numpy()
    return weight.transpose(2, 1, 0).reshape(-1, weight.shape[0]), bias


def set_folded(conv: nn.Conv1d, norm: nn.BatchNorm1d, weight: np.ndarray, bias: np.ndarray) -> None:
    """The way back of `fold`: the batch normalisation does nothing then but add the bias."""
    outputs, inputs, kernel = conv.weight.shape
    matrix = weight.reshape(kernel, inputs, outputs).transpose(2, 1, 0)
    with torch.no_grad():
        conv.weight.copy_(torch.from_numpy(np.ascontiguousarray(matrix)))
        norm.weight.fill_(1.0)
        norm.bias.copy_(torch.from_numpy(np.array(bias)))
        norm.running_mean.zero_()
        norm.running_var.fill_(1.0 - norm.eps)


def _baked_network(net: EmotionNet) -> IntegerNet:
    """The attention reads the trunk's codes, and so has the trunk's weights of 7 bits."""
    pairs = [(net.stem1, net.norm1), (net.pitch_stem, net.pitch_norm), (net.stem2, net.norm2)]
    pairs += [(block.conv, block.norm) for block in net.blocks]
    result = IntegerNet(net, {conv: fold(conv, norm) for conv, norm in pairs})
    with torch.no_grad():
        attention = result.attention.weight.detach().numpy()[:, :, 0].T
        attention = rounded(attention, TRUNK_LEVELS)
        result.attention.weight.copy_(torch.from_numpy(attention.T.copy())[:, :, None])
        embed = result.embed.weight.detach().numpy().T
        result.embed.weight.copy_(torch.from_numpy(rounded(embed).T.copy()))
    return result


def baked(net: Ensemble) -> Ensemble:
    """A copy whose weights are what the exported file holds."""
    return Ensemble([_baked_network(network) for network in net.networks]).eval()


def baked_domain(head: DomainHead) -> DomainHead:
    """The same for the domain head."""
    result = copy.deepcopy(head).eval()
    with torch.no_grad():
        hidden = result.hidden.weight.detach().numpy().T
        result.hidden.weight.copy_(torch.from_numpy(rounded(hidden).T.copy()))
    return result


def baked_wide(head: WideHead) -> WideHead:
    """The same for the experts and the gate."""
    result = copy.deepcopy(head).eval()
    result.weight.copy_(torch.from_numpy(rounded(result.weight.numpy())))
    return result
