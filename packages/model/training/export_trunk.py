"""The trunk of the exported graph: stems and residual blocks of all networks, in 8-bit integers (see integers.py).

Layout is [batch, time, channel], network beside network, as the runtime's integer convolution wants it. That one node
gathers the taps, multiplies, adds the bias, rescales and rectifies; in float32 a convolution took seven nodes, and
weights of four bytes that do not fit the second-level cache.
"""

from __future__ import annotations

from itertools import cycle

import numpy as np

import frontend
from graph import END, GraphBuilder
from integers import FEATURE_STEP, INPUT_ZERO, LAYER_STEP, SUM_STEPS, TONE_STEP, Layer
from network import DILATIONS, FEATURE_SCALE, PITCH_WIDTH, STEM_WIDTH, WIDTH, Ensemble
from quantise import fold

# A row of 25 ms: two frames of features, salience of all, salience of what is near the level.
SPECTRUM = 2 * frontend.MEL_BANDS
TONES = frontend.PITCH_CANDIDATES
ROW = SPECTRUM + 2 * TONES
ROW_CONTEXT = 2
STEM_ROW = STEM_WIDTH + PITCH_WIDTH
STEM_CONTEXT = 2
BLOCK_CONTEXT = [2 * dilation for dilation in DILATIONS]
# Features and saliences become codes together: the graph has both in units of features before FEATURE_SCALE.
INPUT_STEP = FEATURE_STEP / FEATURE_SCALE
TONE_GAIN = INPUT_STEP / TONE_STEP


def trunk_sizes(networks: int) -> tuple[int, int]:
    """Codes that are carried for the second stems and for the blocks."""
    return STEM_CONTEXT * networks * STEM_ROW, sum(BLOCK_CONTEXT) * networks * WIDTH


