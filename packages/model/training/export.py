"""Writes the trained networks as one ONNX graph that carries its state from chunk to chunk.

Layout is [batch, time, channel] throughout: a causal convolution is a MatMul over shifted copies,
whose constant right-hand side the runtime packs once. On 10 frames that is a third faster than Conv.
Most tensors of a call are so small that a node costs the same whatever it does: about half of the time of a
call is spent on their number. Hence biases are rows of matrices, linear steps one product, and all that is
carried at the same rate one piece of the state.
"""

from __future__ import annotations

from itertools import cycle

import numpy as np
import onnx
import torch

import frontend
from corpus import CLASSES
from export_front_end import BLOCK, MEL, Salience, front_end, running_mean
from export_wide import DEVIATIONS, MASSES, MAX_BLOCKS, ROW_WIDTH, SUM_COUNT, TOTALS, WideGraph, evidence
from graph import END, GraphBuilder
from network import (
    ATTENTION_LIMIT,
    BLOCKS_PER_SECOND,
    DILATIONS,
    DOMAINS,
    EMBEDDING,
    FEATURE_SCALE,
    PITCH_WIDTH,
    POOL_MASS_FLOOR,
    POOL_SECONDS,
    POOL_VARIANCE_FLOOR,
    STEM_WIDTH,
    WEIGHT_FLOOR,
    WIDTH,
    DomainHead,
    Ensemble,
    mean_of,
)
from quantise import fold
from wide import GATE, VARIANCE_FLOOR, WIDE_SECONDS, WideHead

# A row of 25 ms: what the stems look at (spectrum, salience of all and of what is near the level), and what the experts'
# statistics do.
TONES = frontend.PITCH_CANDIDATES
ROW = (2 * MEL, TONES, TONES, ROW_WIDTH)
ROW_CONTEXT = 2
BLOCK_CONTEXT = [2 * dilation for dilation in DILATIONS]
STEM_ROW = STEM_WIDTH + PITCH_WIDTH


def sum_sizes(networks: int) -> tuple[int, ...]:
    """Sums of the pooling, network beside network, then the experts'."""
    return (*(networks * WIDTH,) * 3, *MASSES, sum(TOTALS))


def state_pieces(networks: int) -> dict[str, int]:
    return {
        "audio": frontend.PITCH_HOP_SAMPLES,
        "normalisation": MEL + 2,
        "rows": ROW_CONTEXT * sum(ROW),
        "stem2": networks * 2 * STEM_ROW,
        "blocks": networks * sum(BLOCK_CONTEXT) * WIDTH,
        "sums": sum(sum_sizes(networks)),
    }


def stem(g: GraphBuilder, columns: list[str], parts: list[tuple[np.ndarray, np.ndarray]]) -> str:
    """concat(columns) W for all networks at once, [B, rows, networks, width]; the last two columns are ones.

    Both frames of a row have ones for the bias; one of them is enough.
    """
    weight, bias = (np.concatenate(each, axis=-1) for each in zip(*parts))
    rows = [g.quantised(weight), g.real(np.stack([bias, np.zeros_like(bias)]))]
    product = g.op("MatMul", [g.op("Concat", columns, axis=2), g.op("Concat", rows, axis=0)])
    return g.reshape(product, 0, 0, len(parts), -1)


def stems(g: GraphBuilder, net: Ensemble, x: str, joined: str, tones: tuple[str, str], ones: str) -> str:
    """First stems of features and of each network's salience [B, networks, rows, STEM_ROW]."""
    starts = np.cumsum((0, *ROW))

    def columns(own: str, part: int) -> list[str]:
        span = (int(starts[part]), int(starts[part + 1]))
        return [*(g.window(joined, steps, span) for steps in ((0, -2), (1, -1))), own, ones]

    first = [fold(each.stem1, each.norm1) for each in net.networks]
    spectral = stem(g, columns(x, 0), [(weight * FEATURE_SCALE, bias) for weight, bias in first])
    heard = [columns(own, 1 + part) for part, own in enumerate(tones)]
    pitch = [fold(each.pitch_stem, each.pitch_norm) for each in net.networks]
    tonal = g.op("Concat", [stem(g, own, [part]) for own, part in zip(cycle(heard), pitch)], axis=2)
    both = g.op("Relu", [g.op("Concat", [spectral, tonal], axis=3)])
    return g.op("Transpose", [both], perm=[0, 2, 1, 3])


