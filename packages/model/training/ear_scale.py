"""How loud speech is told apart from how it sounds, for both readers alike.

The level of a recording says more about the microphone than about the person, so the encoder hears every utterance
at one level, and statistics over time count the tokens in which there is speech.
"""

from __future__ import annotations

import torch

from ear import RANGE

# Where the loudest band of an utterance is put: that of ordinary speech on the published scale.
LOUDEST = 1.0
# Below this loudest band (log10 of power) a sound is not raised further: it is silence, not quiet speech.
LEAST_LOUDEST = -4.0
# log10 of power below the loudest token at which a token stops counting, and the width of the slope above it.
QUIET = 4.0
SLOPE = 1.0


def scaled(log_mel: torch.Tensor, loudest: torch.Tensor) -> torch.Tensor:
    """Log-mel on the published scale, at one level; `loudest` is log10 of the loudest band, broadcast."""
    return (torch.clamp_min(log_mel - loudest, -RANGE) + (LOUDEST + 4.0)) / 4.0


def token_level(log_mel: torch.Tensor) -> torch.Tensor:
    """log10 of the louder frame's power, [B, tokens], of log-mel [B, 2 * tokens, BANDS]."""
    power = (10.0**log_mel).sum(2)
    return torch.log10(power.view(power.shape[0], -1, 2).amax(2))


def speech_weight(level: torch.Tensor, loudest: torch.Tensor) -> torch.Tensor:
    """0 to 1 for each token: 1 well above the quiet, 0 below."""
    return ((level - loudest + QUIET) / SLOPE).clamp(0.0, 1.0)
