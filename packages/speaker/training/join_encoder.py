"""Joins the small encoder to the head for speech: one ONNX file, its metadata and golden numbers."""

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
from encoder import PACKAGE, PRINT, SHA256, VERSION, WIDTH, log_bands
from encoder_graph import KEPT_STEPS, WINDOW_BLOCKS, WINDOW_FRAMES, join
from packed_front import pack
from rounding import quantise_columns
from small_encoder import SmallEncoder, load_small_encoder
from speaker_network import MASS_FLOOR, VARIANCE_FLOOR
from synthetic_voice import synthetic_voice
from telephone_bands import load_telephone_bands

ID = "undertone-speaker"
HEAD = Path(__file__).with_name("weights") / "speech-head.onnx"
SETTINGS = Path(__file__).with_name("settings.json")
GOLDEN_SEED, GOLDEN_SECONDS = 7, 3.2
NOTICE = (
    "Voiceprints come from an encoder derived from CAM++ of 3D-Speaker (Apache-2.0). The head that tells speech from "
    "pauses is learned from LibriSpeech (CC BY 4.0), EmoDB (CC0 1.0) and EmoGator (Apache-2.0), and what was fitted over "
    "both from LibriSpeech and EmoDB: no speech under non-commercial terms had a part in it."
)


def projection(weight: np.ndarray, offset: np.ndarray) -> dict:
    """The map [PRINT, 2 WIDTH] of means and deviations in 8 bits, a scale for every number of the voiceprint."""
    codes, scales = quantise_columns(weight.T)
    return {
        "codes": base64.b64encode(np.ascontiguousarray(codes.T).tobytes()).decode(),
        "scales": [float(scale) for scale in scales.ravel()],
        "bias": [float(value) for value in offset],
    }


def golden(encoder: SmallEncoder, weight: np.ndarray, offset: np.ndarray) -> dict:
    """The voiceprint of the synthetic voice by PyTorch in 32 bits, whose bands are centered by their mean so far."""
    bands = log_bands(synthetic_voice(GOLDEN_SECONDS, GOLDEN_SEED))
    windows = bands.reshape(-1, WINDOW_FRAMES, bands.shape[1])
    sums = np.cumsum(windows.sum(1), axis=0) / (WINDOW_FRAMES * np.arange(1, len(windows) + 1)[:, None])
    with torch.inference_mode():
        steps = encoder(torch.from_numpy(windows - sums[:, None].astype(np.float32))).numpy()[:, KEPT_STEPS]
    rows = steps.reshape(-1, WIDTH)
    mean = weight @ np.concatenate([rows.mean(0), rows.std(0)]) + offset
    unit = mean / np.linalg.norm(mean)
    return {"seed": GOLDEN_SEED, "seconds": GOLDEN_SECONDS, "embedding": [round(float(x), 5) for x in unit]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("body", type=Path, help="from encoder_body.py")
    parser.add_argument(
        "--head", type=Path, default=HEAD, help="from head_export.py, with its .json beside it"
    )
    parser.add_argument("--out", type=Path, required=True, help="path of the .onnx file")
    parser.add_argument(
        "--settings", type=Path, default=SETTINGS, help="moods, cohort, calibration, thresholds, diarization"
    )
    parser.add_argument("--version", required=True)
    parser.add_argument(
        "--space",
        help="that of the model whose encoder this is; by default a new one, for which everybody is enrolled again",
    )
    arguments = parser.parse_args()
    about = json.loads(arguments.head.with_suffix(".json").read_text(encoding="utf-8"))
    encoder, weight, offset = load_small_encoder()
    properties = {"id": ID, "version": arguments.version, "license": about["license"]}
    head, body = onnx.load(str(arguments.head)), onnx.load(str(arguments.body))
    pack(body.graph)
    model, state_size = join(head, body, load_telephone_bands(), properties)
    onnx.save(model, str(arguments.out))
    digest = hashlib.sha256(arguments.out.read_bytes()).hexdigest()
    metadata = {
        "format": "undertone-speaker/1",
        "id": ID,
        "version": arguments.version,
        "space": arguments.space or f"{ID}-{digest[:12]}",
        "sha256": digest,
        "sampleRateHz": frontend.SAMPLE_RATE_HZ,
        "granularitySamples": frontend.BLOCK_SAMPLES,
        "maxSamplesPerCall": 384 * frontend.BLOCK_SAMPLES,
        "framesPerCall": WINDOW_BLOCKS,
        "stateSize": state_size,
        "featureSize": WIDTH,
        "attentionHeads": 1,
        "dimensions": PRINT,
        "varianceFloor": VARIANCE_FLOOR,
        "massFloor": MASS_FLOOR,
        **json.loads(arguments.settings.read_text(encoding="utf-8")),
        "embedding": projection(weight, offset),
        "license": {
            "weights": about["license"],
            "nonCommercial": about["license"].startswith("CC BY-NC"),
            "notice": NOTICE,
        },
        "training": {
            **about["training"],
            "encoder": {
                "name": "CAM++, speech_campplus_sv_zh_en_16k-common_advanced",
                "package": PACKAGE,
                "version": VERSION,
                "sha256": SHA256,
                "license": "Apache-2.0",
            },
        },
    }
    arguments.out.with_suffix(".json").write_text(json.dumps(metadata, indent=1) + "\n", encoding="utf-8")
    text = json.dumps(golden(encoder, weight, offset), indent=1) + "\n"
    arguments.out.with_suffix(".golden.json").write_text(text, encoding="utf-8")
    print(f"{arguments.out}: {arguments.out.stat().st_size} bytes, state {state_size}, {metadata['space']}")


if __name__ == "__main__":
    main()
