"""Keys and values of past blocks as a live reader's state holds them: three codes of eight bits in each number.

Whole numbers below 2**24 are exact in float32, so the state stays a plain tensor that any caller can store and copy,
at four tenths of the bytes. A token's head has a scale of its own.
"""

from __future__ import annotations

import numpy as np

from lean_nodes import HEAD, LeanBuilder

# Codes are -127 to 127. The first of a number counts in 65,536s, the second in 256s, the third in ones.
HIGHEST = 127
WEIGHTS = (65_536, 256, 1)
# A head that is all zeros still needs a scale.
LEAST_SCALE = 1e-9


class PastBlocks:
    """Where the codes and scales of `count` blocks lie, and the nodes that read and write them."""

    def __init__(self, builder: LeanBuilder, count: int, values: int) -> None:
        """values: keys and values of one block, in heads of HEAD."""
        if values % (HEAD * len(WEIGHTS)):
            raise ValueError(f"{values} numbers of a block are no whole heads in thirds")
        self.g, self.count = builder, count
        self.heads, self.words = values // HEAD, values // len(WEIGHTS)
        # Of one block in the state: its scales, then its codes.
        self.size = self.heads + self.words

    def opened(self, past: str) -> str:
        """float32 [B, count * heads, HEAD] of what the state holds of them."""
        g = self.g
        blocks = g.reshape(past, -1, self.count, self.size)
        scales, rest = g.ops("Split", [blocks, g.integers(self.heads, self.words)], 2, axis=2)
        codes = []
        for weight in WEIGHTS:
            step = [g.number(weight), g.constant(np.int8(0))]
            codes.append(g.op("QuantizeLinear", [rest, *step]))
            if weight > 1:
                rest = g.op("Sub", [rest, g.op("DequantizeLinear", [codes[-1], *step])])
        whole = g.reshape(g.op("Concat", codes, axis=2), -1, self.count * self.heads, HEAD)
        real = g.op("DequantizeLinear", [whole, g.number(1.0), g.constant(np.int8(0))])
        return g.op("Mul", [real, g.reshape(scales, -1, self.count * self.heads, 1)])

    def closed(self, values: list[str]) -> str:
        """[B, size] of a block's keys and values, which join to [B, values]."""
        g = self.g
        heads = g.reshape(g.op("Concat", values, axis=1), -1, self.heads, HEAD)
        largest = g.op("ReduceMax", [g.op("Abs", [heads])], axes=[2], keepdims=1)
        scales = g.op("Max", [g.op("Mul", [largest, g.number(1.0 / HIGHEST)]), g.real(LEAST_SCALE)])
        codes = g.op("Round", [g.op("Div", [heads, scales])])
        weights = g.constant(np.array([WEIGHTS], dtype=np.float32))
        words = g.op("MatMul", [weights, g.reshape(codes, -1, len(WEIGHTS), self.words)])
        return g.op("Concat", [g.reshape(scales, -1, self.heads), g.reshape(words, -1, self.words)], axis=1)