class Trunk:
    """Nodes from rows to what the networks hear, and how much they attend to it."""

    def __init__(self, g: GraphBuilder, net: Ensemble) -> None:
        self._g = g
        self._networks = net.networks
        self._none = g.constant(np.uint8(0))

    def hear(self, rows: str, state: str) -> tuple[str, str]:
        """Codes [B, T / 2, networks * WIDTH] of rows [B, ROW_CONTEXT + T, ROW], and what is carried, a number a code."""
        g = self._g
        sizes = trunk_sizes(len(self._networks))
        unit = g.constant(np.float32(1.0))
        codes = g.op("QuantizeLinear", [state, unit, self._none])
        pieces = g.ops("Split", [codes, g.integers(*sizes)], 2, axis=1)
        x, stems = self._second_stems(self._stems(rows), g.reshape(pieces[0], 0, STEM_CONTEXT, -1))
        x, ends = self._blocks(x, g.reshape(pieces[1], 0, sum(BLOCK_CONTEXT), -1))
        carried = [g.reshape(each, 0, size) for each, size in zip((stems, ends), sizes)]
        return x, g.op("DequantizeLinear", [g.op("Concat", carried, axis=1), unit, self._none])

    def values(self, codes: str) -> str:
        """What codes that were heard stand for."""
        return self._g.op("DequantizeLinear", [codes, *self._codes_of(SUM_STEPS[-1])])

    def attend(self, codes: str) -> str:
        """Scores [B, T / 2, networks * WIDTH] of codes that were heard."""
        g = self._g
        heads = [net.attention for net in self._networks]
        folded = [(head.weight.detach().numpy()[:, :, 0].T, head.bias.detach().numpy()) for head in heads]
        layers = [Layer.of(each, SUM_STEPS[-1]) for each in folded]
        columns = []
        for number, layer in enumerate(layers):
            others = (number, len(layers) - 1 - number)
            above, below = (g.small_zeros(count * WIDTH, WIDTH) for count in others)
            columns.append(g.op("Concat", [above, g.constant(layer.codes), below], axis=0))
        scale = g.real(np.concatenate([layer.scale for layer in layers]))
        bias = g.real(np.concatenate([bias for _, bias in folded]))
        matrix = g.op("Concat", columns, axis=1)
        step, none = self._codes_of(SUM_STEPS[-1])
        operands = [codes, matrix, step, scale, none, g.constant(np.int8(0)), bias]
        return g.op("MatMulIntegerToFloat", operands, domain="com.microsoft")

    def _stems(self, rows: str) -> str:
        """Codes [B, T, networks * STEM_ROW], each network's spectral stem before that of its tones."""
        g = self._g
        step = g.constant(np.float32(INPUT_STEP))
        codes = g.op("QuantizeLinear", [rows, step, g.constant(np.uint8(INPUT_ZERO))])
        features, *tones = g.ops("Split", [codes, g.integers(SPECTRUM, TONES, TONES)], 3, axis=2)
        parts = []
        for net, own in zip(self._networks, cycle(tones)):
            spectral = Layer.of(fold(net.stem1, net.norm1), FEATURE_STEP)
            tonal = Layer.of(fold(net.pitch_stem, net.pitch_norm), TONE_STEP)
            for x, layer, unit in ((features, spectral, FEATURE_STEP), (own, tonal, TONE_STEP)):
                weight = g.constant(layer.kernel(SPECTRUM if x == features else TONES))
                scale = layer.scale * np.float32(unit / INPUT_STEP)
                parts.append(self._convolution(x, (INPUT_STEP, INPUT_ZERO), weight, scale, layer.bias))
        return g.op("Concat", parts, axis=2)

    def _second_stems(self, x: str, context: str) -> tuple[str, str]:
        """Codes [B, T / 2, networks * WIDTH], and the rows that the next call's first ones need."""
        g = self._g
        joined = g.op("Concat", [context, x], axis=1)
        layers = [Layer.of(fold(net.stem2, net.norm2), LAYER_STEP) for net in self._networks]
        # A kernel of four with a stride of two.
        heard = self._grouped(joined, layers, LAYER_STEP, STEM_ROW, strides=[2])
        return heard, g.slice(x, -STEM_CONTEXT, END, 1)

    def _blocks(self, x: str, contexts: str) -> tuple[str, str]:
        """The residual blocks, and the ends of what each of them heard."""
        g = self._g
        before = g.ops("Split", [contexts, g.integers(*BLOCK_CONTEXT)], len(DILATIONS), axis=1)
        ends = []
        for number, dilation in enumerate(DILATIONS):
            joined = g.op("Concat", [before[number], x], axis=1)
            ends.append(g.slice(joined, -BLOCK_CONTEXT[number], END, 1))
            step, after = SUM_STEPS[number : number + 2]
            blocks = [net.blocks[number] for net in self._networks]
            layers = [Layer.of(fold(block.conv, block.norm), step) for block in blocks]
            y = self._grouped(joined, layers, step, WIDTH, dilations=[dilation])
            addends = [x, *self._codes_of(step), y, *self._codes_of(LAYER_STEP)]
            x = g.op("QLinearAdd", [*addends, *self._codes_of(after)], domain="com.microsoft")
        return x, g.op("Concat", ends, axis=1)

    def _codes_of(self, step: float) -> tuple[str, str]:
        return self._g.constant(np.float32(step)), self._none

    def _grouped(self, x: str, layers: list[Layer], step: float, inputs: int, **how: list[int]) -> str:
        """Each network's convolution of its own channels."""
        weight = self._g.constant(np.concatenate([layer.kernel(inputs) for layer in layers]))
        scale, bias = (np.concatenate([getattr(layer, of) for layer in layers]) for of in ("scale", "bias"))
        return self._convolution(x, (step, 0), weight, scale, bias, group=len(layers), **how)

    def _convolution(
        self,
        x: str,
        unit: tuple[float, int],
        weight: str,
        scale: np.ndarray,
        bias: np.ndarray,
        **how: object,
    ) -> str:
        """Rectified codes of LAYER_STEP; `unit` is the step of x, and which code is zero."""
        g = self._g
        own = [x, g.constant(np.float32(unit[0])), g.constant(np.uint8(unit[1]))]
        weights = [weight, g.real(scale), g.constant(np.zeros(len(scale), dtype=np.int8))]
        out = [g.constant(np.float32(LAYER_STEP)), self._none, g.constant(bias)]
        return g.op("QLinearConv", [*own, *weights, *out], domain="com.microsoft", channels_last=1, **how)
