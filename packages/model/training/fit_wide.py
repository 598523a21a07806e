"""Fits the linear experts and their gate (wide.py) beside a trained network, and scores both together."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from batches import class_shares, compute_features
from corpus import CLASSES, EMOTION_CORPORA, Clip, load_clips
from ensemble import leaning
from frontend import BLOCK_SAMPLES, LogMel, PitchSpectrum
from hearing import Hearing
from loading import load_network
from network import salience
from quantise import baked_wide
from sounds import MAKERS, make
from targets import is_known
from train import SEED, TIMES_S, predict, report
from wide import STATISTIC_COUNT, STATISTIC_LIMIT, WideHead, statistics

# Shares of the readings at those times and at the end: early ones are noisier, but must be right too.
TIME_SHARES = (0.15, 0.25, 0.1, 0.5)
# Ridge of the experts and of the gate, in clips.
EXPERT_RIDGE = 33.0
GATE_RIDGE = 33.0
# How much an expert's evidence counts beside the networks' logits, by its corpus: chosen on speakers that neither had
# heard.
EVIDENCE_WEIGHT = 0.8
EVIDENCE_WEIGHTS = {"emodb": 1.2, "ravdess": 0.6}
ITERATIONS = 60
# Made sounds of each kind (sounds.py): a condition of their own, in which no expert speaks.
OTHER_SOUNDS = 100
OTHER_BLOCKS = (5, 10, 30)
# Longest digital silence before them, in blocks: a call may begin with it.
SILENT_BLOCKS = 20


def other_statistics() -> np.ndarray:
    """The same of noises, tones and music, half of them after silence."""
    rng = np.random.default_rng(SEED)
    mel, pitch, rows = LogMel(), PitchSpectrum(), []
    for kind in MAKERS:
        for number, wave in enumerate(make(kind, OTHER_SOUNDS, SEED)):
            lead = int(rng.integers(1, SILENT_BLOCKS)) if number % 2 else 0
            heard = np.concatenate([np.zeros(lead * BLOCK_SAMPLES), wave[: OTHER_BLOCKS[-1] * BLOCK_SAMPLES]])
            heard = heard.astype(np.float32)
            points = torch.tensor([[lead + blocks - 1 for blocks in OTHER_BLOCKS]])
            log_mel = torch.from_numpy(mel(heard))[None]
            tones = salience(torch.from_numpy(pitch(heard))[None], log_mel)
            rows.append(statistics(log_mel, tones, points)[0].numpy())
    return np.stack(rows)


def regression(
    x: torch.Tensor, y: torch.Tensor, shares: torch.Tensor, classes: int, ridge: float
) -> tuple[torch.Tensor, torch.Tensor]:
    """Softmax regression with a ridge, all classes weighted alike: weights [inputs, classes] and bias."""
    totals = torch.zeros(classes).scatter_add_(0, y, shares)
    each = shares * (shares.sum() / (totals > 0).sum()) / totals[y]
    weight = torch.zeros(x.shape[1], classes, requires_grad=True)
    bias = torch.zeros(classes, requires_grad=True)
    optimizer = torch.optim.LBFGS(
        [weight, bias], max_iter=ITERATIONS, history_size=10, line_search_fn="strong_wolfe"
    )
    missing = torch.where(totals > 0, 0.0, -1e4)
    total = each.sum()

    def closure() -> torch.Tensor:
        optimizer.zero_grad()
        fit = (each * F.cross_entropy(x @ weight + bias + missing, y, reduction="none")).sum()
        loss = (fit + 0.5 * ridge * (weight * weight).sum()) / total
        loss.backward()
        return loss

    optimizer.step(closure)
    weight, bias = weight.detach(), bias.detach()
    known = (totals > 0).float()
    # Evidence about the own labels alone: none for or against a class that the condition does not have.
    center = lambda row: (row - (row * known).sum(-1, keepdim=True) / known.sum()) * known  # noqa: E731
    return center(weight), center(bias)


def held_out(clips: list[Clip], in_fold: list[bool], speaker: str) -> np.ndarray:
    """Clips that are not fitted on: the fold's, or of the corpus of one speaker that speaker's alone."""
    corpora = {clip.corpus for clip in clips if clip.speaker == speaker}
    if speaker and not corpora:
        raise ValueError(f"no clip of speaker {speaker}")
    return np.array(
        [clip.speaker == speaker if clip.corpus in corpora else out for clip, out in zip(clips, in_fold)]
    )


def scaled(head: WideHead, rows: np.ndarray) -> torch.Tensor:
    flat = torch.from_numpy(rows[..., :-1].reshape(-1, STATISTIC_COUNT))
    return ((flat - head.mean) * head.scale).clamp(-STATISTIC_LIMIT, STATISTIC_LIMIT)


def fit(clips: list[Clip], ways: list[np.ndarray], members: np.ndarray, others: list[np.ndarray]) -> WideHead:
    """One expert for each corpus with classes and each way in which it is heard; a gate over all of these and others.

    `ways` are the statistics of all clips, first as recorded, then in babble; no expert speaks for `others`.
    """
    corpora = sorted({clips[i].corpus for i in members})
    labelled = [name for name in corpora if any(c.corpus == name and c.class_index >= 0 for c in clips)]
    experts = [(way, name) for way in range(len(ways)) for name in labelled]
    without = [(way, name) for way in range(len(ways)) for name in corpora if name not in labelled]
    order = experts + without
    head = WideHead(len(experts), len(order) + len(others))
    times = ways[0].shape[1]
    flat = torch.from_numpy(ways[0][members][..., :-1].reshape(-1, STATISTIC_COUNT))
    head.mean.copy_(flat.mean(0))
    head.scale.copy_(1.0 / (flat.std(0) + 1e-3))
    classes = torch.tensor([clips[i].class_index for i in members]).repeat_interleave(times)
    corpus = np.repeat([clips[i].corpus for i in members], times)
    shares = torch.tensor(TIME_SHARES).repeat(len(members))
    heard = [scaled(head, rows[members]) for rows in ways]
    parts = []
    for way, name in experts:
        own = torch.from_numpy(corpus == name) & (classes >= 0)
        parts.append(regression(heard[way][own], classes[own], shares[own], len(CLASSES), EXPERT_RIDGE))
    gate = [
        (x, torch.tensor([order.index((way, name)) for name in corpus]), shares)
        for way, x in enumerate(heard)
    ]
    for number, other in enumerate(others):
        x = scaled(head, other)
        share = torch.full((len(x),), 1.0 / other.shape[1])
        gate.append((x, torch.full((len(x),), len(order) + number), share))
    joined = (torch.cat(columns) for columns in zip(*gate))
    parts.append(regression(*joined, len(order) + len(others), GATE_RIDGE))
    head.weight.copy_(torch.cat([weight for weight, _ in parts], 1))
    head.bias.copy_(torch.cat([bias for _, bias in parts]))
    # The evidence's weight is part of the experts, so that the graph only adds.
    weights = torch.tensor([EVIDENCE_WEIGHTS.get(name, EVIDENCE_WEIGHT) for _, name in experts])
    weights = weights.repeat_interleave(len(CLASSES))
    head.weight[:, : len(weights)] *= weights
    head.bias[: len(weights)] *= weights
    # The less is to be heard, the more the networks lean to what was drawn often: in babble, by as much again.
    in_babble = torch.tensor([way > 0 for way, _ in experts]).repeat_interleave(len(CLASSES))
    prior = leaning(class_shares(clips, members)).repeat(len(experts))
    head.bias[: len(weights)] -= in_babble * prior
    return head


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--corpora", default=",".join(EMOTION_CORPORA))
    parser.add_argument("--fold", default="all")
    parser.add_argument("--without", default="")
    parser.add_argument("--speaker", default="", help="of the corpus of this one, hold out nobody else")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    started = time.process_time()
    clips, samples = load_clips(arguments.folder, tuple(arguments.corpora.split(",")), arguments.cache)
    clips = [clip for clip in clips if is_known(clip.label)]
    features = compute_features(clips, samples, arguments.cache)
    hearing = Hearing(clips, samples, features)
    fold = -2 if arguments.fold == "all" else int(arguments.fold)
    held = held_out(clips, list(hearing.folds == fold), arguments.speaker)
    held |= np.array([clip.corpus == arguments.without for clip in clips])
    rows, babble, narrow = (
        hearing.statistics(way, arguments.cache) for way in ("clear", "babble", "telephone")
    )
    others = [other_statistics(), narrow[~held][:, 1:]]
    head = fit(clips, [rows, babble], np.nonzero(~held)[0], others)
    torch.save(head.state_dict(), arguments.weights.with_suffix(".wide.pt"))
    test = np.nonzero(held)[0]
    if len(test) > 0:
        evidence = baked_wide(head)(torch.from_numpy(rows[test])).numpy()
        joint = predict(load_network(arguments.weights), features, test, TIMES_S) + evidence
        report(clips, features, test, joint)
        joined = arguments.weights.with_suffix(".joint.npz")
        np.savez(joined, members=test, logits=joint, evidence=evidence)
    print(f"wide head fitted in {time.process_time() - started:.0f} CPU s", flush=True)


if __name__ == "__main__":
    main()
