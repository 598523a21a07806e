"""Writes the head that tells speech from pauses and one voice from two, with the trunk of the network under it."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import onnx
import torch

import shared_training  # noqa: F401
from speaker_graph import build
from speaker_network import ActivityHead, SpeakerNet

KEPT = ("activity", "state_out")


def needed(graph: onnx.GraphProto, outputs: tuple[str, ...]) -> onnx.GraphProto:
    """The part of a graph that these outputs come from."""
    made_by = {name: node for node in graph.node for name in node.output}
    wanted, waiting = set(), list(outputs)
    while waiting:
        name = waiting.pop()
        if name in wanted:
            continue
        wanted.add(name)
        if name in made_by:
            waiting.extend(made_by[name].input)
    kept = onnx.GraphProto()
    kept.CopyFrom(graph)
    del kept.node[:], kept.initializer[:], kept.output[:]
    kept.node.extend(node for node in graph.node if wanted.intersection(node.output))
    kept.initializer.extend(tensor for tensor in graph.initializer if tensor.name in wanted)
    kept.output.extend(output for output in graph.output if output.name in outputs)
    return kept


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("--out", type=Path, required=True, help="path of the .onnx file")
    parser.add_argument("--license", required=True)
    arguments = parser.parse_args()
    net, activity = SpeakerNet(), ActivityHead()
    net.load_state_dict(torch.load(arguments.weights, map_location="cpu"))
    activity.load_state_dict(torch.load(arguments.weights.with_suffix(".activity.pt"), map_location="cpu"))
    model = build(net.eval(), activity, {"license": arguments.license})
    model.graph.CopyFrom(needed(model.graph, KEPT))
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, str(arguments.out))
    about = {
        "license": arguments.license,
        "training": json.loads(arguments.weights.with_suffix(".json").read_text(encoding="utf-8")),
    }
    arguments.out.with_suffix(".json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
    print(f"{arguments.out}: {arguments.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
