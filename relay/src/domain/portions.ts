/**
 * Speech that one reading stands for, ms. The model remembers about 3 s: the reading at the end of 4 s still speaks for
 * all of them, and none is counted twice.
 */
const PORTION_MS = 4_000;

export interface Portion<T> {
  /** Which stretch of speech it belongs to: the model begins each one afresh. */
  readonly stretch: number;
  readonly speechMs: number;
  readonly reading: T;
}

/** Portions as plain data. */
export interface PortionsState<T> {
  readonly portions: readonly Portion<T>[];
  readonly open: Portion<T> | undefined;
  readonly stretch: number;
  readonly evidenceMs: number;
}

/**
 * What of a recording's readings counts: of each stretch of speech the one at its end, when the model has heard all of it;
 * of long ones one for every {@link PORTION_MS}.
 */
export class Portions<T> {
  private readonly portions: Portion<T>[];
  private open: Portion<T> | undefined;
  private stretch: number;
  private evidenceMs: number;

  /** @param state as {@link snapshot} gave it, also after a way through JSON */
  constructor(state: PortionsState<T> = { portions: [], open: undefined, stretch: 0, evidenceMs: 0 }) {
    this.portions = [...state.portions];
    this.open = state.open;
    this.stretch = state.stretch;
    this.evidenceMs = state.evidenceMs;
  }

  /** Takes the reading after `speechMs` more of speech, and the audio behind it since its stretch began. */
  add(speechMs: number, evidenceMs: number, reading: T): void {
    if (evidenceMs < this.evidenceMs) {
      this.close();
      this.stretch++;
    }
    this.evidenceMs = evidenceMs;
    this.open = { stretch: this.stretch, speechMs: (this.open?.speechMs ?? 0) + speechMs, reading };
    if (this.open.speechMs >= PORTION_MS) this.close();
  }

  get isEmpty(): boolean {
    return this.portions.length === 0 && this.open === undefined;
  }

  snapshot(): PortionsState<T> {
    const { portions, open, stretch, evidenceMs } = this;
    return { portions: [...portions], open, stretch, evidenceMs };
  }

  /** All of them, as if the recording ended here. */
  settled(): readonly Portion<T>[] {
    const copy = new Portions(this.snapshot());
    copy.close();
    return copy.portions;
  }

  private close(): void {
    const { open, portions } = this;
    this.open = undefined;
    if (open === undefined) return;
    const last = portions.at(-1);
    // A short rest of a stretch has no say of its own: its reading, which knows more, speaks for both.
    if (last?.stretch === open.stretch && open.speechMs < PORTION_MS / 2) {
      portions[portions.length - 1] = { ...open, speechMs: last.speechMs + open.speechMs };
    } else portions.push(open);
  }
}

/** Of portions, weighted by their speech. @returns undefined without any speech */
export const weightedBySpeech = <T>(
  portions: readonly Portion<T>[],
): { readonly speechMs: number; readonly mean: (value: (reading: T) => number) => number } | undefined => {
  const speechMs = portions.reduce((sum, portion) => sum + portion.speechMs, 0);
  if (speechMs === 0) return undefined;
  return {
    speechMs,
    mean: (value) =>
      portions.reduce((sum, portion) => sum + portion.speechMs * value(portion.reading), 0) / speechMs,
  };
};
