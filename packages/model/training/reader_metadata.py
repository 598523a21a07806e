"""The JSON beside a reader's graph; see src/model-metadata.ts."""

from __future__ import annotations

from collections import Counter

import numpy as np

from baseline import APART_VARIANCE, CLIP_SECONDS, CLIP_WEIGHT, GATE_SLOPE, LEAST_SHARE, Reader
from brevity import LEAST_SECONDS, WHOLE_SECONDS
from corpus import Clip
from ear import TOKEN_SAMPLES
from ear_live import BLOCK_SAMPLES
from ear_weights import Source
from fit_calibration import Calibration
from fit_domain import DOMAINS, EVENTS
from fit_reader import assembled
from publish import LICENSES
from targets import described_classes

LONGEST_SAMPLES = 30 * 16_000
# What is added to the full reader's calibration on a line of which nothing is known, as far as it is none of the known
# ones: what surprises least on the speakers and corpora that parts have not heard. And clips after which half of that is
# left, as many as agreement counts its expectation for. The live reader tells the beginning of calls modestly already
# (brevity; EXPERIMENTS.md).
STRANGE_SOFTENING = 0.8
STRANGE_CLIPS = 10
STAY = (0.0, 0.0, 0.0)
# Which labels a class becomes: (label, share, direction in valence, arousal, dominance). No corpus here marks the derived
# ones, so a class keeps nearly all of its probability unless V/A/D hear more than the class explains: the directions
# are steep and the shares small. A direction of length d changes the odds by a factor e for every 1 / d of residual.
LABELS = {
    "neutral": [("neutral", 1.0, STAY)],
    "calm": [("content", 1.0, STAY)],
    "happy": [("happy", 0.94, STAY), ("excited", 0.03, (0.0, 9.0, 0.0)), ("amused", 0.03, (5.0, -2.0, -3.0))],
    "sad": [("sad", 1.0, STAY)],
    "angry": [
        ("angry", 0.95, STAY),
        ("frustrated", 0.03, (0.0, -4.0, -8.0)),
        ("contempt", 0.02, (3.0, -8.0, 3.0)),
    ],
    "fearful": [("fearful", 0.95, STAY), ("anxious", 0.05, (3.0, -9.0, 1.5))],
    "disgusted": [("disgusted", 0.97, STAY), ("contempt", 0.03, (3.0, -3.0, 6.0))],
    "surprised": [("surprised", 0.95, STAY), ("confused", 0.05, (-7.0, -4.0, -3.0))],
    "bored": [
        ("neutral", 0.8, STAY),
        ("sad", 0.12, (-2.0, 0.0, -2.0)),
        ("frustrated", 0.08, (-2.0, 4.0, 0.0)),
    ],
}
KINDS = {"speech": "speech"} | dict.fromkeys(EVENTS, "event")
NOTICES = {
    True: "The classifier is learned from corpora under non-commercial licences and is licensed {license}: not for "
    "commercial use. The ear is OpenAI Whisper's, MIT. The -open models are for commercial use.",
    False: "The classifier is learned from commercially usable speech alone. The ear is OpenAI Whisper's, MIT.",
}

# Their targets follow from the labels, so the classes' probabilities tell V/A/D better than the regression; what it
# adds is how strongly something was said.
VAD_BEYOND_CLASSES = 0.3


def rounded(values: np.ndarray) -> list:
    return np.asarray([float(f"{v:.5g}") for v in np.ravel(values)]).reshape(np.shape(values)).tolist()


