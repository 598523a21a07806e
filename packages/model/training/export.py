"""Writes the trained network as one ONNX graph that carries its state from chunk to chunk.

Layout is [batch, time, channel] throughout: a causal convolution is a MatMul over shifted copies,
whose constant right-hand side the runtime packs once. On 10 frames that is a third faster than Conv.
Most tensors of a call are so small that a node costs the same whatever it does: about half of the time of a
call is spent on their number. Hence biases are rows of matrices, linear steps one product, and all that is
carried at the same rate one piece of the state.
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
from export_wide import DEVIATIONS, MASSES, MAX_BLOCKS, ROW_WIDTH, SUM_COUNT, TOTALS, WideGraph, evidence
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
from wide import GATE, VARIANCE_FLOOR, WIDE_SECONDS, WideHead

MEL = frontend.MEL_BANDS
BLOCK = frontend.FRAMES_PER_BLOCK

# A row of 25 ms: what the stems look at, and what the experts' statistics do.
ROW = (2 * MEL, frontend.PITCH_CANDIDATES, ROW_WIDTH)
ROW_CONTEXT = 2
BLOCK_CONTEXT = [2 * dilation for dilation in DILATIONS]
SUMS = (WIDTH, WIDTH, WIDTH, *MASSES, sum(TOTALS))
STATE_PIECES = (
    ("audio", frontend.PITCH_HOP_SAMPLES),
    ("normalisation", MEL + 2),
    ("rows", ROW_CONTEXT * sum(ROW)),
    ("stem2", 2 * (STEM_WIDTH + PITCH_WIDTH)),
    ("blocks", sum(BLOCK_CONTEXT) * WIDTH),
    ("sums", sum(SUMS)),
)
STATE_SIZE = sum(size for _, size in STATE_PIECES)


def dft_constants(g: GraphBuilder, hop: int, first_bin: int, last_bin: int, scale: float) -> tuple[str, str]:
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


def spectrum(g: GraphBuilder, joined: str, constants: tuple[str, str], hop: int, skipped: int) -> str:
    """Power [B, T, bins] of frames of two hops, one every hop; see frontend.dft_matrices."""
    hops = g.reshape(joined, 0, -1, hop)
    second = g.slice(hops, skipped + 1, END, 1)
    first_reversed = g.op(
        "Slice",
        [hops, g.integers(skipped, -1), g.integers(-1, -END), g.integers(1, 2), g.integers(1, -1)],
    )
    even = g.op("MatMul", [g.op("Add", [second, first_reversed]), constants[0]])
    odd = g.op("MatMul", [g.op("Sub", [second, first_reversed]), constants[1]])
    return g.op("Add", [g.op("Mul", [even, even]), g.op("Mul", [odd, odd])])


def front_end(g: GraphBuilder, state: str) -> tuple[str, str, str]:
    """Power plus floor [B, T, MEL], salience [B, T / 2, candidates], samples to carry."""
    hop, pitch_hop = frontend.HOP_SAMPLES, frontend.PITCH_HOP_SAMPLES
    joined = g.op("Concat", [state, "audio"], axis=1)
    floor = frontend.POWER_FLOOR
    mel_dft = dft_constants(g, hop, frontend.FIRST_BIN, frontend.LAST_BIN, 1.0)
    squares = spectrum(g, joined, mel_dft, hop, pitch_hop // hop - 1)
    power = g.op("Add", [g.op("MatMul", [squares, mel_constant(g)]), g.real(floor)])
    bins = (frontend.PITCH_FIRST_BIN, frontend.PITCH_LAST_BIN)
    pitch_dft = dft_constants(g, pitch_hop, *bins, frontend.power_scale(pitch_hop) ** 0.5)
    low = spectrum(g, joined, pitch_dft, pitch_hop, 0)
    # Each bin plus a share of their mean, and the floors of both.
    share = frontend.PITCH_FLOOR_SHARE
    mixing = g.op("Add", [g.eye(frontend.PITCH_BINS), g.real(share / frontend.PITCH_BINS)])
    low = g.op("Add", [g.op("MatMul", [low, mixing]), g.real((2.0 + share) * floor)])
    salience = g.op("MatMul", [g.op("Log", [low]), g.quantised(frontend.comb_matrix() * FEATURE_SCALE)])
    return power, salience, g.slice(joined, -pitch_hop, END, 1)


def decays(g: GraphBuilder) -> str:
    """[MAX_BLOCKS + 1, MAX_BLOCKS + 1]: what step s still counts at step t, nothing if it is yet to come."""
    steps = np.arange(MAX_BLOCKS + 1, dtype=np.int16)
    row, column = (
        g.op("Cast", [g.constant(each)], to=onnx.TensorProto.INT64) for each in (steps[:, None], steps[None])
    )
    table = np.append(np.exp(-steps / (BLOCKS_PER_SECOND * NORM_SECONDS)), 0.0)
    # The future's index is -1: the last entry, zero.
    return g.op("Gather", [g.real(table), g.op("Max", [g.op("Sub", [row, column]), g.integers(-1)])])


def running_mean(
    g: GraphBuilder, log_power: str, weight: str, ones: str, state: str
) -> tuple[str, str, str, str]:
    """Features [B, T / 2, 2 * MEL], running amplitude, 1 + number of blocks, sums to carry.

    log_power is [B, blocks, BLOCK * MEL]; weight, the amplitude, and ones are [B, blocks, 1].
    """
    average = g.op("Mul", [g.op("Concat", [g.eye(MEL)] * BLOCK, axis=0), g.real(1.0 / BLOCK)])
    mean = g.op("MatMul", [log_power, average])
    terms = g.op("Mul", [g.op("Concat", [mean, ones, weight], axis=2), weight])
    joined = g.op("Concat", [g.reshape(state, 0, 1, MEL + 2), terms], axis=1)
    steps = g.op("Shape", [joined], start=1, end=2)
    both = g.op("Concat", [steps, steps], axis=0)
    window = g.op("Slice", [decays(g), g.integers(1, 0), both])
    sums = g.op("MatMul", [window, joined])
    # How far the mean is from its level plus the average speech spectrum, times the weight; then the sums.
    centring = g.op("Sub", [g.eye(MEL), g.real(1.0 / MEL)])
    expected = g.real(np.stack([-np.array(SPEECH_SPECTRUM), np.zeros(MEL)]))
    prior = np.zeros((MEL + 2, 1))
    prior[-1] = PRIOR_BLOCKS
    maps = [g.op("Concat", [centring, expected], axis=0), g.eye(MEL + 2), g.real(prior)]
    product = g.op("MatMul", [sums, g.op("Concat", maps, axis=1)])
    away, total, mass, squares, doubt = g.ops("Split", [product, g.integers(MEL, MEL, 1, 1, 1)], 5, axis=2)
    distrust = g.op("Div", [doubt, g.op("Add", [g.op("Mul", [mass, mass]), doubt])])
    center = g.op("Div", [g.op("Sub", [total, g.op("Mul", [distrust, away])]), mass])
    features = g.op("Sub", [log_power, g.op("Concat", [center] * BLOCK, axis=2)])
    features = g.reshape(g.op("Max", [features, g.real(FEATURE_FLOOR)]), 0, -1, 2 * MEL)
    return features, g.op("Div", [squares, mass]), steps, g.last(sums)


def convolve(g: GraphBuilder, columns: list[str], weight: np.ndarray, *biases: np.ndarray) -> str:
    """concat(columns) W; the last columns are ones, the biases their rows."""
    rows = [g.quantised(weight), g.real(np.stack(biases))]
    stacked = g.op("Concat", columns, axis=2)
    return g.op("MatMul", [stacked, g.op("Concat", rows, axis=0)])


def stems(g: GraphBuilder, net: EmotionNet, x: str, joined: str, salience: str, ones: str) -> str:
    """First stems of features and of salience [B, rows, STEM_WIDTH + PITCH_WIDTH]."""
    result, first = [], 0
    weight, bias = fold(net.stem1, net.norm1)
    stem1, pitch = (weight * FEATURE_SCALE, bias), fold(net.pitch_stem, net.pitch_norm)
    for own, width, (matrix, offset) in zip((x, salience), ROW, (stem1, pitch)):
        past = [g.window(joined, steps, (first, first + width)) for steps in ((0, -2), (1, -1))]
        # Both frames of a row have ones; one of them is enough.
        result.append(convolve(g, [*past, own, ones], matrix, offset, np.zeros_like(offset)))
        first += width
    return g.op("Relu", [g.op("Concat", result, axis=2)])


def trunk(
    g: GraphBuilder, net: EmotionNet, x: str, ones: str, state: dict[str, str]
) -> tuple[str, dict[str, str]]:
    """Second stem and residual blocks: [B, blocks, WIDTH] and what each carries."""
    carried: dict[str, str] = {}
    width = 2 * (STEM_WIDTH + PITCH_WIDTH)
    pairs = g.reshape(x, 0, -1, width)
    joined = g.op("Concat", [g.reshape(state["stem2"], 0, 1, width), pairs], axis=1)
    carried["stem2"] = g.last(pairs)
    # A kernel of four with stride two and two steps of padding reads exactly two pairs.
    x = g.op("Relu", [convolve(g, [g.slice(joined, 0, -1, 1), pairs, ones], *fold(net.stem2, net.norm2))])
    steps = sum(BLOCK_CONTEXT)
    contexts = g.reshape(state["blocks"], 0, steps, WIDTH)
    contexts = g.ops("Split", [contexts, g.integers(*BLOCK_CONTEXT)], len(DILATIONS), axis=1)
    ends = []
    for context, block, dilation in zip(contexts, net.blocks, DILATIONS):
        joined = g.op("Concat", [context, x], axis=1)
        ends.append(g.slice(joined, -2 * dilation, END, 1))
        columns = [g.slice(joined, 0, -2 * dilation, 1), g.slice(joined, dilation, -dilation, 1), x, ones]
        x = g.op("Add", [x, g.op("Relu", [convolve(g, columns, *fold(block.conv, block.norm))])])
    carried["blocks"] = g.reshape(g.op("Concat", ends, axis=1), 0, steps * WIDTH)
    return x, carried


def pool_terms(g: GraphBuilder, net: EmotionNet, x: str, steps: str) -> str:
    """Sums over the call [B, 3 * WIDTH] of the attention, of the values that it weighs, and their squares."""
    weight = net.attention.weight.detach().numpy()[:, :, 0].T
    score = g.op("Add", [g.op("MatMul", [x, g.quantised(weight)]), g.real(net.attention.bias.detach())])
    limits = [g.constant(np.float32(value)) for value in (-ATTENTION_LIMIT, ATTENTION_LIMIT)]
    mass = g.op("Exp", [g.op("Clip", [score, *limits])])
    first = g.op("Mul", [mass, x])
    stacked = g.op("Concat", [mass, first, g.op("Mul", [first, x])], axis=2)
    rising = np.exp(np.arange(MAX_BLOCKS + 1) / (BLOCKS_PER_SECOND * POOL_SECONDS))
    recent = g.op("Slice", [g.real(rising), g.integers(1), steps])
    return g.op("MatMul", [recent, stacked])


def decayed(g: GraphBuilder, pool: str, wide: str, steps: str, state: str) -> str:
    """Sums [B, SUMS] that fade as time passes.

    All terms of a call grow by exp(t / memory) and are brought down together with the past ones, so that
    one addition and one product do.
    """
    ages = np.arange(MAX_BLOCKS + 2) - 1.0
    memories = np.array([POOL_SECONDS, WIDE_SECONDS]) * BLOCKS_PER_SECOND
    spread = g.small(np.repeat(np.eye(2), (3 * WIDTH, SUM_COUNT), axis=1))
    falling = g.op("MatMul", [g.real(np.exp(-ages[:, None] / memories)), spread])
    grown = g.op("Add", [state, g.op("Concat", [pool, wide], axis=1)])
    return g.op("Mul", [grown, g.op("Gather", [falling, steps])])


def read_sums(g: GraphBuilder, wide: WideGraph, sums: str) -> tuple[str, str, str]:
    """Pooled mean and deviation [B, 2 * WIDTH], the utterance's statistics, and frames heard [B, 1]."""
    mass, first, second, heard, masses, totals = g.ops("Split", [sums, g.integers(*SUMS)], 6, axis=1)
    mass = g.op("Add", [mass, g.real(POOL_MASS_FLOOR)])
    mean = g.op("Div", [first, mass])
    means, firsts, seconds = wide.means(masses, totals)
    first = g.op("Concat", [mean, *firsts], axis=1)
    second = g.op("Concat", [g.op("Div", [second, mass]), seconds], axis=1)
    variance = g.op("Relu", [g.op("Sub", [second, g.op("Mul", [first, first])])])
    floors = np.repeat([POOL_VARIANCE_FLOOR, VARIANCE_FLOOR], [WIDTH, DEVIATIONS])
    deviation = g.op("Sqrt", [g.op("Add", [variance, g.real(floors)])])
    pooled, others = g.ops("Split", [deviation, g.integers(WIDTH, DEVIATIONS)], 2, axis=1)
    return g.op("Concat", [mean, pooled], axis=1), g.op("Concat", [*means, others], axis=1), heard


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
    power, salience, audio = front_end(g, state["audio"])
    # Mean power of each frame over GATE, as the experts' gate wants it.
    powers = g.op("MatMul", [power, g.real(np.full((MEL, 1), 1.0 / (MEL * GATE)))])
    powers = g.reshape(powers, 0, -1, BLOCK)
    energy = g.op("MatMul", [powers, g.real(np.full((BLOCK, 1), GATE / BLOCK))])
    weight = g.op("Add", [g.op("Sqrt", [energy]), g.real(WEIGHT_FLOOR)])
    ones = g.op("Clip", [weight, *(g.constant(np.float32(1.0)) for _ in range(2))])
    log_power = g.reshape(g.op("Log", [power]), 0, -1, BLOCK * MEL)
    features, loudness, steps, sums = running_mean(g, log_power, weight, ones, state["normalisation"])
    extra = WideGraph(g)
    row = g.op("Concat", [features, salience, *extra.row(powers, log_power, loudness)], axis=2)
    joined = g.op("Concat", [g.reshape(state["rows"], 0, ROW_CONTEXT, sum(ROW)), row], axis=1)
    rows = g.reshape(g.slice(joined, -ROW_CONTEXT, END, 1), 0, ROW_CONTEXT * sum(ROW))
    x = stems(g, net, features, joined, salience, extra.ones)
    x, carried = trunk(g, net, x, ones, state)
    own = pool_terms(g, net, x, steps)
    others = extra.sums(joined, sum(ROW[:2]), salience)
    faded = decayed(g, own, others, steps, state["sums"])
    pool, statistics, heard = read_sums(g, extra, faded)
    embed = g.op("MatMul", [pool, g.quantised(net.embed.weight.detach().numpy().T)])
    embedding = g.op("Relu", [g.op("Add", [embed, g.real(net.embed.bias.detach())])])
    weight = torch.cat([net.classify.weight, net.dimensions.weight]).detach().numpy().T
    bias = torch.cat([net.classify.bias, net.dimensions.bias]).detach().numpy()
    head = g.op("Add", [g.op("MatMul", [embedding, g.constant(weight)]), g.real(bias)])
    logits, vad = g.ops("Split", [head, g.integers(len(CLASSES), 3)], 2, axis=1)
    logits = evidence(g, wide, statistics, heard, logits)
    carried |= {"audio": audio, "normalisation": sums, "rows": rows, "sums": faded}
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
