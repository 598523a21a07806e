"""Where speech starts in a clip, so that "0.7 s of speech" means the same in every corpus."""

from __future__ import annotations

import math

import numpy as np

from frontend import FRAMES_PER_BLOCK

# RAVDESS clips begin with about a second of studio silence, others with none.
BELOW_LOUD_DB = 20.0


def onset_block(log_mel: np.ndarray) -> int:
    """First block whose energy is within BELOW_LOUD_DB of the clip's 90th percentile."""
    power = np.exp(log_mel.astype(np.float32)).sum(1).reshape(-1, FRAMES_PER_BLOCK).mean(1)
    energy = np.log(power)
    return int(np.argmax(energy > np.percentile(energy, 90) - BELOW_LOUD_DB * math.log(10.0) / 10.0))
