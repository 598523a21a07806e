"""Fixed 8-bit steps of a graph's activations, in place of steps that are chosen anew for every call.

Steps that are chosen for a call depend on all rows of its batch, so a stream would be read otherwise in other company.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import helper, numpy_helper


def ranges(
    model: onnx.ModelProto, names: list[str], runs: list[list[dict]]
) -> dict[str, tuple[float, float]]:
    """Smallest and largest value of tensors over streams, each a list of calls whose state is carried on."""
    watched = onnx.ModelProto()
    watched.CopyFrom(model)
    watched.graph.output.extend(
        helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None) for name in names
    )
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(watched.SerializeToString(), options)
    found = {name: (0.0, 0.0) for name in names}
    carries = "state" in [i.name for i in session.get_inputs()]
    for calls in runs:
        state = None
        for feed in calls:
            outputs = session.run(
                (["state_out"] if carries else []) + names,
                feed | ({"state": state} if state is not None else {}),
            )
            if carries:
                state, *outputs = outputs
            for name, value in zip(names, outputs):
                low, high = found[name]
                found[name] = (min(low, float(value.min())), max(high, float(value.max())))
    return found


def fix_steps(path: Path, runs: list[list[dict]]) -> None:
    """Rewrites every DynamicQuantizeLinear of a file by the range that its input had over `runs`."""
    model = onnx.load(str(path))
    nodes = [node for node in model.graph.node if node.op_type == "DynamicQuantizeLinear"]
    found = ranges(model, [node.input[0] for node in nodes], runs)
    for node in nodes:
        low, high = found[node.input[0]]
        scale = np.float32(max(high - low, 1e-6) / 255.0)
        zero = np.uint8(np.clip(round(-low / scale), 0, 255))
        codes, step, origin = node.output
        model.graph.initializer.extend(
            [numpy_helper.from_array(np.array(scale), step), numpy_helper.from_array(np.array(zero), origin)]
        )
        quantize = helper.make_node(
            "QuantizeLinear", [node.input[0], step, origin], [codes], name=f"{node.name}_fixed"
        )
        place = list(model.graph.node).index(node)
        model.graph.node.remove(node)
        model.graph.node.insert(place, quantize)
    onnx.save(model, str(path))
