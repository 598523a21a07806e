"""Writes a reader's graph in 8-bit integers, and checks it against PyTorch."""

from __future__ import annotations

import tempfile
from pathlib import Path

import onnx
import torch
from onnx import helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import nn

# Products that stay in float32: the spectrum spans ten decades, and the heads read small differences.
PRECISE = ("spectrum", "heads")


def export(
    graph: nn.Module, example: tuple, inputs: list[str], outputs: list[str], axes: dict, target: Path
) -> None:
    """The graph with the weights of its layers and convolutions in int8, one scale a column."""
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "plain.onnx"
        torch.onnx.export(
            graph.eval(),
            example,
            str(plain),
            input_names=inputs,
            output_names=outputs,
            dynamic_axes=axes,
            opset_version=17,
            dynamo=False,
        )
        model = onnx.load(str(plain))
        precise = [
            n.name for n in model.graph.node if n.op_type == "MatMul" and any(p in n.name for p in PRECISE)
        ]
        quantize_dynamic(
            plain,
            target,
            op_types_to_quantize=["MatMul"],
            nodes_to_exclude=precise,
            per_channel=True,
            weight_type=QuantType.QInt8,
        )
    model = onnx.load(str(target))
    narrow(model, graph.heads.projection.shape)
    del model.metadata_props[:]
    model.doc_string = ""
    onnx.save(model, str(target))


def narrow(model: onnx.ModelProto, shape: tuple[int, ...]) -> None:
    """Stores the heads' projection, the one large tensor in float32, in float16; the runtime widens it at the start."""
    for tensor in model.graph.initializer:
        if tuple(tensor.dims) != tuple(shape) or tensor.data_type != onnx.TensorProto.FLOAT:
            continue
        name = tensor.name
        half = numpy_helper.from_array(numpy_helper.to_array(tensor).astype("float16"), f"{name}_half")
        tensor.CopyFrom(half)
        model.graph.node.insert(
            0, helper.make_node("Cast", [f"{name}_half"], [name], to=onnx.TensorProto.FLOAT)
        )


def sizes(path: Path) -> list[tuple[str, int]]:
    """Largest tensors of a file, for whoever wonders where its bytes are."""
    tensors = onnx.load(str(path)).graph.initializer
    return sorted(((t.name, numpy_helper.to_array(t).nbytes) for t in tensors), key=lambda item: -item[1])[
        :12
    ]
