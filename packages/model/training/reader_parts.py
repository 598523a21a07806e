"""The shipped graph with other heads: of a fold, or of all corpora but one. Evaluation opens them like the shipped one."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

from reader_metadata import widest


def write_part(
    shipped: Path,
    target: Path,
    projection: np.ndarray,
    bias: np.ndarray,
    rows: dict[str, np.ndarray],
    changed: dict,
) -> None:
    """projection [features, size], bias [size]; rows: `logits` [size + 1, C] and `vad` [size + 1, 3], the last one added.

    changed: what its metadata has in place of the shipped file's.
    """
    model = onnx.load(str(shipped))
    for output, weights, sums in (
        ("embedding", projection, bias),
        *((output, values[:-1], values[-1]) for output, values in rows.items()),
    ):
        set_head(model, output, weights, sums)
    for output in model.graph.output:
        if output.name == "embedding":
            output.type.tensor_type.shape.dim[1].dim_value = len(bias)
    # Shapes between the nodes were those of the shipped heads.
    del model.graph.value_info[:]
    target.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(model, str(target))
    document = json.loads(shipped.with_suffix(".json").read_text(encoding="utf-8")) | changed
    document |= {
        "id": target.stem,
        "sha256": hashlib.sha256(target.read_bytes()).hexdigest(),
        "embeddingSize": widest(changed["classifier"]),
    }
    target.with_suffix(".json").write_text(json.dumps(document, ensure_ascii=False) + "\n", encoding="utf-8")


def set_head(model: onnx.ModelProto, output: str, rows: np.ndarray, bias: np.ndarray) -> None:
    """Gives a head other numbers, in the precision that the file keeps them in."""
    kept = {tensor.name: tensor for tensor in model.graph.initializer}
    named = [kept[name] for name in (f"{output}.rows", f"{output}.bias") if name in kept]
    if not named:
        set_product(model, output, rows, bias)
    for tensor, values in zip(named, (rows, bias)):
        kind = numpy_helper.to_array(tensor).dtype
        tensor.CopyFrom(numpy_helper.from_array(np.asarray(values, dtype=kind), tensor.name))


def set_product(model: onnx.ModelProto, output: str, rows: np.ndarray, bias: np.ndarray) -> None:
    """The same in a graph as PyTorch writes it: the product and the sum that make an output."""
    made_by = {name: node for node in model.graph.node for name in node.output}
    kept = {tensor.name: tensor for tensor in model.graph.initializer}
    added = made_by[output]
    if added.op_type == "Clip":
        added = made_by[added.input[0]]
    product = next(made_by[name] for name in added.input if name not in kept)
    name = product.input[1]
    if name not in kept:
        name = made_by[name].input[0]
    sums = next(kept[each] for each in added.input if each in kept)
    for tensor, values in ((kept[name], rows), (sums, bias)):
        kind = numpy_helper.to_array(tensor).dtype
        tensor.CopyFrom(numpy_helper.from_array(np.asarray(values, dtype=kind), tensor.name))
