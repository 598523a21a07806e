"""Trains one of the networks of a model: a fold's, or with --fold all the one that is shipped."""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from augment import augment, mask
from batches import Features, class_shares, compute_features, draw_batch, sampling_weights
from corpus import CLASSES, EMOTION_CORPORA, Clip, load_clips
from folds import fold_of, read_folds
from frontend import FRAMES_PER_BLOCK
from network import BLOCKS_PER_SECOND, EmotionNet, Ensemble, normalise, salience
from targets import is_known

SEED = 20_261_121
# Changes with the network or the training, so that weights of another recipe are not taken for this one's.
RECIPE = "recipe-5"
BATCH = 32
FULL_SOFTMAX_WEIGHT = 0.3
VAD_WEIGHT = 1.0
POINT_WEIGHTS = (0.6, 0.8, 1.0, 1.0)
EPOCHS = 60
PEAK_RATE = 1.5e-3
RISING = 0.2
WEIGHT_DECAY = 0.02
MIXUP = 0.15
MIXUP_SHAPE = 0.2
LABEL_SMOOTHING = 0.05
# When held-out clips are read, after the onset of speech.
TIMES_S = (0.7, 1.5, 3.0)


def losses(
    logits: torch.Tensor,
    vad: torch.Tensor,
    target: torch.Tensor,
    known: torch.Tensor,
    allowed: torch.Tensor,
    vad_target_: torch.Tensor,
    vad_known: torch.Tensor,
) -> torch.Tensor:
    """Masked cross-entropy plus a little of the whole one, and squared error of V/A/D."""
    weights = torch.tensor(POINT_WEIGHTS)
    weights = weights / weights.sum()
    smooth = allowed / allowed.sum(1, keepdim=True)
    soft = (1.0 - LABEL_SMOOTHING) * target + LABEL_SMOOTHING * smooth * known[:, None]
    blocked = logits + (allowed[:, None, :] - 1.0) * 1e4
    inside = -(soft[:, None, :] * F.log_softmax(blocked, 2)).sum(2)
    whole = -(soft[:, None, :] * F.log_softmax(logits, 2)).sum(2)
    classes = ((inside + FULL_SOFTMAX_WEIGHT * whole) * weights).sum(1)
    error = ((vad - vad_target_[:, None, :]) ** 2 * vad_known[:, None, :]).sum(2)
    return classes.mean() + VAD_WEIGHT * (error * weights).sum(1).mean()


