"""The basis in which the encoder's states become features: the directions in which clips of different people differ most.

It keeps REDUCED of WIDTH numbers, because every feature costs diarization time for each window; little is lost.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch

import shared_training  # noqa: F401
from corpus import SAMPLE_RATE_HZ, Clip, load_clips
from discriminant import fit
from encoder import WIDTH, WINDOW_FRAMES, Encoder, load_encoder, published_mel
from encoder_graph import REDUCED
from sampler import SHARES
from split import part_of, read_split

CLIPS_OF_A_SPEAKER = 6
SECONDS = 4
LEVEL = 10.0 ** (-30.0 / 20.0)
# What varies inside a person has about this deviation in every direction, as in a voiceprint.
SCALE = 0.1


def chosen(clips: list[Clip], apart: tuple[str, ...]) -> list[Clip]:
    """Some spoken clips of every speaker to learn from, evenly spaced."""
    table = read_split()
    own: dict[str, list[Clip]] = {}
    for clip in clips:
        if clip.corpus != "emogator" and part_of(clip.speaker, table) not in apart:
            own.setdefault(clip.speaker, []).append(clip)
    return [
        some[number * len(some) // count]
        for some in own.values()
        for count in [min(CLIPS_OF_A_SPEAKER, len(some))]
        for number in range(count)
    ]


def mean_state(encoder: Encoder, wave: np.ndarray) -> np.ndarray:
    """The mean of the last layer's states over whole windows, the last one filled up with silence."""
    wave = wave * (LEVEL / (np.sqrt(np.mean(wave**2)) + 1e-9))
    mel = published_mel(wave)
    heard = len(mel)
    mel = np.pad(mel, ((0, -heard % WINDOW_FRAMES), (0, 0))).reshape(-1, WINDOW_FRAMES, mel.shape[1])
    with torch.inference_mode():
        states = encoder(torch.from_numpy(mel)).numpy()
    return states.reshape(-1, WIDTH)[:heard].mean(0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--samples", type=Path, required=True, help="cache of decoded corpora")
    parser.add_argument("--corpora", default=",".join(SHARES))
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    encoder = load_encoder()
    clips, samples = load_clips(arguments.folder, tuple(arguments.corpora.split(",")), arguments.samples)
    rows, people = [], []
    # The same basis for both models: of speakers that neither the benchmarks nor the settings know.
    for clip in chosen(clips, ("test", "tune")):
        length = min(clip.length, SECONDS * SAMPLE_RATE_HZ)
        wave = samples[clip.corpus][clip.start : clip.start + length].astype(np.float32) / 32_768.0
        rows.append(mean_state(encoder, wave))
        people.append(clip.speaker)
    values = np.array(rows, dtype=np.float64)
    turned, _ = fit(people, values, REDUCED)
    basis = SCALE * turned.T
    np.savez(arguments.out, basis=basis.astype(np.float32), center=values.mean(0).astype(np.float32))
    print(f"basis of {len(rows)} clips: {REDUCED} of {WIDTH} components")


if __name__ == "__main__":
    main()
