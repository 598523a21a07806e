import {
  Baseline,
  baselineOnLine,
  type BaselineState,
  type LinearGaussian,
  lineGrowth,
  type LineSums,
} from '@undertone/model';
import type { LineKnowledge } from './line-knowledge.js';
import { type Lines, modelOfLine } from './lines.js';

/** One of the two readers, as its metadata describes it. */
export interface LineReader {
  readonly id: string;
  readonly version: string;
  readonly classes: readonly unknown[];
  readonly classifier: LinearGaussian;
}

/** A call on a line. */
export interface LineCall {
  readonly orgId: string;
  readonly line: string;
  /** A stream's session, or a recording's own id. */
  readonly callId: string;
  readonly sessionId?: string;
}

type Reader = keyof LineKnowledge;

/** Lines as the readers know them: each reader has sums of its own, which are opened and taught together. */
export class LineBook {
  private readonly readers: readonly (readonly [Reader, LineReader])[];

  constructor(
    private readonly lines: Pick<Lines, 'open' | 'learn'>,
    { live, full }: { readonly live: LineReader; readonly full?: LineReader },
  ) {
    this.readers = [['live', live], ...(full === undefined ? [] : [['full', full] as const])];
  }

  /** What a call may begin with; undefined for a line that no reader knows. */
  async open({ orgId, line }: Pick<LineCall, 'orgId' | 'line'>): Promise<LineKnowledge | undefined> {
    const known = await Promise.all(
      this.readers.map(async ([reader, of]) => {
        const sums = await this.lines.open({ orgId, line, model: modelOfLine(of) });
        return [reader, fits(of, sums) ? baselineOnLine(of.classifier, sums) : undefined] as const;
      }),
    );
    if (known.every(([, state]) => state === undefined)) return undefined;
    return this.whole(Object.fromEntries(known));
  }

  /**
   * Adds what a call taught. Taught again, by the same call, it replaces what was taught before.
   *
   * @param began what {@link open} gave when the call began
   * @param now what its stream knows at the end
   */
  async learn(call: LineCall, began: LineKnowledge | undefined, now: LineKnowledge): Promise<void> {
    const before = this.whole(began ?? {});
    for (const [reader, of] of this.readers) {
      const [was, is] = [before[reader], now[reader]];
      if (was === undefined || is === undefined) continue;
      await this.lines.learn({ ...call, model: modelOfLine(of), growth: lineGrowth(was, is) });
    }
  }

  private whole(known: { readonly [reader in Reader]?: BaselineState | undefined }): LineKnowledge {
    const states = this.readers.map(([reader, of]) => [reader, known[reader] ?? fresh(of)]);
    return Object.fromEntries(states) as LineKnowledge;
  }
}

const fresh = ({ classifier, classes }: LineReader): BaselineState =>
  new Baseline(classifier, classes.length).snapshot();

/** A refitted reader has a new version; one that was built by hand may not, and must not break a call. */
const fits = ({ classifier }: LineReader, sums: LineSums | undefined): sums is LineSums =>
  sums?.heads.length === classifier.heads.length &&
  sums.heads.every(({ precision }, index) => precision.length === classifier.heads[index]?.size);
