"""Tells speech from other sounds by the ear's statistics: one linear softmax beside the emotion heads.

Speech is the labelled speech in every condition, read speech and a few machines' voices; these, noise, tones and music
are made by sounds.py; vocal bursts are EmoGator's, whose contributors were asked to express something without words.
What they were asked for becomes an event (events.py): nobody marked the sounds themselves.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

import ear as ear_module
import ear_scale
import sounds
from corpus import load_clips, read_index
from ear_features import extract, heard_once
from events import EVENT_OF
from folds import FOLD_COUNT, folds_round, read_folds
from heard import Heard, flat
from stretches import Stretches

EVENTS = ("laugh", "cheer", "sigh", "cry", "scream", "gasp", "groan", "hum")
DOMAINS = ("speech", "noise", "tone", "music", *EVENTS)
BURSTS = "emogator"
READ = "librispeech"
# How much of the loss each material is.
SHARES = {
    "labelled": 0.45,
    READ: 0.08,
    "voice": 0.03,
    "noise": 0.08,
    "tone": 0.07,
    "music": 0.1,
    BURSTS: 0.19,
}
MADE = 400
LEAST_SECONDS = 0.5
RIDGE = 2e-4
STEPS = 60
# Share of the left-out speech that may be called another sound.
FALSE_ALARMS = 0.005
SEED = 20261126


@dataclass
class Sounds:
    """[n, features], indices into DOMAINS, folds (-1: in each fit) and what each material's clips are a share of."""

    statistics: np.ndarray
    domains: np.ndarray
    folds: np.ndarray
    materials: np.ndarray


@dataclass
class DomainHead:
    weights: np.ndarray  # [features, DOMAINS]
    bias: np.ndarray

    def __call__(self, statistics: np.ndarray) -> np.ndarray:
        """Probabilities [n, DOMAINS]."""
        logits = statistics @ self.weights + self.bias
        powers = np.exp(logits - logits.max(1, keepdims=True))
        return powers / powers.sum(1, keepdims=True)


def made(cache: Path, hearing: object, name: str, seed: int) -> Sounds:
    """What code makes, each for a random part of its length."""
    rng = np.random.default_rng(seed)
    kinds = [*sounds.MAKERS, "voice"]
    code = b"".join(Path(m.__file__).read_bytes() for m in (ear_module, ear_scale, sounds))
    rows, domains, materials = [], [], []
    for kind in kinds:
        lengths = rng.uniform(LEAST_SECONDS, sounds.SECONDS, MADE) * sounds.SAMPLE_RATE_HZ
        digest = hashlib.sha256(code + f"{seed} {MADE} {LEAST_SECONDS}".encode()).hexdigest()[:12]
        file = cache / f"heard-{name}-made-{kind}-{digest}.npz"
        if file.is_file():
            stored = np.load(file)
            heard, levels = stored["heard"], stored["levels"]
        else:
            waves = (
                wave[: int(length)]
                for wave, length in zip(sounds.make(kind, MADE, seed), lengths, strict=True)
            )
            heard, levels = heard_once(file, hearing, waves, f"{name} {kind}")
        rows.append(flat(hearing, heard, levels))
        domains += [DOMAINS.index("speech" if kind == "voice" else kind)] * MADE
        materials += [kind] * MADE
    return Sounds(np.concatenate(rows), np.array(domains), np.full(len(domains), -1), np.array(materials))


def other_sounds(
    folder: Path, cache: Path, corpora: tuple[str, ...], hearing: object, name: str, stretches: Stretches
) -> Sounds:
    """Read speech and bursts of the folder in several ways, what code makes, and the beginnings of labelled speech."""
    parts = [made(cache, hearing, name, SEED)]
    known = read_folds()
    for corpus in corpora:
        clips, _ = load_clips(folder, (corpus,), cache)
        heard = flat(hearing, *extract(folder, corpus, cache, hearing, name, "begun", stretches))
        folds = np.array([known.get(clip.speaker, -1) for clip in clips])
        parts.append(
            Sounds(heard, np.zeros(len(clips), dtype=int), folds, np.full(len(clips), f"labelled {corpus}"))
        )
    there = {row["corpus"] for row in read_index(folder)}
    for corpus in (READ, BURSTS):
        if corpus not in there:
            continue
        clips, _ = load_clips(folder, (corpus,), cache)
        table = folds_round(clips)
        domains = np.array([0 if corpus == READ else DOMAINS.index(EVENT_OF[clip.label]) for clip in clips])
        folds = np.array([table[clip.speaker] for clip in clips])
        for way in ("clean", "begun", "telephone"):
            heard = flat(hearing, *extract(folder, corpus, cache, hearing, name, way, stretches))
            parts.append(Sounds(heard, domains, folds, np.full(len(clips), corpus)))
    return joined(parts)


