"""Reads the networks and the domain heads of the folds back from their exported files, as train.py and domain.py wrote them.

So the experts can be fitted anew beside the networks that are shipped, without hours of training. What int8 took from the
weights stays lost; rounded again they are what they are.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from batches import class_shares
from corpus import CLASSES, EMOTION_CORPORA, load_clips
from ensemble import leaning
from export_trunk import TONE_GAIN
from folds import FOLD_COUNT, fold_of, read_folds
from network import DILATIONS, EMBEDDING, FEATURE_SCALE, WIDTH, DomainHead, EmotionNet
from quantise import set_folded
from targets import is_known


class Exported:
    """An exported graph, read along its edges."""

    def __init__(self, file: Path) -> None:
        self.graph = onnx.load(str(file)).graph
        self.constants = {each.name: numpy_helper.to_array(each) for each in self.graph.initializer}
        self.makers = {name: node for node in self.graph.node for name in node.output}

    def quantised(self) -> list[str]:
        """Outputs of the products that GraphBuilder.quantised made, in order."""
        names = []
        for node in self.graph.node:
            cast = self.makers.get(node.input[0]) if node.op_type == "Mul" else None
            codes = self.constants.get(cast.input[0]) if cast is not None and cast.op_type == "Cast" else None
            if codes is not None and codes.dtype == np.int8 and node.input[1] in self.constants:
                names.append(node.output[0])
        return names

    def matrix(self, name: str) -> np.ndarray:
        scaled = self.makers[name]
        codes = self.constants[self.makers[scaled.input[0]].input[0]]
        return codes.astype(np.float32) * self.constants[scaled.input[1]]

    def layers(self) -> list[tuple[np.ndarray, np.ndarray]]:
        """Weights [taps * inputs, outputs] and biases of the integer convolutions, in order (quantise.fold)."""
        found = []
        for node in self.graph.node:
            if node.op_type == "QLinearConv":
                step, _, codes, scale, *_, bias = (self.constants.get(name) for name in node.input[1:])
                weight = codes.transpose(2, 1, 0).reshape(-1, len(codes)) * scale
                found.append((weight, bias * (step * scale)))
        return found

    def reader(self, name: str) -> onnx.NodeProto:
        return next(node for node in self.graph.node if name in node.input)

    def beside(self, name: str) -> np.ndarray:
        """The constant that meets a tensor: the bias of a sum, a weight's rows of biases, the weight of a product."""
        return next(self.constants[other] for other in self.reader(name).input if other in self.constants)

    def after(self, name: str) -> str:
        return self.reader(name).output[0]


def put(parameter: torch.Tensor, values: np.ndarray) -> None:
    with torch.no_grad():
        parameter.copy_(torch.from_numpy(np.array(values, dtype=np.float32)))


