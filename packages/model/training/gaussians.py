"""Classes as Gaussians behind the shifts of speakers: x = class mean + speaker's shift + rest.

The rest's covariance, shrunk towards a multiple of the identity, is made the identity by the projection; the
speakers' shifts have independent coordinates in it. Prince & Elder 2007, "Probabilistic linear discriminant analysis
for inferences about identity", with the roles of what is told apart and what is taken out exchanged.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import numpy as np

from corpus import CLASSES

CLASS_COUNT = len(CLASSES)
# How much of the rest's covariance is the identity's; chosen on the folds of RAVDESS and EmoDB together.
SHRINKAGE = 0.4
# Clips' worth of doubt about a speaker's shift while classes are fitted.
SHIFT_PRIOR = 3.0
ROUNDS = 8
SCALE_FLOOR = 1e-5


@dataclass
class Examples:
    """Statistics [n, features] of labelled clips; `classes` are indices into CLASSES."""

    heard: np.ndarray
    classes: np.ndarray
    speakers: np.ndarray
    corpora: np.ndarray

    def of(self, rows: np.ndarray) -> Examples:
        return Examples(self.heard[rows], self.classes[rows], self.speakers[rows], self.corpora[rows])


@dataclass
class Head:
    """What reads a part of the embedding. All vectors are in its coordinates, whose origin is the prior mean."""

    name: str
    projection: np.ndarray  # [features, size], of features as they come
    bias: np.ndarray  # [size]
    classes: np.ndarray  # indices into CLASSES
    means: np.ndarray  # [classes, size]
    line: np.ndarray  # variance of what a line always sounds like
    voice: np.ndarray  # variance of a voice's shift within its line
    disagreement: np.ndarray  # variance of a class's mean from corpus to corpus

    def project(self, heard: np.ndarray) -> np.ndarray:
        return heard @ self.projection + self.bias


def weights(examples: Examples) -> np.ndarray:
    """Classes even within a corpus, corpora by the square root of their size; mean 1."""
    w = np.zeros(len(examples.classes))
    for corpus in np.unique(examples.corpora):
        own = examples.corpora == corpus
        there = np.unique(examples.classes[own])
        for number in there:
            rows = own & (examples.classes == number)
            w[rows] = np.sqrt(own.sum()) / len(there) / rows.sum()
    return w * len(w) / w.sum()


def taken_apart(
    x: np.ndarray, examples: Examples, w: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Class means [CLASS_COUNT, ...] (NaN where absent), speakers' shifts, and the rest, of one corpus.

    Alternating least squares: means of what is left without the shifts, shifts of what is left without the means.
    """
    speakers, of = np.unique(examples.speakers, return_inverse=True)
    shifts = np.zeros((len(speakers), x.shape[1]))
    means = np.full((CLASS_COUNT, x.shape[1]), np.nan)
    counts = np.bincount(of)[:, None]
    for _ in range(ROUNDS):
        left = x - shifts[of]
        for number in np.unique(examples.classes):
            rows = examples.classes == number
            means[number] = (left[rows] * w[rows, None]).sum(0) / w[rows].sum()
        sums = np.zeros_like(shifts)
        np.add.at(sums, of, x - means[examples.classes])
        shifts = sums / (counts + SHIFT_PRIOR)
    return means, shifts, x - means[examples.classes] - shifts[of]


def leading(rows: np.ndarray, count: int) -> np.ndarray:
    """[count or fewer, features] orthonormal directions in which rows are largest."""
    _, size, directions = np.linalg.svd(rows, full_matrices=False)
    return directions[: min(count, int((size > 1e-6 * size[0]).sum()))]


@dataclass
class Basis:
    """The leading principal components of scaled statistics; heads are fitted in their coordinates."""

    projection: np.ndarray  # [features, components]
    bias: np.ndarray

    def __call__(self, heard: np.ndarray) -> np.ndarray:
        return heard @ self.projection + self.bias


