"""The full reader's graph again, in fewer nodes: what PyTorch and the quantizer wrote, with the same weights, and steps
chosen anew for every call as there.

Same numbers but for last bits, which tip some 8-bit codes. Codes are joined and not float32; the runtime's attention
and spectrum at half the products are those of the live reader.
"""

from __future__ import annotations

import numpy as np
import onnx

from ear import HOP, RANGE
from ear_features import VARIANCE_FLOOR
from ear_scale import LEAST_LOUDEST, LOUDEST, QUIET, SLOPE
from graph import END
from lean_nodes import HALF, HEAD, LN_10, OPSET, OUTPUTS, RUNTIME, LeanBuilder
from plain_graph import PlainGraph, Product


class LeanFull:
    """Builds the graph of a plain one."""

    def __init__(self, plain: PlainGraph) -> None:
        self.plain, self.g = plain, LeanBuilder()
        self.width, self.depth = len(plain.norms[0].weight), len(plain.norms) // 2

    def build(self) -> onnx.ModelProto:
        g = self.g
        power = self._power()
        level, share = self._levels(power)
        heard = self._convolved(power)
        statistics = []
        for number in range(self.depth):
            heard = self._layer(number, heard)
            statistics += self._moments(share, heard)
        statistics += self._moments(share, g.reshape(level, -1, 1))
        size = 2 * self.depth * self.width + 2
        made = g.heads(g.op("Concat", statistics, axis=1), self.plain.heads, np.arange(size))
        sizes = {name: self.plain.heads[name].weight.shape[1] for name in OUTPUTS}
        outputs = [(name, made[name], [1, width]) for name, width in sizes.items()]
        return g.build([("audio", [1, "N"])], outputs, {}, OPSET)

    def _power(self) -> str:
        """[frames, BANDS] mel power."""
        g, rest = self.g, HALF - HOP
        padded = g.op("Pad", ["audio", g.integers(0, HALF, 0, HALF)], mode="reflect")
        hops = g.reshape(g.op("Pad", [padded, g.integers(0, 0, 0, HOP // 2)]), 1, -1, HOP)
        first, second, third = (g.slice(hops, at, at - 3, 1) for at in range(3))
        left = g.op("Concat", [first, g.slice(second, 0, rest, 2)], axis=2)
        right = g.op("Concat", [g.slice(second, rest, HOP, 2), g.slice(third, 0, 2 * rest, 2)], axis=2)
        return g.power(
            *(g.reshape(half, -1, HALF) for half in (left, right)), self.plain.constants["spectrum.bands"]
        )

    def _levels(self, power: str) -> tuple[str, str]:
        """[1, tokens] levels, and the share of each token in means over time."""
        g = self.g
        frames = g.op("ReduceSum", [power, g.integers(1)], keepdims=0)
        tokens = g.op("ReduceMax", [g.reshape(frames, -1, 2)], axes=[1], keepdims=0)
        level = g.op("Mul", [g.ln(g.reshape(tokens, 1, -1)), g.number(1.0 / LN_10)])
        below = g.op("Sub", [level, g.op("ReduceMax", [level], axes=[1], keepdims=1)])
        slope = g.op("Div", [g.op("Add", [below, g.number(QUIET)]), g.number(SLOPE)])
        weight = g.op("Clip", [slope, g.number(0.0), g.number(1.0)])
        total = g.op("ReduceSum", [weight, g.integers(1)], keepdims=1)
        return level, g.op("Div", [weight, g.op("Max", [total, g.real(1e-3)])])

    def _convolved(self, power: str) -> str:
        """[tokens, width] that leaves the convolutions, with positions."""
        g, (one, two) = self.g, self.plain.products[:2]
        loudest = g.op("ReduceMax", [power], axes=[0, 1], keepdims=1)
        loudest = g.op("Max", [loudest, g.real(10.0**LEAST_LOUDEST)])
        scale = g.number(0.25 / LN_10)
        reach = g.op("Sub", [g.op("Mul", [g.ln(loudest), scale]), g.number((LOUDEST + 4.0) / 4.0)])
        mel = g.op("Sub", [g.op("Mul", [g.ln(power), scale]), reach])
        mel = g.op("Max", [mel, g.number((LOUDEST + 4.0 - RANGE) / 4.0)])
        codes, *steps = self._edged(mel)
        codes = g.op("Concat", [g.slice(codes, at, (-2, -1, END)[at], 0) for at in range(3)], axis=1)
        heard = g.gelu(self._product([codes, *steps], one))
        codes, *steps = self._edged(heard)
        # Every other row with the two after it.
        rows = g.reshape(codes, -1, 2 * self.width)
        third = g.slice(g.slice(rows, 1, END, 0), 0, self.width, 1)
        codes = g.op("Concat", [g.slice(rows, 0, -1, 0), third], axis=1)
        heard = g.gelu(self._product([codes, *steps], two))
        return g.op("Add", [heard, self._positions(heard)])

    def _edged(self, x: str) -> list[str]:
        """Codes of rows with one of zeros at either end, their step and their origin."""
        return self._round(self.g.op("Pad", [x, self.g.integers(1, 0, 1, 0)]))

    def _positions(self, heard: str) -> str:
        g = self.g
        count = g.op("Squeeze", [g.op("Slice", [g.op("Shape", [heard]), g.integers(0), g.integers(1)])])
        zero, one = (g.constant(np.array(value, dtype=np.int64)) for value in (0, 1))
        places = g.op(
            "Cast", [g.reshape(g.op("Range", [zero, count, one]), -1, 1)], to=onnx.TensorProto.FLOAT
        )
        turns = g.op("Mul", [places, g.constant(self.plain.constants["positions.rates"])])
        return g.op("Concat", [g.op("Sin", [turns]), g.op("Cos", [turns])], axis=1)

    def _layer(self, number: int, heard: str) -> str:
        g, at = self.g, 2 + 4 * number
        together, out, up, down = self.plain.products[at : at + 4]
        codes = self._round(g.norm(heard, self.plain.norms[2 * number]))
        parts = [together.columns(part * self.width, (part + 1) * self.width) for part in range(3)]
        rows = [g.op("Unsqueeze", [self._product(codes, part), g.integers(0)]) for part in parts]
        heads = self.width // HEAD
        mixed = g.op("MultiHeadAttention", rows, domain=RUNTIME, num_heads=heads)
        mixed = self._round(g.op("Squeeze", [mixed, g.integers(0)]))
        heard = g.op("Add", [heard, self._product(mixed, out)])
        codes = self._round(g.norm(heard, self.plain.norms[2 * number + 1]))
        codes = self._round(g.gelu(self._product(codes, up)))
        return g.op("Add", [heard, self._product(codes, down)])

    def _moments(self, share: str, rows: str) -> list[str]:
        """[1, width] mean and deviation of rows."""
        g = self.g
        mean, square = (g.op("MatMul", [share, x]) for x in (rows, g.op("Mul", [rows, rows])))
        variance = g.op("Sub", [square, g.op("Mul", [mean, mean])])
        return [mean, g.op("Sqrt", [g.op("Max", [variance, g.real(VARIANCE_FLOOR)])])]

    def _round(self, x: str) -> list[str]:
        """Codes, their step and their origin."""
        return self.g.ops("DynamicQuantizeLinear", [x], 3)

    def _product(self, rounded: list[str], product: Product) -> str:
        return self.g.stepped(rounded, product)
