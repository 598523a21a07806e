import { defined } from '../../defined.js';
import type { EmotionReading, SpanQuality } from '@undertone/hearing';

/**
 * How much speech one reading stands for, ms. The model remembers about 3 s. So the reading at the end of 4 s still stands
 * for all of them, and no speech is counted twice.
 */
const PORTION_MS = 4_000;

export interface SpeechPortion<T> {
  /** Which stretch of speech it belongs to. The model starts each stretch afresh. */
  readonly stretch: number;
  /** Speech that gave readings, ms. */
  readonly speechMs: number;
  readonly reading: T;
  /** All audio taken for speech, with or without a reading, ms. */
  readonly heardMs: number;
  /** How much of `heardMs` was not speech: each span's length × its probability of not being speech. */
  readonly otherMs: number;
  /** Where in the audio it lies, from its first speech to its last. Present when the spans tell where they lie. */
  readonly startMs?: number;
  readonly endMs?: number;
  /** Set where the reading is the full reader's, which heard the whole utterance. */
  readonly revised?: boolean;
}

/** A portion that is not finished. It has no reading yet when it begins with something that is not speech. */
type Open<T> = Omit<SpeechPortion<T>, 'reading'> & { readonly reading?: T };

/** The parts of a span's result that decide how much it counts. */
export interface PortionInput {
  readonly emotion?: Pick<EmotionReading, 'evidenceMs'>;
  readonly notSpeech?: Pick<EmotionReading, 'evidenceMs'>;
  readonly quality?: Pick<SpanQuality, 'outOfDomain'>;
  readonly startMs?: number;
  readonly endMs?: number;
}

/** The state of {@link SpeechPortions} as plain data. */
export interface SpeechPortionsState<T> {
  readonly portions: readonly SpeechPortion<T>[];
  readonly open: Open<T> | undefined;
  readonly stretch: number;
  readonly evidenceMs: number;
}

/**
 * Chooses the readings of a recording that count. Each stretch of speech counts by the reading at its end, when the model
 * has heard all of it. A long stretch counts by one reading for every {@link PORTION_MS}.
 */
export class SpeechPortions<T> {
  private readonly portions: SpeechPortion<T>[];
  private open: Open<T> | undefined;
  private stretch: number;
  private evidenceMs: number;

  /** @param state a {@link snapshot}, which may have been stored as JSON */
  constructor(state: SpeechPortionsState<T> = { portions: [], open: undefined, stretch: 0, evidenceMs: 0 }) {
    this.portions = [...state.portions];
    this.open = state.open;
    this.stretch = state.stretch;
    this.evidenceMs = state.evidenceMs;
  }

  /**
   * Takes in a span with `speechMs` of speech and the reading after it. Audio that was taken for speech but is not speech has
   * no reading. It lowers the trust in the readings next to it.
   * @param whole the full reader's reading of the stretch that ended in this span or before it
   */
  hear(input: PortionInput, speechMs: number, reading: T | undefined, whole?: T): void {
    const evidence = reading === undefined ? input.notSpeech : input.emotion;
    const begins = speechMs > 0 && evidence !== undefined && evidence.evidenceMs < this.evidenceMs;
    if (begins) this.revise(whole);
    this.take(input, evidence, speechMs, reading);
    if (!begins) this.revise(whole);
  }

  private take(
    input: PortionInput,
    evidence: Pick<EmotionReading, 'evidenceMs'> | undefined,
    speechMs: number,
    reading: T | undefined,
  ): void {
    if (speechMs <= 0 || evidence === undefined) return;
    const open = this.reach(evidence.evidenceMs);
    const outOfDomain = input.quality?.outOfDomain ?? (reading === undefined ? 1 : 0);
    this.open = {
      ...open,
      ...placeOf(open, input, speechMs),
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

  /** Whether any reading is the full reader's. */
  get isRevised(): boolean {
    return this.portions.some(({ revised }) => revised === true);
  }

  snapshot(): SpeechPortionsState<T> {
    const { portions, open, stretch, evidenceMs } = this;
    return { portions: [...portions], open, stretch, evidenceMs };
  }

  /** All portions, as if the recording ended here. */
  settled(): readonly SpeechPortion<T>[] {
    const copy = new SpeechPortions(this.snapshot());
    copy.close();
    return copy.portions;
  }

  /** Puts the reading of a whole utterance in the place of those of its parts. */
  private revise(whole: T | undefined): void {
    if (whole === undefined) return;
    this.close();
    for (let at = this.portions.length - 1; at >= 0; at--) {
      const portion = this.portions[at];
      if (portion === undefined || portion.stretch !== this.stretch || portion.revised === true) return;
      this.portions[at] = { ...portion, reading: whole, revised: true };
    }
  }

  /** The open portion, or the first portion of a new stretch. */
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
    // A short rest at the end of a stretch joins the portion before it. Its reading has more evidence, so it counts for both.
    if (last?.stretch === open.stretch && open.speechMs < PORTION_MS / 2) {
      portions[portions.length - 1] = {
        ...(last.revised === true ? last : closed),
        ...defined({ startMs: last.startMs, endMs: closed.endMs }),
        speechMs: last.speechMs + open.speechMs,
        heardMs: last.heardMs + open.heardMs,
        otherMs: last.otherMs + open.otherMs,
      };
    } else portions.push(closed);
  }
}

/** The speech of a span that begins a portion is at the span's end, of one that continues it at the span's start. */
const placeOf = (
  open: Pick<SpeechPortion<unknown>, 'startMs'>,
  { startMs, endMs }: PortionInput,
  speechMs: number,
): Pick<SpeechPortion<unknown>, 'startMs' | 'endMs'> => {
  if (startMs === undefined || endMs === undefined) return {};
  if (open.startMs === undefined) return { startMs: Math.max(startMs, endMs - speechMs), endMs };
  return { endMs: Math.min(endMs, startMs + speechMs) };
};

/** The share of the heard audio that was speech, 0 to 1. */
export const speechShare = ({
  heardMs,
  otherMs,
}: Pick<SpeechPortion<unknown>, 'heardMs' | 'otherMs'>): number =>
  heardMs > 0 ? Math.max(0, 1 - otherMs / heardMs) : 1;

/** The weight of a portion that is certainly not speech. It is above 0, so that a recording with only this portion has a mean. */
const LEAST_SHARE = 1e-3;

/**
 * Means over portions. Each is weighted by its speech, times the share that really was speech.
 * @returns undefined without any portion
 */
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
