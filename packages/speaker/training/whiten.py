"""Makes the voiceprint of what the networks say, and writes it into their linear map.

Within-class covariance normalisation: directions in which one person's voice varies weigh less (Hatch et al.
2006, "Within-Class Covariance Normalization for SVM-based Speaker Recognition", eq. 8), with the covariance
leaning on a multiple of the identity because the voices are ones that the networks have learned. Then the
directions in which people differ most.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import torch

from speaker_network import EMBEDDING

SHRINKAGE = 0.7


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path, help="what speaker_ensemble.py joined")
    parser.add_argument("statistics", type=Path, help="of training speakers, from scripts/statistics.mjs")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    state = torch.load(arguments.weights, map_location="cpu")
    rows = json.loads(arguments.statistics.read_text(encoding="utf-8"))
    weight, bias = state["embed.weight"].double().numpy(), state["embed.bias"].double().numpy()
    embedded = np.array([row["statistics"] for row in rows]) @ weight.T + bias
    mean = embedded.mean(0)
    speakers = np.array([row["speaker"] for row in rows])
    centers = {speaker: embedded[speakers == speaker].mean(0) for speaker in np.unique(speakers)}
    away = embedded - np.array([centers[speaker] for speaker in speakers])
    within = away.T @ away / len(rows)
    identity = np.eye(len(mean)) * np.trace(within) / len(mean)
    whiten = np.linalg.cholesky(np.linalg.inv((1.0 - SHRINKAGE) * within + SHRINKAGE * identity))
    between = (np.array(list(centers.values())) - mean) @ whiten
    directions = np.linalg.svd(between, full_matrices=False)[2][:EMBEDDING]
    turned = directions @ whiten.T
    state["embed.weight"] = torch.from_numpy(turned @ weight).float()
    state["embed.bias"] = torch.from_numpy(turned @ (bias - mean)).float()
    torch.save(state, arguments.out)
    for suffix in (".activity.pt", ".json"):
        arguments.out.with_suffix(suffix).write_bytes(arguments.weights.with_suffix(suffix).read_bytes())
    share = np.linalg.norm(between @ directions.T) ** 2 / np.linalg.norm(between) ** 2
    heard = f"whitened by {len(rows)} segments of {len(centers)} speakers"
    print(f"{heard}; {len(directions)} of {len(mean)} directions hold {share:.1%} of how they differ")


if __name__ == "__main__":
    main()
