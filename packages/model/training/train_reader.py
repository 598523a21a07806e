"""Makes a reader's files: the shipped ONNX graph with its metadata, and the heads of folds and left-out corpora."""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from pathlib import Path

import numpy as np
import onnx
import torch

from baseline import Reader
from corpus import load_clips
from ear import load_ear
from ear_features import WholeHearing
from ear_live import BLOCK_SAMPLES, KEPT, PAST, LiveHearing
from ear_weights import BASE, TINY, Source
from fit_calibration import (
    Calibration,
    Judgements,
    fit_calibration,
    fit_one_corpus,
    judge_left_out,
    shown_at_least,
)
from fit_domain import DomainHead, fit_domain, other_sound_above, other_sounds, with_speech
from fit_reader import assembled, fit_reader, fit_vad, plain_logits
from fixed_steps import fix_steps
from folds import FOLD_COUNT
from heard import Heard, hear, hear_read_aloud
from lean import lean
from lean_live import LIVE_MEMORY, state_of
from live_graph import LiveGraph
from reader_export import export
from reader_graph import FullGraph, Heads
from reader_metadata import described, metadata, plain_temperature
from reader_parts import write_part
from stretches import Stretches
from taught_ear import digest, load_taught_ear

FULL_DEPTH = 3
SOURCES: dict[str, Source] = {"full": BASE, "live": TINY}
OUTPUTS = ["logits", "vad", "embedding", "statistics", "domain"]
VERSIONS = {"full": "0.3.10", "live": "0.3.12"}
CORPORA = ("ravdess", "emodb", "nemo", "turev", "emospeech")
# Too few speakers for folds: what a fold leaves out is a fifth of what there is to learn from.
SPEAKER_BY_SPEAKER = ("emodb",)
SEED = 20261123


def hearing_of(kind: str) -> object:
    if kind == "full":
        return WholeHearing(load_ear(BASE, FULL_DEPTH))
    return LiveHearing(load_taught_ear(), merge=True, past=PAST, kept=KEPT, memory=1.0)


def heard_as(kind: str) -> str:
    """The name that what an ear hears is kept under."""
    return kind if kind == "full" else f"{kind}-{digest()}"


def one_by_one(heard: Heard) -> list[tuple[str, np.ndarray]]:
    """(name, rows trained on) without each speaker of the corpora that are scored speaker by speaker."""
    people = heard.people
    speakers = sorted(set(people[np.isin(heard.corpora, SPEAKER_BY_SPEAKER)]))
    return [(f"without-{speaker}", people != speaker) for speaker in speakers]


def left_out(heard: Heard, corpora: tuple[str, ...]) -> list[tuple[str, np.ndarray]]:
    """(name, rows trained on) of each fold, and of all corpora but one."""
    parts = [(f"fold-{fold}", heard.folds != fold) for fold in range(FOLD_COUNT)]
    if len(corpora) > 1:
        parts += [(f"without-{corpus}", heard.corpora != corpus) for corpus in corpora]
    return parts


def judge_strangers(
    folder: Path, cache: Path, hearing: object, name: str, stretches: Stretches, reader: Reader, seed: int
) -> list[Judgements]:
    """What a reader of one corpus makes of people on other lines, if the folder has any."""
    heard = hear_read_aloud(folder, cache, hearing, name, stretches)
    return (
        [] if heard is None else judge_left_out(reader, heard, np.zeros(len(heard.classes), dtype=bool), seed)
    )


def calibrated(parts: list[Judgements], strangers: list[Judgements], kind: str) -> Calibration:
    return fit_one_corpus(parts, strangers) if strangers else fit_calibration(parts, kind)


def write_model(kind: str, reader: Reader, vad: np.ndarray, domain: DomainHead, target: Path) -> int:
    """The graph as PyTorch writes it; returns the size of its state."""
    projection, bias, _ = assembled(reader)
    rows = plain_rows(reader, vad)
    heads = Heads(
        projection,
        bias,
        rows["logits"],
        rows["vad"],
        np.concatenate([domain.weights, domain.bias[None]]),
    )
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


def plain_rows(reader: Reader, vad: np.ndarray) -> dict[str, np.ndarray]:
    """What reads the whole embedding without a baseline: zeros but for the shared head's part; the last row is added."""
    size = len(assembled(reader)[1])

    def padded(own: np.ndarray) -> np.ndarray:
        rows = np.zeros((size + 1, own.shape[1]))
        rows[: len(own) - 1], rows[-1] = own[:-1], own[-1]
        return rows

    return {"logits": padded(plain_logits(reader.heads[0])), "vad": padded(vad)}


