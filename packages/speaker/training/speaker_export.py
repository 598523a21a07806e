"""Writes the trained speaker network as one ONNX graph with carried state, its metadata and golden numbers."""

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
from export import MAX_BLOCKS, convolve, front_end, with_context
from graph import END, GraphBuilder
from network import salience
from quantise import fold
from rounding import quantise_columns, rounded
from speaker_network import (
    ATTENTION_LIMIT,
    BLOCKS_PER_SECOND,
    DILATIONS,
    EMBEDDING,
    FEATURE_FLOOR,
    FEATURE_SCALE,
    FEATURES,
    HEADS,
    MASS_FLOOR,
    NORM_SECONDS,
    PITCH_WIDTH,
    PRIOR_BLOCKS,
    SPEECH_SPECTRUM,
    STEM_WIDTH,
    VARIANCE_FLOOR,
    WEIGHT_FLOOR,
    WIDE_LIMIT,
    WIDTH,
    ActivityHead,
    SpeakerNet,
    normalise,
    pool,
    spectrum,
)
from synthetic_voice import synthetic_voice

MEL = frontend.MEL_BANDS
BLOCK = frontend.FRAMES_PER_BLOCK
STATE_PIECES = (
    ("audio", frontend.PITCH_HOP_SAMPLES),
    ("normalisation", MEL + 2),
    ("stem1", 2 * 2 * MEL),
    ("pitch", 2 * frontend.PITCH_CANDIDATES),
    ("stem2", 2 * (STEM_WIDTH + PITCH_WIDTH)),
    *((f"block{i}", 2 * dilation * WIDTH) for i, dilation in enumerate(DILATIONS)),
)
STATE_SIZE = sum(size for _, size in STATE_PIECES)
GOLDEN_SEED, GOLDEN_SECONDS = 7, 3.0


def running_mean(g: GraphBuilder, power: str, log_power: str, state: str) -> tuple[str, str]:
    """Centred features [B, blocks, BLOCK, MEL] and the sums to carry.

    The decayed sums share the factor exp(-t / memory), which cancels in the mean, so a plain cumulative
    sum of terms that grow by exp(s / memory) is enough; only the evidence needs the factor itself.
    """
    memory = BLOCKS_PER_SECOND * NORM_SECONDS
    grouped = g.reshape(log_power, 0, -1, BLOCK, MEL)
    mean = g.op("ReduceMean", [grouped], axes=[2], keepdims=0)
    energy = g.op("ReduceMean", [g.reshape(power, 0, -1, BLOCK * MEL)], axes=[2], keepdims=1)
    weight = g.op("Add", [g.op("Sqrt", [energy]), g.real(WEIGHT_FLOOR)])
    terms = g.op("Concat", [g.op("Mul", [mean, weight]), weight, g.op("Mul", [weight, weight])], axis=2)
    blocks = g.op("Shape", [mean], start=1, end=2)
    steps = np.arange(MAX_BLOCKS) + 1.0
    growth, decay = (
        g.op("Slice", [g.constant(table.astype(np.float32)[:, None]), g.integers(0), blocks])
        for table in (np.exp(steps / memory), np.exp(-steps / memory))
    )
    grown = g.op("CumSum", [g.op("Mul", [terms, growth]), g.constant(np.array(1, dtype=np.int64))])
    sums = g.op("Mul", [g.op("Add", [grown, g.reshape(state, 0, 1, MEL + 2)]), decay])
    total, mass, squares = g.ops("Split", [sums, g.integers(MEL, 1, 1)], 3, axis=2)
    heard = g.op("Div", [total, mass])
    evidence = g.op("Div", [g.op("Mul", [mass, mass]), squares])
    trust = g.op("Div", [evidence, g.op("Add", [evidence, g.real(PRIOR_BLOCKS)])])
    level = g.op("ReduceMean", [heard], axes=[2], keepdims=1)
    expected = g.op("Add", [level, g.real(np.array(SPEECH_SPECTRUM))])
    leaning = g.op("Mul", [trust, g.op("Sub", [heard, expected])])
    center = g.reshape(g.op("Add", [expected, leaning]), 0, -1, 1, MEL)
    features = g.op("Max", [g.op("Sub", [grouped, center]), g.real(FEATURE_FLOOR)])
    return features, g.reshape(g.slice(sums, -1, END, 1), 0, MEL + 2)


def trunk(
    g: GraphBuilder, net: SpeakerNet, features: str, tones: str, state: dict[str, str]
) -> tuple[str, dict[str, str]]:
    """Stems and residual blocks: [B, blocks, WIDTH] and what each carries."""
    carried: dict[str, str] = {}
    pairs = g.reshape(features, 0, -1, 2 * MEL)
    joined, carried["stem1"] = with_context(g, pairs, state["stem1"], 2, 2 * MEL)
    weight, bias = fold(net.stem1, net.norm1)
    columns = [g.slice(joined, 0, -2, 1), g.slice(joined, 1, -1, 1), pairs]
    x = convolve(g, columns, weight * FEATURE_SCALE, bias)
    joined, carried["pitch"] = with_context(g, tones, state["pitch"], 2, frontend.PITCH_CANDIDATES)
    columns = [g.slice(joined, 0, -2, 1), g.slice(joined, 1, -1, 1), tones]
    low = convolve(g, columns, *fold(net.pitch_stem, net.pitch_norm))
    width = 2 * (STEM_WIDTH + PITCH_WIDTH)
    pairs = g.reshape(g.op("Concat", [x, low], axis=2), 0, -1, width)
    joined, carried["stem2"] = with_context(g, pairs, state["stem2"], 1, width)
    # A kernel of four with stride two and two steps of padding reads exactly two pairs.
    x = convolve(g, [g.slice(joined, 0, -1, 1), pairs], *fold(net.stem2, net.norm2))
    for number, (block, dilation) in enumerate(zip(net.blocks, DILATIONS)):
        name = f"block{number}"
        joined, carried[name] = with_context(g, x, state[name], 2 * dilation, WIDTH)
        columns = [g.slice(joined, 0, -2 * dilation, 1), g.slice(joined, dilation, -dilation, 1), x]
        x = g.op("Add", [x, convolve(g, columns, *fold(block.conv, block.norm))])
    return x, carried


