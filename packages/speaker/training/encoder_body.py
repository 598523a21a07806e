"""The encoder's layers as an ONNX graph in 8-bit integers, with ranges of what windows of training speakers bring about."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

import shared_training  # noqa: F401
import frontend
from corpus import load_clips
from encoder import BANDS, Encoder, load_encoder, log_bands
from encoder_graph import WINDOW_FRAMES
from graph import OPSET
from sampler import SHARES
from split import part_of, read_split

SEED = 20261125
WINDOWS = 512
BATCH = 16
# What varies least costs most in 8 bits: masks are made of a few numbers, and stay as they are.
MASK_KERNELS = ((64, 128, 1), (32, 64, 1))


class Windows(CalibrationDataReader):
    """Windows of training speakers, a batch at a time."""

    def __init__(self, windows: np.ndarray) -> None:
        self._parts: Iterator[np.ndarray] = iter(np.split(windows, len(windows) // BATCH))

    def get_next(self) -> dict[str, np.ndarray] | None:
        part = next(self._parts, None)
        return None if part is None else {"bands": part}


def windows_of(folder: Path, cache: Path) -> np.ndarray:
    rng = np.random.default_rng(SEED)
    table = read_split()
    clips, samples = load_clips(folder, tuple(SHARES), cache)
    least = WINDOW_FRAMES * frontend.SAMPLE_RATE_HZ // 100
    own = [
        clip
        for clip in clips
        if part_of(clip.speaker, table) == "train" and clip.corpus != "emogator" and clip.length > 2 * least
    ]
    rows = []
    for clip in rng.choice(np.array(own, dtype=object), WINDOWS):
        wave = samples[clip.corpus][clip.start : clip.start + clip.length].astype(np.float32) / 32_768.0
        bands = log_bands(wave * rng.uniform(0.2, 1.0))
        bands -= bands.mean(0)
        start = rng.integers(0, len(bands) - WINDOW_FRAMES + 1)
        rows.append(bands[start : start + WINDOW_FRAMES])
    return np.stack(rows).astype(np.float32)


def exported(encoder: Encoder, path: Path) -> None:
    example = torch.zeros(2, WINDOW_FRAMES, BANDS)
    axes = {"bands": {0: "windows"}, "frames": {0: "windows"}}
    torch.onnx.export(
        encoder, (example,), str(path), input_names=["bands"], output_names=["frames"],
        dynamic_axes=axes, opset_version=OPSET, dynamo=False,
    )  # fmt: skip


def masks(model: onnx.ModelProto) -> list[str]:
    """The convolutions that make masks, by the shape of their kernels."""
    shapes = {tensor.name: tuple(tensor.dims) for tensor in model.graph.initializer}
    return [
        node.name
        for node in model.graph.node
        if node.op_type == "Conv" and shapes.get(node.input[1]) in MASK_KERNELS
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--samples", type=Path, required=True, help="cache of decoded corpora")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    windows = windows_of(arguments.folder, arguments.samples)
    with TemporaryDirectory() as folder:
        real, prepared = Path(folder) / "real.onnx", Path(folder) / "prepared.onnx"
        exported(load_encoder(), real)
        quant_pre_process(str(real), str(prepared), skip_symbolic_shape=True)
        quantize_static(
            str(prepared), str(arguments.out), Windows(windows), quant_format=QuantFormat.QDQ, per_channel=True,
            activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8, op_types_to_quantize=["Conv"],
            nodes_to_exclude=masks(onnx.load(str(prepared))),
        )  # fmt: skip
    kept = sum(numpy_helper.to_array(tensor).nbytes for tensor in onnx.load(str(arguments.out)).graph.initializer)
    print(f"{arguments.out}: {kept} bytes of weights, ranges of {len(windows)} windows")


if __name__ == "__main__":
    main()
