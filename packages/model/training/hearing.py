"""The clips as a model may hear them: as recorded, by telephone, with other voices in the background."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import torch

import network
import wide
from augment import CENTERS_HZ
from batches import Features
from corpus import Clip
from folds import fold_of, read_folds
from frontend import FRAMES_PER_BLOCK, POWER_FLOOR, LogMel, PitchSpectrum
from network import BLOCKS_PER_SECOND, salience
from train import SEED, TIMES_S
from wide import statistics

# Speech above this frequency, falling by so much (nepers of power) an octave, is a telephone's: the experts
# have not heard it, and the network reads it better alone.
NARROW_HZ = 3_500.0
NARROW_SLOPE = 40.0
# Voices in the background: how many, and how far below the speech they lie together (dB, uniform).
BABBLERS = 4
BABBLE_DB = (4.0, 18.0)
SILENCE = 1e-12


class Hearing:
    """The clips' spectra, as recorded and disturbed: log-mel [T, MEL_BANDS] and pitch [T / 2, PITCH_BINS]."""

    def __init__(self, clips: list[Clip], samples: dict[str, np.ndarray], features: Features) -> None:
        self.clips, self.samples, self.features = clips, samples, features
        table = read_folds()
        self.folds = np.array([fold_of(clip.speaker, table) for clip in clips])
        self.front_ends = (LogMel(), PitchSpectrum())

    def wave(self, pick: int) -> np.ndarray:
        clip = self.clips[pick]
        return self.samples[clip.corpus][clip.start : clip.start + clip.length].astype(np.float32) / 32_768.0

    def clear(self, pick: int) -> tuple[np.ndarray, np.ndarray]:
        first, last = self.features.offsets[pick], self.features.offsets[pick + 1]
        mel, pitch = self.features.log_mel[first:last], self.features.pitch[first // 2 : last // 2]
        return mel.astype(np.float32), pitch.astype(np.float32)

    def telephone(self, pick: int) -> tuple[np.ndarray, np.ndarray]:
        mel, pitch = self.clear(pick)
        octaves = np.clip(np.log2(CENTERS_HZ / NARROW_HZ), 0.0, None)
        return np.maximum(mel - NARROW_SLOPE * octaves, np.log(POWER_FLOOR)).astype(np.float32), pitch

    def babble(self, pick: int) -> tuple[np.ndarray, np.ndarray]:
        """Others of the same fold in the background, so that no fold's test speakers are heard in another."""
        rng = np.random.default_rng((SEED, pick))
        own, mixed = self.wave(pick), np.zeros(self.clips[pick].length, dtype=np.float32)
        for other in rng.choice(np.nonzero(self.folds == self.folds[pick])[0], BABBLERS):
            wave = self.wave(other)
            mixed += np.resize(wave, len(own)) / np.sqrt((wave**2).mean() + SILENCE)
        share = 10.0 ** (-rng.uniform(*BABBLE_DB) / 10.0)
        noisy = own + mixed * np.sqrt(share * (own**2).mean() / ((mixed**2).mean() + SILENCE))
        mel, pitch = (front_end(noisy.astype(np.float32)) for front_end in self.front_ends)
        return mel, pitch

    def statistics(self, way: str, cache: Path) -> np.ndarray:
        """[clips, times, STATISTIC_COUNT + 1] at TIMES_S after the onset and at the end, kept for the next fold.

        `way` is `clear`, `telephone` or `babble`.
        """
        files = (network.__file__, wide.__file__, __file__)
        code = b"".join(Path(file).read_bytes() for file in files)
        digest = hashlib.sha256(code + self.features.levels.tobytes()).hexdigest()[:16]
        file = cache / f"wide-{way}-{digest}.npy"
        if file.is_file():
            return np.load(file)
        rows = []
        with torch.no_grad():
            for pick, onset in enumerate(self.features.onset_blocks):
                mel, pitch = (torch.from_numpy(spectra)[None] for spectra in getattr(self, way)(pick))
                blocks = mel.shape[1] // FRAMES_PER_BLOCK
                points = [min(blocks, int(onset) + round(t * BLOCKS_PER_SECOND)) - 1 for t in TIMES_S]
                points = torch.tensor([[max(0, point) for point in [*points, blocks - 1]]])
                rows.append(statistics(mel, salience(pitch, mel), points)[0].numpy())
        np.save(file, np.stack(rows))
        return np.stack(rows)
