/** Speech that one reading stands for, ms: as `../analyze/opinion.ts` counts it. */
const PORTION_MS = 4_000;

interface Portion {
  stretch: number;
  speechMs: number;
  values: readonly number[];
}

/**
 * The mean of what was heard over a recording by the rule of its opinion: of each stretch of speech the reading at its end,
 * of long ones one for every portion, weighted by speech.
 */
export class PortionMean {
  private readonly portions: Portion[] = [];
  private open: Portion | undefined;
  private stretch = 0;
  private evidenceMs = 0;

  /** Takes the values after `speechMs` more of speech, and the audio behind them since their stretch began. */
  add(speechMs: number, evidenceMs: number, values: readonly number[]): void {
    if (evidenceMs < this.evidenceMs) {
      this.close();
      this.stretch++;
    }
    this.evidenceMs = evidenceMs;
    this.open = { stretch: this.stretch, speechMs: (this.open?.speechMs ?? 0) + speechMs, values };
    if (this.open.speechMs >= PORTION_MS) this.close();
  }

  /** Undefined before any speech. The last to be called. */
  read(): number[] | undefined {
    this.close();
    const speechMs = this.portions.reduce((sum, portion) => sum + portion.speechMs, 0);
    const [first] = this.portions;
    if (first === undefined || speechMs === 0) return undefined;
    return first.values.map(
      (_, i) =>
        this.portions.reduce((sum, portion) => sum + portion.speechMs * (portion.values[i] ?? 0), 0) /
        speechMs,
    );
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
