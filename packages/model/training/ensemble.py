"""Joins networks that were trained apart into the one that is shipped.

Classes are not drawn alike (bored in 2 % of the draws: one corpus has it), and a network says the frequent ones too
readily. A share of the logarithm of how often a class was drawn is therefore taken off its logits (Menon et al. 2021,
"Long-tail learning via logit adjustment", eq. 9), which changes biases alone.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import torch

# Not all of it: the loss compares all classes with a weight of .3, and else those of one corpus (train.py).
PRIOR_SHARE = 0.3


def leaning(shares: list[float]) -> torch.Tensor:
    """By how much logits [classes] are too high for how often their classes were drawn; 0 for one that never was."""
    drawn = torch.tensor(shares)
    return PRIOR_SHARE * torch.where(drawn > 0, torch.log(drawn.clamp(min=1e-6)), torch.zeros(()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("weights", type=Path, nargs="+", help="what train.py wrote, one file per network")
    arguments = parser.parse_args()
    texts = [file.with_suffix(".json").read_text(encoding="utf-8") for file in arguments.weights]
    summaries = [json.loads(text) for text in texts]
    if len({summary["clips"] for summary in summaries}) > 1:
        raise ValueError("the networks were trained on different clips")
    states = [torch.load(file, map_location="cpu") for file in arguments.weights]
    for state, own in zip(states, summaries):
        state["classify.bias"] -= leaning(own["classShares"])
    torch.save(states, arguments.out)
    summary = {
        **{name: value for name, value in summaries[0].items() if name != "seed"},
        "seeds": [each["seed"] for each in summaries],
        "cpuSecondsPerEpoch": round(sum(each["cpuSecondsPerEpoch"] for each in summaries), 2),
    }
    arguments.out.with_suffix(".json").write_text(json.dumps(summary, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
