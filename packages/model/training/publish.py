"""Writes models/undertone-emotion.onnx, its metadata and the golden numbers from trained weights."""

from __future__ import annotations

import argparse
import hashlib
import json
from collections import Counter
from pathlib import Path

import onnx
import torch

import frontend
from corpus import EMOTION_CORPORA, load_clips
from export import build, state_pieces
from export_wide import MAX_BLOCKS
from folds import fold_of, read_folds
from loading import load_domain, load_network, load_wide
from network import DOMAINS, EMBEDDING, EVENTS, DomainHead, Ensemble, salience
from quantise import baked, baked_domain, baked_wide
from synthetic_voice import synthetic_voice
from targets import described_classes
from wide import WideHead, statistics

MODEL_ID = "undertone-emotion"
GOLDEN_SEED = 7
GOLDEN_SECONDS = 3.0
GOLDEN_TIMES_S = (0.5, 1.5, 3.0)

LICENSES = {
    "ravdess": ("en", "CC BY-NC-SA 4.0"),
    "emodb": ("de", "CC0 1.0 as catalogued by audEERING"),
    "nemo": ("pl", "CC BY-NC-SA 4.0"),
    "turev": ("tr", "CC BY-NC-ND 4.0"),
    "emospeech": ("en-hi", "CC BY-NC-SA 4.0"),
    "baved": ("ar", "none stated; research"),
}
NOTICE = (
    "The weights are learned from corpora under non-commercial licences and are licensed "
    "CC BY-NC-SA 4.0: not for commercial use. Train on data you may use commercially with "
    "`npm run train:page` and point UNDERTONE_MODEL at the result."
)

STAY = (0.0, 0.0, 0.0)
# Which labels a class becomes: (label, share, direction in valence, arousal, dominance). The shares
# and directions are a design choice, not learned: no corpus here marks these labels. A direction of
# length d changes the odds by a factor e for every 1 / d of residual along it.
LABELS = {
    "neutral": [("neutral", 1.0, STAY)],
    "calm": [("content", 1.0, STAY)],
    "happy": [
        ("happy", 0.7, STAY),
        ("excited", 0.15, (0.0, 6.0, 0.0)),
        ("amused", 0.15, (3.0, -1.0, -2.0)),
    ],
    "sad": [("sad", 1.0, STAY)],
    "angry": [
        ("angry", 0.8, STAY),
        ("frustrated", 0.13, (0.0, -3.0, -6.0)),
        ("contempt", 0.07, (2.0, -6.0, 2.0)),
    ],
    "fearful": [("fearful", 0.75, STAY), ("anxious", 0.25, (2.0, -6.0, 1.0))],
    "disgusted": [("disgusted", 0.9, STAY), ("contempt", 0.1, (2.0, -2.0, 4.0))],
    "surprised": [("surprised", 0.75, STAY), ("confused", 0.25, (-5.0, -3.0, -2.0))],
    "bored": [
        ("neutral", 0.6, STAY),
        ("sad", 0.25, (-2.0, 0.0, -2.0)),
        ("frustrated", 0.15, (-2.0, 4.0, 0.0)),
    ],
}


def metadata(
    arguments: argparse.Namespace, networks: int, model_bytes: bytes, clips: list, training: dict
) -> dict:
    """The JSON beside the model; see src/model-metadata.ts."""
    sizes = Counter(clip.corpus for clip in clips)
    speakers = {corpus: len({clip.speaker for clip in clips if clip.corpus == corpus}) for corpus in sizes}
    return {
        "format": "undertone-model/1",
        "id": arguments.id,
        "version": arguments.version,
        "sha256": hashlib.sha256(model_bytes).hexdigest(),
        "sampleRateHz": frontend.SAMPLE_RATE_HZ,
        "granularitySamples": frontend.BLOCK_SAMPLES,
        "maxSamplesPerCall": MAX_BLOCKS * frontend.BLOCK_SAMPLES,
        "stateSize": sum(state_pieces(networks).values()),
        "embeddingSize": networks * EMBEDDING,
        "classes": described_classes(LABELS),
        "temperature": arguments.temperature,
        "uncertainBelow": arguments.uncertain_below,
        "license": {
            "weights": arguments.weights_license,
            "nonCommercial": arguments.weights_license.startswith("CC BY-NC"),
            "notice": NOTICE,
        },
        "training": {
            **training,
            "corpora": [
                {
                    "name": corpus,
                    "language": LICENSES.get(corpus, ("und", "see the corpus"))[0],
                    "license": LICENSES.get(corpus, ("und", "see the corpus"))[1],
                    "clips": sizes[corpus],
                    "speakers": speakers[corpus],
                }
                for corpus in sizes
            ],
        },
    }


