import { DoubleRoom } from './double-room.js';
import type { GaussianHead, ToldApart } from './linear-gaussian.js';

/** What was heard, and how far it was told apart: plain numbers. */
export interface Heard {
  /** Amount of audio heard, in clips. */
  count: number;
  /** [classes] sum of the clips' posteriors. */
  readonly classes: number[];
  /** Sum of the posteriors' entropies, nats. */
  entropy: number;
}

/** What was heard of one voice in one head's coordinates. */
export interface VoiceSums extends Heard {
  /** [size] the weighted part of its sound that its probable classes do not explain. */
  readonly sums: number[];
}

/** What a head knows about a line: sums, without any audio. */
export interface ShiftState {
  /** [size] precision of the line's shift, including its prior's. */
  readonly precision: number[];
  /** [size] precision-weighted mean of the voices' shifts. */
  readonly weighted: number[];
  /** Of all its voices. */
  readonly heard: Heard;
  /** What was heard of each voice, by its name. */
  readonly voices: Record<string, VoiceSums>;
}

/** What is believed of a voice's shift; not changed, because others hold it too. */
export interface Shift {
  /** [size] */
  readonly mean: Float64Array;
  /** [size] of the mean */
  readonly variance: Float64Array;
}

/** A clip's part in what is known. */
export interface HeardClip {
  /** [size] the part of its sound that its probable class does not explain. */
  readonly rest: ArrayLike<number>;
  /** [classes] */
  readonly posterior: ArrayLike<number>;
  /** Clips' worth, above 0. */
  readonly weight: number;
}

const LEAST_VARIANCE = 1e-6;
/** How steeply a shift counts once its clips are told apart. */
const STEEPNESS = 4;

/** One list for all books of a head. */
const priors = new WeakMap<GaussianHead, readonly number[]>();

/** [size] precision of a line's shift before anything is heard of it. */
export const priorPrecision = (head: GaussianHead): readonly number[] => {
  const known = priors.get(head);
  if (known !== undefined) return known;
  const prior = head.line.map((variance) => 1 / (variance + LEAST_VARIANCE));
  priors.set(head, prior);
  return prior;
};

export const nothingHeard = ({ classes }: GaussianHead): Heard => ({
  count: 0,
  classes: classes.map(() => 0),
  entropy: 0,
});

/** {@link Heard} as a book keeps it. */
interface KeptHeard extends Omit<Heard, 'classes'> {
  readonly classes: Float64Array;
}

/** {@link VoiceSums} as a book keeps them. */
interface KeptVoice extends KeptHeard {
  readonly sums: Float64Array;
}

/** Doubles that a head keeps of each voice. */
export const doublesOfVoice = ({ size, classes }: GaussianHead): number => size + classes.length;

/** One head's line and voices: what they always sound like, as posteriors of normals (conjugate, coordinate by coordinate). */
export class ShiftBook {
  private readonly prior: readonly number[];
  private readonly precision: Float64Array;
  private readonly weighted: Float64Array;
  private readonly heard: KeptHeard;
  private readonly voices = new Map<string, KeptVoice>();
  /** Of voices that were asked for since the last clip. A clip is judged twice a second, and rarely teaches. */
  private readonly shifts = new Map<string, Shift>();

  /**
   * @param apart when clips count as told apart; without it they always do
   * @param state from an earlier book of the same head, also after a conversion to JSON and back
   * @param room where its numbers lie, which several books may share
   */
  constructor(
    private readonly head: GaussianHead,
    private readonly apart?: ToldApart,
    state?: ShiftState,
    private readonly room = new DoubleRoom(doublesOfVoice(head)),
  ) {
    this.prior = priorPrecision(head);
    this.precision = room.copy(state?.precision ?? this.prior);
    this.weighted = state === undefined ? room.take(head.size) : room.copy(state.weighted);
    this.heard = this.kept(state?.heard);
    for (const [name, voice] of Object.entries(state?.voices ?? {}))
      this.voices.set(name, { ...this.kept(voice), sums: room.copy(voice.sums) });
  }

  /** What is known, as plain data; what is heard later changes nothing of that. */
  get state(): ShiftState {
    return {
      precision: [...this.precision],
      weighted: [...this.weighted],
      heard: plain(this.heard),
      voices: Object.fromEntries(
        Array.from(this.voices, ([name, voice]) => [name, { ...plain(voice), sums: [...voice.sums] }]),
      ),
    };
  }

