"""Joins the published encoder to a finished speaker network: one ONNX file, its metadata, and one voiceprint of both.

The voiceprint's linear map is a discriminant analysis over both (discriminant.py). Without statistics to fit it on, the map
is that of the network alone, which is enough to compute them.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
from pathlib import Path

import numpy as np
import onnx

import shared_training  # noqa: F401
from discriminant import fit
from encoder import PACKAGE, SHA256, VERSION, load_encoder
from encoder_graph import ALL_FEATURES, ALL_HEADS, REDUCED, WINDOW_BLOCKS, join
from rounding import quantise_columns
from speaker_network import EMBEDDING, FEATURES


def network_map(metadata: dict) -> tuple[np.ndarray, np.ndarray]:
    """The network's own map [EMBEDDING, 2 * FEATURES] and bias, from its metadata."""
    embedding = metadata["embedding"]
    codes = np.frombuffer(base64.b64decode(embedding["codes"]), dtype=np.int8).reshape(EMBEDDING, -1)
    return codes * np.array(embedding["scales"])[:, None], np.array(embedding["bias"])


def widened(weight: np.ndarray) -> np.ndarray:
    """A map over the network's means and deviations as one over those of all features."""
    result = np.zeros((len(weight), 2 * ALL_FEATURES))
    result[:, :FEATURES] = weight[:, :FEATURES]
    result[:, ALL_FEATURES : ALL_FEATURES + FEATURES] = weight[:, FEATURES:]
    return result


def discriminating(metadata: dict, statistics: Path) -> tuple[np.ndarray, np.ndarray]:
    """The map from all statistics to a voiceprint in which people stand apart, however they feel."""
    rows = json.loads(statistics.read_text(encoding="utf-8"))
    values = np.array([row["statistics"] for row in rows])
    weight, bias = network_map(metadata)
    own = widened(weight)
    # Of the size that a voiceprint has, so that shrinking does not favor either part.
    own_scale = 1.0 / np.sqrt(((values @ own.T + bias) ** 2).sum(1).mean())
    means = np.zeros((REDUCED, 2 * ALL_FEATURES))
    means[:, FEATURES:ALL_FEATURES] = np.eye(REDUCED)
    both = np.concatenate([own * own_scale, means])
    offset = np.concatenate([bias * own_scale, np.zeros(REDUCED)])
    turned, moved = fit([row["speaker"] for row in rows], values @ both.T + offset, EMBEDDING)
    return turned @ both, turned @ offset + moved


def embedding_map(weight: np.ndarray, bias: np.ndarray) -> dict:
    codes, scale = quantise_columns(weight.T)
    return {
        "codes": base64.b64encode(np.ascontiguousarray(codes.T).tobytes()).decode(),
        "scales": [float(f"{value:.8g}") for value in scale[0]],
        "bias": [float(f"{value:.8g}") for value in bias],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", type=Path, help="the .onnx file of the network, its metadata beside it")
    parser.add_argument("basis", type=Path, help="from encoder_basis.py")
    parser.add_argument("--out", type=Path, required=True, help="path of the .onnx file")
    parser.add_argument("--statistics", type=Path, help="of training speakers, from scripts/statistics.mjs")
    parser.add_argument("--settings", type=Path, help="cohort, calibration, thresholds, diarization, as JSON")
    parser.add_argument("--version", required=True)
    arguments = parser.parse_args()
    metadata = json.loads(arguments.network.with_suffix(".json").read_text(encoding="utf-8"))
    basis = np.load(arguments.basis)
    properties = {
        "id": metadata["id"],
        "version": arguments.version,
        "license": metadata["license"]["weights"],
    }
    network = onnx.load(str(arguments.network))
    model, state_size = join(network, load_encoder(), basis["basis"], basis["center"], properties)
    onnx.save(model, str(arguments.out))
    digest = hashlib.sha256(arguments.out.read_bytes()).hexdigest()
    if arguments.statistics is None:
        weight, bias = network_map(metadata)
        weight = widened(weight)
    else:
        weight, bias = discriminating(metadata, arguments.statistics)
    embed = embedding_map(weight, bias)
    space = hashlib.sha256((digest + embed["codes"]).encode()).hexdigest()[:12]
    metadata |= {
        "version": arguments.version,
        "space": f"undertone-speaker-{space}",
        "sha256": digest,
        "stateSize": state_size,
        "featureSize": ALL_FEATURES,
        "attentionHeads": ALL_HEADS,
        "embedding": embed,
    }
    if arguments.settings is not None:
        metadata |= json.loads(arguments.settings.read_text(encoding="utf-8"))
    metadata["training"]["encoder"] = {
        "package": PACKAGE,
        "version": VERSION,
        "sha256": SHA256,
        "license": "Apache-2.0",
        "learnedFrom": ["LibriSpeech (train-other-500)", "VoxCeleb 1", "VoxCeleb 2"],
        "windowBlocks": WINDOW_BLOCKS,
    }
    arguments.out.with_suffix(".json").write_text(json.dumps(metadata, indent=1) + "\n", encoding="utf-8")
    print(f"{arguments.out}: {arguments.out.stat().st_size} bytes, state {state_size}, {metadata['space']}")


if __name__ == "__main__":
    main()
