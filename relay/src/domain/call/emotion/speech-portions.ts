import type { EmotionReading, SpanQuality } from '../analysis-result.js';

/**
 * Speech that one reading stands for, ms. The model remembers about 3 s: the reading at the end of 4 s still speaks for
 * all of them, and none is counted twice.
 */
const PORTION_MS = 4_000;

export interface SpeechPortion<T> {
  /** Which stretch of speech it belongs to: the model begins each one afresh. */
  readonly stretch: number;
  /** That gave readings. */
  readonly speechMs: number;
  readonly reading: T;
  /** All that was taken for speech, also where it gave no reading. */
  readonly heardMs: number;
  /** How much of that was none: each span's length times its probability to be no speech. */
  readonly otherMs: number;
}

/** One that goes on; what begins with no speech has no reading yet. */
type Open<T> = Omit<SpeechPortion<T>, 'reading'> & { readonly reading?: T };

/** What of a span's result says how much it counts. */
export interface PortionInput {
  readonly emotion?: Pick<EmotionReading, 'evidenceMs'>;
  readonly notSpeech?: Pick<EmotionReading, 'evidenceMs'>;
  readonly quality?: Pick<SpanQuality, 'outOfDomain'>;
}

/** Portions as plain data. */
export interface SpeechPortionsState<T> {
  readonly portions: readonly SpeechPortion<T>[];
  readonly open: Open<T> | undefined;
  readonly stretch: number;
  readonly evidenceMs: number;
}

/**
 * What of a recording's readings counts: of each stretch of speech the one at its end, when the model has heard all of it;
 * of long ones one for every {@link PORTION_MS}.
 */
export class SpeechPortions<T> {
  private readonly portions: SpeechPortion<T>[];
  private open: Open<T> | undefined;
  private stretch: number;
  private evidenceMs: number;

  /** @param state as {@link snapshot} gave it, also after a way through JSON */
  constructor(state: SpeechPortionsState<T> = { portions: [], open: undefined, stretch: 0, evidenceMs: 0 }) {
    this.portions = [...state.portions];
    this.open = state.open;
    this.stretch = state.stretch;
    this.evidenceMs = state.evidenceMs;
  }

  /**
   * Takes a span of `speechMs` of speech, and what was read after it. What was taken for speech and is none has no reading;
   * the readings beside it are believed the less.
   */
  hear({ emotion, notSpeech, quality }: PortionInput, speechMs: number, reading: T | undefined): void {
    const evidence = reading === undefined ? notSpeech : emotion;
    if (speechMs <= 0 || evidence === undefined) return;
    const open = this.reach(evidence.evidenceMs);
    const outOfDomain = quality?.outOfDomain ?? (reading === undefined ? 1 : 0);
    this.open = {
      ...open,
      ...(reading !== undefined && { reading }),
      speechMs: open.speechMs + (reading === undefined ? 0 : speechMs),
      heardMs: open.heardMs + speechMs,
      otherMs: open.otherMs + speechMs * outOfDomain,
    };
    const otherMs = this.open.heardMs - this.open.speechMs;
    if (Math.max(this.open.speechMs, otherMs) >= PORTION_MS) this.close();
  }

  get isEmpty(): boolean {
    return this.portions.length === 0 && this.open?.reading === undefined;
  }

  snapshot(): SpeechPortionsState<T> {
    const { portions, open, stretch, evidenceMs } = this;
    return { portions: [...portions], open, stretch, evidenceMs };
  }

  /** All of them, as if the recording ended here. */
  settled(): readonly SpeechPortion<T>[] {
    const copy = new SpeechPortions(this.snapshot());
    copy.close();
    return copy.portions;
  }

  /** The open portion, or the first of a new stretch. */
  private reach(evidenceMs: number): Open<T> {
    if (evidenceMs < this.evidenceMs) {
      this.close();
      this.stretch++;
    }
    this.evidenceMs = evidenceMs;
    return this.open ?? { stretch: this.stretch, speechMs: 0, heardMs: 0, otherMs: 0 };
  }

  private close(): void {
    const { open, portions } = this;
    this.open = undefined;
    if (open === undefined) return;
    const { reading, ...rest } = open;
    if (reading === undefined) return;
    const closed = { ...rest, reading };
    const last = portions.at(-1);
    // A short rest of a stretch has no say of its own: its reading, which knows more, speaks for both.
    if (last?.stretch === open.stretch && open.speechMs < PORTION_MS / 2) {
      portions[portions.length - 1] = {
        ...closed,
        speechMs: last.speechMs + open.speechMs,
        heardMs: last.heardMs + open.heardMs,
        otherMs: last.otherMs + open.otherMs,
      };
    } else portions.push(closed);
  }
}

/** Share of what was heard that was speech, 0 to 1. */
export const speechShare = ({
  heardMs,
  otherMs,
}: Pick<SpeechPortion<unknown>, 'heardMs' | 'otherMs'>): number =>
  heardMs > 0 ? Math.max(0, 1 - otherMs / heardMs) : 1;

/** What a portion that is no speech for certain still weighs: alone, it speaks for the recording. */
const LEAST_SHARE = 1e-3;

/** Of portions, weighted by their speech, as far as it was speech. @returns undefined without any */
export const weightedBySpeech = <T>(
  portions: readonly SpeechPortion<T>[],
):
  | {
      readonly speechMs: number;
      readonly mean: (value: (reading: T, portion: SpeechPortion<T>) => number) => number;
    }
  | undefined => {
  const weights = portions.map((portion) => portion.speechMs * Math.max(LEAST_SHARE, speechShare(portion)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return undefined;
  return {
    speechMs: portions.reduce((sum, portion) => sum + portion.speechMs, 0),
    mean: (value) =>
      portions.reduce((sum, portion, i) => sum + (weights[i] ?? 0) * value(portion.reading, portion), 0) /
      total,
  };
};
