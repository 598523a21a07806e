"""Writes the trained speaker network: the ONNX graph, its metadata and golden numbers."""

from __future__ import annotations

import argparse
import base64
import copy
import hashlib
import json
from pathlib import Path

import numpy as np
import onnx
import torch
from torch import nn

import shared_training  # noqa: F401
import frontend
from export_wide import MAX_BLOCKS
from network import salience
from quantise import fold
from rounding import quantise_columns, rounded
from speaker_graph import STATE_SIZE, build
from speaker_network import (
    EMBEDDING,
    FEATURES,
    HEADS,
    MASS_FLOOR,
    VARIANCE_FLOOR,
    ActivityHead,
    SpeakerNet,
    normalise,
    pool,
    spectrum,
)
from synthetic_voice import synthetic_voice

GOLDEN_SEED, GOLDEN_SECONDS = 7, 3.0


def bake_pair(conv: nn.Conv1d, norm: nn.BatchNorm1d) -> None:
    """Folds the norm into the convolution and rounds it to the steps that the file stores."""
    weight, bias = fold(conv, norm)
    outputs, inputs, kernel = conv.weight.shape
    matrix = rounded(weight).reshape(kernel, inputs, outputs).transpose(2, 1, 0)
    with torch.no_grad():
        conv.weight.copy_(torch.from_numpy(np.ascontiguousarray(matrix)))
        norm.weight.fill_(1.0)
        norm.bias.copy_(torch.from_numpy(bias))
        norm.running_mean.zero_()
        norm.running_var.fill_(1.0 - norm.eps)


def bake_plain(layer: nn.Conv1d | nn.Linear) -> None:
    shape = layer.weight.shape
    with torch.no_grad():
        matrix = rounded(layer.weight.detach().numpy().reshape(shape[0], -1).T).T
        layer.weight.copy_(torch.from_numpy(matrix.copy()).reshape(shape))


def baked(net: SpeakerNet) -> SpeakerNet:
    """A copy with the weights of the exported files."""
    result = copy.deepcopy(net).eval()
    pairs = [
        (result.stem1, result.norm1),
        (result.pitch_stem, result.pitch_norm),
        (result.stem2, result.norm2),
    ]
    pairs += [(block.conv, block.norm) for block in result.blocks]
    for conv, norm in [*pairs, (result.project, result.project_norm)]:
        bake_pair(conv, norm)
    for layer in (result.attention, result.wide, result.embed):
        bake_plain(layer)
    return result


def golden(net: SpeakerNet) -> dict:
    """The embedding of the synthetic voice with the shipped weights in PyTorch, an independent computation."""
    voice = synthetic_voice(GOLDEN_SECONDS, GOLDEN_SEED)
    log_mel = torch.from_numpy(frontend.LogMel()(voice))[None]
    pitch = torch.from_numpy(frontend.PitchSpectrum()(voice))[None]
    shipped = baked(net)
    with torch.no_grad():
        tones = salience(pitch)
        trunk_out = shipped.trunk(normalise(log_mel), tones)
        features, weights = shipped.frames(trunk_out, spectrum(log_mel, tones))
        chosen = torch.ones(1, 1, features.shape[1])
        embedding = shipped.embedding(pool(features, weights, chosen))[0, 0]
    rounding = [round(float(value), 5) for value in embedding]
    return {"seed": GOLDEN_SEED, "seconds": GOLDEN_SECONDS, "embedding": rounding}


def embedding_map(net: SpeakerNet) -> dict:
    codes, scale = quantise_columns(net.embed.weight.detach().numpy().T)
    return {
        "codes": base64.b64encode(np.ascontiguousarray(codes.T).tobytes()).decode(),
        "scales": [float(f"{value:.8g}") for value in scale[0]],
        "bias": [float(f"{value:.8g}") for value in net.embed.bias.detach()],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("settings", type=Path, help="calibration, thresholds and diarization, as JSON")
    parser.add_argument("--out", type=Path, required=True, help="path of the .onnx file")
    parser.add_argument("--id", default="undertone-speaker")
    parser.add_argument("--version", required=True)
    parser.add_argument("--license", required=True)
    parser.add_argument("--without-golden", action="store_true")
    arguments = parser.parse_args()
    net, activity = SpeakerNet(), ActivityHead()
    net.load_state_dict(torch.load(arguments.weights, map_location="cpu"))
    activity.load_state_dict(torch.load(arguments.weights.with_suffix(".activity.pt"), map_location="cpu"))
    net.eval()
    properties = {"id": arguments.id, "version": arguments.version, "license": arguments.license}
    onnx.save(build(net, activity, properties), str(arguments.out))
    digest = hashlib.sha256(arguments.out.read_bytes()).hexdigest()
    embed = embedding_map(net)
    space = hashlib.sha256((digest + embed["codes"]).encode()).hexdigest()[:12]
    metadata = {
        "format": "undertone-speaker/1",
        "id": arguments.id,
        "version": arguments.version,
        "space": f"undertone-speaker-{space}",
        "sha256": digest,
        "sampleRateHz": frontend.SAMPLE_RATE_HZ,
        "granularitySamples": frontend.BLOCK_SAMPLES,
        "maxSamplesPerCall": MAX_BLOCKS * frontend.BLOCK_SAMPLES,
        "stateSize": STATE_SIZE,
        "featureSize": FEATURES,
        "attentionHeads": HEADS,
        "dimensions": EMBEDDING,
        "varianceFloor": VARIANCE_FLOOR,
        "massFloor": MASS_FLOOR,
        **json.loads(arguments.settings.read_text(encoding="utf-8")),
        "embedding": embed,
        "license": {
            "weights": arguments.license,
            "nonCommercial": arguments.license.startswith("CC BY-NC"),
            "notice": "The weights are learned from corpora under non-commercial licences and are licensed "
            "CC BY-NC-SA 4.0: not for commercial use. Train on data you may use commercially with "
            "`npm run train:speaker`.",
        },
        "training": json.loads(arguments.weights.with_suffix(".json").read_text(encoding="utf-8")),
    }
    arguments.out.with_suffix(".json").write_text(json.dumps(metadata, indent=1) + "\n", encoding="utf-8")
    if not arguments.without_golden:
        text = json.dumps(golden(net), indent=1) + "\n"
        arguments.out.with_suffix(".golden.json").write_text(text, encoding="utf-8")
    print(f"{arguments.out}: {arguments.out.stat().st_size} bytes, state {STATE_SIZE}, {metadata['space']}")


if __name__ == "__main__":
    main()