def domain_metadata(threshold: float) -> dict:
    """What the optional output `domain` tells apart, and above which score audio is out of domain."""
    kinds = {"speech": "speech"} | {name: "event" for name in EVENTS}
    return {
        "classes": [{"name": name, "kind": kinds.get(name, "sound")} for name in DOMAINS],
        "outOfDomainAbove": threshold,
    }


def golden(net: Ensemble, wide: WideHead, head: DomainHead | None) -> dict:
    """What the shipped weights give in PyTorch for the synthetic voice, an independent computation."""
    voice = synthetic_voice(GOLDEN_SECONDS, GOLDEN_SEED)
    log_mel = torch.from_numpy(frontend.LogMel()(voice))[None]
    pitch = torch.from_numpy(frontend.PitchSpectrum()(voice))[None]
    points = torch.tensor([[round(t * 20) - 1 for t in GOLDEN_TIMES_S]])
    shipped = baked(net)
    with torch.no_grad():
        pooled = shipped.pool(shipped.hear(log_mel, pitch), points)
        logits, vad, embedding = shipped.head(pooled)
        logits = logits + baked_wide(wide)(statistics(log_mel, salience(pitch, log_mel), points))
        outputs = {"logits": logits, "vad": vad, "embedding": embedding}
        if head is not None:
            outputs["domain"] = baked_domain(head)(pooled)
    rows = [
        {"atSeconds": at}
        | {name: [round(x, 5) for x in values[0, row].tolist()] for name, values in outputs.items()}
        for row, at in enumerate(GOLDEN_TIMES_S)
    ]
    return {"seed": GOLDEN_SEED, "seconds": GOLDEN_SECONDS, "expected": rows}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("folder", type=Path, help="the speech folder that was trained on")
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True, help="path of the .onnx file")
    parser.add_argument("--corpora", default=",".join(EMOTION_CORPORA))
    parser.add_argument("--id", default=MODEL_ID)
    parser.add_argument("--version", required=True)
    parser.add_argument("--temperature", type=float, default=1.0)
    parser.add_argument("--uncertain-below", type=float, default=0.35)
    parser.add_argument("--out-of-domain-above", type=float, default=0.9)
    parser.add_argument("--without", default="", help="the corpus that was left out, if any")
    parser.add_argument("--fold", type=int, default=-2, help="the fold that was held out, if any")
    parser.add_argument("--without-golden", action="store_true")
    parser.add_argument("--weights-license", default="CC BY-NC-SA 4.0")
    arguments = parser.parse_args()
    net, head = load_network(arguments.weights), load_domain(arguments.weights)
    wide = load_wide(arguments.weights)
    model = build(
        net,
        wide,
        {"id": arguments.id, "version": arguments.version, "license": arguments.weights_license},
        head,
    )
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(model, str(arguments.out))
    clips, _ = load_clips(arguments.folder, tuple(arguments.corpora.split(",")), arguments.cache)
    table = read_folds()
    clips = [clip for clip in clips if fold_of(clip.speaker, table) != arguments.fold]
    clips = [clip for clip in clips if clip.corpus != arguments.without]
    summary = json.loads(arguments.weights.with_suffix(".json").read_text(encoding="utf-8"))
    training = {
        key: summary[key] for key in ("epochs", "stepsPerEpoch", "batch", "seeds", "cpuSecondsPerEpoch")
    }
    content = metadata(arguments, len(net.networks), arguments.out.read_bytes(), clips, training)
    if head is not None:
        content["domain"] = domain_metadata(arguments.out_of_domain_above)
    arguments.out.with_suffix(".json").write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
    if not arguments.without_golden:
        text = json.dumps(golden(net, wide, head), indent=2) + "\n"
        arguments.out.with_suffix(".golden.json").write_text(text, encoding="utf-8")
    print(f"{arguments.out}: {arguments.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
