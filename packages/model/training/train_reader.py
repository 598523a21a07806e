"""Makes a reader's files: ONNX graph and metadata for what is shipped, heads alone for each fold and left-out corpus."""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from pathlib import Path

import numpy as np
import torch

from baseline import Reader
from corpus import CLASSES, load_clips
from ear import load_ear
from ear_features import WholeHearing
from ear_live import BLOCK_SAMPLES, LiveHearing
from ear_weights import BASE, TINY, Source
from fit_calibration import Calibration, fit_calibration, judge_left_out, shown_at_least
from fit_domain import DomainHead, fit_domain, other_sound_above, other_sounds, with_speech
from fit_reader import assembled, fit_reader, fit_vad, plain_logits
from fixed_steps import fix_steps
from folds import FOLD_COUNT
from heard import Heard, hear
from live_graph import LiveGraph
from reader_export import export
from reader_graph import FullGraph, Heads
from reader_metadata import described, metadata
from stretches import Stretches

DEPTHS = {"full": 3, "live": 2}
SOURCES: dict[str, Source] = {"full": BASE, "live": TINY}
OUTPUTS = ["logits", "vad", "embedding", "statistics", "domain"]
CORPORA = ("ravdess", "emodb", "nemo", "turev", "emospeech")
SEED = 20261123


def hearing_of(kind: str) -> object:
    ear = load_ear(SOURCES[kind], DEPTHS[kind])
    return WholeHearing(ear) if kind == "full" else LiveHearing(ear, merge=True, past=4, kept=5, memory=1.0)


def write_heads(path: Path, reader: Reader, vad: np.ndarray, calibration: Calibration) -> None:
    """What scripts/evaluate-readers.mjs reads the shipped graph's statistics with: float32 rows and their description."""
    projection, bias, _ = assembled(reader)
    path.parent.mkdir(parents=True, exist_ok=True)
    np.concatenate([projection, bias[None]]).astype("<f4").tofile(path.with_suffix(".f32"))
    classifier = described(reader, vad, calibration)
    document = {
        "features": len(projection),
        "size": len(bias),
        "vadRest": vad[-1].tolist(),
        "classifier": classifier,
    }
    path.with_suffix(".json").write_text(json.dumps(document), encoding="utf-8")


def left_out(heard: Heard, corpora: tuple[str, ...]) -> list[tuple[str, np.ndarray]]:
    """(name, rows trained on) of each fold, and of all corpora but one."""
    parts = [(f"fold-{fold}", heard.folds != fold) for fold in range(FOLD_COUNT)]
    if len(corpora) > 1:
        parts += [(f"without-{corpus}", heard.corpora != corpus) for corpus in corpora]
    return parts


def write_model(kind: str, reader: Reader, vad: np.ndarray, domain: DomainHead, target: Path) -> int:
    """The graph; returns the size of its state."""
    projection, bias, _ = assembled(reader)
    whole = np.zeros((projection.shape[1] + 1, 3))
    whole[: len(vad) - 1], whole[-1] = vad[:-1], vad[-1]
    logits = np.zeros((projection.shape[1] + 1, len(CLASSES)))
    own = plain_logits(reader.heads[0])
    logits[: len(own) - 1], logits[-1] = own[:-1], own[-1]
    heads = Heads(projection, bias, logits, whole, np.concatenate([domain.weights, domain.bias[None]]))
    hearing = hearing_of(kind)
    if kind == "full":
        graph = FullGraph(hearing.ear, heads)
        export(graph, (torch.zeros(1, 16_000),), ["audio"], OUTPUTS, {"audio": {1: "N"}}, target)
        return 0
    hearing.memory = LIVE_MEMORY
    graph = LiveGraph(hearing, heads)
    names = ["audio", "state", *OUTPUTS, "state_out"]
    example = (torch.zeros(2, BLOCK_SAMPLES), torch.zeros(2, graph.state_size))
    export(graph, example, names[:2], names[2:], {name: {0: "B"} for name in names}, target)
    return graph.state_size


# A live stretch forgets slowly: what was said ten seconds ago counts a third.
LIVE_MEMORY = 0.95


