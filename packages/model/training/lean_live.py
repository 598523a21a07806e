"""The live reader's graph again, in half the nodes: what PyTorch and the quantizer wrote, with the same weights and steps.

Same numbers but for last bits, which tip some 8-bit codes. Most of a small network's time is between the nodes and in
copies, so here rows are gathered where others slice, join and transpose; positions and masks are looked up; and the
state is laid out as the next call reads it: what is left of the sound, counters and sums first, then the keys and
values of past blocks (past_blocks.py), oldest first, in each by layer and token. What a call gives of it is new: of the
blocks, the newest alone. The caller moves the others (`carried` here, src/stream-state.ts there).
"""

from __future__ import annotations

import numpy as np
import onnx
from onnx import TensorProto

from ear import BANDS, HOP, RANGE
from ear_features import VARIANCE_FLOOR
from ear_live import BLOCK_SAMPLES, FRAMES, POSITIONS, TAIL_SAMPLES, TOKENS
from ear_scale import LEAST_LOUDEST, LOUDEST, QUIET, SLOPE
from graph import END
from lean_nodes import HALF, HEAD, LN_10, OPSET, OUTPUTS, RUNTIME, LeanBuilder
from past_blocks import PastBlocks
from plain_graph import PlainGraph

# A live stretch forgets slowly: what was said ten seconds ago counts a third.
LIVE_MEMORY = 0.95
# Samples that windows are put together of.
PIECE = 40
# Blocks heard; the loudest band's and token's power so far.
COUNTERS = 3
# Properties of the file: numbers before the past blocks in a state, and numbers of a block.
HISTORY = ("history_start", "history_size")


