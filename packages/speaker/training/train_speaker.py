"""Trains a speaker network without the speakers that split.json keeps apart."""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

import shared_training  # noqa: F401
from channel import disturb, mask
from corpus import load_clips
from equal_error import print_equal_error
from network import salience
from sampler import PAIRS, SHARES, Sampler
from speaker_network import EMBEDDING, FEATURES, SpeakerNet, block_weight, normalise, pool, spectrum
from split import KEPT_APART, part_of, read_split
from voices import MOOD_SPEEDS, SPEEDS, compute

SCALE = 30.0
MARGIN = 0.2
PAIR_SCALE = 12.0
PAIR_WEIGHT = 0.7
PEAK_LEARNING_RATE = 2.5e-3
# The shares of the training in which the learning rate and the margin rise.
WARM_UP = 0.1
MARGIN_RISE = 0.25
WEIGHT_DECAY = 0.03
DROPOUT = 0.15
WATCH_STEPS = 2_000
# A sufficient number of steps, and the number of speakers for which it was found: more speakers need more
# steps.
THOUSANDS_OF_STEPS, OF_SPEAKERS = 31, 498


class MarginHead(nn.Module):
    """Additive angular margin softmax (Deng et al. 2019, ArcFace, eq. 3) over the voices of one speed."""

    def __init__(self, classes: int) -> None:
        super().__init__()
        self.centers = nn.Parameter(torch.randn(len(SPEEDS), classes, EMBEDDING) * 0.1)

    def forward(
        self, embedding: torch.Tensor, speed: int, target: torch.Tensor, margin: float
    ) -> torch.Tensor:
        cosine = embedding @ F.normalize(self.centers[speed], dim=1).T
        own = cosine.gather(1, target[:, None]).clamp(-1 + 1e-4, 1 - 1e-4)
        sine = torch.sqrt(1.0 - own * own)
        # cos(a + m); beyond pi - m a straight line keeps the loss rising.
        moved = own * math.cos(margin) - sine * math.sin(margin)
        moved = torch.where(own > -math.cos(margin), moved, own - margin * math.sin(margin))
        logits = SCALE * cosine.scatter(1, target[:, None], moved.float())
        return F.cross_entropy(logits, target, label_smoothing=0.02)


def pair_loss(embedding: torch.Tensor, classes: torch.Tensor, corpora: torch.Tensor) -> torch.Tensor:
    """Compares each first crop with all second ones of its corpus (angular prototypical, Chung et al. 2020, eq. 6-7).

    Voices of other corpora are left out: their recording conditions would separate them.
    """
    first, second = embedding[0::2], embedding[1::2]
    logits = PAIR_SCALE * first @ second.T
    outside = corpora[0::2, None] != corpora[None, 0::2]
    same = (classes[0::2, None] == classes[None, 0::2]) & ~torch.eye(len(first), dtype=torch.bool)
    logits = logits.masked_fill(outside | same, -1e4)
    target = torch.arange(len(first))
    return 0.5 * (F.cross_entropy(logits, target) + F.cross_entropy(logits.T, target))


def context(
    rng: np.random.Generator, log_mel: torch.Tensor, curve: torch.Tensor
) -> tuple[torch.Tensor, torch.Tensor]:
    """What each crop's stream contained before: nothing, the same voice, or also others, through the same channel."""
    batch = log_mel.shape[0]
    weight = block_weight(log_mel)
    blocks = log_mel.view(batch, weight.shape[1], -1, log_mel.shape[2]).mean(2)
    means = (weight * blocks).sum(1, keepdim=True) / weight.sum(1, keepdim=True)
    partner = torch.arange(batch) ^ 1
    other = torch.from_numpy(rng.permutation(batch))
    share = torch.from_numpy(np.where(rng.random(batch) < 0.5, 0.0, rng.random(batch)).astype(np.float32))
    share = share[:, None, None]
    level = means.mean(2, keepdim=True)
    heard = (1.0 - share) * (means[partner] - level[partner]) + share * (means[other] - level[other])
    length = np.where(rng.random(batch) < 0.45, 0.0, np.exp(rng.uniform(1.5, 5.7, batch)))
    return heard + level + curve, torch.from_numpy(length.astype(np.float32))[:, None, None]


def prefix(rng: np.random.Generator, batch: int, blocks: int) -> torch.Tensor:
    """[B, 2, blocks]: a short stretch of every crop, and all of it."""
    chosen = torch.ones(batch, 2, blocks)
    for row in range(batch):
        width = int(rng.integers(14, 26))
        start = int(rng.integers(0, blocks - width + 1))
        chosen[row, 0, :start] = 0.0
        chosen[row, 0, start + width :] = 0.0
    return chosen


def one_cycle(peak: float, progress: float) -> float:
    """A rise, then half a cosine down to almost zero (Smith & Topin 2019, super-convergence)."""
    if progress < WARM_UP:
        return peak * (0.05 + 0.95 * progress / WARM_UP)
    rest = (progress - WARM_UP) / (1.0 - WARM_UP)
    return peak * (0.002 + 0.998 * 0.5 * (1.0 + math.cos(math.pi * min(1.0, rest))))


