"""Writes the trained network as one ONNX graph that carries its state from chunk to chunk.

Layout is [batch, time, channel] throughout: a causal convolution is a MatMul over shifted copies,
whose constant right-hand side the runtime packs once. On 10 frames that is a third faster than Conv.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import onnx
import torch

import frontend
from corpus import CLASSES
from export_wide import STATE_PIECES as WIDE_PIECES
from export_wide import evidence, wide_terms
from graph import END, GraphBuilder
from network import (
    ATTENTION_LIMIT,
    BLOCKS_PER_SECOND,
    DILATIONS,
    DOMAINS,
    EMBEDDING,
    FEATURE_FLOOR,
    FEATURE_SCALE,
    NORM_SECONDS,
    PITCH_WIDTH,
    POOL_MASS_FLOOR,
    POOL_SECONDS,
    POOL_VARIANCE_FLOOR,
    PRIOR_BLOCKS,
    SPEECH_SPECTRUM,
    STEM_WIDTH,
    WEIGHT_FLOOR,
    WIDTH,
    DomainHead,
    EmotionNet,
)
from quantise import fold
from wide import TERM_COUNT, WIDE_SECONDS, WideHead

MEL = frontend.MEL_BANDS
BLOCK = frontend.FRAMES_PER_BLOCK
# Longest single call. The running mean's rising weights stay well inside float32 until then.
MAX_BLOCKS = 400

STATE_PIECES = (
    ("audio", frontend.PITCH_HOP_SAMPLES),
    ("normalisation", MEL + 2),
    ("stem1", 2 * 2 * MEL),
    ("pitch", 2 * frontend.PITCH_CANDIDATES),
    ("stem2", 2 * (STEM_WIDTH + PITCH_WIDTH)),
    *((f"block{i}", 2 * dilation * WIDTH) for i, dilation in enumerate(DILATIONS)),
    ("pool", 3 * WIDTH),
    *WIDE_PIECES,
)
STATE_SIZE = sum(size for _, size in STATE_PIECES)


def dft_constants(
    g: GraphBuilder, hop: int, first_bin: int, last_bin: int, scale: float
) -> tuple[str, str]:
    """Windowed cosine and sine matrices, made at load time from one table of cosines.

    cos(pi (2 n + 1) k / (2 hop)) repeats every 4 hop in (2 n + 1) k, so a gather gives the same bits on
    every platform and keeps 500 kB out of the file.
    """
    period = 4 * hop
    odd = g.constant((2 * np.arange(hop) + 1)[:, None].astype(np.int64))
    bins = g.constant(np.arange(first_bin, last_bin + 1)[None].astype(np.int64))
    index = g.op("Mod", [g.op("Mul", [odd, bins]), g.integers(period)])
    angle = 2.0 * np.pi * np.arange(period) / period
    window = g.constant((scale * frontend.window_half(hop))[:, None].astype(np.float32))
    return tuple(
        g.op("Mul", [g.op("Gather", [g.real(table), index]), window])
        for table in (np.cos(angle), np.sin(angle))
    )


def mel_constant(g: GraphBuilder) -> str:
    """The sparse filter matrix, scattered into zeros at load time."""
    matrix = (frontend.mel_matrix() * frontend.power_scale()).astype(np.float32)
    rows, columns = np.nonzero(matrix)
    zeros = g.op("ConstantOfShape", [g.integers(*matrix.shape)])
    compact = g.constant(np.stack([rows, columns], axis=1).astype(np.int16))
    places = g.op("Cast", [compact], to=onnx.TensorProto.INT64)
    return g.op("ScatterND", [zeros, places, g.constant(matrix[rows, columns])])


def spectrum(g: GraphBuilder, joined: str, constants: tuple[str, str], hop: int) -> str:
    """Power [B, T, bins] of frames of two hops, one every hop; see frontend.dft_matrices."""
    hops = g.reshape(joined, 0, -1, hop)
    second = g.slice(hops, 1, END, 1)
    first_reversed = g.op(
        "Slice",
        [hops, g.integers(0, -1), g.integers(-1, -END), g.integers(1, 2), g.integers(1, -1)],
    )
    even = g.op("MatMul", [g.op("Add", [second, first_reversed]), constants[0]])
    odd = g.op("MatMul", [g.op("Sub", [second, first_reversed]), constants[1]])
    return g.op("Add", [g.op("Mul", [even, even]), g.op("Mul", [odd, odd])])


def front_end(g: GraphBuilder, state: str) -> tuple[str, str, str, str]:
    """Power plus floor and its logarithm [B, T, MEL], salience [B, T / 2, candidates], samples to carry."""
    hop, pitch_hop = frontend.HOP_SAMPLES, frontend.PITCH_HOP_SAMPLES
    joined = g.op("Concat", [state, "audio"], axis=1)
    floor = g.real(frontend.POWER_FLOOR)
    mel_dft = dft_constants(g, hop, frontend.FIRST_BIN, frontend.LAST_BIN, 1.0)
    squares = spectrum(g, g.slice(joined, pitch_hop - hop, END, 1), mel_dft, hop)
    power = g.op("Add", [g.op("MatMul", [squares, mel_constant(g)]), floor])
    bins = (frontend.PITCH_FIRST_BIN, frontend.PITCH_LAST_BIN)
    pitch_dft = dft_constants(g, pitch_hop, *bins, frontend.power_scale(pitch_hop) ** 0.5)
    low = g.op("Add", [spectrum(g, joined, pitch_dft, pitch_hop), floor])
    mean = g.op("ReduceMean", [low], axes=[2], keepdims=1)
    relative = g.op("Add", [g.op("Mul", [mean, g.real(frontend.PITCH_FLOOR_SHARE)]), floor])
    comb = g.quantised(frontend.comb_matrix() * FEATURE_SCALE)
    salience = g.op("MatMul", [g.op("Log", [g.op("Add", [low, relative])]), comb])
    return power, g.op("Log", [power]), salience, g.slice(joined, -pitch_hop, END, 1)


def running_mean(g: GraphBuilder, power: str, log_power: str, state: str) -> tuple[str, str, str, str]:
    """Centred features [B, blocks, BLOCK, MEL], running amplitude, number of blocks, sums to carry.

    The decayed sums share the factor exp(-t / memory), which cancels in the mean, so a plain cumulative
    sum of terms that grow by exp(s / memory) is enough; only the evidence needs the factor itself.
    """
    memory = BLOCKS_PER_SECOND * NORM_SECONDS
    grouped = g.reshape(log_power, 0, -1, BLOCK, MEL)
    mean = g.op("ReduceMean", [grouped], axes=[2], keepdims=0)
    energy = g.op("ReduceMean", [g.reshape(power, 0, -1, BLOCK * MEL)], axes=[2], keepdims=1)
    weight = g.op("Add", [g.op("Sqrt", [energy]), g.real(WEIGHT_FLOOR)])
    squared = g.op("Mul", [weight, weight])
    terms = g.op("Concat", [g.op("Mul", [mean, weight]), weight, squared], axis=2)
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
    loudness = g.op("Div", [squares, mass])
    return features, loudness, blocks, g.reshape(g.slice(sums, -1, END, 1), 0, MEL + 2)


def with_context(g: GraphBuilder, x: str, state: str, steps: int, width: int) -> tuple[str, str]:
    """x with the previous call's last `steps` steps before it, and the steps to carry."""
    joined = g.op("Concat", [g.reshape(state, 0, steps, width), x], axis=1)
    return joined, g.reshape(g.slice(joined, -steps, END, 1), 0, steps * width)


