import { agglomerate } from './agglomerate.js';
import { FramePool } from './frame-pool.js';
import { joinVoices, type PooledVoice, pooledVoice } from './merge-voices.js';
import type { SpeakerFrames } from './speaker-frames.js';
import type { SpeakerMetadata } from './speaker-metadata.js';
import { cosine, compareStretches } from './speaker-score.js';
import { type SpeechAtom, SpeechAtoms } from './speech-atoms.js';
import type { FrameSpan } from './speech-mask.js';
import type { Voiceprint } from './voiceprint.js';

/** Speech that is clustered again, in atoms: one minute. Older speech keeps its number. */
const MOST_ATOMS = 120;
/**
 * The voices are found again once this share of the speech is new: often at first, when they change most, and
 * seldom later.
 */
const NEW_SHARE = 0.2;
/** The same when the new speech resembles no voice. */
const NEW_SHARE_STRANGE = 0.1;
/** The largest number of atom clusters before whole voices are compared, whose cost is quadratic. */
const MOST_CLUSTERS = 20;
/** Atoms have to be nearer than windows of a whole recording to be joined: what is joined wrongly is never parted (EXPERIMENTS.md). */
const JOIN_MARGIN = 0.1;
/** Less speech than this is a noise or a laugh, not another person. Frames. */
const LEAST_FRAMES = 16;

/** A voice of a live stream, as it is estimated now. */
export interface LiveVoice {
  /** Its number in the events; -1 until it has one. */
  number: number;
  readonly voiceprint: Voiceprint;
}

interface Anchor {
  readonly pool: FramePool;
  frames: number;
}

/**
 * The voices of a live stream. They are found again among all speech as the stream goes on, because speakers
 * are hard to tell apart at first and easier later. Each voice keeps the number under which most of its
 * speech was reported.
 */
export class LiveVoices {
  private readonly speech: SpeechAtoms;
  /** The contents of atoms that are too old to be kept, by their number. */
  private readonly anchors = new Map<number, Anchor>();
  private found: readonly LiveVoice[] = [];
  /** Of each number that no voice has any more, the number of the voice that holds most of it. */
  private readonly heirs = new Map<number, number>();
  private fresh = 0;
  private given = 0;
  /** How often the voices were found. */
  finds = 0;

  /** @param most the largest number of voices; a further one goes to the nearest */
  constructor(
    private readonly metadata: SpeakerMetadata,
    private readonly most: number,
  ) {
    this.speech = new SpeechAtoms(metadata);
  }

  get voices(): readonly LiveVoice[] {
    return this.found;
  }

  /** Takes the next frames of the stream, which are `span` of `frames`; index 0 is frame `first` of the stream. */
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

  /** Finds the voices again when enough speech is new, or when a window of the new speech resembles none of them. */
  update(window: Voiceprint): void {
    if (this.found.length > 0) {
      if (this.fresh === 0 || this.fresh < NEW_SHARE_STRANGE * this.speech.count) return;
      const due = this.fresh >= NEW_SHARE * this.speech.count;
      if (!due && this.nearest(window) >= this.metadata.diarization.newSpeakerBelow) return;
    }
    this.find();
  }

  /** The cosine of an embedding with every voice. */
  compare(embedding: Float32Array): number[] {
    return this.found.map(({ voiceprint }) => cosine(voiceprint.embedding, embedding));
  }

  /** Assigns a stretch to this voice. @returns its number */
  tell(voice: LiveVoice, span: FrameSpan): number {
    if (voice.number < 0) voice.number = this.nextNumber();
    this.speech.assign(span, voice.number);
    return voice.number;
  }

  /** Finds the voices again if anything is new since. */
  refresh(): void {
    if (this.fresh > 0) this.find();
  }

  /** The voice that holds most of what was told under a number; the number itself as long as a voice has it. */
  heirOf(number: number): number {
    return this.heirs.get(number) ?? number;
  }

  /** Assigns a stretch to another number than it was told under. */
  retell(span: FrameSpan, number: number): void {
    this.speech.assign(span, number);
  }

  private nearest(window: Voiceprint): number {
    const ratios = this.found.map(
      ({ voiceprint }) => compareStretches(this.metadata, window, voiceprint).logLikelihoodRatio,
    );
    return Math.max(-Infinity, ...ratios);
  }

  private find(): void {
    this.fresh = 0;
    this.finds += 1;
    const atoms = this.speech.embedded();
    const labels = agglomerate(
      atoms.map(({ embedding }) => embedding),
      { joinAbove: this.metadata.diarization.joinAbove + JOIN_MARGIN, mostClusters: MOST_CLUSTERS },
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

  /** Speech that is too old to be clustered again, as clusters with labels below 0. */
  private anchored(): PooledVoice[] {
    return [...this.anchors].map(([number, { pool, frames }]) => {
      const copy = new FramePool(this.metadata);
      copy.absorb(pool);
      return pooledVoice(this.metadata, -1 - number, copy, frames);
    });
  }

  /** Gives every cluster the number under which most of it was reported, the largest share first. */
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
    this.heirs.clear();
    for (const { cluster, number } of rows) {
      const heir = numbers.get(cluster);
      if (!taken.has(number) && heir !== undefined && !this.heirs.has(number)) this.heirs.set(number, heir);
    }
    return clusters.map((cluster) => ({
      number: numbers.get(cluster) ?? -1,
      voiceprint: cluster.voiceprint,
    }));
  }

  /** A number that is not in use yet. When all are in use, the number of a voice that turned out to be another voice. */
  private nextNumber(): number {
    if (this.given < this.most) return this.given++;
    const taken = new Set(this.found.map(({ number }) => number));
    const free = Array.from({ length: this.most }, (_, n) => n).find((n) => !taken.has(n)) ?? 0;
    // The earlier speech under a reused number belongs to another voice.
    this.anchors.delete(free);
    this.speech.forget(free);
    return free;
  }
}
