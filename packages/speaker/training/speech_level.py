"""Which blocks of a clip are speech, by its level: the same rule as scripts/lib/speech.mjs, over log-mel bands.

Clips recorded in the field are mostly pause: their noise must not be learned as speech, nor hands on the microphone.
"""

from __future__ import annotations

import numpy as np

import shared_training  # noqa: F401
from augment import CENTERS_HZ
from frontend import FRAMES_PER_BLOCK

# What lies lower is also hands on the microphone and wind.
HEARD = CENTERS_HZ > 300.0
# Blocks this far under a clip's loud ones are a pause.
PAUSE_DB = 26.0
# So many blocks are the shortest word, and how far over the level of nine blocks in ten it stands at most.
WORD_BLOCKS, WORD_DB = 4, 10.0
# Noise changes less than this from its quietest to a third of the clip, and speech stands so much over it.
STEADY_DB, OVER_NOISE_DB = 5.0, 6.0
# Sounds that stand alone (100 ms of silence on either side) and are shorter than this are clicks.
LEAST_BLOCKS = 3


def block_levels(log_mel: np.ndarray) -> np.ndarray:
    """Level of each block in dB, of log-mel [frames, MEL_BANDS]."""
    power = np.exp(log_mel[:, HEARD].astype(np.float32)).sum(1)
    return 10.0 * np.log10(power.reshape(-1, FRAMES_PER_BLOCK).mean(1) + 1e-12)


def speech_blocks(log_mel: np.ndarray) -> np.ndarray:
    """One flag per block of a whole clip."""
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