def pointwise(g: GraphBuilder, conv: nn.Conv1d, x: str) -> str:
    """x W + b of a convolution over one step."""
    weight = conv.weight.detach().numpy()[:, :, 0].T
    return g.op("Add", [g.op("MatMul", [x, g.quantised(weight)]), g.real(conv.bias.detach())])


def wide(g: GraphBuilder, net: SpeakerNet, log_power: str, tones: str) -> str:
    """The features that `spectrum` feeds, [B, blocks, WIDE]."""
    mean = g.op("ReduceMean", [g.reshape(log_power, 0, -1, BLOCK, MEL)], axes=[2], keepdims=0)
    shape = g.op("Sub", [mean, g.op("ReduceMean", [mean], axes=[2], keepdims=1)])
    limits = [g.constant(np.float32(value)) for value in (-WIDE_LIMIT, WIDE_LIMIT)]
    shape = g.op("Mul", [g.op("Clip", [shape, *limits]), g.real(FEATURE_SCALE)])
    grouped = g.reshape(tones, 0, -1, frontend.PITCH_FRAMES_PER_BLOCK, frontend.PITCH_CANDIDATES)
    pitch = g.op("ReduceMean", [grouped], axes=[2], keepdims=0)
    spectra = g.op("Concat", [shape, pitch], axis=2)
    product = g.op("MatMul", [spectra, g.quantised(net.wide.weight.detach().numpy().T)])
    return g.op("Add", [product, g.real(net.wide.bias.detach())])


def build(net: SpeakerNet, activity: ActivityHead, properties: dict[str, str]) -> onnx.ModelProto:
    """The whole graph; see CONTRACT.md for its inputs and outputs."""
    g = GraphBuilder()
    names = [name for name, _ in STATE_PIECES]
    pieces = g.ops("Split", ["state", g.integers(*(s for _, s in STATE_PIECES))], len(names), axis=1)
    state = dict(zip(names, pieces))
    power, log_power, tones, audio = front_end(g, state["audio"])
    centred, sums = running_mean(g, power, log_power, state["normalisation"])
    x, carried = trunk(g, net, centred, tones, state)
    deep = convolve(g, [x], *fold(net.project, net.project_norm))
    features = g.op("Concat", [deep, wide(g, net, log_power, tones)], axis=2)
    limits = [g.constant(np.float32(value)) for value in (-ATTENTION_LIMIT, ATTENTION_LIMIT)]
    weights = g.op("Exp", [g.op("Clip", [pointwise(g, net.attention, x), *limits])])
    hidden = g.op("Relu", [pointwise(g, activity.hidden, x)])
    active = g.op("Sigmoid", [pointwise(g, activity.out, hidden)])
    carried |= {"audio": audio, "normalisation": sums}
    packed = g.op("Concat", [carried[name] for name in names], axis=1)
    return g.build(
        [("audio", ["batch", "samples"]), ("state", ["batch", STATE_SIZE])],
        [
            ("features", features, ["batch", "blocks", FEATURES]),
            ("weights", weights, ["batch", "blocks", HEADS]),
            ("activity", active, ["batch", "blocks", 2]),
            ("state_out", packed, ["batch", STATE_SIZE]),
        ],
        properties,
    )


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
    """A copy whose weights are what the exported files hold."""
    result = copy.deepcopy(net).eval()
    pairs = [(result.stem1, result.norm1), (result.pitch_stem, result.pitch_norm), (result.stem2, result.norm2)]
    pairs += [(block.conv, block.norm) for block in result.blocks]
    for conv, norm in [*pairs, (result.project, result.project_norm)]:
        bake_pair(conv, norm)
    bake_plain(result.attention)
    bake_plain(result.wide)
    bake_plain(result.embed)
    return result


def golden(net: SpeakerNet) -> dict:
    """What the shipped weights give in PyTorch for the synthetic voice, an independent computation."""
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
    parser.add_argument("--version", required=True)
    parser.add_argument("--license", required=True)
    arguments = parser.parse_args()
    net, activity = SpeakerNet(), ActivityHead()
    net.load_state_dict(torch.load(arguments.weights, map_location="cpu"))
    activity.load_state_dict(torch.load(arguments.weights.with_suffix(".activity.pt"), map_location="cpu"))
    net.eval()
    properties = {"id": "undertone-speaker", "version": arguments.version, "license": arguments.license}
    onnx.save(build(net, activity, properties), str(arguments.out))
    digest = hashlib.sha256(arguments.out.read_bytes()).hexdigest()
    embed = embedding_map(net)
    space = hashlib.sha256((digest + embed["codes"]).encode()).hexdigest()[:12]
    metadata = {
        "format": "undertone-speaker/1",
        "id": "undertone-speaker",
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
    text = json.dumps(golden(net), indent=1) + "\n"
    arguments.out.with_suffix(".golden.json").write_text(text, encoding="utf-8")
    print(f"{arguments.out}: {arguments.out.stat().st_size} bytes, state {STATE_SIZE}, {metadata['space']}")


if __name__ == "__main__":
    main()