def convolve(g: GraphBuilder, columns: list[str], parts: list[tuple[np.ndarray, np.ndarray]]) -> str:
    """concat(columns) W of each network [B, networks, T, WIDTH]; where there is a bias, the last columns are ones.

    Networks have a product each, because the runtime packs a right-hand side once only if it is one matrix.
    """
    stacked = g.op("Concat", columns, axis=3) if len(columns) > 1 else columns[0]
    each = g.ops("Split", [stacked, g.integers(*(1,) * len(parts))], len(parts), axis=1)
    products = []
    for own, (weight, bias) in zip(each, parts):
        matrix = g.op("Concat", [g.quantised(weight), g.real(bias[None])], axis=0)
        products.append(g.op("MatMul", [own, matrix]))
    return g.op("Concat", products, axis=1)


def trunk(
    g: GraphBuilder, net: Ensemble, x: str, ones: str, state: dict[str, str]
) -> tuple[str, dict[str, str]]:
    """Second stems and residual blocks: [B, networks, blocks, WIDTH] and what each carries."""
    networks = net.networks
    count = len(networks)
    carried: dict[str, str] = {}
    pairs = g.reshape(x, 0, count, -1, 2 * STEM_ROW)
    joined = g.op("Concat", [g.reshape(state["stem2"], 0, count, 1, 2 * STEM_ROW), pairs], axis=2)
    carried["stem2"] = g.reshape(g.slice(pairs, -1, END, 2), 0, count * 2 * STEM_ROW)
    # A kernel of four with stride two and two steps of padding reads exactly two pairs.
    parts = [fold(each.stem2, each.norm2) for each in networks]
    x = g.op("Relu", [convolve(g, [g.slice(joined, 0, -1, 2), pairs, ones], parts)])
    steps = sum(BLOCK_CONTEXT)
    contexts = g.reshape(state["blocks"], 0, count, steps, WIDTH)
    contexts = g.ops("Split", [contexts, g.integers(*BLOCK_CONTEXT)], len(DILATIONS), axis=2)
    ends = []
    for number, (context, dilation) in enumerate(zip(contexts, DILATIONS)):
        joined = g.op("Concat", [context, x], axis=2)
        ends.append(g.slice(joined, -2 * dilation, END, 2))
        columns = [g.slice(joined, 0, -2 * dilation, 2), g.slice(joined, dilation, -dilation, 2), x, ones]
        parts = [fold(each.blocks[number].conv, each.blocks[number].norm) for each in networks]
        x = g.op("Add", [x, g.op("Relu", [convolve(g, columns, parts)])])
    carried["blocks"] = g.reshape(g.op("Concat", ends, axis=2), 0, count * steps * WIDTH)
    return x, carried


def pool_terms(g: GraphBuilder, net: Ensemble, x: str, ones: str, steps: str) -> str:
    """Sums over the call [B, 3 * networks * WIDTH]: attention, values that it weighs, and their squares."""
    heads = [each.attention for each in net.networks]
    parts = [(head.weight.detach().numpy()[:, :, 0].T, head.bias.detach().numpy()) for head in heads]
    score = convolve(g, [x, ones], parts)
    limits = [g.constant(np.float32(value)) for value in (-ATTENTION_LIMIT, ATTENTION_LIMIT)]
    mass = g.op("Exp", [g.op("Clip", [score, *limits])])
    first = g.op("Mul", [mass, x])
    stacked = g.op("Concat", [mass, first, g.op("Mul", [first, x])], axis=1)
    rising = np.exp(np.arange(MAX_BLOCKS + 1) / (BLOCKS_PER_SECOND * POOL_SECONDS))
    recent = g.op("Slice", [g.real(rising), g.integers(1), steps])
    return g.reshape(g.op("MatMul", [recent, stacked]), 0, 3 * len(heads) * WIDTH)


