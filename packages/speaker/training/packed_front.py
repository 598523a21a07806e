"""Writes the encoder's images as the runtime computes them fastest: rows are frames, and the first kernel hears eight bands.

A kernel of one channel costs five times its products, since the runtime gathers what it hears number by number. Eight bands
that lie side by side are eight channels, of which four bands are made. Their products and sums are the same integers as
before, and so is every voiceprint, to the last bit.
"""

from __future__ import annotations

import numpy as np
import onnx
from onnx import helper, numpy_helper

import shared_training  # noqa: F401
from encoder import BANDS

# Bands that the first kernel makes at once, and those that it hears for them: one below, one above, and two of no weight.
TOGETHER = 4
HEARD = 2 * TOGETHER
GROUPS = BANDS // TOGETHER


class _Body:
    """The graph of encoder_body.py, in which every tensor is rounded (QuantizeLinear) and read again (DequantizeLinear)."""

    def __init__(self, graph: onnx.GraphProto) -> None:
        self.graph = graph
        self._constants = {tensor.name: tensor for tensor in graph.initializer}

    def after(self, node: onnx.NodeProto, kind: str) -> onnx.NodeProto:
        """The first node of this kind that takes what another gives."""
        return next(one for one in self.graph.node if one.op_type == kind and node.output[0] in one.input)

    def op(self, kind: str, given: str, *further: np.ndarray | str, **attributes: int | list[int]) -> str:
        """Another node, and the name of what it gives."""
        names = [given]
        for value in further:
            names.append(value if isinstance(value, str) else self._constant(value))
        made = f"packed_{len(self.graph.node)}"
        self.graph.node.append(helper.make_node(kind, names, [made], name=made, **attributes))
        return made

    def _constant(self, value: np.ndarray) -> str:
        name = f"packed_constant_{len(self.graph.initializer)}"
        self.graph.initializer.append(numpy_helper.from_array(value, name))
        return name

    def kernel(self, conv: onnx.NodeProto) -> np.ndarray:
        return numpy_helper.to_array(self._parts(conv, 1)[0])

    def write(self, conv: onnx.NodeProto, kernel: np.ndarray, repeats: int = 1) -> None:
        """Another kernel, of so many times as many channels with the same scales and biases."""
        codes, *scales = self._parts(conv, 1)
        _write(codes, kernel)
        for tensor in [*scales, *self._parts(conv, 2)]:
            _write(tensor, np.tile(numpy_helper.to_array(tensor), repeats))
        if kernel.ndim == 4:
            _set(conv, kernel_shape=list(kernel.shape[2:]))

    def _parts(self, conv: onnx.NodeProto, place: int) -> list[onnx.TensorProto]:
        """The integers, scales and zero points of a kernel (1) or of its bias (2)."""
        reads = next(node for node in self.graph.node if conv.input[place] in node.output)
        return [self._constants[name] for name in reads.input]

    def remove(self, *nodes: onnx.NodeProto) -> None:
        """Removes nodes, and the constants that they alone took."""
        for node in nodes:
            self.graph.node.remove(node)
            for name in node.input[1:]:
                if not any(name in other.input for other in self.graph.node):
                    self.graph.initializer.remove(self._constants[name])

    def sort(self) -> None:
        """Puts every node behind those whose outputs it takes."""
        made = {name for node in self.graph.node for name in node.output}
        waiting, ready = list(self.graph.node), []
        while waiting:
            free = [node for node in waiting if not made.intersection(node.input)]
            ready.extend(free)
            made.difference_update(name for node in free for name in node.output)
            waiting = [node for node in waiting if node not in free]
        del self.graph.node[:]
        self.graph.node.extend(ready)


def _write(tensor: onnx.TensorProto, value: np.ndarray) -> None:
    tensor.CopyFrom(numpy_helper.from_array(np.ascontiguousarray(value), tensor.name))


def _set(node: onnx.NodeProto, **attributes: list[int]) -> None:
    kept = [one for one in node.attribute if one.name not in attributes]
    del node.attribute[:]
    node.attribute.extend(kept + [helper.make_attribute(name, value) for name, value in attributes.items()])


