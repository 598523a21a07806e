"""Pairs of crops to learn from: of one voice, of different recordings, some in another mood, some backwards."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch

from voices import MOOD_SPEEDS, SPEEDS, Voices, draw, gather, tract_matrices

PAIRS = 32
# Pairs of one corpus in a row: voices that are compared should be many of one corpus.
GROUP = 8
CROP_BLOCKS = (32, 40, 48, 60)
# Share of the draws that each corpus gets; vocal bursts little, because they are not speech.
SHARES = {
    "librispeech": 0.38, "emospeech": 0.18, "baved": 0.11, "emogator": 0.05,
    "ravdess": 0.11, "nemo": 0.07, "emodb": 0.06, "turev": 0.04,
}  # fmt: skip
# Share of the draws at each of voices.SPEEDS.
SPEED_SHARES = (0.40, 0.17, 0.17, 0.13, 0.13)
# Each voice also with a longer and a shorter vocal tract, as voices of their own.
TRACTS = (1.0, 0.92, 1.087)
TRACT_SHARES = (0.5, 0.25, 0.25)
# Share of the pairs at natural speed whose second crop is of another speed with the formants put back: the same person,
# aroused or tired. Pitch and pace change with mood far more than the vocal tract does.
MOODY = 0.5
# Share of the crops that run backwards: who speaks is the same, and what is said is nothing that was ever said.
REVERSED = 0.5


class Batch(NamedTuple):
    """Rows 2 n and 2 n + 1 are a pair."""

    # Of voices.SPEEDS; one for all, because voices of another speed would be easy to tell apart.
    speed: int
    log_mel: torch.Tensor
    pitch: torch.Tensor
    # Among the voices of this speed.
    classes: torch.Tensor
    corpora: torch.Tensor


class Sampler:
    """Pairs of crops of the same speaker and speed, of different recordings where there are several."""

    def __init__(
        self, rng: np.random.Generator, clips: list, members: np.ndarray, voices: list[Voices]
    ) -> None:
        self._rng, self._voices = rng, voices
        by_speaker: dict[tuple[str, str], list[int]] = {}
        for number in members:
            by_speaker.setdefault((clips[number].corpus, clips[number].speaker), []).append(int(number))
        self._corpora = [name for name in SHARES if any(corpus == name for corpus, _ in by_speaker)]
        self._speakers = {
            name: [
                (n, np.array(own))
                for n, ((corpus, _), own) in enumerate(by_speaker.items())
                if corpus == name
            ]
            for name in self._corpora
        }
        shares = np.array([SHARES[name] for name in self._corpora])
        self._shares = shares / shares.sum()
        # Row 3 s + t: what was recorded at speed s with its formants put back, through tract t.
        restored = np.array([length / original for length, original in MOOD_SPEEDS])
        self._tracts = tract_matrices((restored[:, None] * np.array(TRACTS)[None, :]).ravel())
        self.speakers = len(by_speaker)
        self.classes = self.speakers * len(TRACTS)

    def batch(self) -> Batch:
        rng = self._rng
        blocks = int(rng.choice(CROP_BLOCKS))
        speed = int(rng.choice(len(SPEEDS), p=SPEED_SHARES))
        tracts = rng.choice(len(TRACTS), PAIRS, p=TRACT_SHARES)
        warps = np.repeat(tracts, 2)
        mels, pitches, classes, corpora = [], [], [], []
        groups = rng.choice(len(self._corpora), PAIRS // GROUP, p=self._shares)
        for corpus, tract in zip(np.repeat(groups, GROUP), tracts):
            pool_ = self._speakers[self._corpora[corpus]]
            speaker, own = pool_[rng.integers(len(pool_))]
            picks = rng.choice(own, 2, replace=len(own) < 2)
            for first in picks:
                source = speed
                if speed == 0 and len(mels) % 2 == 1 and rng.random() < MOODY:
                    source = int(rng.integers(1, len(self._voices)))
                    warps[len(mels)] += len(TRACTS) * source
                numbers = draw(rng, self._voices[source], own, int(first), blocks)
                mel, pitch = gather(self._voices[source], numbers)
                if rng.random() < REVERSED:
                    mel, pitch = mel[::-1], pitch[::-1]
                mels.append(mel)
                pitches.append(pitch)
                classes.append(speaker * len(TRACTS) + tract)
                corpora.append(corpus)
        stacks = [torch.from_numpy(np.stack(rows).astype(np.float32)) for rows in (mels, pitches)]
        log_mel = stacks[0] @ self._tracts[warps]
        return Batch(speed, log_mel, stacks[1], torch.tensor(classes), torch.tensor(corpora))
