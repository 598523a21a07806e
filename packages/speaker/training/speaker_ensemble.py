"""Networks that were trained apart and are read as one (Lakshminarayanan et al. 2017), and their joining."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import torch
from torch import nn
from torch.nn import functional as F

from speaker_network import EMBEDDING, FEATURES, WIDTH, SpeakerNet


class SpeakerEnsemble(nn.Module):
    """What the networks hear stands side by side, network after network; one linear map makes the embedding."""

    def __init__(self, networks: Sequence[SpeakerNet], dimensions: int) -> None:
        super().__init__()
        self.networks = nn.ModuleList(networks)
        self.embed = nn.Linear(2 * FEATURES * len(networks), dimensions)

    def trunk(self, features: torch.Tensor, salience: torch.Tensor) -> torch.Tensor:
        """[B, networks * WIDTH, blocks]."""
        return torch.cat([network.trunk(features, salience) for network in self.networks], 1)

    def frames(self, x: torch.Tensor, spectra: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Features [B, blocks, networks * FEATURES] and weights [B, blocks, networks * HEADS]."""
        parts = zip(self.networks, x.split(WIDTH, 1))
        features, weights = zip(*(network.frames(part, spectra) for network, part in parts))
        return torch.cat(features, 2), torch.cat(weights, 2)

    def embedding(self, statistics: torch.Tensor) -> torch.Tensor:
        return F.normalize(self.embed(statistics), dim=-1)


def joined(networks: Sequence[SpeakerNet]) -> SpeakerEnsemble:
    """Their embeddings behind one another: [networks * EMBEDDING] numbers, until whiten.py makes fewer of them."""
    result = SpeakerEnsemble(networks, EMBEDDING * len(networks))
    with torch.no_grad():
        result.embed.weight.zero_()
        result.embed.bias.copy_(torch.cat([network.embed.bias for network in networks]))
        # Statistics are all means, then all deviations.
        columns = result.embed.weight.view(len(networks), EMBEDDING, 2, len(networks), FEATURES)
        for number, network in enumerate(networks):
            columns[number, :, :, number] = network.embed.weight.view(EMBEDDING, 2, FEATURES)
    return result.eval()


def load_ensemble(weights: Path) -> SpeakerEnsemble:
    """What this file or whiten.py wrote."""
    stored = torch.load(weights, map_location="cpu")
    dimensions, width = stored["embed.weight"].shape
    result = SpeakerEnsemble([SpeakerNet() for _ in range(width // (2 * FEATURES))], dimensions)
    result.load_state_dict(stored)
    return result.eval()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument(
        "weights", type=Path, nargs="+", help="what train_speaker.py wrote, one file per network"
    )
    arguments = parser.parse_args()
    networks = []
    for file in arguments.weights:
        networks.append(SpeakerNet())
        networks[-1].load_state_dict(torch.load(file, map_location="cpu"))
    torch.save(joined(networks).state_dict(), arguments.out)
    texts = [file.with_suffix(".json").read_text(encoding="utf-8") for file in arguments.weights]
    summaries = [json.loads(text) for text in texts]
    if any(each["corpora"] != summaries[0]["corpora"] for each in summaries):
        raise ValueError("the networks were trained on different speakers")
    summary = {name: value for name, value in summaries[0].items() if name not in ("seed", "cpuSeconds")} | {
        "seeds": [each["seed"] for each in summaries],
        "cpuSeconds": sum(each["cpuSeconds"] for each in summaries),
    }
    arguments.out.with_suffix(".json").write_text(json.dumps(summary, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