def described(reader: Reader, vad: np.ndarray, calibration: Calibration) -> dict:
    """The metadata's `classifier`."""
    heads = []
    for place, (head, start) in enumerate(zip(reader.heads, assembled(reader)[2])):
        entry = {
            "name": head.name,
            "start": start,
            "size": len(head.line),
            "classes": [int(number) for number in head.classes],
            "means": rounded(head.means),
            "line": rounded(head.line),
            "voice": rounded(head.voice),
            "disagreement": rounded(head.disagreement),
            "temperature": reader.temperatures[place],
            "calibration": round(float(calibration.of(head.name) if place else calibration.shared), 4),
        }
        if place:
            gate = reader.gates[place - 1]
            entry["gate"] = {
                "mean": rounded(gate.mean),
                "variance": rounded(gate.variance),
                "least": round(gate.least, 3),
            }
        heads.append(entry)
    return {
        "kind": "linear-gaussian/1",
        "heads": heads,
        "anything": rounded(reader.anything),
        "gateSlope": GATE_SLOPE,
        **(known_lines(reader) if reader.gates else {}),
        "clipWeight": CLIP_WEIGHT,
        "clipSeconds": CLIP_SECONDS,
        "doubt": reader.doubt,
        "brief": {
            "shift": rounded(reader.brief @ assembled(reader)[0]),
            "leastSeconds": LEAST_SECONDS,
            "wholeSeconds": WHOLE_SECONDS,
        },
        "apart": {"variance": APART_VARIANCE, "nats": reader.apart_nats},
        "vad": rounded(vad[:-1].T),
    }


def known_lines(reader: Reader) -> dict:
    """How a reader of several corpora tells known lines from strange ones, and what it makes of either."""
    strange = {"softening": STRANGE_SOFTENING, "clips": STRANGE_CLIPS}
    return {
        "share": {"slope": reader.share_slope, "least": LEAST_SHARE},
        **({"strange": strange} if reader.kind == "full" else {}),
    }


def widest(classifier: dict) -> int:
    """Numbers of the embedding that its heads read."""
    return max(head["start"] + head["size"] for head in classifier["heads"])


def plain_temperature(classifier: dict) -> float:
    """Of the plain logits; the classifier has its own."""
    shared = classifier["heads"][0]
    return shared["temperature"] * shared["calibration"]


def metadata(
    kind: str,
    source: Source,
    clips: list[Clip],
    classifier: dict,
    uncertain_below: float,
    other_sound_above: float,
    state: dict,
    training: dict,
    sha256: str,
    name: str,
) -> dict:
    sizes = Counter(clip.corpus for clip in clips)
    weights = training["license"]
    restricted = "NC" in weights
    return {
        "format": "undertone-model/1",
        "id": name,
        "version": training["version"],
        "sha256": sha256,
        "reader": kind,
        "ear": {
            "model": source.model if kind == "full" else f"{source.model}, taught to hear in blocks",
            "license": source.license,
            "packages": [f"{package}=={version}" for package, version in source.packages],
            "sha256": source.sha256,
        },
        "sampleRateHz": 16_000,
        "granularitySamples": TOKEN_SAMPLES if kind == "full" else BLOCK_SAMPLES,
        "maxSamplesPerCall": LONGEST_SAMPLES if kind == "full" else BLOCK_SAMPLES,
        **state,
        "embeddingSize": widest(classifier),
        "classes": described_classes(LABELS),
        "temperature": plain_temperature(classifier),
        "uncertainBelow": uncertain_below,
        "vadBeyondClasses": VAD_BEYOND_CLASSES,
        "domain": {
            "classes": [{"name": name, "kind": KINDS.get(name, "sound")} for name in DOMAINS],
            "outOfDomainAbove": other_sound_above,
        },
        "classifier": classifier,
        "license": {
            "weights": weights,
            "nonCommercial": restricted,
            "notice": NOTICES[restricted].format(license=weights),
        },
        "training": {
            "seed": training["seed"],
            "corpora": [
                {
                    "name": corpus,
                    "language": LICENSES.get(corpus, ("und", ""))[0],
                    "license": LICENSES.get(corpus, ("und", "see the corpus"))[1],
                    "clips": sizes[corpus],
                    "speakers": len({clip.speaker for clip in clips if clip.corpus == corpus}),
                }
                for corpus in sizes
            ],
        },
    }