def decayed(g: GraphBuilder, pooled: int, pool: str, wide: str, steps: str, state: str) -> str:
    """Sums [B, pooled + SUM_COUNT] that fade as time passes.

    All terms of a call grow by exp(t / memory) and are brought down together with the past ones, so that
    one addition and one product do.
    """
    ages = np.arange(MAX_BLOCKS + 2) - 1.0
    memories = np.array([POOL_SECONDS, WIDE_SECONDS]) * BLOCKS_PER_SECOND
    spread = g.small(np.repeat(np.eye(2), (pooled, SUM_COUNT), axis=1))
    falling = g.op("MatMul", [g.real(np.exp(-ages[:, None] / memories)), spread])
    grown = g.op("Add", [state, g.op("Concat", [pool, wide], axis=1)])
    return g.op("Mul", [grown, g.op("Gather", [falling, steps])])


def read_sums(g: GraphBuilder, wide: WideGraph, networks: int, sums: str) -> tuple[str, str, str]:
    """Pooled means, then deviations [B, 2 * networks * WIDTH], the statistics, and frames heard [B, 1]."""
    sizes = g.integers(*sum_sizes(networks))
    mass, first, second, heard, masses, totals = g.ops("Split", [sums, sizes], 6, axis=1)
    mass = g.op("Add", [mass, g.real(POOL_MASS_FLOOR)])
    mean = g.op("Div", [first, mass])
    means, firsts, seconds = wide.means(masses, totals)
    first = g.op("Concat", [mean, *firsts], axis=1)
    second = g.op("Concat", [g.op("Div", [second, mass]), seconds], axis=1)
    variance = g.op("Relu", [g.op("Sub", [second, g.op("Mul", [first, first])])])
    floors = np.repeat([POOL_VARIANCE_FLOOR, VARIANCE_FLOOR], [networks * WIDTH, DEVIATIONS])
    deviation = g.op("Sqrt", [g.op("Add", [variance, g.real(floors)])])
    pooled, others = g.ops("Split", [deviation, g.integers(networks * WIDTH, DEVIATIONS)], 2, axis=1)
    return g.op("Concat", [mean, pooled], axis=1), g.op("Concat", [*means, others], axis=1), heard


def pooled_rows(weight: np.ndarray) -> np.ndarray:
    """Rows for means and deviations network after network, in the order of read_sums."""
    return weight.reshape(-1, 2, WIDTH, weight.shape[1]).transpose(1, 0, 2, 3).reshape(weight.shape)


def heads(g: GraphBuilder, net: Ensemble, pool: str) -> tuple[str, str, str]:
    """Logits [B, classes], V/A/D before its tanh and embeddings [B, networks * EMBEDDING]."""
    count = len(net.networks)
    halves: list[list[str]] = [[], []]
    for number, each in enumerate(net.networks):
        own = g.quantised(each.embed.weight.detach().numpy().T)
        before, after = (g.zeros(WIDTH, EMBEDDING * others) for others in (number, count - 1 - number))
        for part, rows in zip(halves, g.ops("Split", [own, g.integers(WIDTH, WIDTH)], 2, axis=0)):
            part.append(g.op("Concat", [before, rows, after], axis=1))
    embed = g.op("MatMul", [pool, g.op("Concat", [*halves[0], *halves[1]], axis=0)])
    bias = torch.cat([each.embed.bias for each in net.networks]).detach()
    embedding = g.op("Relu", [g.op("Add", [embed, g.real(bias)])])
    weights = [torch.cat([each.classify.weight, each.dimensions.weight]) for each in net.networks]
    weight = torch.cat(weights, 1).detach().numpy().T / count
    biases = [torch.cat([each.classify.bias, each.dimensions.bias]) for each in net.networks]
    bias = mean_of(biases).detach()
    head = g.op("Add", [g.op("MatMul", [embedding, g.constant(weight)]), g.real(bias)])
    logits, vad = g.ops("Split", [head, g.integers(len(CLASSES), 3)], 2, axis=1)
    return logits, vad, embedding


