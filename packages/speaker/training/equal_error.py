"""A quick equal error rate during training; the official figures come from `npm run bench:speakers`."""

from __future__ import annotations

import numpy as np
import torch

import shared_training  # noqa: F401
from channel import disturb
from network import salience
from speaker_network import SpeakerNet, normalise, pool, spectrum
from voices import Voices, draw, gather

SEED = 5
CROPS = 6


def equal_error(same: np.ndarray, other: np.ndarray) -> float:
    """The rate at which misses and false accepts are equal."""
    thresholds = np.sort(np.concatenate([same, other]))
    misses = np.searchsorted(np.sort(same), thresholds) / len(same)
    accepts = 1.0 - np.searchsorted(np.sort(other), thresholds) / len(other)
    best = np.argmin(np.abs(misses - accepts))
    return float((misses[best] + accepts[best]) / 2)


def print_equal_error(net: SpeakerNet, clips: list, voices: Voices, parts: np.ndarray) -> None:
    """Crops of 3 and 1 s of tuning speakers, each through its own channel, with impostors from the same corpus."""
    rng = np.random.default_rng(SEED)
    torch.manual_seed(SEED)
    by_speaker: dict[tuple[str, str], list[int]] = {}
    for number in np.nonzero(parts == "tune")[0]:
        by_speaker.setdefault((clips[number].corpus, clips[number].speaker), []).append(int(number))
    rows, owners = [], []
    for key, own in sorted(by_speaker.items()):
        halves = np.array_split(np.array(own), 2) if len(own) > 1 else [np.array(own)] * 2
        for n in range(CROPS):
            side = halves[n % 2]
            numbers = draw(rng, voices, side, int(rng.choice(side)), 60)
            rows.append(gather(voices, numbers))
            owners.append((*key, n % 2))
    mel, pitch = (torch.from_numpy(np.stack(x).astype(np.float32)) for x in zip(*rows))
    found: list[list[np.ndarray]] = [[], []]
    with torch.no_grad():
        for start in range(0, len(mel), 64):
            a, b, _ = disturb(rng, mel[start : start + 64], pitch[start : start + 64])
            tones = salience(b)
            features, weights = net.frames(net.trunk(normalise(a), tones), spectrum(a, tones))
            chosen = torch.zeros(len(a), 2, 60)
            chosen[:, 0], chosen[:, 1, 20:40] = 1.0, 1.0
            embedding = net.embedding(pool(features, weights, chosen)).numpy()
            for n in range(2):
                found[n].append(embedding[:, n])
    corpora = np.array([owner[0] for owner in owners])
    speakers = np.array([owner[1] for owner in owners])
    sides = np.array([owner[2] for owner in owners])
    line = []
    for corpus in [*sorted(set(corpora)), "all but bursts"]:
        inside = corpora == corpus if corpus in set(corpora) else corpora != "emogator"
        results = []
        for embedding in (np.concatenate(rows)[inside] for rows in found):
            cosine = embedding @ embedding.T
            pairs = (sides[inside][:, None] == 0) & (sides[inside][None, :] == 1)
            pairs &= corpora[inside][:, None] == corpora[inside][None, :]
            same = speakers[inside][:, None] == speakers[inside][None, :]
            results.append(100 * equal_error(cosine[pairs & same], cosine[pairs & ~same]))
        line.append(f"{corpus} {results[0]:.1f}/{results[1]:.1f}")
    print("equal error % at 3 s / 1 s:", ", ".join(line), flush=True)
