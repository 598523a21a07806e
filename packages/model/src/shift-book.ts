import type { GaussianHead } from './linear-gaussian.js';

/** What was heard of one voice in one head's coordinates: plain numbers. */
export interface VoiceSums {
  /** Amount of audio heard, in clips. */
  count: number;
  /** [size] the weighted part of its sound that its probable classes do not explain. */
  readonly sums: number[];
}

/** What a head knows about a line: sums, without any audio. */
export interface ShiftState {
  /** [size] precision of the line's shift, including its prior's. */
  readonly precision: number[];
  /** [size] precision-weighted mean of the voices' shifts. */
  readonly weighted: number[];
  readonly voices: Record<string, VoiceSums>;
}

const LEAST_VARIANCE = 1e-6;

/** [size] precision of a line's shift before anything is heard of it. */
export const priorPrecision = (head: GaussianHead): number[] =>
  head.line.map((variance) => 1 / (variance + LEAST_VARIANCE));

/** One head's line and voices: what they always sound like, as posteriors of normals (conjugate, coordinate by coordinate). */
export class ShiftBook {
  readonly state: ShiftState;

  /** @param state from an earlier book of the same head, also after a conversion to JSON and back */
  constructor(
    private readonly head: GaussianHead,
    state?: ShiftState,
  ) {
    this.state = state ?? {
      precision: priorPrecision(head),
      weighted: head.line.map(() => 0),
      voices: {},
    };
  }

  /** Mean and variance of a voice's shift. For a voice never heard, those of the line. */
  of(name: string): { readonly mean: Float64Array; readonly variance: Float64Array } {
    const { precision, weighted, voices } = this.state;
    const voice = Object.hasOwn(voices, name) ? voices[name] : undefined;
    const { size } = this.head;
    const mean = new Float64Array(size);
    const variance = new Float64Array(size);
    for (let d = 0; d < size; d++) {
      // Evidence that came from this voice must not return to it through the line.
      const own = voice === undefined ? 0 : this.share(voice, d);
      const known = (precision[d] ?? 0) - own;
      const told =
        (weighted[d] ?? 0) - (voice === undefined ? 0 : (own * (voice.sums[d] ?? 0)) / voice.count);
      const prior = 1 / known + (this.head.voice[d] ?? 0);
      const total = 1 / prior + (voice?.count ?? 0);
      mean[d] = (told / known / prior + (voice?.sums[d] ?? 0)) / total;
      variance[d] = 1 / total;
    }
    return { mean, variance };
  }

  /**
   * Adds a clip.
   *
   * @param rest the part of its sound that its probable class does not explain
   * @param weight clips' worth, above 0
   */
  hear(name: string, rest: ArrayLike<number>, weight: number): void {
    const { voices } = this.state;
    const known = Object.hasOwn(voices, name) ? voices[name] : undefined;
    const voice = known ?? { count: 0, sums: this.head.line.map(() => 0) };
    if (known !== undefined) this.give(voice, -1);
    voice.count += weight;
    for (let d = 0; d < this.head.size; d++) voice.sums[d] = (voice.sums[d] ?? 0) + weight * (rest[d] ?? 0);
    Object.defineProperty(voices, name, {
      value: voice,
      enumerable: true,
      configurable: true,
      writable: true,
    });
    this.give(voice, 1);
  }

  /** Adds or removes a voice's contribution to the line. */
  private give(voice: VoiceSums, sign: 1 | -1): void {
    const { precision, weighted } = this.state;
    for (let d = 0; d < this.head.size; d++) {
      const share = sign * this.share(voice, d);
      precision[d] = (precision[d] ?? 0) + share;
      weighted[d] = (weighted[d] ?? 0) + (share * (voice.sums[d] ?? 0)) / voice.count;
    }
  }

  private share(voice: VoiceSums, d: number): number {
    return 1 / ((this.head.voice[d] ?? 0) + 1 / voice.count);
  }
}