def streams(
    folder: Path, cache: Path, corpora: tuple[str, ...], stretches: Stretches, state: int
) -> list[list[dict]]:
    """Some stretches of each corpus as calls of the live graph, each with the first state; fix_steps carries it on."""
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
    parser.add_argument(
        "--parts",
        type=Path,
        help="folder for the same file with the heads of each fold, and of all corpora but one",
    )
    parser.add_argument("--license", default="CC BY-NC-SA 4.0")
    parser.add_argument("--version", help="of the metadata (default the one that ships)")
    parser.add_argument("--seed", type=int, default=SEED)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    corpora = tuple(arguments.corpora.split(","))
    stretches = Stretches(arguments.stretches)
    hearing, ear, seed = hearing_of(arguments.kind), heard_as(arguments.kind), arguments.seed
    heard = hear(arguments.folder, arguments.cache, corpora, hearing, ear, stretches, seed, arguments.kind)
    fitted, judged = [], []
    for name, rows in left_out(heard, corpora):
        reader = fit_reader(heard, rows, arguments.kind)
        vad = fit_vad(heard, rows, reader)
        judged.append(judge_left_out(reader, heard, rows, seed))
        fitted.append((name, reader, vad))
        print(f"fitted {name}", file=sys.stderr, flush=True)
    everything = [part for parts in judged for part in parts]
    rows = np.ones(len(heard.classes), dtype=bool)
    reader = fit_reader(heard, rows, arguments.kind)
    strangers = (
        judge_strangers(arguments.folder, arguments.cache, hearing, ear, stretches, reader, seed)
        if len(corpora) == 1
        else []
    )
    calibration = calibrated(everything, strangers, arguments.kind)
    vad = fit_vad(heard, rows, reader)
    material = with_speech(
        heard, other_sounds(arguments.folder, arguments.cache, corpora, hearing, ear, stretches)
    )
    threshold, shares = other_sound_above(material)
    print(f"another sound above {threshold}: {json.dumps(shares)}", file=sys.stderr, flush=True)
    domain = fit_domain(material, np.ones(len(material.domains), dtype=bool))
    state = write_model(arguments.kind, reader, vad, domain, arguments.out)
    if arguments.kind == "live":
        # Its batches are other streams; the full reader hears one utterance a call, and keeps the finer steps of its own.
        fix_steps(arguments.out, streams(arguments.folder, arguments.cache, corpora, stretches, state))
    graph = lean(onnx.load(str(arguments.out)))
    onnx.save(graph, str(arguments.out))
    document = metadata(
        arguments.kind,
        SOURCES[arguments.kind],
        heard.clips,
        described(reader, vad, calibration),
        shown_at_least(everything + strangers, calibration),
        threshold,
        state_of(graph),
        {
            "version": arguments.version or VERSIONS[arguments.kind],
            "license": arguments.license,
            "seed": arguments.seed,
        },
        hashlib.sha256(arguments.out.read_bytes()).hexdigest(),
        arguments.out.stem,
    )
    arguments.out.with_suffix(".json").write_text(
        json.dumps(document, ensure_ascii=False) + "\n", encoding="utf-8"
    )
    names = [name for name, _ in left_out(heard, corpora)]
    for name, rows in one_by_one(heard) if arguments.parts else []:
        part = fit_reader(heard, rows, arguments.kind)
        fitted.append((name, part, fit_vad(heard, rows, part)))
        fold = heard.folds[~rows][0]
        names.append(f"fold-{fold}")
        print(f"fitted {name}", file=sys.stderr, flush=True)
    for (name, part, part_vad), judged_as in zip(fitted if arguments.parts else [], names):
        # What a model was left out of never calibrates it; a speaker was heard with a fold.
        others = [
            each for (other, _, _), parts in zip(fitted, judged) if other != judged_as for each in parts
        ]
        own = calibrated(others, strangers, arguments.kind)
        classifier = described(part, part_vad, own)
        changed = {
            "classifier": classifier,
            "temperature": plain_temperature(classifier),
            "uncertainBelow": shown_at_least(others + strangers, own),
        }
        projection, bias, _ = assembled(part)
        target = arguments.parts / f"{arguments.kind}-{name}.onnx"
        write_part(arguments.out, target, projection, bias, plain_rows(part, part_vad), changed)
    known = ", ".join(f"{value:.2f} {name}" for name, value in calibration.known.items())
    told = f"{calibration.shared:.2f} shared, {known or 'no other head'}"
    below = document["uncertainBelow"]
    print(f"calibration {told}; uncertain below {below}; {arguments.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