def convolve(g: GraphBuilder, columns: list[str], weight: np.ndarray, bias: np.ndarray) -> str:
    """relu(concat(columns) W + b)."""
    stacked = g.op("Concat", columns, axis=2)
    product = g.op("MatMul", [stacked, g.quantised(weight)])
    return g.op("Relu", [g.op("Add", [product, g.real(bias)])])


def trunk(
    g: GraphBuilder, net: EmotionNet, features: str, salience: str, state: dict[str, str]
) -> tuple[str, dict[str, str]]:
    """Stems and residual blocks: [B, blocks, WIDTH] and what each carries."""
    carried: dict[str, str] = {}
    pairs = g.reshape(features, 0, -1, 2 * MEL)
    joined, carried["stem1"] = with_context(g, pairs, state["stem1"], 2, 2 * MEL)
    weight, bias = fold(net.stem1, net.norm1)
    columns = [g.slice(joined, 0, -2, 1), g.slice(joined, 1, -1, 1), pairs]
    x = convolve(g, columns, weight * FEATURE_SCALE, bias)
    joined, carried["pitch"] = with_context(g, salience, state["pitch"], 2, frontend.PITCH_CANDIDATES)
    columns = [g.slice(joined, 0, -2, 1), g.slice(joined, 1, -1, 1), salience]
    tones = convolve(g, columns, *fold(net.pitch_stem, net.pitch_norm))
    width = 2 * (STEM_WIDTH + PITCH_WIDTH)
    pairs = g.reshape(g.op("Concat", [x, tones], axis=2), 0, -1, width)
    joined, carried["stem2"] = with_context(g, pairs, state["stem2"], 1, width)
    # A kernel of four with stride two and two steps of padding reads exactly two pairs.
    weight, bias = fold(net.stem2, net.norm2)
    x = convolve(g, [g.slice(joined, 0, -1, 1), pairs], weight, bias)
    for number, (block, dilation) in enumerate(zip(net.blocks, DILATIONS)):
        name = f"block{number}"
        joined, carried[name] = with_context(g, x, state[name], 2 * dilation, WIDTH)
        columns = [g.slice(joined, 0, -2 * dilation, 1), g.slice(joined, dilation, -dilation, 1), x]
        x = g.op("Add", [x, convolve(g, columns, *fold(block.conv, block.norm))])
    return x, carried