def train(
    clips: list[Clip],
    features: Features,
    members: np.ndarray,
    epochs: int,
    steps: int,
    seed: int,
) -> EmotionNet:
    """One-cycle AdamW with mixup; returns the network with exponentially averaged weights."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = EmotionNet()
    average = EmotionNet()
    average.load_state_dict(net.state_dict())
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=WEIGHT_DECAY)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer,
        max_lr=PEAK_RATE,
        total_steps=epochs * steps,
        pct_start=RISING,
        final_div_factor=1e3,
    )
    probability = sampling_weights(clips, members)
    one_hot = np.eye(len(CLASSES), dtype=np.float32)
    step_number = 0
    for epoch in range(epochs):
        net.train()
        started, total = time.process_time(), 0.0
        for _ in range(steps):
            picks = rng.choice(members, BATCH, p=probability)
            crops, pitches, levels, points = draw_batch(rng, features, picks)
            crops, pitches = augment(rng, crops, pitches, levels)
            x, tones = mask(rng, normalise(crops), salience(pitches))
            classes = features.classes[picks]
            known = torch.from_numpy((classes >= 0).astype(np.float32))
            target = torch.from_numpy(one_hot[np.maximum(classes, 0)]) * known[:, None]
            allowed = torch.from_numpy(features.masks[picks])
            allowed = torch.where(known[:, None] > 0, allowed, torch.ones(()))
            goal = torch.from_numpy(features.vad[picks])
            goal_known = torch.from_numpy(features.vad_masks[picks])
            if rng.random() < MIXUP:
                # Mixup (Zhang et al. 2018) of normalised features, inside the batch.
                share = float(rng.beta(MIXUP_SHAPE, MIXUP_SHAPE))
                order = torch.from_numpy(rng.permutation(BATCH))
                both = known * known[order]
                blend = torch.where(both > 0, torch.tensor(share), torch.ones(()))
                x = blend[:, None, None] * x + (1 - blend[:, None, None]) * x[order]
                tones = blend[:, None, None] * tones + (1 - blend[:, None, None]) * tones[order]
                target = blend[:, None] * target + (1 - blend[:, None]) * target[order]
                allowed = torch.where(both[:, None] > 0, torch.maximum(allowed, allowed[order]), allowed)
                goal = blend[:, None] * goal + (1 - blend[:, None]) * goal[order]
            # The convolutions in bfloat16 take a fifth off a step; pooling and heads need the range.
            with torch.autocast("cpu", dtype=torch.bfloat16):
                hidden = net.trunk(x, tones)
            logits, vad, _ = net.head(net.pool(hidden.float(), points))
            vad = torch.tanh(vad)
            loss = losses(logits, vad, target, known, allowed, goal, goal_known)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            optimizer.step()
            schedule.step()
            total += float(loss)
            step_number += 1
            keep = min(0.998, step_number / (step_number + 10.0))
            with torch.no_grad():
                for mine, theirs in zip(average.state_dict().values(), net.state_dict().values()):
                    if mine.dtype.is_floating_point:
                        mine.mul_(keep).add_(theirs, alpha=1.0 - keep)
                    else:
                        mine.copy_(theirs)
        seconds = time.process_time() - started
        print(f"epoch {epoch + 1}/{epochs} loss {total / steps:.4f} {seconds:.1f} s", flush=True)
    average.eval()
    return average


def predict(
    net: EmotionNet | Ensemble, features: Features, members: np.ndarray, seconds: tuple[float, ...]
) -> np.ndarray:
    """Logits [N, P, classes] at times after the onset, and at the end."""
    logits = []
    with torch.no_grad():
        for pick in members:
            clip = features.log_mel[features.offsets[pick] : features.offsets[pick + 1]]
            blocks = len(clip) // FRAMES_PER_BLOCK
            onset = int(features.onset_blocks[pick])
            points = [min(blocks, onset + round(t * BLOCKS_PER_SECOND)) - 1 for t in seconds]
            points = torch.tensor([[max(0, point) for point in [*points, blocks - 1]]])
            log_mel = torch.from_numpy(clip.astype(np.float32))[None]
            start, end = features.offsets[pick] // 2, features.offsets[pick + 1] // 2
            pitch = torch.from_numpy(features.pitch[start:end].astype(np.float32))[None]
            logits.append(net.head(net.pool(net.hear(log_mel, pitch), points))[0][0].numpy())
    return np.stack(logits)


def report(clips: list[Clip], features: Features, members: np.ndarray, logits: np.ndarray) -> None:
    """Prints UAR per corpus at every time point, within the corpus's own labels."""
    masked = logits + (features.masks[members][:, None, :] - 1.0) * 1e4
    guess = masked.argmax(2)
    for corpus in sorted({clips[i].corpus for i in members}):
        rows = np.array([clips[i].corpus == corpus for i in members])
        truth = features.classes[members][rows]
        if (truth < 0).all():
            continue
        recalls = [(guess[rows][truth == c] == c).mean(0) for c in np.unique(truth)]
        print(corpus, len(recalls), "classes UAR", np.round(100 * np.mean(recalls, 0), 1), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--corpora", default=",".join(EMOTION_CORPORA))
    parser.add_argument("--fold", default="all", help="0-4, or all for the shipped model")
    parser.add_argument("--without", default="", help="a corpus to leave out altogether and to score")
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    parser.add_argument("--steps", type=int, default=188, help="batches of 32 per epoch")
    parser.add_argument("--no-scores", action="store_true", help="leave scoring to npm run evaluate:page")
    parser.add_argument("--seed", type=int, default=SEED)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    corpora = tuple(arguments.corpora.split(","))
    clips, samples = load_clips(arguments.folder, corpora, arguments.cache)
    clips = [clip for clip in clips if is_known(clip.label)]
    features = compute_features(clips, samples, arguments.cache)
    table = read_folds()
    folds = np.array([fold_of(clip.speaker, table) for clip in clips])
    if arguments.without:
        held_out = np.array([clip.corpus == arguments.without for clip in clips])
    else:
        held_out = folds == (-2 if arguments.fold == "all" else int(arguments.fold))
    members = np.nonzero(~held_out)[0]
    print(f"{len(members)} clips to train on, {held_out.sum()} held out", flush=True)
    started = time.process_time()
    net = train(clips, features, members, arguments.epochs, arguments.steps, arguments.seed)
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    torch.save(net.state_dict(), arguments.out)
    summary = {
        "fold": arguments.fold,
        "without": arguments.without,
        "epochs": arguments.epochs,
        "stepsPerEpoch": arguments.steps,
        "batch": BATCH,
        "seed": arguments.seed,
        "cpuSecondsPerEpoch": round((time.process_time() - started) / arguments.epochs, 2),
        "corpora": list(corpora),
        "clips": len(members),
        "speakers": len({clips[i].speaker for i in members}),
        "classShares": [round(share, 5) for share in class_shares(clips, members)],
    }
    arguments.out.with_suffix(".json").write_text(json.dumps(summary, indent=1), encoding="utf-8")
    test = np.nonzero(held_out)[0]
    if len(test) > 0 and not arguments.no_scores:
        logits = predict(net, features, test, TIMES_S)
        report(clips, features, test, logits)
        np.savez(arguments.out.with_suffix(".npz"), members=test, logits=logits)
    print(f"done in {time.process_time() - started:.0f} CPU s", flush=True)


if __name__ == "__main__":
    main()
