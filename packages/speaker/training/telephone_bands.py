"""What a telephone leaves of the bands, made like those of a microphone, before the encoder hears them.

A small network adds to centered bands what the frames around them say of it. teach_telephone.py makes its weights; windows
that came by no telephone never meet it.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import nn

import shared_training  # noqa: F401
from encoder import BANDS, LOWEST_HZ, mel
from frontend import SAMPLE_RATE_HZ
from small_encoder import read_weights

WEIGHTS = Path(__file__).with_name("weights") / "telephone-bands.npz"
HIDDEN, FRAMES = 96, 5
# Bands are about so large.
SCALE = 3.0
# A telephone has next to nothing of what wider lines have, at any speed of 80 %, between these (Hz).
SPEECH_HZ, BEYOND_HZ = (600.0, 2_800.0), (4_600.0, 6_500.0)
# The natural logarithm of power there, less that of speech, of a mean over speech: microphones -2 and above, telephones -9.
TELEPHONE_BELOW = -7.0


class TelephoneBands(nn.Module):
    """`forward` gives windows [B, frames, BANDS] of centered log-mel bands anew."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Conv1d(BANDS, HIDDEN, FRAMES, padding=FRAMES // 2)
        self.second = nn.Conv1d(HIDDEN, HIDDEN, FRAMES, padding=FRAMES // 2)
        self.last = nn.Conv1d(HIDDEN, BANDS, 1)
        nn.init.zeros_(self.last.weight)
        nn.init.zeros_(self.last.bias)

    def forward(self, windows: torch.Tensor) -> torch.Tensor:
        x = windows.transpose(1, 2) / SCALE
        x = self.last(torch.relu(self.second(torch.relu(self.first(x)))))
        return windows + SCALE * x.transpose(1, 2)


def tilt() -> np.ndarray:
    """[BANDS, 1]: what gives, times mean bands, how far those beyond a telephone's are above those of speech."""
    edges = np.linspace(mel(LOWEST_HZ), mel(SAMPLE_RATE_HZ / 2), BANDS + 2)
    middles = 700.0 * np.expm1(edges[1:-1] / 1_127.0)
    beyond, speech = ((middles > low) & (middles < high) for low, high in (BEYOND_HZ, SPEECH_HZ))
    return (beyond / beyond.sum() - speech / speech.sum()).astype(np.float32)[:, None]


def load_telephone_bands(path: Path = WEIGHTS) -> TelephoneBands:
    """Raises MissingWeights."""
    net = TelephoneBands()
    net.load_state_dict({name: torch.from_numpy(value) for name, value in read_weights(path).items()})
    return net.eval()