def streams(
    folder: Path, cache: Path, corpora: tuple[str, ...], stretches: Stretches, state: int
) -> list[list[dict]]:
    """Some stretches of each corpus as calls of the live graph, each with the first state; fix_steps carries the state on."""
    clips, samples = load_clips(folder, corpora, cache)
    runs = []
    for corpus in corpora:
        own = [clip for clip in clips if clip.corpus == corpus]
        for clip in own[:: max(1, len(own) // STEP_CLIPS)]:
            start, end = stretches.of([clip])[0] + clip.start
            wave = samples[corpus][start:end].astype(np.float32) / 32_768.0
            blocks = np.zeros(-(-len(wave) // BLOCK_SAMPLES) * BLOCK_SAMPLES, dtype=np.float32)
            blocks[: len(wave)] = wave
            fresh = np.zeros((1, state), dtype=np.float32)
            runs.append(
                [{"audio": block[None], "state": fresh} for block in blocks.reshape(-1, BLOCK_SAMPLES)]
            )
    return runs


# Clips of a corpus that the steps of activations are measured on.
STEP_CLIPS = 20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--stretches", type=Path, required=True, help="of relay/lab/stretches.mjs")
    parser.add_argument("--kind", choices=("full", "live"), required=True)
    parser.add_argument("--corpora", default=",".join(CORPORA))
    parser.add_argument("--out", type=Path, required=True, help="the .onnx file; its .json goes beside it")
    parser.add_argument("--heads", type=Path, help="folder for the folds' and left-out corpora's heads")
    parser.add_argument("--license", default="CC BY-NC-SA 4.0")
    parser.add_argument("--version", default="0.3.0")
    parser.add_argument("--seed", type=int, default=SEED)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    corpora = tuple(arguments.corpora.split(","))
    stretches = Stretches(arguments.stretches)
    hearing, seed = hearing_of(arguments.kind), arguments.seed
    heard = hear(arguments.folder, arguments.cache, corpora, hearing, arguments.kind, stretches, seed)
    fitted, judged = [], []
    for name, rows in left_out(heard, corpora):
        reader = fit_reader(heard, rows)
        vad = fit_vad(heard, rows, reader.heads[0])
        judged.append(judge_left_out(reader, heard, rows, seed))
        fitted.append((name, reader, vad))
        print(f"fitted {name}", file=sys.stderr, flush=True)
    for place, (name, reader, vad) in enumerate(fitted):
        # What a model was left out of never calibrates it.
        others = [part for other, parts in enumerate(judged) if other != place for part in parts]
        if arguments.heads:
            write_heads(arguments.heads / name, reader, vad, fit_calibration(others))
    everything = [part for parts in judged for part in parts]
    calibration = fit_calibration(everything)
    rows = np.ones(len(heard.classes), dtype=bool)
    reader = fit_reader(heard, rows)
    vad = fit_vad(heard, rows, reader.heads[0])
    material = with_speech(
        heard, other_sounds(arguments.folder, arguments.cache, corpora, hearing, arguments.kind, stretches)
    )
    threshold, shares = other_sound_above(material)
    print(f"another sound above {threshold}: {json.dumps(shares)}", file=sys.stderr, flush=True)
    domain = fit_domain(material, np.ones(len(material.domains), dtype=bool))
    state = write_model(arguments.kind, reader, vad, domain, arguments.out)
    if arguments.kind == "live":
        # Its batches are other streams; the full reader hears one utterance a call, and keeps the finer steps of its own.
        fix_steps(arguments.out, streams(arguments.folder, arguments.cache, corpora, stretches, state))
    document = metadata(
        arguments.kind,
        SOURCES[arguments.kind],
        heard.clips,
        described(reader, vad, calibration),
        shown_at_least(everything, calibration),
        threshold,
        state,
        {"version": arguments.version, "license": arguments.license, "seed": arguments.seed},
        hashlib.sha256(arguments.out.read_bytes()).hexdigest(),
        arguments.out.stem,
    )
    arguments.out.with_suffix(".json").write_text(
        json.dumps(document, ensure_ascii=False) + "\n", encoding="utf-8"
    )
    told = (
        f"{calibration.shared:.2f} shared, {', '.join(f'{value:.2f}' for value in calibration.known)} known"
    )
    below = document["uncertainBelow"]
    print(f"calibration {told}; uncertain below {below}; {arguments.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