def joined(parts: list[Sounds]) -> Sounds:
    fields = ("statistics", "domains", "folds", "materials")
    return Sounds(*(np.concatenate([getattr(part, field) for part in parts]) for field in fields))


def with_speech(heard: Heard, others: Sounds) -> Sounds:
    rows = heard.exact
    speech = Sounds(
        heard.plain[rows],
        np.zeros(rows.sum(), dtype=int),
        heard.folds[rows],
        np.char.add("labelled ", heard.corpora[rows]),
    )
    return joined([speech, others])


def weights_of(material: Sounds) -> np.ndarray:
    """Corpora by the square root of their size within what is labelled; events by that of theirs."""
    w = np.zeros(len(material.domains))
    labelled = np.char.startswith(material.materials.astype(str), "labelled")
    for name in np.unique(material.materials):
        for domain in np.unique(material.domains[material.materials == name]):
            rows = (material.materials == name) & (material.domains == domain)
            w[rows] = 1.0 / np.sqrt(rows.sum())
    for share, rows in [(SHARES["labelled"], labelled)] + [
        (share, material.materials == name) for name, share in SHARES.items()
    ]:
        if rows.any():
            w[rows] *= share / w[rows].sum()
    return w / w.sum()


def fit_domain(material: Sounds, rows: np.ndarray) -> DomainHead:
    """Multinomial logistic regression on scaled statistics, the scale folded in after."""
    own = Sounds(*(getattr(material, field)[rows] for field in Sounds.__dataclass_fields__))
    w = torch.from_numpy(weights_of(own)).float()
    mean, deviation = own.statistics.mean(0), own.statistics.std(0) + 1e-3
    x = torch.from_numpy((own.statistics - mean) / deviation)
    y = torch.from_numpy(own.domains)
    matrix = torch.zeros(x.shape[1], len(DOMAINS), requires_grad=True)
    bias = torch.zeros(len(DOMAINS), requires_grad=True)
    optimizer = torch.optim.LBFGS([matrix, bias], max_iter=STEPS, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        optimizer.zero_grad()
        losses = F.cross_entropy(x @ matrix + bias, y, reduction="none", label_smoothing=0.02)
        value = (losses * w).sum() + RIDGE * (matrix**2).sum()
        value.backward()
        return value

    optimizer.step(loss)
    weights = matrix.detach().numpy() / deviation[:, None]
    return DomainHead(weights, bias.detach().numpy() - mean @ weights)


def other_sound_above(material: Sounds) -> tuple[float, dict[str, float]]:
    """The score that few clips of left-out speech exceed, and the share of each left-out material above it."""
    outside = np.full(len(material.domains), np.nan)
    for fold in range(FOLD_COUNT):
        left = material.folds == fold
        outside[left] = 1.0 - fit_domain(material, ~left)(material.statistics[left])[:, 0]
    known = ~np.isnan(outside)
    speech = known & (material.domains == 0)
    threshold = round(float(np.clip(np.quantile(outside[speech], 1.0 - FALSE_ALARMS), 0.5, 0.99)), 2)
    shares = {}
    for name in np.unique(material.materials[known]):
        for domain in np.unique(material.domains[known & (material.materials == name)]):
            rows = known & (material.materials == name) & (material.domains == domain)
            shares[f"{name}: {DOMAINS[domain]}"] = round(float((outside[rows] > threshold).mean()), 3)
    return threshold, shares
