"""Folds within-class covariance normalization into the embedding: directions in which one voice varies get less weight.

Hatch et al. 2006, "Within-Class Covariance Normalization for SVM-based Speaker Recognition", eq. 8. The
covariance is shrunk toward a multiple of the identity, because the network has learned these voices.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import torch

SHRINKAGE = 0.8


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("statistics", type=Path, help="of training speakers, from scripts/statistics.mjs")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    state = torch.load(arguments.weights, map_location="cpu")
    rows = json.loads(arguments.statistics.read_text(encoding="utf-8"))
    weight, bias = state["embed.weight"].double().numpy(), state["embed.bias"].double().numpy()
    embedded = np.array([row["statistics"] for row in rows]) @ weight.T + bias
    mean = embedded.mean(0)
    speakers = np.array([row["speaker"] for row in rows])
    within = np.zeros((len(mean), len(mean)))
    for speaker in np.unique(speakers):
        own = embedded[speakers == speaker]
        within += (own - own.mean(0)).T @ (own - own.mean(0))
    within /= len(rows)
    identity = np.eye(len(mean)) * np.trace(within) / len(mean)
    whiten = np.linalg.cholesky(np.linalg.inv((1.0 - SHRINKAGE) * within + SHRINKAGE * identity))
    state["embed.weight"] = torch.from_numpy(whiten.T @ weight).float()
    state["embed.bias"] = torch.from_numpy(whiten.T @ (bias - mean)).float()
    torch.save(state, arguments.out)
    for suffix in (".activity.pt", ".json"):
        arguments.out.with_suffix(suffix).write_bytes(arguments.weights.with_suffix(suffix).read_bytes())
    print(f"whitened by {len(rows)} segments of {len(np.unique(speakers))} speakers")


if __name__ == "__main__":
    main()
