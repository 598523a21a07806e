"""int8 steps for weights, one scale per output column."""

from __future__ import annotations

import numpy as np


def quantise_columns(weight: np.ndarray, levels: int = 127) -> tuple[np.ndarray, np.ndarray]:
    """int8 codes from -levels to levels and one float32 scale per output column of [inputs, outputs]."""
    scale = np.maximum(np.abs(weight).max(0, keepdims=True), 1e-8).astype(np.float32) / levels
    return np.rint(weight / scale).astype(np.int8), scale.astype(np.float32)


def rounded(weight: np.ndarray, levels: int = 127) -> np.ndarray:
    codes, scale = quantise_columns(weight, levels)
    return codes.astype(np.float32) * scale
