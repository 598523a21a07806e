import { EmbeddingProjection } from './embedding-projection.js';
import { FramePool } from './frame-pool.js';
import type { SpeakerFrames } from './speaker-frames.js';
import type { SpeakerMetadata } from './speaker-metadata.js';
import type { FrameSpan } from './speech-mask.js';

/** The frames of speech in an atom. */
const ATOM_FRAMES = 10;
/** A pause of more frames than this ends a stretch, because another person may speak after it (EXPERIMENTS.md). */
const LONGEST_GAP = 3;

/** Half a second of speech. */
export interface SpeechAtom {
  readonly stretch: number;
  readonly from: number;
  to: number;
  frames: number;
  readonly pool: FramePool;
  /** From this atom and its neighbors on either side, within the stretch. */
  embedding: Float32Array;
  /** The number of its assigned voice; -1 for none. */
  voice: number;
}

/** Cuts the speech of a live stream into atoms as it arrives; three in a row are a window of a second and a half. */
export class SpeechAtoms {
  private readonly atoms: SpeechAtom[] = [];
  private readonly projection: EmbeddingProjection;
  /** Atoms from this index on have changed since they were embedded. */
  private stale = 0;
  private stretch = 0;
  private pause = Infinity;

  constructor(private readonly metadata: SpeakerMetadata) {
    this.projection = EmbeddingProjection.of(metadata);
  }

  get count(): number {
    return this.atoms.length;
  }

  /**
   * Takes the next frames of the stream, which are `span` of `frames`.
   *
   * @param first the stream's number of the frame at index 0
   * @returns how many atoms began
   */
  push(frames: SpeakerFrames, { from, to }: FrameSpan, first: number): number {
    const { speechAbove } = this.metadata.diarization;
    const before = this.atoms.length;
    for (let n = from; n < to; n += 1)
      if ((frames.activity[2 * n] ?? 0) >= speechAbove) this.add(frames, n, first + n);
      else this.pause += 1;
    return this.atoms.length - before;
  }

  /** All atoms, each with the embedding of itself and its neighbors as they are now. */
  embedded(): readonly SpeechAtom[] {
    for (let at = this.stale; at < this.atoms.length; at += 1) {
      const atom = this.atoms[at];
      if (atom === undefined) continue;
      const pool = new FramePool(this.metadata);
      for (const near of [this.atoms[at - 1], atom, this.atoms[at + 1]])
        if (near?.stretch === atom.stretch) pool.absorb(near.pool);
      atom.embedding = this.projection.project(pool.statistics());
    }
    this.stale = this.atoms.length;
    return this.atoms;
  }

  /** Assigns the atoms whose middle lies in a stretch to a voice. */
  assign({ from, to }: FrameSpan, voice: number): void {
    for (let at = this.atoms.length - 1; at >= 0; at -= 1) {
      const atom = this.atoms[at];
      if (atom === undefined || atom.to <= from) return;
      const middle = (atom.from + atom.to) / 2;
      if (middle >= from && middle < to) atom.voice = voice;
    }
  }

  /** Removes this voice from its atoms. */
  forget(voice: number): void {
    for (const atom of this.atoms) if (atom.voice === voice) atom.voice = -1;
  }

  /** Removes the oldest atoms until `most` are left, and returns them. */
  shed(most: number): readonly SpeechAtom[] {
    const gone = this.atoms.splice(0, Math.max(0, this.atoms.length - most));
    this.stale = Math.max(0, this.stale - gone.length);
    return gone;
  }

  private add(frames: SpeakerFrames, n: number, frame: number): void {
    if (this.pause > LONGEST_GAP) this.stretch += 1;
    this.pause = 0;
    let atom = this.atoms.at(-1);
    if (atom === undefined || atom.stretch !== this.stretch || atom.frames >= ATOM_FRAMES) {
      const pool = new FramePool(this.metadata);
      const embedding = new Float32Array(this.metadata.dimensions);
      atom = { stretch: this.stretch, from: frame, to: frame, frames: 0, pool, embedding, voice: -1 };
      this.atoms.push(atom);
    }
    atom.pool.add(frames, n, n + 1);
    atom.frames += 1;
    atom.to = frame + 1;
    // This atom and the one before it, whose neighbor it is.
    this.stale = Math.min(this.stale, Math.max(0, this.atoms.length - 2));
  }
}
