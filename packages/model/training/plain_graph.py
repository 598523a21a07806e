"""What is in a reader's graph as PyTorch wrote it and the quantizer rounded it: products of integers, norms, heads."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import onnx
from onnx import numpy_helper

HEADS = ("embedding", "logits", "vad", "domain")


@dataclass(frozen=True)
class Product:
    """A product of 8-bit integers: codes [inputs, outputs], a scale and a bias for each output, and step and origin of the
    codes it reads where these are fixed."""

    codes: np.ndarray
    scale: np.ndarray
    bias: np.ndarray
    step: np.ndarray | None
    origin: np.ndarray | None

    def columns(self, first: int, last: int) -> Product:
        """Some of its outputs."""
        part = slice(first, last)
        return Product(
            np.ascontiguousarray(self.codes[:, part]),
            self.scale[part],
            self.bias[part],
            self.step,
            self.origin,
        )


@dataclass(frozen=True)
class Affine:
    """What a norm multiplies and adds, or a head's rows [inputs, outputs] and bias."""

    weight: np.ndarray
    bias: np.ndarray


class PlainGraph:
    """Products and norms in the order of the computation, heads by their output, other constants by their name."""

    def __init__(self, model: onnx.ModelProto) -> None:
        self.constants = {tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
        self._made_by = {name: node for node in model.graph.node for name in node.output}
        self._used_by: dict[str, list[onnx.NodeProto]] = {}
        for node in model.graph.node:
            for name in node.input:
                self._used_by.setdefault(name, []).append(node)
        nodes = model.graph.node
        self.products = [self._product(node) for node in nodes if node.op_type == "MatMulInteger"]
        self.norms = [
            Affine(*(self.constants[name] for name in node.input[1:]))
            for node in nodes
            if node.op_type == "LayerNormalization"
        ]
        self.heads = {output: self._head(output) for output in HEADS}

    def _product(self, node: onnx.NodeProto) -> Product:
        codes, rounded = self.constants[node.input[1]], self._made_by[node.input[0]]
        if self.constants[node.input[3]].any():
            raise ValueError("weights that are not symmetric")
        scales = self._only_user(self._only_user(node))
        scale = self._made_by[scales.input[1]].input
        added = self._only_user(scales)
        # Steps that are chosen for each call have no constants.
        steps = [self.constants[name] for name in rounded.input[1:]] or [None, None]
        bias = next(self.constants[name] for name in added.input if name in self.constants)
        return Product(codes, self.constants[scale[1]], bias, *steps)

    def _only_user(self, node: onnx.NodeProto) -> onnx.NodeProto:
        (user,) = self._used_by[node.output[0]]
        return user

    def _head(self, output: str) -> Affine:
        added = self._made_by[output]
        if added.op_type == "Clip":
            added = self._made_by[added.input[0]]
        name = next(self._made_by[name] for name in added.input if name in self._made_by).input[1]
        # Half the bytes in the file, widened by the graph.
        if name not in self.constants:
            name = self._made_by[name].input[0]
        bias = next(self.constants[each] for each in added.input if each in self.constants)
        return Affine(self.constants[name], bias)
