import type { BaselineState, Heard } from '@undertone/model';
import type { ChannelKnowledge, LineKnowledge } from '@undertone/hearing';

/** What a live session knows of its line and voices, for whoever takes it up: sums, and no audio. */
export interface HeardLine {
  /** As the call began; the line learns only what came after. */
  readonly began: LineKnowledge | undefined;
  readonly now: ChannelKnowledge;
}

const FORMAT = 3;

const READERS = ['live', 'full'] as const satisfies readonly (keyof LineKnowledge)[];

/** A baseline without its lists of numbers, which follow in the order in which they are named here. */
interface Outline {
  readonly count: number;
  readonly gaps: readonly number[];
  readonly lineSeconds: number;
  readonly voiceSeconds: Readonly<Record<string, number>>;
  readonly heads: readonly {
    readonly size: number;
    readonly heard: Heard;
    readonly voices: readonly (readonly [name: string, heard: Heard])[];
  }[];
}

/** A number is a channel's. */
type Place = `${'began' | number}/${keyof LineKnowledge}`;

interface Header {
  readonly format: number;
  /** The readers that it fits. */
  readonly models: readonly string[];
  readonly channels: number;
  readonly outlines: { readonly [place in Place]?: Outline };
}

/**
 * A header as JSON behind its length, then 32-bit floats: half of the bytes, and more digits than the readers hear.
 *
 * @param models the readers that it fits
 */
export const heardLineToBytes = (models: readonly string[], { began, now }: HeardLine): Uint8Array => {
  const owners = [['began', began] as const, ...now.map((own, channel) => [channel, own] as const)];
  const known = owners.flatMap(([owner, own]) =>
    READERS.flatMap((reader) => {
      const state = own?.[reader];
      return state === undefined ? [] : [[`${owner}/${reader}` satisfies Place, state] as const];
    }),
  );
  const outlines = Object.fromEntries(known.map(([place, state]) => [place, outlineOf(state)]));
  const header = Buffer.from(
    JSON.stringify({ format: FORMAT, models, channels: now.length, outlines } satisfies Header),
  );
  const numbers = Float32Array.from(known.flatMap(([, state]) => numbersOf(state)));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(header.length);
  return Buffer.concat([length, header, Buffer.from(numbers.buffer)]);
};

/** What {@link heardLineToBytes} wrote; undefined for other readers than these, and for what cannot be read. */
export const heardLineFromBytes = (models: readonly string[], bytes: Uint8Array): HeardLine | undefined => {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const end = 4 + view.readUInt32LE();
    const { format, models: fits, channels, outlines } = JSON.parse(view.toString('utf8', 4, end)) as Header;
    if (format !== FORMAT || JSON.stringify(fits) !== JSON.stringify(models)) return undefined;
    let at = end;
    const list = (size: number): number[] =>
      Array.from({ length: size }, () => {
        const value = view.readFloatLE(at);
        at += 4;
        return value;
      });
    const knowledgeOf = (owner: 'began' | number): LineKnowledge | undefined => {
      const [live, full] = READERS.map((reader) => {
        const outline = outlines[`${owner}/${reader}`];
        return outline && stateOf(outline, list);
      });
      return live && { live, ...(full !== undefined && { full }) };
    };
    const began = knowledgeOf('began');
    return { began, now: Array.from({ length: channels }, (_, channel) => knowledgeOf(channel)) };
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError) return undefined;
    throw error;
  }
};

const outlineOf = ({ count, gaps, lineSeconds, voiceSeconds, heads }: BaselineState): Outline => ({
  count,
  gaps,
  lineSeconds,
  voiceSeconds,
  heads: heads.map(({ precision, heard, voices }) => ({
    size: precision.length,
    heard,
    voices: Object.entries(voices).map(
      ([name, { count, classes, entropy }]) => [name, { count, classes, entropy }] as const,
    ),
  })),
});

const numbersOf = ({ heads }: BaselineState): number[] =>
  heads.flatMap(({ precision, weighted, voices }) => [
    ...precision,
    ...weighted,
    ...Object.values(voices).flatMap(({ sums }) => sums),
  ]);

const stateOf = ({ heads, ...rest }: Outline, list: (size: number) => number[]): BaselineState => ({
  ...rest,
  heads: heads.map(({ size, heard, voices }) => ({
    precision: list(size),
    weighted: list(size),
    heard,
    voices: Object.fromEntries(voices.map(([name, own]) => [name, { ...own, sums: list(size) }])),
  })),
});
