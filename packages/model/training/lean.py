"""Writes a reader's graph in fewer nodes (lean_live.py, lean_full.py), and checks that it hears the same.

python lean.py plain.onnx lean.onnx
"""

from __future__ import annotations

import argparse
import hashlib
from pathlib import Path

import numpy as np
import onnx
import onnxruntime

from ear_live import BLOCK_SAMPLES
from lean_full import LeanFull
from lean_live import LeanLive, carried, history_of, state_size_of
from plain_graph import PlainGraph

# Of the embedding's spread: what tipped codes of eight bits make of it. Over speech they make a quarter of this.
FURTHEST = 0.03


def lean(model: onnx.ModelProto) -> onnx.ModelProto:
    """The same reader in fewer nodes; raises ValueError where it does not hear the same."""
    plain = PlainGraph(model)
    made = LeanLive(plain, state_size_of(model)).build() if state_size_of(model) else LeanFull(plain).build()
    difference = apart(model, made)
    if difference > FURTHEST:
        raise ValueError(f"the graph in fewer nodes hears otherwise: {difference}")
    return made


def apart(plain: onnx.ModelProto, made: onnx.ModelProto) -> float:
    """How far embeddings are apart over a made-up stretch, as a share of their spread."""
    random = np.random.default_rng(1)
    time = np.arange(24 * BLOCK_SAMPLES) / 16_000.0
    voice = np.sin(np.cumsum(0.05 + 0.02 * np.sin(3.0 * time))) * np.abs(np.sin(9.0 * time))
    sound = (0.2 * voice + 0.01 * random.standard_normal(len(time))).astype(np.float32)
    first, second = (heard(model, sound.reshape(-1, 1, BLOCK_SAMPLES)) for model in (plain, made))
    spread = first - first.mean(0)
    return float(np.sqrt(((second - first) ** 2).sum() / (spread**2).sum()))


def heard(model: onnx.ModelProto, blocks: np.ndarray) -> np.ndarray:
    """[blocks, size] embeddings: with the state carried on, or each block as an utterance."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(model.SerializeToString(), options)
    state, rows = np.zeros((1, state_size_of(model)), dtype=np.float32), []
    history = history_of(model)
    for block in blocks:
        if state.size:
            embedding, given = session.run(["embedding", "state_out"], {"audio": block, "state": state})
            state = carried(state, given, history)
        else:
            (embedding,) = session.run(["embedding"], {"audio": block})
        rows.append(embedding[0])
    return np.stack(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("plain", type=Path, help="what reader_export and fixed_steps wrote")
    parser.add_argument("lean", type=Path)
    arguments = parser.parse_args()
    plain = onnx.load(str(arguments.plain))
    made = lean(plain)
    onnx.save(made, str(arguments.lean))
    digest = hashlib.sha256(arguments.lean.read_bytes()).hexdigest()
    nodes = [sum(node.op_type != "Constant" for node in model.graph.node) for model in (plain, made)]
    print(f"{nodes[0]} nodes, now {nodes[1]}; {arguments.lean.stat().st_size} bytes, SHA-256 {digest}")


if __name__ == "__main__":
    main()
