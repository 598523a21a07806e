"""How far what the live ear tells is from what it is to tell, each number by how much it differs from stretch to stretch."""

from __future__ import annotations

import torch

# Principal directions of statistics that count.
DIRECTIONS = 600
# How much a token counts in which nobody speaks.
PAUSE = 0.05
SPREAD_FLOOR, VALUE_FLOOR = 1e-3, 1e-6


class Measure:
    """Built by `add` of many stretches and `ready`."""

    def __init__(self) -> None:
        self.told: list[torch.Tensor] = []
        self.sums: list[torch.Tensor] = []

    def add(self, stages: list[torch.Tensor], told: torch.Tensor) -> None:
        """Stages [B, blocks, tokens, width] and their statistics [B, stages, 2, width], as they are to be told."""
        self.told.append(told.cpu())
        flat = torch.stack([x.flatten(0, 2) for x in stages])
        self.sums.append(torch.stack([flat.mean(1), (flat**2).mean(1)]))

    def ready(self) -> None:
        mean, square = torch.stack(self.sums).mean(0)
        self.spread = (square - mean**2).clamp_min(SPREAD_FLOOR**2).sqrt()
        rows = torch.cat(self.told).flatten(1).double()
        scale = rows.std(0) + 1e-5
        rows = (rows - rows.mean(0)) / scale
        values, turn = torch.linalg.eigh(rows.T @ rows / len(rows))
        values = values.flip(0)[:DIRECTIONS].clamp_min(VALUE_FLOOR)
        # By the root of a direction's deviation: all of them count, and none as much as the largest.
        turn = turn.flip(1)[:, :DIRECTIONS] / scale[:, None] / values**0.25
        self.turn, self.whole = turn.float().to(self.spread.device), float(values.sqrt().sum())
        self.told, self.sums = [], []

    def of_tokens(
        self, given: list[torch.Tensor], wanted: list[torch.Tensor], weight: torch.Tensor
    ) -> list[torch.Tensor]:
        """A number for each stage."""
        share = (weight + PAUSE)[..., None]
        return [
            (((a.float() - b) / spread) ** 2 * share).sum() / (share.sum() * a.shape[-1])
            for a, b, spread in zip(given, wanted, self.spread)
        ]

    def of_statistics(self, given: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
        return (((given - wanted).flatten(1) @ self.turn) ** 2).sum(1).mean() / self.whole
