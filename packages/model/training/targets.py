"""Valence, arousal and dominance targets of a labelled clip.

The coordinates are the mean ratings of emotion terms in Russell, J. A. & Mehrabian, A. (1977),
"Evidence for a three-factor theory of emotions", Journal of Research in Personality 11, 273-294,
Table 4 (pleasure, arousal, dominance, each -1 to 1). Neutral is the origin by definition of the
scales; for "calm" the term used is "Relaxed". Where a corpus marks how strongly a clip was acted,
the distance from the origin is scaled (see LEVEL_SCALE); where it marks only a level of emotion and
no class, the arousal alone is a target (see LEVEL_AROUSAL).
"""

from __future__ import annotations

import numpy as np

from corpus import CLASSES, Clip

COORDINATES = {
    "neutral": (0.0, 0.0, 0.0),
    "calm": (0.68, -0.46, 0.06),
    "happy": (0.81, 0.51, 0.46),
    "sad": (-0.63, -0.27, -0.33),
    "angry": (-0.51, 0.59, 0.25),
    "fearful": (-0.64, 0.60, -0.43),
    "disgusted": (-0.60, 0.35, 0.11),
    "surprised": (0.40, 0.67, -0.13),
    "bored": (-0.65, -0.62, -0.33),
}

# RAVDESS: each emotion acted at two intensities. Arousal alone moves, because "strong" sadness is
# acted with more voice, not with less.
INTENSITY_AROUSAL_STEP = {"normal": -0.12, "strong": 0.15}

# BAVED: the levels of emotion (low, normal, high) as arousal.
LEVEL_AROUSAL = {"low": -0.45, "normal": 0.0, "high": 0.55}


Direction = tuple[float, float, float]


def described_classes(labels: dict[str, list[tuple[str, float, Direction]]]) -> list[dict]:
    """The classes of a model's metadata, each with the labels that it becomes: (label, share, direction in V/A/D)."""
    return [
        {
            "name": name,
            "coordinates": list(COORDINATES[name]),
            "labels": [
                {
                    "label": label,
                    "share": share,
                    "direction": list(direction),
                    # No class is named after it: src/label-mapping.ts.
                    "derived": label not in CLASSES,
                }
                for label, share, direction in labels[name]
            ],
        }
        for name in CLASSES
    ]


def is_known(label: str) -> bool:
    """Whether a label is a class, or a level of emotion, that this network can learn from."""
    return label in COORDINATES or label in LEVEL_AROUSAL


def vad_target(clip: Clip) -> tuple[np.ndarray, np.ndarray]:
    """Target [3] and mask [3] (1 where the clip says something about that dimension)."""
    if clip.label in LEVEL_AROUSAL:
        return (
            np.array([0.0, LEVEL_AROUSAL[clip.label], 0.0], dtype=np.float32),
            np.array([0.0, 1.0, 0.0], dtype=np.float32),
        )
    if clip.label not in COORDINATES:
        return np.zeros(3, dtype=np.float32), np.zeros(3, dtype=np.float32)
    valence, arousal, dominance = COORDINATES[clip.label]
    if clip.label != "neutral":
        arousal += INTENSITY_AROUSAL_STEP.get(clip.intensity, 0.0)
    return (
        np.array([valence, np.clip(arousal, -1.0, 1.0), dominance], dtype=np.float32),
        np.ones(3, dtype=np.float32),
    )


def class_mask(corpus: str, clips: list[Clip]) -> np.ndarray:
    """1 for the classes that a corpus labels at all."""
    labels = {clip.label for clip in clips if clip.corpus == corpus}
    return np.array([1.0 if name in labels else 0.0 for name in CLASSES], dtype=np.float32)