def networks(exported: Exported) -> list[EmotionNet]:
    """The networks of a graph, in the order in which export.py writes their weights."""
    layers = exported.layers()
    grouped = 1 + len(DILATIONS)
    nets = [EmotionNet().eval() for _ in range((len(layers) - grouped) // 2)]
    for number, net in enumerate(nets):
        spectral, tonal = layers[2 * number : 2 * number + 2]
        # Their inputs are in the units of the graph.
        set_folded(net.stem1, net.norm1, spectral[0] / FEATURE_SCALE, spectral[1])
        set_folded(net.pitch_stem, net.pitch_norm, tonal[0] * TONE_GAIN, tonal[1])
        own = slice(number * WIDTH, (number + 1) * WIDTH)
        pairs = [(net.stem2, net.norm2), *((block.conv, block.norm) for block in net.blocks)]
        for (conv, norm), (weight, bias) in zip(pairs, layers[-grouped:]):
            set_folded(conv, norm, weight[:, own], bias[own])
    read_attention(exported, nets)
    # The combs come first.
    for net, name in zip(nets, exported.quantised()[1:]):
        put(net.embed.weight, exported.matrix(name).T)
    read_heads(exported, nets)
    return nets


def read_attention(exported: Exported, nets: list[EmotionNet]) -> None:
    """Each network's weights are the one constant among its columns, the others are zeros made at load time."""
    node = next(each for each in exported.graph.node if each.op_type == "MatMulIntegerToFloat")
    scale, bias = exported.constants[node.input[3]], exported.constants[node.input[6]]
    for number, (net, column) in enumerate(zip(nets, exported.makers[node.input[1]].input)):
        own = slice(number * WIDTH, (number + 1) * WIDTH)
        rows = exported.makers[column].input
        codes = next(exported.constants[name] for name in rows if name in exported.constants)
        put(net.attention.weight, (codes * scale[own]).T[:, :, None])
        put(net.attention.bias, bias[own])


def read_heads(exported: Exported, nets: list[EmotionNet]) -> None:
    """What stands behind the embeddings; the heads' mean is part of the weights."""
    embedding = exported.makers["embedding"].input[0]
    inputs = exported.makers[embedding].input
    bias = next(exported.constants[name] for name in inputs if name in exported.constants)
    product = exported.reader("embedding")
    head, head_bias = exported.beside("embedding") * len(nets), exported.beside(product.output[0])
    for number, net in enumerate(nets):
        own = slice(number * EMBEDDING, (number + 1) * EMBEDDING)
        put(net.embed.bias, bias[own])
        for layer, part in ((net.classify, slice(len(CLASSES))), (net.dimensions, slice(len(CLASSES), None))):
            put(layer.weight, head[own, part].T)
            put(layer.bias, head_bias[part])


def domain_head(exported: Exported, count: int) -> DomainHead:
    """The last of the quantised weights; its rows are means, then deviations (export.pooled_rows)."""
    head = DomainHead(count)
    hidden = exported.quantised()[-1]
    rows = exported.matrix(hidden)
    product = exported.after(hidden)
    active = exported.after(exported.after(product))
    put(head.hidden.weight, rows.reshape(2, count, WIDTH, -1).transpose(1, 0, 2, 3).reshape(rows.shape).T)
    put(head.hidden.bias, exported.beside(product))
    put(head.out.weight, exported.beside(active).T)
    put(head.out.bias, exported.beside(exported.after(active)))
    return head


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("models", type=Path, help="folder with fold-0.onnx and so on, and their metadata")
    parser.add_argument("folder", type=Path, help="the speech folder that was trained on")
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--corpora", default=",".join(EMOTION_CORPORA))
    arguments = parser.parse_args()
    corpora = arguments.corpora.split(",")
    clips, _ = load_clips(arguments.folder, tuple(corpora), arguments.cache)
    clips = [clip for clip in clips if is_known(clip.label)]
    table = read_folds()
    arguments.out.mkdir(parents=True, exist_ok=True)
    for fold in range(FOLD_COUNT):
        file = arguments.models / f"fold-{fold}.onnx"
        training = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))["training"]
        members = np.array([i for i, clip in enumerate(clips) if fold_of(clip.speaker, table) != fold])
        shares = [round(share, 5) for share in class_shares(clips, members)]
        exported = Exported(file)
        nets = networks(exported)
        for number, net in enumerate(nets):
            state = net.state_dict()
            state["classify.bias"] += leaning(shares)
            part = arguments.out / f"{fold}.{number + 1}.pt"
            torch.save(state, part)
            summary = {
                **{key: training[key] for key in ("epochs", "stepsPerEpoch", "batch")},
                "seed": training["seeds"][number],
                "cpuSecondsPerEpoch": training["cpuSecondsPerEpoch"] / len(nets),
                "corpora": corpora,
                "clips": len(members),
                "speakers": len({clips[i].speaker for i in members}),
                "classShares": shares,
            }
            part.with_suffix(".json").write_text(json.dumps(summary, indent=1), encoding="utf-8")
        torch.save(domain_head(exported, len(nets)).state_dict(), arguments.out / f"{fold}.domain.pt")
        print(f"{file.name}: {len(nets)} networks and their domain head", flush=True)


if __name__ == "__main__":
    main()