def _ints(node: onnx.NodeProto, name: str) -> list[int]:
    return next(list(one.ints) for one in node.attribute if one.name == name)


def _grouped(kernel: np.ndarray) -> np.ndarray:
    """[channels, 1, bands, frames] as [TOGETHER channels, HEARD, frames, 1], each band one further up than the last."""
    wide = np.zeros((TOGETHER, len(kernel), HEARD, kernel.shape[3], 1), dtype=kernel.dtype)
    for band in range(TOGETHER):
        wide[band, :, band : band + kernel.shape[2], :, 0] = kernel[:, 0]
    return wide.reshape(-1, HEARD, kernel.shape[3], 1)


def _pack_kernels(body: _Body, first: onnx.NodeProto, out: onnx.NodeProto) -> int:
    """Kernels of images of frames by bands, and of rows with a band's channels side by side; how many these are."""
    images = [
        node for node in body.graph.node if node.op_type == "Conv" and len(_ints(node, "kernel_shape")) == 2
    ]
    for conv in images:
        if conv is first:
            body.write(conv, _grouped(body.kernel(conv)), TOGETHER)
            _set(conv, pads=[1, 0, 1, 0])
        else:
            body.write(conv, body.kernel(conv).swapaxes(2, 3))
            _set(conv, strides=_ints(conv, "strides")[::-1])
    channels = len(body.kernel(images[-1]))
    kernel = body.kernel(out)
    by_channel = kernel.reshape(len(kernel), channels, -1, kernel.shape[2])
    body.write(out, by_channel.swapaxes(1, 2).reshape(kernel.shape))
    return channels


def pack(graph: onnx.GraphProto) -> None:
    """Rewrites the images of a body in place; one that is packed already stays as it is."""
    turns = [node for node in graph.node if node.op_type == "Transpose" and graph.input[0].name in node.input]
    if not turns:
        return
    body = _Body(graph)
    alone = body.after(turns[0], "Unsqueeze")
    rounded = body.after(alone, "QuantizeLinear")
    heard = body.after(rounded, "DequantizeLinear")
    first = body.after(heard, "Conv")
    made = body.after(first, "QuantizeLinear")
    flat = next(node for node in graph.node if node.op_type == "Reshape")
    out = body.after(body.after(body.after(flat, "QuantizeLinear"), "DequantizeLinear"), "Conv")
    readers = [node for node in graph.node if made.output[0] in node.input]
    channels = _pack_kernels(body, first, out)
    # The first kernel hears GROUPS of HEARD bands in each frame.
    body.remove(turns[0], alone)
    rounded.input[0] = graph.input[0].name
    padded = body.op("Pad", rounded.output[0], np.array([0, 0, 1, 0, 0, TOGETHER - 1]), rounded.input[2])
    apart = body.op("Reshape", padded, np.array([0, 0, GROUPS + 1, TOGETHER]))
    halves = [
        body.op("Slice", apart, np.array([start]), np.array([start + GROUPS]), np.array([2]))
        for start in (0, 1)
    ]
    groups = body.op("Concat", *halves, axis=3)
    heard.input[0] = body.op("Transpose", groups, perm=[0, 3, 1, 2])
    # What it makes is a row of bands for each frame again, and so is what the last one makes, for the layers over time.
    rows_made = body.op("Transpose", made.output[0], perm=[0, 2, 3, 1])
    by_band = body.op("Reshape", rows_made, np.array([0, 0, BANDS, channels]))
    image = body.op("Transpose", by_band, perm=[0, 3, 1, 2])
    for node in readers:
        node.input[0] = image
    frames = body.op("Transpose", flat.input[0], perm=[0, 2, 3, 1])
    flattened = body.op("Reshape", frames, np.array([0, 0, body.kernel(out).shape[1]]))
    steps = body.op("Transpose", flattened, perm=[0, 2, 1])
    body.after(flat, "QuantizeLinear").input[0] = steps
    body.remove(flat)
    body.sort()
    # Shapes of before.
    del graph.value_info[:]
