"""What speech that has just begun still lacks; the same arithmetic as src/brevity.ts."""

from __future__ import annotations

import numpy as np

# What a begun stretch counts as at least and at most: nothing shorter is among those that this is fitted on.
LEAST_SECONDS = 0.5
WHOLE_SECONDS = 2.0
# A pair whose two lengths are nearly the same says nothing.
LEAST_MISSING = 0.05


def missing(seconds: np.ndarray) -> np.ndarray:
    """1 / s beyond a whole utterance's: a sampling error falls as the number of tokens grows."""
    return np.maximum(0.0, 1.0 / np.maximum(LEAST_SECONDS, seconds) - 1.0 / WHOLE_SECONDS)


def fit_brief(
    begun: np.ndarray, whole: np.ndarray, lengths: tuple[np.ndarray, np.ndarray], corpora: np.ndarray
) -> np.ndarray:
    """[features] by which statistics are off for each 1 / s that is missing: least squares over pairs of the same clip.

    begun, whole: [n, features]; lengths: their seconds. A corpus counts by the square root of its size.
    """
    more = missing(lengths[0]) - missing(lengths[1])
    told = more > LEAST_MISSING
    if not told.any():
        return np.zeros(begun.shape[1], dtype=np.float32)
    _, of, sizes = np.unique(corpora, return_inverse=True, return_counts=True)
    weight = (1.0 / np.sqrt(sizes[of]))[told]
    more = more[told]
    off = ((weight * more)[:, None] * (begun[told] - whole[told])).sum(0)
    return (off / (weight * more**2).sum()).astype(np.float32)
