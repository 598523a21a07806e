"""Teaches telephone_bands.py: by telephone a stretch is to have the voiceprint that it has through the microphone before.

`npm run join:speaker -- <folder> --teach-telephone` runs it: twenty minutes of two cores. The small encoder stays as it is.
Stretches are those that taught it (teaching_speech.py), half of them as recorded. Beside the own voiceprint, any two voices
are to be as near by telephone as they were before, so that strangers stay strangers (Park et al. 2019, "Relational Knowledge
Distillation"), and another stretch of the voice nearer than strangers (van den Oord et al. 2018, "Representation Learning
with Contrastive Predictive Coding").
"""

from __future__ import annotations

import argparse
import copy
import io
import math
import time
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
import soundfile
import torch
from scipy.signal import butter, resample_poly, sosfilt
from torch import nn
from torch.nn import functional as F

import shared_training  # noqa: F401
from encoder import BANDS
from encoder_graph import KEPT_STEPS, WINDOW_FRAMES
from equal_error import equal_error
from heard_speech import in_mu_law
from small_encoder import load_small_encoder, save_weights
from teaching_networks import Bands, pooled, windows_of
from teaching_speech import RATE, Drawer, block_speech, load_speech
from telephone_bands import WEIGHTS, TelephoneBands

SEED = 20261129
# Of telephones, cheap filters at 8 kHz, and codecs behind nothing else; the others are those of teaching_channels.py.
ANALOGUE, CODEC = 0.35, 0.4
# libsndfile's names of codecs, and how often each is drawn. Others are left out, to see whether these were enough.
CODECS = {"ULAW": 0.5, "ALAW": 0.2, "GSM610": 0.3}
# Of stretches that come through no microphone.
RECORDED = 0.5
DRAWN_AT_ONCE, LEARNED_AT_ONCE = 12, 16
RATE_OF_LEARNING, WARM = 2e-3, 0.02
TEMPERATURE = 0.06
# What counts beside the distance of the own voiceprint: strangers before the telephone and by it, and how near all are.
STRANGERS, PHONED_STRANGERS, NEAR = 0.05, 0.1, 10.0
# How much of what was learned is done.
SHARE = 0.75


@dataclass
class Stretches:
    """Rows 2 n and 2 n + 1 are one voice. phoned: [N, windows, WINDOW_FRAMES, BANDS], by telephone; prints: [N, PRINT], of
    what is before the telephone; speech: [N, blocks], how much of each is speech; who: [N], the number of the speaker."""

    phoned: torch.Tensor
    prints: torch.Tensor
    speech: torch.Tensor
    who: torch.Tensor