def domain_logits(g: GraphBuilder, head: DomainHead, pool: str) -> str:
    """What kind of sound the pooled statistics are; see domain.py."""
    weight = pooled_rows(head.hidden.weight.detach().numpy().T)
    hidden = g.op("MatMul", [pool, g.quantised(weight)])
    hidden = g.op("Relu", [g.op("Add", [hidden, g.real(head.hidden.bias.detach())])])
    out = g.op("MatMul", [hidden, g.constant(head.out.weight.detach().numpy().T)])
    return g.op("Add", [out, g.real(head.out.bias.detach())])


def build(
    net: Ensemble, wide: WideHead, properties: dict[str, str], domain: DomainHead | None = None
) -> onnx.ModelProto:
    """The whole graph; see CONTRACT.md for its inputs and outputs."""
    net.eval()
    g = GraphBuilder()
    count = len(net.networks)
    sizes = state_pieces(count)
    pieces = g.ops("Split", ["state", g.integers(*sizes.values())], len(sizes), axis=1)
    state = dict(zip(sizes, pieces))
    power, low, audio = front_end(g, state["audio"])
    # Mean power of each frame over GATE, as the experts' gate wants it.
    powers = g.op("MatMul", [power, g.real(np.full((MEL, 1), 1.0 / (MEL * GATE)))])
    powers = g.reshape(powers, 0, -1, BLOCK)
    energy = g.op("MatMul", [powers, g.real(np.full((BLOCK, 1), GATE / BLOCK))])
    weight = g.op("Add", [g.op("Sqrt", [energy]), g.real(WEIGHT_FLOOR)])
    ones = g.op("Clip", [weight, *(g.constant(np.float32(1.0)) for _ in range(2))])
    log_power = g.reshape(g.op("Log", [power]), 0, -1, BLOCK * MEL)
    features, level, steps, sums = running_mean(g, log_power, weight, ones, state["normalisation"])
    extra = WideGraph(g)
    salience = Salience(g, low)
    tones = (salience.of_all(), salience.near(level))
    row = g.op("Concat", [features, *tones, *extra.row(powers, log_power, level)], axis=2)
    joined = g.op("Concat", [g.reshape(state["rows"], 0, ROW_CONTEXT, sum(ROW)), row], axis=1)
    rows = g.reshape(g.slice(joined, -ROW_CONTEXT, END, 1), 0, ROW_CONTEXT * sum(ROW))
    x = stems(g, net, features, joined, tones, extra.ones)
    ones = g.op("Concat", [g.reshape(ones, 0, 1, -1, 1)] * count, axis=1)
    x, carried = trunk(g, net, x, ones, state)
    own = pool_terms(g, net, x, ones, steps)
    others = extra.sums(joined, sum(ROW[:3]), tones[1])
    faded = decayed(g, 3 * count * WIDTH, own, others, steps, state["sums"])
    pool, statistics, heard = read_sums(g, extra, count, faded)
    logits, vad, embedding = heads(g, net, pool)
    logits = evidence(g, wide, statistics, heard, logits)
    carried |= {"audio": audio, "normalisation": sums, "rows": rows, "sums": faded}
    packed = g.op("Concat", [carried[name] for name in sizes], axis=1)
    size = sum(sizes.values())
    optional = []
    if domain is not None:
        optional.append(("domain", domain_logits(g, domain, pool), ["batch", len(DOMAINS)]))
    return g.build(
        [("audio", ["batch", "samples"]), ("state", ["batch", size])],
        [
            ("logits", logits, ["batch", len(CLASSES)]),
            ("vad", g.op("Tanh", [vad]), ["batch", 3]),
            ("embedding", embedding, ["batch", count * EMBEDDING]),
            ("state_out", packed, ["batch", size]),
            *optional,
        ],
        properties,
    )
