"""Joins the published encoder to our network's head for speech: one ONNX file, its metadata and golden numbers.

The published voiceprint is a map of means and deviations of frames. Means alone, in the map that comes nearest to it
(fitted on training speakers), make smaller features and cheaper windows. Without statistics to fit it on, features are
the encoder's frames, which is enough to compute them.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
from pathlib import Path

import numpy as np
import onnx
import torch

import shared_training  # noqa: F401
import frontend
from encoder import PACKAGE, PRINT, SHA256, VERSION, WIDTH, Encoder, load_encoder, log_bands
from encoder_graph import KEPT_STEPS, WINDOW_BLOCKS, WINDOW_FRAMES, join
from synthetic_voice import synthetic_voice

# How far the fitted map is held to the published one's columns of means.
RIDGE = 0.003
GOLDEN_SEED, GOLDEN_SECONDS = 7, 3.2
NOTICE = (
    "Voiceprints come from CAM++ of 3D-Speaker (Apache-2.0). The head that tells speech from pauses, and what was fitted "
    "over both, are learned from corpora under non-commercial licences and are licensed CC BY-NC-SA 4.0: not for "
    "commercial use. Train that head on data you may use commercially with `npm run train:speaker`, then run "
    "`npm run join:speaker`."
)


def fit(encoder: Encoder, statistics: Path) -> tuple[np.ndarray, np.ndarray, float]:
    """The map [WIDTH, PRINT] of means and its offset, and the share of the published voiceprint's variance that it keeps."""
    rows = json.loads(statistics.read_text(encoding="utf-8"))
    values = np.array([row["statistics"] for row in rows])
    weight, offset = encoder.voiceprint_map()
    wanted = values @ weight.T + offset
    start, center = weight[:, :WIDTH].T, values[:, :WIDTH].mean(0)
    means = values[:, :WIDTH] - center
    spread = means.T @ means / len(means)
    ridge = RIDGE * np.trace(spread) / WIDTH * np.eye(WIDTH)
    left = wanted - wanted.mean(0) - means @ start
    fitted = start + np.linalg.solve(spread + ridge, means.T @ left / len(means))
    missed = means @ fitted + wanted.mean(0) - wanted
    kept = 1.0 - (missed**2).sum() / ((wanted - wanted.mean(0)) ** 2).sum()
    return fitted, wanted.mean(0) - center @ fitted, float(kept)


def identity(columns: int) -> dict:
    """A voiceprint that is the mean of the features."""
    codes = np.zeros((columns, 2 * columns), dtype=np.int8)
    codes[:, :columns] = 100 * np.eye(columns, dtype=np.int8)
    return {
        "codes": base64.b64encode(codes.tobytes()).decode(),
        "scales": [0.01] * columns,
        "bias": [0.0] * columns,
    }


def golden(encoder: Encoder, basis: np.ndarray, offset: np.ndarray) -> dict:
    """The voiceprint of the synthetic voice by PyTorch in 32 bits, whose bands are centered by their mean so far."""
    bands = log_bands(synthetic_voice(GOLDEN_SECONDS, GOLDEN_SEED))
    windows = bands.reshape(-1, WINDOW_FRAMES, bands.shape[1])
    sums = np.cumsum(windows.sum(1), axis=0) / (WINDOW_FRAMES * np.arange(1, len(windows) + 1)[:, None])
    with torch.inference_mode():
        steps = encoder(torch.from_numpy(windows - sums[:, None].astype(np.float32))).numpy()[:, KEPT_STEPS]
    mean = steps.reshape(-1, WIDTH).mean(0) @ basis + offset
    unit = mean / np.linalg.norm(mean)
    return {"seed": GOLDEN_SEED, "seconds": GOLDEN_SECONDS, "embedding": [round(float(x), 5) for x in unit]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("network", type=Path, help="the .onnx file of the network, its metadata beside it")
    parser.add_argument("body", type=Path, help="from encoder_body.py")
    parser.add_argument("--out", type=Path, required=True, help="path of the .onnx file")
    parser.add_argument("--statistics", type=Path, help="of training speakers, from scripts/statistics.mjs")
    parser.add_argument("--settings", type=Path, help="cohort, calibration, thresholds, diarization, as JSON")
    parser.add_argument("--version", required=True)
    arguments = parser.parse_args()
    metadata = json.loads(arguments.network.with_suffix(".json").read_text(encoding="utf-8"))
    encoder = load_encoder()
    basis, offset, kept = np.eye(WIDTH), np.zeros(WIDTH), 1.0
    if arguments.statistics is not None:
        basis, offset, kept = fit(encoder, arguments.statistics)
    metadata["id"] = "undertone-speaker"
    properties = {
        "id": metadata["id"],
        "version": arguments.version,
        "license": metadata["license"]["weights"],
    }
    network, body = onnx.load(str(arguments.network)), onnx.load(str(arguments.body))
    model, state_size = join(network, body, basis, offset, properties)
    onnx.save(model, str(arguments.out))
    digest = hashlib.sha256(arguments.out.read_bytes()).hexdigest()
    columns = basis.shape[1]
    metadata |= {
        "version": arguments.version,
        "space": f"undertone-speaker-{digest[:12]}",
        "sha256": digest,
        "maxSamplesPerCall": 384 * frontend.BLOCK_SAMPLES,
        "framesPerCall": WINDOW_BLOCKS,
        "stateSize": state_size,
        "featureSize": columns,
        "attentionHeads": 1,
        "dimensions": columns,
        "embedding": identity(columns),
    }
    if arguments.settings is not None:
        metadata |= json.loads(arguments.settings.read_text(encoding="utf-8"))
    metadata["license"]["notice"] = NOTICE
    metadata["training"]["encoder"] = {
        "name": "CAM++, speech_campplus_sv_zh_en_16k-common_advanced",
        "package": PACKAGE,
        "version": VERSION,
        "sha256": SHA256,
        "license": "Apache-2.0",
        "kept": round(kept, 3),
    }
    arguments.out.with_suffix(".json").write_text(json.dumps(metadata, indent=1) + "\n", encoding="utf-8")
    if columns == PRINT:
        text = json.dumps(golden(encoder, basis, offset), indent=1) + "\n"
        arguments.out.with_suffix(".golden.json").write_text(text, encoding="utf-8")
    print(f"{arguments.out}: {arguments.out.stat().st_size} bytes, state {state_size}, {metadata['space']}, {kept:.3f} kept")


if __name__ == "__main__":
    main()