class Voiceprints(nn.Module):
    """The small encoder and its map, which learn nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.encoder, weight, offset = load_small_encoder()
        self.register_buffer("weight", torch.from_numpy(weight.astype(np.float32)))
        self.register_buffer("offset", torch.from_numpy(offset.astype(np.float32)))
        self.register_buffer("kept", torch.from_numpy(KEPT_STEPS))
        self.requires_grad_(False)

    def forward(self, windows: torch.Tensor, speech: torch.Tensor) -> torch.Tensor:
        """Unit voiceprints [N, PRINT] of windows [N * windows, WINDOW_FRAMES, BANDS]."""
        rows = self.encoder(windows)[:, self.kept].reshape(len(speech), -1, self.weight.shape[1] // 2)
        return F.normalize(F.linear(pooled(rows, speech), self.weight, self.offset), dim=1)


def analogue(rng: np.random.Generator, wave: np.ndarray) -> np.ndarray:
    """A band by Butterworth filters, half of the time 300 to 3,400 Hz, at 8 kHz in mu-law, and back."""
    low, high, steep_low, steep_high = 300.0, 3_400.0, 4, 8
    if rng.random() < 0.5:
        low, high = rng.uniform(40.0, 350.0), rng.uniform(3_200.0, 3_800.0)
        steep_low, steep_high = int(rng.integers(2, 5)), int(rng.integers(5, 11))
    above = butter(steep_low, low, "highpass", fs=RATE, output="sos")
    below = butter(steep_high, high, "lowpass", fs=RATE, output="sos")
    back = sosfilt(below, in_mu_law(sosfilt(below, sosfilt(above, wave))))
    return (sosfilt(above, back) if rng.random() < 0.5 else back).astype(np.float32)


def coded(rng: np.random.Generator, wave: np.ndarray) -> np.ndarray:
    """At 8 kHz through a codec, and back."""
    file = io.BytesIO()
    subtype = str(rng.choice(list(CODECS), p=list(CODECS.values())))
    soundfile.write(file, resample_poly(wave, 1, 2), RATE // 2, subtype=subtype, format="WAV")
    file.seek(0)
    back = resample_poly(soundfile.read(file, dtype="float32")[0], 2, 1)
    return np.resize(back, len(wave)).astype(np.float32)


@torch.no_grad()
def drawn(drawer: Drawer, voiceprints: Voiceprints, count: int, rng: np.random.Generator) -> Stretches:
    """`count` pairs of stretches of one voice."""
    bands, parts = Bands(), []
    began = time.monotonic()
    for number in range(math.ceil(count / DRAWN_AT_ONCE)):
        batch, who = drawer.draw_of(DRAWN_AT_ONCE)
        heard = drawer.some(RECORDED, batch.clean, drawer.channels.microphone(batch.clean))
        phoned = drawer.channels.telephone(heard)
        for row, kind in enumerate(rng.random(len(phoned))):
            if kind < ANALOGUE + CODEC:
                line = analogue if kind < ANALOGUE else coded
                phoned[row] = torch.from_numpy(line(rng, heard[row].numpy()))
        speech = block_speech(batch.speech)
        windows = windows_of(bands.published(phoned), batch.speech).half()
        parts.append(
            Stretches(
                windows.view(len(phoned), -1, WINDOW_FRAMES, BANDS),
                voiceprints(windows_of(bands.published(heard), batch.speech), speech),
                speech,
                who.repeat_interleave(2),
            )
        )
        if number % 20 == 0:
            done = 2 * DRAWN_AT_ONCE * (number + 1)
            print(f"{done} of {2 * count} stretches, {time.monotonic() - began:.0f} s", flush=True)
    names = [field.name for field in fields(Stretches)]
    return Stretches(*(torch.cat([getattr(part, name) for part in parts]) for name in names))


def losses(net: TelephoneBands, voiceprints: Voiceprints, of: Stretches, rows: torch.Tensor) -> torch.Tensor:
    """[4]: distance of the own voiceprint, how hard it is to tell strangers, before telephones and by them, and by how much
    (squared) voices are nearer to each other, or less near, than before telephones."""
    given = voiceprints(net(of.phoned[rows].float().flatten(0, 1)), of.speech[rows])
    own = 1.0 - (given * of.prints[rows]).sum(1).mean()
    here, partner = torch.arange(len(rows)), torch.arange(len(rows)) ^ 1
    # Other stretches of the same person, at another speed, are neither.
    stranger = of.who[rows][:, None] != of.who[None]
    stranger[here, rows ^ 1] = True
    through = (given @ of.prints.T / TEMPERATURE).masked_fill(~stranger, -1e9)
    among = of.who[rows][:, None] != of.who[rows][None]
    among[here, partner] = True
    phoned = (given @ given.T / TEMPERATURE).masked_fill(~among, -1e9)
    wanted = of.prints[rows] @ of.prints[rows].T
    near = ((given @ given.T - wanted) ** 2).mean() + ((given @ of.prints[rows].T - wanted) ** 2).mean()
    return torch.stack([own, F.cross_entropy(through, rows ^ 1), F.cross_entropy(phoned, partner), near])


@torch.no_grad()
def told(net: TelephoneBands, voiceprints: Voiceprints, of: Stretches) -> str:
    """The cosine with the voiceprint before the telephone, and equal errors, %, by cosine, of pairs by telephone."""
    parts = [slice(at, at + 32) for at in range(0, len(of.who), 32)]
    given = [voiceprints(net(of.phoned[part].float().flatten(0, 1)), of.speech[part]) for part in parts]
    phoned = torch.cat(given)
    partner = torch.arange(len(phoned)) ^ 1
    strangers = of.who[:, None] != of.who[None]
    errors = []
    for other in (phoned, of.prints):
        scores = phoned @ other.T
        errors.append(100 * equal_error(scores[partner, partner ^ 1].numpy(), scores[strangers].numpy()))
    cosine = (phoned * of.prints).sum(1).mean()
    return f"cosine {cosine:.3f}, by telephone both {errors[0]:.1f} %, one side {errors[1]:.1f} %"


def learned(
    voiceprints: Voiceprints, of: Stretches, apart: Stretches, steps: int, rng: np.random.Generator
) -> TelephoneBands:
    """The mean of its weights over the last steps."""
    net = TelephoneBands()
    mean = copy.deepcopy(net)
    optimizer = torch.optim.AdamW(net.parameters(), weight_decay=1e-4)
    weights = torch.tensor([1.0, STRANGERS, PHONED_STRANGERS, NEAR])
    print(f"at first: {told(net, voiceprints, apart)}", flush=True)
    for step in range(1, steps + 1):
        done = step / steps
        for group in optimizer.param_groups:
            group["lr"] = RATE_OF_LEARNING * min(1.0, done / WARM) * (0.5 + 0.5 * math.cos(math.pi * done))
        pairs = torch.from_numpy(rng.integers(0, len(of.who) // 2, LEARNED_AT_ONCE))
        parts = losses(net, voiceprints, of, torch.stack([2 * pairs, 2 * pairs + 1], 1).ravel())
        optimizer.zero_grad(set_to_none=True)
        (parts @ weights).backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        with torch.no_grad():
            for kept, value in zip(mean.parameters(), net.parameters()):
                kept.lerp_(value, max(0.005, 10.0 / (step + 10.0)))
        if step % 100 == 0 or step == steps:
            now = ", ".join(f"{part:.3f}" for part in parts.tolist())
            print(f"step {step}: {now}; apart: {told(mean, voiceprints, apart)}", flush=True)
    return mean


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--samples", type=Path, required=True, help="cache of decoded corpora")
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    parser.add_argument("--pairs", type=int, default=2_400, help="pairs of stretches that are learned from")
    parser.add_argument("--steps", type=int, default=520)
    parser.add_argument("--seed", type=int, default=SEED)
    arguments = parser.parse_args()
    torch.manual_seed(arguments.seed)
    rng = np.random.default_rng(arguments.seed)
    voiceprints = Voiceprints()
    sets = []
    for part, count in (("tune", 120), ("train", arguments.pairs)):
        speech = load_speech(arguments.folder, arguments.samples, part)
        sets.append(drawn(Drawer(speech, torch.device("cpu")), voiceprints, count, rng))
    net = learned(voiceprints, sets[1], sets[0], arguments.steps, rng)
    with torch.no_grad():
        for value in net.last.parameters():
            value.mul_(SHARE)
    save_weights({name: value.numpy() for name, value in net.state_dict().items()}, arguments.out)
    print(f"{arguments.out}: {arguments.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