def decayed(g: GraphBuilder, x: str, blocks: str, state: str, width: int, seconds: float) -> str:
    """Sums [B, width] of x [B, blocks, width] and of what came before, with the given memory."""
    memory = BLOCKS_PER_SECOND * seconds
    ages = np.arange(MAX_BLOCKS)[::-1].astype(np.float64)
    weights = g.constant(np.exp(-ages / memory).astype(np.float32)[None])
    recent = g.op("Slice", [weights, g.op("Neg", [blocks]), g.integers(END), g.integers(1)])
    falling = g.real(np.exp(-np.arange(MAX_BLOCKS + 1) / memory))
    past = g.op("Mul", [state, g.op("Gather", [falling, blocks])])
    return g.op("Add", [g.reshape(g.op("MatMul", [recent, x]), 0, width), past])


def pooled(g: GraphBuilder, net: EmotionNet, x: str, blocks: str, state: str) -> tuple[str, str]:
    """Attentive mean and deviation [B, 2 * WIDTH] at the last block, and the decayed sums."""
    weight = net.attention.weight.detach().numpy()[:, :, 0].T
    score = g.op("Add", [g.op("MatMul", [x, g.quantised(weight)]), g.real(net.attention.bias.detach())])
    limits = [g.constant(np.float32(value)) for value in (-ATTENTION_LIMIT, ATTENTION_LIMIT)]
    mass = g.op("Exp", [g.op("Clip", [score, *limits])])
    first = g.op("Mul", [mass, x])
    stacked = g.op("Concat", [mass, first, g.op("Mul", [first, x])], axis=2)
    sums = decayed(g, stacked, blocks, state, 3 * WIDTH, POOL_SECONDS)
    mass, first, second = g.ops("Split", [sums, g.integers(WIDTH, WIDTH, WIDTH)], 3, axis=1)
    mass = g.op("Add", [mass, g.real(POOL_MASS_FLOOR)])
    mean = g.op("Div", [first, mass])
    variance = g.op("Sub", [g.op("Div", [second, mass]), g.op("Mul", [mean, mean])])
    deviation = g.op("Sqrt", [g.op("Add", [g.op("Relu", [variance]), g.real(POOL_VARIANCE_FLOOR)])])
    return g.op("Concat", [mean, deviation], axis=1), sums


def domain_logits(g: GraphBuilder, head: DomainHead, pool: str) -> str:
    """What kind of sound the pooled statistics are; see domain.py."""
    hidden = g.op("MatMul", [pool, g.quantised(head.hidden.weight.detach().numpy().T)])
    hidden = g.op("Relu", [g.op("Add", [hidden, g.real(head.hidden.bias.detach())])])
    out = g.op("MatMul", [hidden, g.constant(head.out.weight.detach().numpy().T)])
    return g.op("Add", [out, g.real(head.out.bias.detach())])


