"""Joins networks that were trained apart into the one that is shipped."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import torch


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("weights", type=Path, nargs="+", help="what train.py wrote, one file per network")
    arguments = parser.parse_args()
    torch.save([torch.load(file, map_location="cpu") for file in arguments.weights], arguments.out)
    texts = [file.with_suffix(".json").read_text(encoding="utf-8") for file in arguments.weights]
    summaries = [json.loads(text) for text in texts]
    if len({summary["clips"] for summary in summaries}) > 1:
        raise ValueError("the networks were trained on different clips")
    summary = {
        **{name: value for name, value in summaries[0].items() if name != "seed"},
        "seeds": [each["seed"] for each in summaries],
        "cpuSecondsPerEpoch": round(sum(each["cpuSecondsPerEpoch"] for each in summaries), 2),
    }
    arguments.out.with_suffix(".json").write_text(json.dumps(summary, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
