import {
  addLine,
  Baseline,
  baselineOnLine,
  type LinearGaussian,
  lineGrowth,
  type LineSums,
  packBaseline,
  type PackedBaseline,
  unpackBaseline,
} from '@undertone/model';
import { type HeardLine, heardLineFromBytes, heardLineToBytes } from './heard-line.js';
import type { ChannelKnowledge, LineKnowledge } from '@undertone/hearing';
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

/** What one call taught each reader about its line: sums. */
export type LineGrowth = { readonly [reader in Reader]?: LineSums };

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
        return [
          reader,
          fits(of, sums) ? packBaseline(baselineOnLine(of.classifier, sums)) : undefined,
        ] as const;
      }),
    );
    if (known.every(([, state]) => state === undefined)) return undefined;
    return this.whole(Object.fromEntries(known));
  }

  /**
   * Adds what a call taught. Taught again, by the same call, it replaces what was taught before.
   *
   * @param began what {@link open} gave when the call began
   * @param now what each of its channels knows at the end
   */
  async learn(call: LineCall, began: LineKnowledge | undefined, now: ChannelKnowledge): Promise<void> {
    const grown = this.growth(began, now);
    for (const [reader, of] of this.readers) {
      const growth = grown[reader];
      if (growth !== undefined) await this.lines.learn({ ...call, model: modelOfLine(of), growth });
    }
  }

  /** What a call taught, between what it began with and what its channels know now: what each of them learned, together. */
  growth(began: LineKnowledge | undefined, now: ChannelKnowledge): LineGrowth {
    const before = this.whole(began ?? {});
    const grown = this.readers.flatMap(([reader]) => {
      const was = before[reader];
      const growths = now.flatMap((own) => {
        const is = own?.[reader];
        return was === undefined || is === undefined || own === began
          ? []
          : [lineGrowth(unpackBaseline(was), unpackBaseline(is))];
      });
      const [first, ...others] = growths;
      return first === undefined ? [] : [[reader, others.reduce(addLine, first)] as const];
    });
    return Object.fromEntries(grown);
  }

  /**
   * What a call may begin with on a line that these calls taught, besides what is known of it. They are added in an order
   * of their own, so that they may come in any.
   */
  join(began: LineKnowledge | undefined, taught: readonly LineGrowth[]): LineKnowledge {
    const fresh = this.whole({});
    const known = began === undefined ? [] : [this.growth(undefined, [began])];
    const states = this.readers.flatMap(([reader, { classifier }]) => {
      const lessons = [...known, ...inOneOrder(taught)].flatMap((growth) => growth[reader] ?? []);
      const [first, ...others] = lessons;
      const state = first && packBaseline(baselineOnLine(classifier, others.reduce(addLine, first)));
      return [[reader, state ?? fresh[reader]] as const];
    });
    return Object.fromEntries(states) as unknown as LineKnowledge;
  }

  /** What a live session knows, to be kept beside its checkpoint. */
  pack(heard: HeardLine): Uint8Array {
    return heardLineToBytes(this.models, heard);
  }

  /** What {@link pack} wrote; undefined where other readers heard it. */
  unpack(bytes: Uint8Array): HeardLine | undefined {
    return heardLineFromBytes(this.models, bytes);
  }

  private get models(): string[] {
    return this.readers.map(([, of]) => modelOfLine(of));
  }

  private whole(known: { readonly [reader in Reader]?: PackedBaseline | undefined }): LineKnowledge {
    const states = this.readers.map(([reader, of]) => [reader, known[reader] ?? fresh(of)]);
    return Object.fromEntries(states) as LineKnowledge;
  }
}

const fresh = ({ classifier, classes }: LineReader): PackedBaseline =>
  packBaseline(new Baseline(classifier, classes.length).snapshot());

/** A refitted reader has a new version; one that was built by hand may not, and must not break a call. */
const fits = ({ classifier }: LineReader, sums: LineSums | undefined): sums is LineSums =>
  sums?.heads.length === classifier.heads.length &&
  sums.heads.every(({ precision }, index) => precision.length === classifier.heads[index]?.size);

const inOneOrder = (growths: readonly LineGrowth[]): LineGrowth[] =>
  growths
    .map((growth) => ({ growth, key: JSON.stringify(growth) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ growth }) => growth);
