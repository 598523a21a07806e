"""A small builder over onnx.helper: nodes get names by themselves, constants become initialisers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from rounding import quantise_columns

END = 2**31 - 1
OPSET = 15
IR_VERSION = 8


class GraphBuilder:
    """Collects nodes and initialisers of one graph; tensors are referred to by name."""

    def __init__(self, prefix: str = "") -> None:
        self._prefix = prefix
        self._nodes: list[onnx.NodeProto] = []
        self._initialisers: list[onnx.TensorProto] = []
        self._integers: dict[tuple[int, ...], str] = {}
        self._eyes: dict[int, str] = {}

    def constant(self, value: np.ndarray, name: str = "") -> str:
        name = name or f"{self._prefix}const{len(self._initialisers)}"
        self._initialisers.append(numpy_helper.from_array(np.asarray(value, order="C"), name))
        return name

    def real(self, value: np.ndarray | float | Sequence[float]) -> str:
        return self.constant(np.atleast_1d(np.asarray(value, dtype=np.float32)))

    def integers(self, *values: int) -> str:
        if values not in self._integers:
            self._integers[values] = self.constant(np.array(values, dtype=np.int64))
        return self._integers[values]

    def op(self, kind: str, inputs: Sequence[str], **attributes: object) -> str:
        return self.ops(kind, inputs, 1, **attributes)[0]

    def ops(self, kind: str, inputs: Sequence[str], outputs: int, **attributes: object) -> list[str]:
        names = [f"{self._prefix}{kind.lower()}{len(self._nodes)}_{i}" for i in range(outputs)]
        self._nodes.append(helper.make_node(kind, list(inputs), names, **attributes))
        return names

    def slice(self, x: str, start: int, end: int, axis: int) -> str:
        return self.op("Slice", [x, self.integers(start), self.integers(end), self.integers(axis)])

    def last(self, x: str) -> str:
        """The last step of [batch, time, channel]: [batch, channel]."""
        return self.op("Gather", [x, self.constant(np.array(-1, dtype=np.int64))], axis=1)

    def ones(self, x: str) -> str:
        """Ones of the shape of x, whose values do not matter."""
        return self.op("Clip", [x, *(self.constant(np.float32(1.0)) for _ in range(2))])

    def zeros(self, rows: int, columns: int) -> str:
        """Made when the model is loaded, as are all results of constants alone."""
        return self.op("ConstantOfShape", [self.integers(rows, columns)])

    def small_zeros(self, *shape: int) -> str:
        """The same in int8."""
        zero = numpy_helper.from_array(np.zeros(1, dtype=np.int8))
        return self.op("ConstantOfShape", [self.integers(*shape)], value=zero)

    def eye(self, size: int) -> str:
        if size not in self._eyes:
            self._eyes[size] = self.op("EyeLike", [self.zeros(size, size)])
        return self._eyes[size]

    def small(self, values: np.ndarray) -> str:
        """A float32 matrix of small whole numbers, a byte each in the file."""
        return self.op("Cast", [self.constant(values.astype(np.int8))], to=TensorProto.FLOAT)

    def reshape(self, x: str, *shape: int) -> str:
        return self.op("Reshape", [x, self.integers(*shape)])

    def quantised(self, weight: np.ndarray) -> str:
        """int8 storage with one scale per output column, expanded once when the model is loaded.

        Cast and Mul of constants are folded by the runtime, so that inference runs in float32.
        """
        codes, scale = quantise_columns(weight)
        real = self.op("Cast", [self.constant(codes)], to=TensorProto.FLOAT)
        return self.op("Mul", [real, self.constant(scale)])

    def adopt(self, graph: onnx.GraphProto, renamed: dict[str, str]) -> None:
        """Takes over the nodes and constants of a finished graph, some of its tensors under new names.

        This builder's own names need a prefix, because the other builder counted like this one.
        """
        for node in graph.node:
            for names in (node.input, node.output):
                names[:] = [renamed.get(name, name) for name in names]
        self._nodes.extend(graph.node)
        self._initialisers.extend(graph.initializer)

    def build(
        self,
        inputs: Sequence[tuple[str, Sequence[str | int]]],
        outputs: Sequence[tuple[str, str, Sequence[str | int]]],
        properties: dict[str, str],
        opset: int = OPSET,
    ) -> onnx.ModelProto:
        """Model whose outputs (public name, inner name, shape) are checked by onnx.checker."""
        public_names = {inner: public for public, inner, _ in outputs}
        for node in self._nodes:
            for names in (node.input, node.output):
                names[:] = [public_names.get(name, name) for name in names]
        graph = helper.make_graph(
            self._nodes,
            "undertone-emotion",
            [helper.make_tensor_value_info(n, TensorProto.FLOAT, shape) for n, shape in inputs],
            [helper.make_tensor_value_info(n, TensorProto.FLOAT, shape) for n, _, shape in outputs],
            self._initialisers,
        )
        domains = [helper.make_opsetid("", opset), helper.make_opsetid("com.microsoft", 1)]
        model = helper.make_model(graph, producer_name="undertone", opset_imports=domains)
        model.ir_version = IR_VERSION
        helper.set_model_props(model, properties)
        onnx.checker.check_model(model, full_check=True)
        return model
