"""Writes the trained networks as one ONNX graph that carries its state from chunk to chunk.

Layout is [batch, time, channel] throughout, network beside network. What comes before the trunk and after it is float32,
the trunk 8-bit integers (export_trunk.py). Most tensors of a call are so small that a node costs the same whatever it does:
half of the time of a call is spent on their number. Hence linear steps are one product, and all that is carried at
the same rate one piece of the state.
"""

from __future__ import annotations

import numpy as np
import onnx
import torch

import frontend
from corpus import CLASSES
from export_front_end import BLOCK, MEL, Salience, front_end, running_mean
from export_trunk import ROW, ROW_CONTEXT, TONE_GAIN, Trunk, trunk_sizes
from export_wide import (
    DEVIATIONS,
    MASSES,
    MAX_BLOCKS,
    ROW_WIDTH,
    SUM_COUNT,
    TONES,
    TOTALS,
    WideGraph,
    evidence,
)
from graph import END, GraphBuilder
from network import (
    ATTENTION_LIMIT,
    BLOCKS_PER_SECOND,
    DOMAINS,
    EMBEDDING,
    POOL_MASS_FLOOR,
    POOL_SECONDS,
    POOL_VARIANCE_FLOOR,
    WEIGHT_FLOOR,
    WIDTH,
    DomainHead,
    Ensemble,
    mean_of,
)
from wide import GATE, VARIANCE_FLOOR, WIDE_SECONDS, WideHead


def sum_sizes(networks: int) -> tuple[int, ...]:
    """Sums of the pooling, network beside network, then the experts'."""
    return (*(networks * WIDTH,) * 3, *MASSES, sum(TOTALS))


def state_pieces(networks: int) -> dict[str, int]:
    return {
        "audio": frontend.PITCH_HOP_SAMPLES,
        "normalisation": MEL + 2,
        "rows": ROW_CONTEXT * ROW,
        "frames": ROW_WIDTH,
        "trunk": sum(trunk_sizes(networks)),
        "sums": sum(sum_sizes(networks)),
    }


def pool_terms(g: GraphBuilder, x: str, score: str, blocks: str) -> str:
    """Sums over the call [B, 3 * networks * WIDTH]: attention, values that it weighs, and their squares."""
    limits = [g.constant(np.float32(value)) for value in (-ATTENTION_LIMIT, ATTENTION_LIMIT)]
    mass = g.op("Exp", [g.op("Clip", [score, *limits])])
    first = g.op("Mul", [mass, x])
    stacked = g.op("Concat", [mass, first, g.op("Mul", [first, x])], axis=2)
    rising = np.exp((np.arange(MAX_BLOCKS) + 1) / (BLOCKS_PER_SECOND * POOL_SECONDS))
    recent = g.op("Slice", [g.real(rising[None]), g.integers(0), blocks, g.integers(1)])
    return g.op("MatMul", [recent, stacked])


def decayed(g: GraphBuilder, pooled: int, pool: str, wide: str, blocks: str, state: str) -> str:
    """Sums [B, pooled + SUM_COUNT] that fade as time passes.

    All terms of a call grow by exp(t / memory) and are brought down together with the past ones, so that
    one addition and one product do.
    """
    ages = np.arange(MAX_BLOCKS + 1.0)
    memories = np.array([POOL_SECONDS, WIDE_SECONDS]) * BLOCKS_PER_SECOND
    spread = g.small(np.repeat(np.eye(2), (pooled, SUM_COUNT), axis=1))
    falling = g.op("MatMul", [g.real(np.exp(-ages[:, None] / memories)), spread])
    grown = g.op("Add", [state, g.op("Concat", [g.reshape(pool, 0, pooled), wide], axis=1)])
    return g.op("Mul", [grown, g.op("Gather", [falling, blocks])])


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
    floors = [POOL_VARIANCE_FLOOR, VARIANCE_FLOOR, VARIANCE_FLOOR * TONE_GAIN**2]
    floors = np.repeat(floors, [networks * WIDTH, DEVIATIONS - TONES, TONES])
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
    power = g.reshape(power, 0, -1, BLOCK * MEL)
    # Mean power of each frame over GATE, as the experts' gate wants it, then of the block.
    means = np.kron(np.eye(BLOCK), np.full((MEL, 1), 1.0 / (MEL * GATE)))
    means = np.concatenate([means, np.full((BLOCK * MEL, 1), 1.0 / (BLOCK * MEL))], axis=1)
    means = g.op("MatMul", [power, g.real(means)])
    powers, energy = g.ops("Split", [means, g.integers(BLOCK, 1)], 2, axis=2)
    weight = g.op("Add", [g.op("Sqrt", [energy]), g.real(WEIGHT_FLOOR)])
    log_power = g.op("Log", [power])
    blocks = g.op("Shape", [log_power], start=1, end=2)
    features, level, sums = running_mean(g, log_power, weight, state["normalisation"])
    extra = WideGraph(g)
    salience = Salience(g, low, TONE_GAIN)
    tones = (salience.of_all(), salience.near(level))
    own = g.op("Concat", [features, *tones], axis=2)
    joined = g.op("Concat", [g.reshape(state["rows"], 0, ROW_CONTEXT, ROW), own], axis=1)
    rows = g.reshape(g.slice(joined, -ROW_CONTEXT, END, 1), 0, ROW_CONTEXT * ROW)
    trunk = Trunk(g, net)
    codes, carried_codes = trunk.hear(joined, state["trunk"])
    pooled = pool_terms(g, trunk.values(codes), trunk.attend(codes), blocks)
    others, frames = extra.sums(powers, log_power, level, tones[1], state["frames"])
    faded = decayed(g, 3 * count * WIDTH, pooled, others, blocks, state["sums"])
    pool, statistics, heard = read_sums(g, extra, count, faded)
    logits, vad, embedding = heads(g, net, pool)
    logits = evidence(g, wide, statistics, heard, logits, TONE_GAIN)
    carried = {"audio": audio, "normalisation": sums, "rows": rows, "frames": frames}
    carried |= {"trunk": carried_codes, "sums": faded}
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