def fit_basis(examples: Examples, components: int) -> Basis:
    w = weights(examples).astype(np.float32)
    mean = (examples.heard * w[:, None]).mean(0)
    scale = np.sqrt(((examples.heard - mean) ** 2 * w[:, None]).mean(0)) + SCALE_FLOOR
    x = ((examples.heard - mean) / scale) * np.sqrt(w)[:, None]
    if len(x) < x.shape[1]:
        # Fewer clips than statistics: the same directions, out of the clips' products.
        values, turn = np.linalg.eigh((x @ x.T).astype(np.float64))
        directions = x.T @ (turn / np.sqrt(np.maximum(values, 1e-6)))
    else:
        _, directions = np.linalg.eigh(x.T @ x / len(x))
    projection = directions[:, ::-1][:, :components] / scale[:, None]
    return Basis(projection, -(mean @ projection))


def fit_head(examples: Examples, basis: Basis, name: str, components: int, size: int) -> Head:
    """A head from one corpus, or from several whose offsets are a line's shift."""
    w = weights(examples)
    x = basis(examples.heard).astype(np.float64)
    corpora = list(np.unique(examples.corpora))
    rest, means, shifts = np.zeros_like(x), [], []
    without = np.zeros_like(x)
    for corpus in corpora:
        own = examples.corpora == corpus
        part = examples.of(own)
        m, s, rest[own] = taken_apart(x[own], part, w[own])
        means.append(m)
        shifts.append(s)
        without[own] = rest[own] + m[part.classes] - np.nanmean(m, 0)
    components = min(components, x.shape[1])
    _, directions = np.linalg.eigh((without * w[:, None]).T @ without / len(x))
    largest = directions[:, ::-1][:, :components]
    reduced = rest @ largest
    covariance = (reduced * w[:, None]).T @ reduced / len(x)
    even = np.trace(covariance) / components
    values, turn = np.linalg.eigh((1.0 - SHRINKAGE) * covariance + SHRINKAGE * even * np.eye(components))
    white = largest @ (turn / np.sqrt(values))
    # What tells classes apart, then where speakers differ, then what is largest.
    between = np.concatenate([(m - np.nanmean(m, 0))[~np.isnan(m[:, 0])] for m in means]) @ white
    chosen = leading(between, size)
    for rows in (
        np.concatenate([s - s.mean(0) for s in shifts]) @ white,
        without[:: max(1, len(x) // 1500)] @ white,
    ):
        share = size - len(chosen) if rows is not None and len(chosen) >= size // 2 else size // 2
        left = rows - rows @ chosen.T @ chosen
        chosen = np.concatenate([chosen, leading(left, min(share, size - len(chosen)))])
    white = white @ chosen.T
    spread = np.concatenate([s - s.mean(0) for s in shifts]) @ white
    _, turn = np.linalg.eigh(spread.T @ spread)
    white = white @ turn[:, ::-1]
    return _described(name, basis, white, [m @ white for m in means], [s @ white for s in shifts])


def _described(name: str, basis: Basis, white: np.ndarray, means: list, shifts: list) -> Head:
    """Variances and shared means out of each corpus's."""
    size = white.shape[1]
    voice = np.mean([s.var(0, ddof=1) for s in shifts if len(s) > 1], 0)
    table = np.stack(means)
    offsets = np.nanmean(table, 1)
    with warnings.catch_warnings():
        # A class that no corpus has.
        warnings.simplefilter("ignore", RuntimeWarning)
        for _ in range(30):
            shared = np.nanmean(table - offsets[:, None], 0)
            offsets = np.nanmean(table - shared[None], 1)
    classes = np.nonzero(~np.isnan(shared[:, 0]))[0]
    origin = offsets.mean(0)
    apart = table - offsets[:, None] - shared[None]
    freedom = (~np.isnan(apart[..., 0])).sum() - len(classes) - len(means) + 1
    several = len(means) > 1 and freedom > 0
    return Head(
        name,
        (basis.projection @ white).astype(np.float32),
        (basis.bias @ white - origin).astype(np.float32),
        classes,
        shared[classes].astype(np.float32),
        ((offsets - origin) ** 2).sum(0) / (len(means) - 1) if len(means) > 1 else LINE_OF_ONE * voice,
        voice,
        np.nansum(apart**2, (0, 1)) / freedom if several else np.zeros(size),
    )


# A corpus's own line hardly moves: as a share of its voices' variance.
LINE_OF_ONE = 0.05
