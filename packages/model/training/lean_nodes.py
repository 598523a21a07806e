"""Nodes of the readers' graphs as few and as large as the runtime has them: products of integers with their scales and
biases in one node, and the spectrum.
"""

from __future__ import annotations

import numpy as np
from onnx import TensorProto

from ear import BINS, POWER_FLOOR, WINDOW
from graph import END, GraphBuilder
from plain_graph import Affine, Product

# Operators of the runtime's own; its builds for Node and for pages have them.
RUNTIME = "com.microsoft"
OPSET = 17
HALF = WINDOW // 2
LN_10 = np.log(10.0)
# Published width of a head of the encoder's attention.
HEAD = 64
OUTPUTS = ("logits", "vad", "embedding", "domain")


class LeanBuilder(GraphBuilder):
    """GraphBuilder that knows what readers are made of."""

    def number(self, value: float) -> str:
        return self.constant(np.float32(value))

    def places(self, values: np.ndarray) -> str:
        return self.constant(values.astype(np.int64))

    def round(self, x: str, product: Product) -> str:
        """The codes that a product reads."""
        return self.op("QuantizeLinear", [x, self.constant(product.step), self.constant(product.origin)])

    def product(self, codes: str, product: Product) -> str:
        """float32 of codes, with scales and bias."""
        return self.stepped([codes], product)

    def stepped(self, rounded: list[str], product: Product) -> str:
        """The same of codes, their step and their origin, where those are chosen for the call."""
        codes, *chosen = rounded
        weights, scale = self.constant(product.codes), self.constant(product.scale)
        step, origin = chosen or (self.constant(product.step), self.constant(product.origin))
        inputs = [codes, weights, step, scale, origin, "", self.constant(product.bias)]
        return self.op("MatMulIntegerToFloat", inputs, domain=RUNTIME)

    def gelu(self, x: str) -> str:
        return self.op("Gelu", [x], domain=RUNTIME)

    def norm(self, x: str, norm: Affine) -> str:
        weight, bias = self.constant(norm.weight), self.constant(norm.bias)
        return self.op("LayerNormalization", [x, weight, bias], axis=-1, epsilon=1e-5)

    def power(self, left: str, right: str, bands: np.ndarray) -> str:
        """[rows, BANDS] mel power of both halves of windows [rows, HALF] each, bands [BINS, BANDS].

        The sum of a window's halves has its even bins, the difference the odd ones: half the products. Sines and
        cosines are looked up when the model is loaded, and so take no bytes of the file.
        """
        rise = 0.5 - 0.5 * np.cos(2.0 * np.pi * np.arange(WINDOW) / WINDOW)
        left = self.op("Mul", [left, self.real(rise[:HALF])])
        right = self.op("Mul", [right, self.real(rise[HALF:])])
        mel = self.constant(bands)
        even = self._squares(self.op("Add", [left, right]), 0)
        even = self.op("MatMul", [even, self._twice(mel, 0)])
        odd = self._squares(self.op("Sub", [left, right]), 1)
        power = self.op("Gemm", [odd, self._twice(mel, 1), even])
        return self.op("Clip", [power, self.number(POWER_FLOOR)])

    def _squares(self, x: str, first: int) -> str:
        """Squared cosine sums of every other bin from the first on, then sine sums without those that are zero."""
        bins = np.arange(first, BINS, 2)
        turns = []
        for places, circle in ((bins, np.cos), (inner(bins), np.sin)):
            steps = self.op("Mul", [self.places(np.arange(HALF)[:, None]), self.places(places[None])])
            table = self.real(circle(2.0 * np.pi * np.arange(WINDOW) / WINDOW))
            turns.append(self.op("Gather", [table, self.op("Mod", [steps, self.integers(WINDOW)])]))
        sums = self.op("MatMul", [x, self.op("Concat", turns, axis=1)])
        return self.op("Mul", [sums, sums])

    def _twice(self, mel: str, first: int) -> str:
        """The bands' rows of cosines and sines."""
        bins = np.arange(first, BINS, 2)
        return self.op("Gather", [mel, self.places(np.concatenate([bins, inner(bins)]))], axis=0)

    def ln(self, x: str) -> str:
        return self.op("Log", [x])

    def heads(self, statistics: str, heads: dict[str, Affine], order: np.ndarray) -> dict[str, str]:
        """Outputs by name of statistics [B, features]; `order` says which row of the heads each feature has.

        Rows and biases are constants named `<output>.rows` and `<output>.bias`, so that reader_parts can set others.
        """
        rows = {name: self.constant(head.weight, f"{name}.rows") for name, head in heads.items()}
        bias = {name: self.constant(head.bias, f"{name}.bias") for name, head in heads.items()}
        for name in ("domain", "embedding"):
            rows[name] = self.op("Gather", [rows[name], self.places(order)], axis=0)
        rows["embedding"] = self.op("Cast", [rows["embedding"]], to=TensorProto.FLOAT)

        def both(x: str, first: str, second: str) -> list[str]:
            weights = self.op("Concat", [rows[first], rows[second]], axis=1)
            biases = self.op("Concat", [bias[first], bias[second]], axis=0)
            made, width = self.op("Gemm", [x, weights, biases]), heads[first].weight.shape[1]
            return [self.slice(made, 0, width, 1), self.slice(made, width, END, 1)]

        domain, embedding = both(statistics, "domain", "embedding")
        vad, logits = both(embedding, "vad", "logits")
        vad = self.op("Clip", [vad, self.number(-1.0), self.number(1.0)])
        return {"logits": logits, "vad": vad, "embedding": embedding, "domain": domain}


def inner(bins: np.ndarray) -> np.ndarray:
    """Bins whose sines are not all zero."""
    return bins[(bins > 0) & (bins < BINS - 1)]