class Pace(NamedTuple):
    """The learning rates and the margin of a step."""

    network: float
    head: float
    margin: float


def pace_of(progress: float) -> Pace:
    rate = one_cycle(PEAK_LEARNING_RATE, progress)
    return Pace(rate, rate, MARGIN * min(1.0, progress / MARGIN_RISE))


def train(
    net: SpeakerNet,
    sampler: Sampler,
    rng: np.random.Generator,
    steps: int,
    minutes: float,
    watch: Callable[[SpeakerNet], None],
) -> int:
    """AdamW over `steps`, or as many as `minutes` allow; `watch` gets exponentially averaged weights, also at the end."""
    average = SpeakerNet()
    average.load_state_dict(net.state_dict())
    head = MarginHead(sampler.classes)
    groups = [
        {"params": net.parameters(), "weight_decay": WEIGHT_DECAY},
        {"params": head.parameters(), "weight_decay": 0.0},
    ]
    optimizer = torch.optim.AdamW(groups, lr=1e-3)
    started, totals, step, progress = time.process_time(), np.zeros(2), 0, 0.0
    begun = time.monotonic()
    while progress < 1.0:
        rates = pace_of(progress)
        net.train()
        for group, rate in zip(optimizer.param_groups, (rates.network, rates.head)):
            group["lr"] = rate
        speed, log_mel, pitch, classes, corpora = sampler.batch()
        disturbed, low, curve = disturb(rng, log_mel, pitch)
        x = normalise(disturbed, context(rng, log_mel, curve))
        tones = salience(low)
        mask(rng, x, tones)
        features, weights = net.frames(net.trunk(x, tones), spectrum(disturbed, tones))
        statistics = pool(features, weights, prefix(rng, len(classes), features.shape[1]))
        embedding = net.embedding(F.dropout(statistics, DROPOUT))
        loss = sum(
            share * head(embedding[:, n], speed, classes, rates.margin) for n, share in ((0, 0.4), (1, 0.6))
        )
        pairs = sum(share * pair_loss(embedding[:, n], classes, corpora) for n, share in ((0, 0.5), (1, 0.5)))
        totals += (float(loss), float(pairs))
        optimizer.zero_grad(set_to_none=True)
        (loss + PAIR_WEIGHT * pairs).backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        step += 1
        progress = max(step / steps, (time.monotonic() - begun) / (60.0 * minutes))
        keep = min(0.998, step / (step + 10.0))
        with torch.no_grad():
            for mine, theirs in zip(average.state_dict().values(), net.state_dict().values()):
                if mine.dtype.is_floating_point:
                    mine.mul_(keep).add_(theirs, alpha=1.0 - keep)
                else:
                    mine.copy_(theirs)
        if step % 100 == 0:
            seconds = time.process_time() - started
            print(f"step {step} {progress:.1%} loss {totals / 100} {seconds:.0f} s", flush=True)
            totals[:] = 0.0
        if step % WATCH_STEPS == 0 or progress >= 1.0:
            watch(average.eval())
    return step


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--samples", type=Path, required=True, help="cache of decoded corpora")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--corpora", default=",".join(SHARES))
    parser.add_argument("--steps", type=int, help="else as many draws of every speaker as before")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--minutes", type=float, default=math.inf, help="ends earlier, the schedule with it")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    rng = np.random.default_rng(arguments.seed)
    clips, samples = load_clips(arguments.folder, tuple(arguments.corpora.split(",")), arguments.samples)
    voices = [compute(clips, samples, speed, arguments.cache) for speed in MOOD_SPEEDS]
    table = read_split()
    parts = np.array([part_of(clip.speaker, table) for clip in clips])
    members = np.nonzero(~np.isin(parts, KEPT_APART))[0]
    sampler = Sampler(rng, clips, members, voices)
    torch.manual_seed(arguments.seed)
    net = SpeakerNet()
    scratch = 1_000 * max(1, round(THOUSANDS_OF_STEPS * sampler.speakers / OF_SPEAKERS))
    wanted = arguments.steps or scratch
    print(
        f"{len(members)} clips, {sampler.speakers} speakers, {wanted} steps, {FEATURES} features", flush=True
    )
    started = time.process_time()

    def watch(net: SpeakerNet) -> None:
        torch.save(net.state_dict(), arguments.out)
        print_equal_error(net, clips, voices[0], parts)

    steps = train(net, sampler, rng, wanted, arguments.minutes, watch)
    summary = {
        "steps": steps,
        "batch": 2 * PAIRS,
        "seed": arguments.seed,
        "keptApart": KEPT_APART,
        "cpuSeconds": round(time.process_time() - started),
        "corpora": {
            name: {
                "speakers": len({clips[n].speaker for n in members if clips[n].corpus == name}),
                "clips": sum(clips[n].corpus == name for n in members),
            }
            for name in arguments.corpora.split(",")
        },
    }
    arguments.out.with_suffix(".json").write_text(json.dumps(summary, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
