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
from encoder import BANDS
from encoder_graph import WINDOW_FRAMES
from graph import OPSET
from heard_speech import stretches
from small_encoder import SmallEncoder, load_small_encoder

SEED = 20261125
STRETCHES = 128
BATCH = 16


class Windows(CalibrationDataReader):
    """Windows of training speakers, a batch at a time."""

    def __init__(self, windows: np.ndarray) -> None:
        self._parts: Iterator[np.ndarray] = iter(np.split(windows, len(windows) // BATCH))

    def get_next(self) -> dict[str, np.ndarray] | None:
        part = next(self._parts, None)
        return None if part is None else {"bands": part}


def exported(encoder: SmallEncoder, path: Path) -> None:
    example = torch.zeros(2, WINDOW_FRAMES, BANDS)
    axes = {"bands": {0: "windows"}, "steps": {0: "windows"}}
    torch.onnx.export(
        encoder, (example,), str(path), input_names=["bands"], output_names=["steps"],
        dynamic_axes=axes, opset_version=OPSET, dynamo=False,
    )  # fmt: skip


def masks(model: onnx.ModelProto) -> list[str]:
    """What makes masks: these are few numbers, which cost most in 8 bits and least in 32."""
    nodes = model.graph.node
    kernels = [node for node in nodes if node.op_type == "Conv" and "/mask_" in node.name]
    made = {name for node in kernels for name in node.output}
    bends = [node for node in nodes if node.op_type == "Relu" and node.input[0] in made]
    return [node.name for node in kernels + bends]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--samples", type=Path, required=True, help="cache of decoded corpora")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    _, heard = stretches(arguments.folder, arguments.samples, STRETCHES, SEED)
    windows = heard.reshape(-1, WINDOW_FRAMES, BANDS)
    with TemporaryDirectory() as folder:
        real, prepared = Path(folder) / "real.onnx", Path(folder) / "prepared.onnx"
        exported(load_small_encoder()[0], real)
        quant_pre_process(str(real), str(prepared), skip_symbolic_shape=True)
        quantize_static(
            str(prepared), str(arguments.out), Windows(windows), quant_format=QuantFormat.QDQ, per_channel=True,
            activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8, op_types_to_quantize=["Conv", "Relu"],
            # Weights take 7 bits, as in packages/model/training/integers.py: without VNNI, x86 adds two products in 16 bits.
            reduce_range=True, nodes_to_exclude=masks(onnx.load(str(prepared))),
        )  # fmt: skip
    kept = sum(
        numpy_helper.to_array(tensor).nbytes for tensor in onnx.load(str(arguments.out)).graph.initializer
    )
    print(f"{arguments.out}: {kept} bytes of weights, ranges of {len(windows)} windows")


if __name__ == "__main__":
    main()
