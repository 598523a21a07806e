"""Takes the encoder's layers out of a joined model as they are, so that another one hears the very same.

encoder_body.py makes them anew; where its libraries have another version, some of what it rounds falls to the other side.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import onnx
from onnx import helper

import shared_training  # noqa: F401
from encoder import BANDS, WIDTH
from encoder_graph import STEPS, WINDOW_FRAMES

# What encoder_graph.py calls what the layers give, how its own names begin, and those that are taken over.
GIVEN, OWN, KEPT = "encoded", "joined_", "kept_"


def body_of(model: onnx.ModelProto) -> onnx.ModelProto:
    """Of a file of join_encoder.py: `bands` [windows, WINDOW_FRAMES, BANDS] to `steps` [windows, STEPS, WIDTH]."""
    graph = model.graph
    made = {name: node for node in graph.node for name in node.output}
    heard = {value.name for value in graph.input}
    for node in graph.node:
        if any(name in heard for name in node.input):
            heard.update(node.output)
    seams, kept, left = set(), [], [GIVEN]
    while left:
        node = made[left.pop()]
        if node in kept:
            continue
        kept.append(node)
        for name in node.input:
            if name.startswith(OWN) and name in heard:
                seams.add(name)
            elif name in made:
                left.append(name)
    (seam,) = seams
    names = {seam: "bands", GIVEN: "steps"}
    used = {name for node in kept for name in node.input}
    nodes = [node for node in graph.node if node in kept]
    constants = [value for value in graph.initializer if value.name in used]
    for value in constants:
        names[value.name] = value.name if value.name.startswith(KEPT) else KEPT + value.name
        value.name = names[value.name]
    for node in nodes:
        for own in (node.input, node.output):
            own[:] = [names.get(name, name.replace(OWN, KEPT)) for name in own]
        node.name = node.name.replace(OWN, KEPT)
    sizes = {"bands": [WINDOW_FRAMES, BANDS], "steps": [STEPS, WIDTH]}
    ends = [
        helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, ["windows", *size])
        for name, size in sizes.items()
    ]
    body = helper.make_graph(nodes, "body", ends[:1], ends[1:], constants)
    return helper.make_model(body, opset_imports=model.opset_import, ir_version=model.ir_version)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path, help="a file of join_encoder.py")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    body = body_of(onnx.load(str(arguments.model)))
    onnx.checker.check_model(body)
    onnx.save(body, str(arguments.out))
    print(f"{arguments.out}: {len(body.graph.node)} nodes of {arguments.model}")


if __name__ == "__main__":
    main()