  /** Mean and variance of a voice's shift. For a voice never heard, those of the line. */
  of(name: string): Shift {
    const known = this.shifts.get(name);
    if (known !== undefined) return known;
    const shift = this.shiftOf(name);
    this.shifts.set(name, shift);
    return shift;
  }

  private shiftOf(name: string): Shift {
    const { precision, weighted, heard } = this;
    const voice = this.voices.get(name);
    const { size } = this.head;
    const mean = new Float64Array(size);
    const variance = new Float64Array(size);
    const [lineDoubt, voiceDoubt] = [this.doubt(heard), voice === undefined ? 0 : this.doubt(voice)];
    const count = voice === undefined ? 0 : 1 / (1 / voice.count + voiceDoubt);
    for (let d = 0; d < size; d++) {
      // Evidence that came from this voice must not return to it through the line.
      const own = voice === undefined ? 0 : this.share(voice, d);
      const told =
        (weighted[d] ?? 0) - (voice === undefined ? 0 : (own * (voice.sums[d] ?? 0)) / voice.count);
      const evidence = Math.max(0, (precision[d] ?? 0) - own - (this.prior[d] ?? 0));
      const believed = 1 / (1 + evidence * lineDoubt);
      const known = (this.prior[d] ?? 0) + believed * evidence;
      const prior = 1 / known + (this.head.voice[d] ?? 0);
      const total = 1 / prior + count;
      const ownMean = voice === undefined ? 0 : (voice.sums[d] ?? 0) / voice.count;
      mean[d] = ((believed * told) / known / prior + count * ownMean) / total;
      variance[d] = 1 / total;
    }
    return { mean, variance };
  }

  /** Adds a clip. */
  hear(name: string, { rest, posterior, weight }: HeardClip): void {
    this.shifts.clear();
    const known = this.voices.get(name);
    const voice = known ?? { ...this.kept(), sums: this.room.take(this.head.size) };
    if (known !== undefined) this.give(voice, -1);
    count(voice, posterior, weight);
    count(this.heard, posterior, weight);
    for (let d = 0; d < this.head.size; d++) voice.sums[d] = (voice.sums[d] ?? 0) + weight * (rest[d] ?? 0);
    this.voices.set(name, voice);
    this.give(voice, 1);
  }

  /** Adds or removes a voice's contribution to the line. */
  private give(voice: KeptVoice, sign: 1 | -1): void {
    const { precision, weighted } = this;
    for (let d = 0; d < this.head.size; d++) {
      const share = sign * this.share(voice, d);
      precision[d] = (precision[d] ?? 0) + share;
      weighted[d] = (weighted[d] ?? 0) + (share * (voice.sums[d] ?? 0)) / voice.count;
    }
  }

  private share(voice: KeptVoice, d: number): number {
    return 1 / ((this.head.voice[d] ?? 0) + 1 / voice.count);
  }

  private kept({ count, classes, entropy }: Heard = nothingHeard(this.head)): KeptHeard {
    return { count, classes: this.room.copy(classes), entropy };
  }

  /** Variance that the mean of what was heard has because its clips may all be of one mood. */
  private doubt(heard: KeptHeard): number {
    if (this.apart === undefined) return 0;
    const { variance, nats } = this.apart;
    return variance * Math.exp(-((informationOf(heard) / nats) ** STEEPNESS));
  }
}

const plain = ({ count, classes, entropy }: KeptHeard): Heard => ({ count, classes: [...classes], entropy });

/** Mutual information of clips and their classes, nats: 0 where every clip was judged alike. */
const informationOf = ({ count, classes, entropy }: KeptHeard): number => {
  if (count <= 0) return 0;
  let whole = 0;
  for (const share of classes) whole += entropyOf(share / count);
  return Math.max(0, whole - entropy / count);
};

const entropyOf = (probability: number): number =>
  probability > 0 ? -probability * Math.log(probability) : 0;

const count = (heard: KeptHeard, posterior: ArrayLike<number>, weight: number): void => {
  heard.count += weight;
  for (let c = 0; c < heard.classes.length; c++) {
    const probability = posterior[c] ?? 0;
    heard.classes[c] = (heard.classes[c] ?? 0) + weight * probability;
    heard.entropy += weight * entropyOf(probability);
  }
};
