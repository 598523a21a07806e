"""Finds the speech blocks of a clip by their level: the same rule as in scripts/lib/speech.mjs, on log-mel bands.

Clips recorded in the field are mostly pause. Their noise, and hands on the microphone, must not be learned as
speech.
"""

from __future__ import annotations

import numpy as np

import shared_training  # noqa: F401
from augment import CENTERS_HZ
from frontend import FRAMES_PER_BLOCK

# Lower bands also contain hands on the microphone and wind.
HEARD = CENTERS_HZ > 300.0
# Blocks this far below a clip's loud blocks are a pause.
PAUSE_DB = 26.0
# The length of the shortest word in blocks, and how far above the level of nine blocks in ten it is at most.
WORD_BLOCKS, WORD_DB = 4, 10.0
# Noise varies less than this between its quietest part and a third of the clip, and speech is this much above
# it.
STEADY_DB, OVER_NOISE_DB = 5.0, 6.0
# Isolated sounds (100 ms of silence on either side) that are shorter than this are clicks.
LEAST_BLOCKS = 3


def block_levels(log_mel: np.ndarray) -> np.ndarray:
    """The level of each block in dB, from log-mel [frames, MEL_BANDS]."""
    power = np.exp(log_mel[:, HEARD].astype(np.float32)).sum(1)
    return 10.0 * np.log10(power.reshape(-1, FRAMES_PER_BLOCK).mean(1) + 1e-12)


def speech_blocks(log_mel: np.ndarray) -> np.ndarray:
    """One flag for each block of a whole clip."""
    levels = block_levels(log_mel)
    ordered = np.sort(levels)
    count = len(ordered)
    tenth, word = ordered[count - int(np.ceil(0.1 * count))], ordered[-min(WORD_BLOCKS, count)]
    low, high = ordered[int(0.05 * count)], ordered[int(0.3 * count)]
    noise = high if high - low < STEADY_DB else -np.inf
    loud = levels > max(max(tenth, word - WORD_DB) - PAUSE_DB, noise + OVER_NOISE_DB)
    start = -1
    for block in range(count + 1):
        near = loud[block : block + 3].any()
        if start < 0 and block < count and loud[block]:
            start = block
        if near or start < 0:
            continue
        if block - start < LEAST_BLOCKS:
            loud[start:block] = False
        start = -1
    return loud