def build(
    net: EmotionNet, wide: WideHead, properties: dict[str, str], domain: DomainHead | None = None
) -> onnx.ModelProto:
    """The whole graph; see CONTRACT.md for its inputs and outputs."""
    net.eval()
    g = GraphBuilder()
    names = [name for name, _ in STATE_PIECES]
    pieces = g.ops("Split", ["state", g.integers(*(s for _, s in STATE_PIECES))], len(names), axis=1)
    state = dict(zip(names, pieces))
    power, log_power, salience, audio = front_end(g, state["audio"])
    features, loudness, blocks, sums = running_mean(g, power, log_power, state["normalisation"])
    x, carried = trunk(g, net, features, salience, state)
    pool, pool_sums = pooled(g, net, x, blocks, state["pool"])
    embed = g.op("MatMul", [pool, g.quantised(net.embed.weight.detach().numpy().T)])
    embedding = g.op("Relu", [g.op("Add", [embed, g.real(net.embed.bias.detach())])])
    weight = torch.cat([net.classify.weight, net.dimensions.weight]).detach().numpy().T
    bias = torch.cat([net.classify.bias, net.dimensions.bias]).detach().numpy()
    head = g.op("Add", [g.op("MatMul", [embedding, g.constant(weight)]), g.real(bias)])
    logits, vad = g.ops("Split", [head, g.integers(len(CLASSES), 3)], 2, axis=1)
    terms, wide_frames = wide_terms(g, power, log_power, loudness, salience, state["wideFrames"])
    wide_sums = decayed(g, terms, blocks, state["wide"], TERM_COUNT, WIDE_SECONDS)
    logits = g.op("Add", [logits, evidence(g, wide, wide_sums)])
    carried |= {"wideFrames": wide_frames, "wide": wide_sums}
    carried |= {"audio": audio, "normalisation": sums, "pool": pool_sums}
    packed = g.op("Concat", [carried[name] for name in names], axis=1)
    optional = []
    if domain is not None:
        optional.append(("domain", domain_logits(g, domain, pool), ["batch", len(DOMAINS)]))
    return g.build(
        [("audio", ["batch", "samples"]), ("state", ["batch", STATE_SIZE])],
        [
            ("logits", logits, ["batch", len(CLASSES)]),
            ("vad", g.op("Tanh", [vad]), ["batch", 3]),
            ("embedding", embedding, ["batch", EMBEDDING]),
            ("state_out", packed, ["batch", STATE_SIZE]),
            *optional,
        ],
        properties,
    )


def load_network(weights: Path) -> EmotionNet:
    net = EmotionNet()
    net.load_state_dict(torch.load(weights, map_location="cpu"))
    return net.eval()


def load_wide(weights: Path) -> WideHead:
    """The experts and the gate that fit_wide.py fitted beside the weights."""
    stored = torch.load(weights.with_suffix(".wide.pt"), map_location="cpu")
    columns = stored["bias"].shape[0]
    # experts * classes + conditions, where a condition without labels has no expert.
    head = WideHead(int(stored["experts"]), columns - int(stored["experts"]) * len(CLASSES))
    head.load_state_dict(stored)
    return head.eval()


def load_domain(weights: Path) -> DomainHead | None:
    """The domain head beside the weights, where one was trained."""
    file = weights.with_suffix(".domain.pt")
    if not file.is_file():
        return None
    head = DomainHead()
    head.load_state_dict(torch.load(file, map_location="cpu"))
    return head.eval()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("model", type=Path)
    parser.add_argument("--properties", default="{}", help="JSON of string metadata")
    arguments = parser.parse_args()
    properties = json.loads(arguments.properties)
    model = build(
        load_network(arguments.weights),
        load_wide(arguments.weights),
        properties,
        load_domain(arguments.weights),
    )
    arguments.model.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(model, str(arguments.model))
    print(f"{arguments.model}: {arguments.model.stat().st_size} bytes, state {STATE_SIZE}")


if __name__ == "__main__":
    main()
