import { agglomerate } from './agglomerate.js';
import { FramePool } from './frame-pool.js';
import { joinVoices, type PooledVoice, pooledVoice } from './merge-voices.js';
import type { SpeakerFrames } from './speaker-frames.js';
import type { SpeakerMetadata } from './speaker-metadata.js';
import { cosine, scoreVoiceprints } from './speaker-score.js';
import { type SpeechAtom, SpeechAtoms } from './speech-atoms.js';
import type { FrameSpan } from './speech-mask.js';
import type { Voiceprint } from './voiceprint.js';

/** Speech that is looked at anew, atoms: one minute. What is older keeps the number that was told. */
const MOST_ATOMS = 120;
/** Everything is looked at again once so much of it is new: often at first, when it changes most, and seldom later. */
const NEW_SHARE = 0.2;
/** The same where what is new sounds like nobody. */
const NEW_SHARE_STRANGE = 0.1;
/** Clusters of atoms before whole voices are compared, which costs their square. */
const MOST_CLUSTERS = 20;
/** Atoms are joined a little further than the windows of a whole recording: fewer clusters, a third less work. */
const JOIN_SLACK = 0.1;
/** Less than this is a noise or a laugh rather than a further person. Frames. */
const LEAST_FRAMES = 16;

/** A voice of a live stream as it is thought to be now. */
export interface LiveVoice {
  /** The number under which it was told; -1 until it is. */
  number: number;
  readonly voiceprint: Voiceprint;
}

interface Anchor {
  readonly pool: FramePool;
  frames: number;
}

/**
 * The voices of a live stream. They are found anew among everything that was heard as the stream goes on, because who
 * speaks is hard to tell at first and easy later; each keeps the number under which most of it was told.
 */
export class LiveVoices {
  private readonly speech: SpeechAtoms;
  /** What atoms held that are too old to be kept, by the number that was told. */
  private readonly anchors = new Map<number, Anchor>();
  private found: readonly LiveVoice[] = [];
  private fresh = 0;
  private given = 0;

  /** @param most voices that are told apart; a further one goes to the nearest */
  constructor(
    private readonly metadata: SpeakerMetadata,
    private readonly most: number,
  ) {
    this.speech = new SpeechAtoms(metadata);
  }

  get voices(): readonly LiveVoice[] {
    return this.found;
  }

  /** Takes the stream's next frames, `span` of these; their index 0 is frame `first` of the stream. */
  push(frames: SpeakerFrames, span: FrameSpan, first: number): void {
    this.fresh += this.speech.push(frames, span, first);
    for (const { voice, pool, frames: count } of this.speech.shed(MOST_ATOMS)) {
      if (voice < 0) continue;
      const anchor = this.anchors.get(voice) ?? { pool: new FramePool(this.metadata), frames: 0 };
      anchor.pool.absorb(pool);
      anchor.frames += count;
      this.anchors.set(voice, anchor);
    }
  }

  /** Finds the voices anew where enough speech is new, or where a window of what is new sounds like none of them. */
  update(window: Voiceprint): void {
    if (this.found.length > 0) {
      if (this.fresh === 0 || this.fresh < NEW_SHARE_STRANGE * this.speech.count) return;
      const due = this.fresh >= NEW_SHARE * this.speech.count;
      if (!due && this.nearest(window) >= this.metadata.diarization.newSpeakerBelow) return;
    }
    this.fresh = 0;
    this.find();
  }

  /** Cosine of an embedding to every voice. */
  compare(embedding: Float32Array): number[] {
    return this.found.map(({ voiceprint }) => cosine(voiceprint.embedding, embedding));
  }

  /** Takes note that a stretch is told to be this voice's. @returns its number */
  tell(voice: LiveVoice, span: FrameSpan): number {
    if (voice.number < 0) voice.number = this.nextNumber();
    this.speech.assign(span, voice.number);
    return voice.number;
  }

  private nearest(window: Voiceprint): number {
    const ratios = this.found.map(
      ({ voiceprint }) => scoreVoiceprints(this.metadata, window, voiceprint).logLikelihoodRatio,
    );
    return Math.max(-Infinity, ...ratios);
  }

  private find(): void {
    const atoms = this.speech.embedded();
    const labels = agglomerate(
      atoms.map(({ embedding }) => embedding),
      { joinAbove: this.metadata.diarization.joinAbove - JOIN_SLACK, mostClusters: MOST_CLUSTERS },
    );
    const parts = [...this.clustersOf(atoms, labels), ...this.anchored()];
    const joined = joinVoices(this.metadata, parts, { mostClusters: this.most });
    const lasting = joined.filter(({ frames }) => frames >= LEAST_FRAMES);
    this.found = this.numbered(lasting.length > 0 ? lasting : joined, atoms, labels);
  }

  private clustersOf(atoms: readonly SpeechAtom[], labels: readonly number[]): PooledVoice[] {
    const pools = new Map<number, Anchor>();
    for (const [n, { pool, frames }] of atoms.entries()) {
      const label = labels[n] ?? 0;
      const cluster = pools.get(label) ?? { pool: new FramePool(this.metadata), frames: 0 };
      cluster.pool.absorb(pool);
      cluster.frames += frames;
      pools.set(label, cluster);
    }
    return [...pools].map(([label, { pool, frames }]) => pooledVoice(this.metadata, label, pool, frames));
  }

  /** What is too old to be looked at anew, as clusters with labels below 0. */
  private anchored(): PooledVoice[] {
    return [...this.anchors].map(([number, { pool, frames }]) => {
      const copy = new FramePool(this.metadata);
      copy.absorb(pool);
      return pooledVoice(this.metadata, -1 - number, copy, frames);
    });
  }

  /** Gives every cluster the number under which most of it was told, the largest share first. */
  private numbered(
    clusters: readonly PooledVoice[],
    atoms: readonly SpeechAtom[],
    labels: readonly number[],
  ): LiveVoice[] {
    const owner = new Map(clusters.flatMap((cluster) => cluster.labels.map((label) => [label, cluster])));
    const shares = new Map<PooledVoice, Map<number, number>>();
    const count = (label: number, number: number, frames: number): void => {
      const cluster = owner.get(label);
      if (cluster === undefined || number < 0) return;
      const own = shares.get(cluster) ?? new Map<number, number>();
      shares.set(cluster, own.set(number, (own.get(number) ?? 0) + frames));
    };
    for (const [n, { voice, frames }] of atoms.entries()) count(labels[n] ?? 0, voice, frames);
    for (const [number, { frames }] of this.anchors) count(-1 - number, number, frames);
    const rows = [...shares].flatMap(([cluster, own]) =>
      [...own].map(([number, frames]) => ({ cluster, number, frames })),
    );
    const numbers = new Map<PooledVoice, number>();
    const taken = new Set<number>();
    for (const { cluster, number } of rows.sort((a, b) => b.frames - a.frames)) {
      if (numbers.has(cluster) || taken.has(number)) continue;
      numbers.set(cluster, number);
      taken.add(number);
    }
    return clusters.map((cluster) => ({
      number: numbers.get(cluster) ?? -1,
      voiceprint: cluster.voiceprint,
    }));
  }

  /** A number that was not given yet, or where all are, one whose voice turned out to be another's. */
  private nextNumber(): number {
    if (this.given < this.most) return this.given++;
    const taken = new Set(this.found.map(({ number }) => number));
    const free = Array.from({ length: this.most }, (_, n) => n).find((n) => !taken.has(n)) ?? 0;
    // Under a number that is free again, what it had learned was of another voice.
    this.anchors.delete(free);
    this.speech.forget(free);
    return free;
  }
}
