"""Pairs of crops for training: of one voice, from different recordings, some in another mood, some backwards."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch

from voices import MOOD_SPEEDS, SPEEDS, Voices, draw, gather, tract_matrices

PAIRS = 32
# Consecutive pairs of one corpus: many of the compared voices should be from the same corpus.
GROUP = 8
CROP_BLOCKS = (32, 40, 48, 60)
# The share of the draws from each corpus; small for vocal bursts, because they are not speech.
SHARES = {
    "librispeech": 0.38, "emospeech": 0.18, "baved": 0.11, "emogator": 0.05,
    "ravdess": 0.11, "nemo": 0.07, "emodb": 0.06, "turev": 0.04,
}  # fmt: skip
# The share of the draws at each of voices.SPEEDS.
SPEED_SHARES = (0.40, 0.17, 0.17, 0.13, 0.13)
# Each voice is also used with a longer and a shorter vocal tract, as separate voices.
TRACTS = (1.0, 0.92, 1.087)
TRACT_SHARES = (0.5, 0.25, 0.25)
# The share of the pairs at natural speed whose second crop has another speed with restored formants: the same
# person, aroused or tired. Pitch and pace change with mood far more than the vocal tract does.
MOODY = 0.5
# The share of the crops that run backwards: the speaker is the same, but the words are nothing that was ever
# said.
REVERSED = 0.5


class Batch(NamedTuple):
    """Rows 2 n and 2 n + 1 are a pair."""

    # An index of voices.SPEEDS; one for all rows, because voices of another speed would be easy to separate.
    speed: int
    log_mel: torch.Tensor
    pitch: torch.Tensor
    # Class numbers among the voices of this speed.
    classes: torch.Tensor
    corpora: torch.Tensor


class Sampler:
    """Pairs of crops of the same speaker and speed, from different recordings if there are several."""

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
        # Row 3 s + t: recordings at speed s with restored formants, through tract t.
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
