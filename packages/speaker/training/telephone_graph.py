"""telephone_bands.py as a part of the ONNX graph of encoder_graph.py."""

from __future__ import annotations

import numpy as np
from onnx import TensorProto

import shared_training  # noqa: F401
from graph import GraphBuilder
from rounding import quantise_columns
from telephone_bands import SCALE, TELEPHONE_BELOW, TelephoneBands, tilt


def by_telephone(g: GraphBuilder, mean: str) -> str:
    """Whether each window [B windows] came by telephone, from the mean bands [B, windows, 1, BANDS] of the speech so far."""
    return g.op("Less", [g.reshape(g.op("MatMul", [mean, g.constant(tilt())]), -1), g.real(TELEPHONE_BELOW)])


def _convolved(g: GraphBuilder, x: str, weight: np.ndarray, bias: np.ndarray) -> str:
    """The kernel is kept in 8 bits and expanded when the model is loaded."""
    codes, scale = quantise_columns(weight.reshape(len(weight), -1).T)
    real = g.op("Cast", [g.constant(codes.T.reshape(weight.shape))], to=TensorProto.FLOAT)
    kernel = g.op("Mul", [real, g.constant(scale.T[:, :, None])])
    padding = weight.shape[2] // 2
    return g.op("Conv", [x, kernel, g.constant(bias)], pads=[padding, padding])


def retold(g: GraphBuilder, windows: str, phoned: str, net: TelephoneBands) -> str:
    """Windows [N, WINDOW_FRAMES, BANDS]: those that came by telephone, `phoned` [N], as the network gives them."""
    values = {name: value.numpy() for name, value in net.state_dict().items()}
    own = g.op("Compress", [windows, phoned], axis=0)
    bands = g.op("Transpose", [own], perm=[0, 2, 1])
    x = _convolved(g, bands, values["first.weight"] / np.float32(SCALE), values["first.bias"])
    x = g.op("Relu", [x])
    x = g.op("Relu", [_convolved(g, x, values["second.weight"], values["second.bias"])])
    weight, bias = (np.float32(SCALE) * values[f"last.{part}"] for part in ("weight", "bias"))
    told = g.op("Add", [bands, _convolved(g, x, weight, bias)])
    places = g.op("Transpose", [g.op("NonZero", [phoned])], perm=[1, 0])
    return g.op("ScatterND", [windows, places, g.op("Transpose", [told], perm=[0, 2, 1])])
