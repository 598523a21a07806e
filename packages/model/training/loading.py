"""Reads trained weights and what was fitted beside them."""

from __future__ import annotations

from pathlib import Path

import torch

from corpus import CLASSES
from network import WIDTH, DomainHead, EmotionNet, Ensemble
from wide import WideHead


def load_network(weights: Path) -> Ensemble:
    """What ensemble.py joined."""
    networks = []
    for stored in torch.load(weights, map_location="cpu"):
        networks.append(EmotionNet())
        networks[-1].load_state_dict(stored)
    return Ensemble(networks).eval()


def load_wide(weights: Path) -> WideHead:
    """The experts and the gate that fit_wide.py fitted beside the weights."""
    stored = torch.load(weights.with_suffix(".wide.pt"), map_location="cpu")
    columns = stored["bias"].shape[0]
    # experts * classes + conditions, where a condition without labels has no expert.
    head = WideHead(int(stored["experts"]), columns - int(stored["experts"]) * len(CLASSES))
    head.load_state_dict(stored)
    return head.eval()


def load_domain(weights: Path) -> DomainHead | None:
    """The domain head beside the weights, where one was trained."""
    file = weights.with_suffix(".domain.pt")
    if not file.is_file():
        return None
    stored = torch.load(file, map_location="cpu")
    head = DomainHead(stored["hidden.weight"].shape[1] // (2 * WIDTH))
    head.load_state_dict(stored)
    return head.eval()