class LeanLive:
    """Builds the graph of a plain one."""

    def __init__(self, plain: PlainGraph, state_size: int, memory: float = LIVE_MEMORY) -> None:
        self.plain, self.memory, self.g = plain, memory, LeanBuilder()
        self.pool = plain.constants["pool"]
        self.kept, self.count = self.pool.shape
        self.width = len(plain.norms[0].weight)
        self.heads, self.depth = self.width // HEAD, len(plain.norms) // 2
        # A one, the level, and what leaves each stage; the plain graph has a single sum of the ones.
        self.summed = 2 + (self.depth + 1) * self.width
        self.slot = 2 * self.depth * self.kept * self.width
        plain_rest = TAIL_SAMPLES + COUNTERS + 2 * self.summed - 1
        self.past, left = divmod(state_size - plain_rest, self.slot)
        if left or self.count * 2 != TOKENS + 1:
            raise ValueError("not a live reader whose tokens are joined in pairs")
        self.rest = TAIL_SAMPLES + COUNTERS + 2 * self.summed
        self.blocks = PastBlocks(self.g, self.past, self.slot)
        self.state_size = self.rest + self.past * self.blocks.size
        self.state_out_size = self.rest + self.blocks.size

    def build(self) -> onnx.ModelProto:
        g, first = self.g, ("audio", "state")
        tail, blocks, loudest, top, sums, past = g.ops(
            "Split",
            [
                first[1],
                g.integers(TAIL_SAMPLES, 1, 1, 1, 2 * self.summed, self.past * self.blocks.size),
            ],
            6,
            axis=1,
        )
        samples = g.op("Concat", [tail, first[0]], axis=1)
        power = self._power(samples)
        loudest = g.op("Max", [self._largest(power), loudest, g.real(10.0**LEAST_LOUDEST)])
        heard = self._convolved(power, loudest)
        block = g.op("Squeeze", [g.op("Cast", [blocks], to=TensorProto.INT64), g.integers(1)])
        heard = g.op("Add", [heard, self._positions(block)])
        level, top, weight = self._levels(power, top)
        outputs, new = self._layers(heard, self._mask(block), self.blocks.opened(past))
        sums, statistics = self._remembered(sums, outputs, level, weight)
        order = self._order()
        made = g.heads(statistics, self.plain.heads, order)
        made["state_out"] = g.op(
            "Concat",
            [
                g.slice(samples, BLOCK_SAMPLES, END, 1),
                g.op("Add", [blocks, g.number(1.0)]),
                loudest,
                top,
                g.reshape(sums, -1, 2 * self.summed),
                self.blocks.closed(new),
            ],
            axis=1,
        )
        sizes = {name: self.plain.heads[name].weight.shape[1] for name in OUTPUTS} | {
            "state_out": self.state_out_size
        }
        inputs = [("audio", ["B", BLOCK_SAMPLES]), ("state", ["B", self.state_size])]
        model = g.build(inputs, [(name, made[name], ["B", size]) for name, size in sizes.items()], {}, OPSET)
        onnx.helper.set_model_props(model, dict(zip(HISTORY, (str(self.rest), str(self.blocks.size)))))
        return model

    def _largest(self, x: str) -> str:
        return self.g.op("ReduceMax", [x], axes=[1], keepdims=1)

    def _power(self, samples: str) -> str:
        """[B, FRAMES * BANDS] of [B, N] samples."""
        g, starts = self.g, np.arange(FRAMES)[:, None] * (HOP // PIECE)
        pieces = g.reshape(samples, -1, (TAIL_SAMPLES + BLOCK_SAMPLES) // PIECE, PIECE)
        halves = [
            g.reshape(
                g.op("Gather", [pieces, g.places(starts + at + np.arange(HALF // PIECE))], axis=1), -1, HALF
            )
            for at in (0, HALF // PIECE)
        ]
        return g.reshape(g.power(*halves, self.plain.constants["spectrum.bands"]), -1, FRAMES * BANDS)

    def _convolved(self, power: str, loudest: str) -> str:
        """[B, count, width] that leaves the convolutions, joined in pairs, of mel power and the loudest so far."""
        g, (first, second) = self.g, self.plain.products[:2]
        lowest = (LOUDEST + 4.0 - RANGE) / 4.0
        if lowest / first.step + first.origin > 0.5:
            raise ValueError("codes do not end at the lowest level")
        # The published scale in one step: codes end where it is clipped.
        reach = g.op("Sub", [g.ln(loudest), g.number((LOUDEST + 4.0) * LN_10)])
        steps = [g.number(4.0 * LN_10 * first.step), g.constant(first.origin)]
        codes = g.reshape(
            g.op("QuantizeLinear", [g.op("Sub", [g.ln(power), reach]), *steps]), -1, FRAMES, BANDS
        )
        codes = self._rows(codes, np.arange(2 * TOKENS + 1)[:, None] + np.arange(3), 3 * BANDS)
        codes = g.round(g.gelu(g.product(codes, first)), second)
        # The last token has no other and stands for two.
        tokens = np.minimum(np.arange(TOKENS + 1), TOKENS - 1)
        codes = self._rows(codes, 2 * tokens[:, None] + np.arange(3), 3 * self.width)
        heard = g.reshape(g.gelu(g.product(codes, second)), -1, self.count, 2, self.width)
        return g.op("ReduceMean", [heard], axes=[2], keepdims=0)

    def _rows(self, x: str, places: np.ndarray, width: int) -> str:
        """[B, rows, width] of the steps in x that each row joins."""
        return self.g.reshape(self.g.op("Gather", [x, self.g.places(places)], axis=1), -1, len(places), width)

    def _positions(self, block: str) -> str:
        """[B, count, width], the mean of each pair's; a table of all, made when the model is loaded."""
        g = self.g
        places = np.arange(POSITIONS, dtype=np.float32)[:, None]
        turns = g.op("Mul", [g.constant(places), g.constant(self.plain.constants["positions.rates"])])
        table = g.op("Concat", [g.op("Sin", [turns]), g.op("Cos", [turns])], axis=1)
        pairs = np.minimum(np.arange(TOKENS + 1), TOKENS - 1) + np.arange(0, POSITIONS, TOKENS)[:, None]
        table = g.op("Gather", [table, g.places(pairs.reshape(len(pairs), self.count, 2))], axis=0)
        table = g.op("ReduceMean", [table], axes=[2], keepdims=0)
        return g.op("Gather", [table, g.op("Mod", [block, g.integers(len(pairs))])], axis=0)

    def _mask(self, block: str) -> str:
        """int32 [B, keys]: 0 for blocks before the first one."""
        g, there = self.g, np.arange(self.past)[::-1] < np.arange(self.past + 1)[:, None]
        masks = np.concatenate(
            [there.repeat(self.kept, 1), np.ones((self.past + 1, self.count), dtype=bool)], 1
        )
        least = g.op("Min", [block, g.integers(self.past)])
        return g.op("Gather", [g.constant(masks.astype(np.int32)), least], axis=0)

    def _levels(self, power: str, top: str) -> tuple[str, str, str]:
        """Tokens' levels and weights [B, count], and the loudest token's power so far [B, 1] between them."""
        g, last = self.g, 2 * TOKENS
        frames = g.op("ReduceSum", [g.reshape(power, -1, FRAMES, BANDS), g.integers(2)], keepdims=0)
        frames = g.op("Pad", [g.slice(frames, 1, 1 + last, 1), g.integers(0, 0, 0, 4 * self.count - last)])
        tokens = g.op("ReduceMax", [g.reshape(frames, -1, self.count, 4)], axes=[2], keepdims=0)
        top = g.op("Max", [self._largest(tokens), top])
        level, highest = (g.op("Mul", [g.ln(x), g.number(1.0 / LN_10)]) for x in (tokens, top))
        above = g.op("Sub", [level, g.op("Sub", [highest, g.number(QUIET)])])
        if SLOPE != 1.0:
            above = g.op("Div", [above, g.number(SLOPE)])
        return level, top, g.op("Clip", [above, g.number(0.0), g.number(1.0)])

    def _layers(self, heard: str, mask: str, past: str) -> tuple[list[str], list[str]]:
        """What leaves the convolutions and each layer, and the block's keys and values that are kept."""
        g, outputs, new = self.g, [heard], []
        for number in range(self.depth):
            at = 2 + 4 * number
            together, out, up, down = self.plain.products[at : at + 4]
            codes = g.round(g.norm(heard, self.plain.norms[2 * number]), together)
            q, k, v = (
                g.product(codes, together.columns(part * self.width, (part + 1) * self.width))
                for part in range(3)
            )
            keys, values = (self._part(past, 2 * number + at) for at in (0, 1))
            mixed, _, _ = g.ops(
                "MultiHeadAttention",
                [q, k, v, "", mask, "", keys, values],
                3,
                domain=RUNTIME,
                num_heads=self.heads,
                mask_filter_value=-10_000.0,
            )
            pool = g.constant(self.pool)
            new += [g.reshape(g.op("MatMul", [pool, x]), -1, self.kept * self.width) for x in (k, v)]
            heard = g.op("Add", [heard, g.product(g.round(mixed, out), out)])
            codes = g.round(g.norm(heard, self.plain.norms[2 * number + 1]), up)
            codes = g.round(g.gelu(g.product(codes, up)), down)
            heard = g.op("Add", [heard, g.product(codes, down)])
            outputs.append(heard)
        return outputs, new

    def _part(self, past: str, part: int) -> str:
        """[B, heads, past * kept, HEAD]: keys or values of a layer, of past blocks."""
        block, token = np.meshgrid(np.arange(self.past), np.arange(self.kept), indexing="ij")
        rows = (block * self.slot + (part * self.kept + token) * self.width) // HEAD
        places = self.g.places(np.arange(self.heads)[:, None] + rows.ravel())
        return self.g.op("Gather", [past, places], axis=1)

    def _remembered(self, sums: str, outputs: list[str], level: str, weight: str) -> tuple[str, str]:
        """[B, 2, summed] carried on, and statistics: means of the level and all stages, then deviations."""
        g, level = self.g, self.g.op("Unsqueeze", [level, self.g.integers(2)])
        everything = g.op("Concat", [g.ones(level), level, *outputs], axis=2)
        weight = g.op("Unsqueeze", [weight, g.integers(1)])
        squares = g.op("Mul", [everything, everything])
        now = g.op("Concat", [g.op("MatMul", [weight, x]) for x in (everything, squares)], axis=1)
        before = g.op("Mul", [g.reshape(sums, -1, 2, self.summed), g.number(self.memory)])
        sums = g.op("Add", [before, now])
        total = g.op(
            "Max", [g.op("Slice", [sums, *(g.integers(*x) for x in ((0, 0), (1, 1), (1, 2)))]), g.real(1e-3)]
        )
        moments = g.op("Div", [g.slice(sums, 1, self.summed, 2), total])
        mean, square = g.ops("Split", [moments], 2, axis=1)
        variance = g.op("Sub", [square, g.op("Mul", [mean, mean])])
        deviation = g.op("Sqrt", [g.op("Max", [variance, g.real(VARIANCE_FLOOR)])])
        return sums, g.reshape(g.op("Concat", [mean, deviation], axis=1), -1, 2 * (self.summed - 1))

    def _order(self) -> np.ndarray:
        """Which of the plain graph's statistics each is: there stage by stage, and the level's last."""
        stages = np.arange(2 * (self.summed - 2)).reshape(-1, 2, self.width)
        level = stages.size
        return np.concatenate([[level], stages[:, 0].ravel(), [level + 1], stages[:, 1].ravel()])


def state_size_of(model: onnx.ModelProto) -> int:
    """Of a live reader, plain or not; 0 of a full one."""
    sizes = [i.type.tensor_type.shape.dim[1].dim_value for i in model.graph.input if i.name == "state"]
    return sizes[0] if sizes else 0


def history_of(model: onnx.ModelProto) -> dict[str, int] | None:
    """Where the state holds past blocks; nothing of a plain reader, which gives its whole state."""
    found = {prop.key: int(prop.value) for prop in model.metadata_props if prop.key in HISTORY}
    return {"start": found[HISTORY[0]], "size": found[HISTORY[1]]} if found else None


def state_of(model: onnx.ModelProto) -> dict:
    """As the metadata beside a reader says it."""
    history = history_of(model)
    return {"stateSize": state_size_of(model)} | ({"stateHistory": history} if history else {})


def carried(state: np.ndarray, given: np.ndarray, history: dict | None) -> np.ndarray:
    """[B, state] for the next call, of the state of this one and what it gave."""
    if history is None:
        return given
    start, size = history["start"], history["size"]
    return np.concatenate([given[:, :start], state[:, start + size :], given[:, start:]], 1)
