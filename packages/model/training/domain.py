"""Trains the head that tells speech from other sounds, on top of a trained network that stays as it is.

It sees the pooled statistics that the emotion head sees. Speech is the labelled speech, read speech and a few
machines' voices; these, noise, tones and music are made by sounds.py; vocal bursts are EmoGator's, whose
contributors were asked to express something without words. What they were asked for becomes an event
(events.py): nobody marked the sounds themselves.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import fields
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from augment import augment
from batches import Features, compute_features, draw_batch, sampling_weights
from corpus import EMOTION_CORPORA, load_clips, read_index
from events import EVENT_OF
from folds import fold_of, folds_round, read_folds
from frontend import FRAMES_PER_BLOCK, LogMel, PitchSpectrum
from loading import load_network
from network import DOMAINS, EVENTS, WIDTH, DomainHead, Ensemble
from onset import onset_block
from quantise import baked, baked_domain
from sounds import MAKERS, make
from targets import is_known
from train import SEED

BURSTS = "emogator"
READ = "librispeech"
SHARES = {"speech": 0.52, "voice": 0.03, "noise": 0.08, "tone": 0.07, "music": 0.1}
SYNTHETIC = 500
BATCHES = 500
STEPS = 4_000


def synthetic(seed: int, count: int) -> tuple[Features, np.ndarray]:
    """Features of made sounds and the domain of each."""
    waves = [(kind, wave) for kind in (*MAKERS, "voice") for wave in make(kind, count, seed)]
    mels = [LogMel()(wave).astype(np.float16) for _, wave in waves]
    pitches = [PitchSpectrum()(wave).astype(np.float16) for _, wave in waves]
    empty = np.zeros(len(waves))
    features = Features(
        log_mel=np.concatenate(mels),
        pitch=np.concatenate(pitches),
        levels=np.array([np.exp(mel.astype(np.float32)).sum(1).mean() for mel in mels], dtype=np.float32),
        offsets=np.concatenate([[0], np.cumsum([len(mel) for mel in mels])]),
        onset_blocks=np.array([onset_block(mel) for mel in mels]),
        **{name: empty for name in ("classes", "masks", "vad", "vad_masks")},
    )
    return features, np.array([DOMAINS.index("speech" if kind == "voice" else kind) for kind, _ in waves])


def joined(parts: list[Features]) -> Features:
    """Several sets one after the other; only what crops are made of."""
    shifts = np.cumsum([0, *(part.offsets[-1] for part in parts)])
    offsets = [part.offsets[:-1] + shift for part, shift in zip(parts, shifts)]
    values = {
        name: np.concatenate([getattr(part, name) for part in parts])
        for name in ("log_mel", "pitch", "levels", "onset_blocks")
    }
    rest = {field.name: np.zeros(0) for field in fields(Features)}
    return Features(**{**rest, **values, "offsets": np.concatenate([*offsets, shifts[-1:]])})


def pooled_batches(
    net: Ensemble,
    features: Features,
    domains: np.ndarray,
    weights: np.ndarray,
    rng: np.random.Generator,
    batches: int,
) -> tuple[torch.Tensor, torch.Tensor]:
    """Statistics of disturbed crops at several times, and their domains."""
    xs, ys = [], []
    with torch.no_grad():
        for _ in range(batches):
            picks = rng.choice(len(domains), 32, p=weights)
            crops, pitches, levels, points = draw_batch(rng, features, picks)
            crops, pitches = augment(rng, crops, pitches, levels.clamp(min=1e-9))
            pooled = net.pool(net.hear(crops, pitches), points)
            xs.append(pooled.flatten(0, 1))
            ys.append(torch.from_numpy(domains[picks]).repeat_interleave(points.shape[1]))
    return torch.cat(xs), torch.cat(ys)


def fit(x: torch.Tensor, y: torch.Tensor, rng: np.random.Generator, steps: int) -> DomainHead:
    """AdamW on the statistics, falling rate; they are standardised and the scale folded in after."""
    mean, deviation = x.mean(0), x.std(0) + 1e-3
    head = DomainHead(x.shape[1] // (2 * WIDTH))
    optimizer = torch.optim.AdamW(head.parameters(), lr=3e-3, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps)
    scaled = (x - mean) / deviation
    for _ in range(steps):
        picks = torch.from_numpy(rng.integers(0, len(y), 256))
        noisy = F.dropout(scaled[picks], 0.2)
        loss = F.cross_entropy(head(noisy), y[picks], label_smoothing=0.02)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        schedule.step()
    with torch.no_grad():
        head.hidden.bias.sub_(head.hidden.weight @ (mean / deviation))
        head.hidden.weight.div_(deviation)
    return head.eval()


def predict(net: Ensemble, head: DomainHead, features: Features, members: np.ndarray) -> np.ndarray:
    """Probabilities [N, domains] over whole clips."""
    rows = []
    with torch.no_grad():
        for pick in members:
            first, last = features.offsets[pick], features.offsets[pick + 1]
            mel = torch.from_numpy(features.log_mel[first:last].astype(np.float32))[None]
            pitch = torch.from_numpy(features.pitch[first // 2 : last // 2].astype(np.float32))[None]
            points = torch.tensor([[(last - first) // FRAMES_PER_BLOCK - 1]])
            pooled = net.pool(net.hear(mel, pitch), points)
            rows.append(torch.softmax(head(pooled)[0, 0], 0).numpy())
    return np.stack(rows)


def report(probabilities: np.ndarray, domains: np.ndarray) -> dict[str, float]:
    """Share called out of domain, per domain, and mean recall over the events."""
    outside = 1.0 - probabilities[:, 0]
    result = {name: (outside[domains == i] > 0.5).mean() for i, name in enumerate(DOMAINS)}
    first = DOMAINS.index(EVENTS[0])
    guess = probabilities[:, first:].argmax(1) + first
    recalls = [(guess[domains == i] == i).mean() for i in range(first, len(DOMAINS))]
    return {key: round(float(value), 3) for key, value in (result | {"eventUar": np.mean(recalls)}).items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--corpora", default=",".join(EMOTION_CORPORA))
    parser.add_argument("--fold", default="all")
    parser.add_argument(
        "--quick", action="store_true", help="a few steps, to see that everything is in place"
    )
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    rng = np.random.default_rng(SEED)
    held_out = -1 if arguments.fold == "all" else int(arguments.fold)
    net = baked(load_network(arguments.weights))
    there = {row["corpus"] for row in read_index(arguments.folder)}
    parts, domains, held, weights = [], [], [], []
    table = read_folds()

    def add(features: Features, kinds: np.ndarray, outside: np.ndarray, weight: np.ndarray) -> None:
        parts.append(features)
        domains.append(kinds)
        held.append(outside)
        weights.append(np.where(outside, 0.0, weight) / max(1e-9, np.where(outside, 0.0, weight).sum()))

    clips, samples = load_clips(arguments.folder, tuple(arguments.corpora.split(",")), arguments.cache)
    clips = [clip for clip in clips if is_known(clip.label)]
    features = compute_features(clips, samples, arguments.cache)
    outside = np.array([fold_of(clip.speaker, table) == held_out for clip in clips])
    reads = READ in there
    bursts = BURSTS in there
    balanced = sampling_weights(clips, np.arange(len(clips)))
    share = SHARES["speech"] * (0.85 if reads else 1.0)
    add(features, np.zeros(len(clips), dtype=np.int64), outside, balanced)
    weights[-1] *= share
    for corpus in [READ] * reads + [BURSTS] * bursts:
        clips, samples = load_clips(arguments.folder, (corpus,), arguments.cache)
        features = compute_features(clips, samples, arguments.cache)
        others = folds_round(clips)
        outside = np.array([others[clip.speaker] == held_out for clip in clips])
        kinds = [0 if corpus == READ else DOMAINS.index(EVENT_OF[clip.label]) for clip in clips]
        sizes = np.bincount(kinds, minlength=len(DOMAINS))
        add(features, np.array(kinds), outside, 1.0 / np.sqrt(sizes[kinds]))
        weights[-1] *= SHARES["speech"] * 0.15 if corpus == READ else 1.0 - sum(SHARES.values())
    features, kinds = synthetic(SEED, SYNTHETIC)
    per_kind = np.array([SHARES["voice" if kind == 0 else DOMAINS[kind]] for kind in kinds])
    add(features, kinds, np.zeros(len(kinds), dtype=bool), per_kind)
    weights[-1] *= sum(SHARES[kind] for kind in ("voice", *MAKERS))
    everything = joined(parts)
    kinds, probability, outside = map(np.concatenate, (domains, weights, held))
    batches, steps = (5, 20) if arguments.quick else (BATCHES, STEPS)
    x, y = pooled_batches(net, everything, kinds, probability / probability.sum(), rng, batches)
    head = fit(x, y, rng, steps)
    target = arguments.weights.with_suffix(".domain.pt")
    torch.save(head.state_dict(), target)
    head = baked_domain(head)
    scores: dict[str, float] = {}
    if held_out >= 0:
        fresh, fresh_kinds = synthetic(SEED + 1, 40)
        others = np.nonzero(fresh_kinds)[0]
        members = np.nonzero(outside)[0]
        probabilities = np.concatenate(
            [
                predict(net, head, everything, members),
                predict(net, head, fresh, others),
            ]
        )
        truth = np.concatenate([kinds[members], fresh_kinds[others]])
        np.savez(target.with_suffix(".npz"), probabilities=probabilities, domains=truth)
        scores = report(probabilities, truth)
    print(json.dumps(scores), flush=True)


if __name__ == "__main__":
    main()
