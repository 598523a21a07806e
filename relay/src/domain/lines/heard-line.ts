import { numbersOf, type PackedBaseline } from '@undertone/model';
import type { ChannelKnowledge, LineKnowledge } from '@undertone/hearing';

/** What a live session knows of its line and voices, for whoever takes it up: sums, and no audio. */
export interface HeardLine {
  /** As the call began; the line learns only what came after. */
  readonly began: LineKnowledge | undefined;
  readonly now: ChannelKnowledge;
}

const FORMAT = 5;

const READERS = ['live', 'full'] as const satisfies readonly (keyof LineKnowledge)[];

/** A baseline without its numbers. */
type Outline = Omit<PackedBaseline, 'numbers'>;

/** A number is a channel's. */
type Place = `${'began' | number}/${keyof LineKnowledge}`;

interface Header {
  readonly format: number;
  /** The readers that it fits. */
  readonly models: readonly string[];
  readonly channels: number;
  /** In the order of their numbers. */
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
      const packed = own?.[reader];
      return packed === undefined ? [] : [[`${owner}/${reader}` satisfies Place, packed] as const];
    }),
  );
  const outlines = Object.fromEntries(
    known.map(([place, { sizes, classes, told, voices }]) => [
      place,
      { sizes, classes, told, voices } satisfies Outline,
    ]),
  );
  const header = Buffer.from(
    JSON.stringify({ format: FORMAT, models, channels: now.length, outlines } satisfies Header),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32LE(header.length);
  const numbers = known.map(([, packed]) => Buffer.from(Float32Array.from(packed.numbers).buffer));
  return Buffer.concat([length, header, ...numbers]);
};

/** What {@link heardLineToBytes} wrote; undefined for other readers than these, and for what cannot be read. */
export const heardLineFromBytes = (models: readonly string[], bytes: Uint8Array): HeardLine | undefined => {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    let at = 4 + view.readUInt32LE();
    const { format, models: fits, channels, outlines } = JSON.parse(view.toString('utf8', 4, at)) as Header;
    if (format !== FORMAT || JSON.stringify(fits) !== JSON.stringify(models)) return undefined;
    const packed = (outline: Outline): PackedBaseline => {
      const numbers = Float32Array.from({ length: numbersOf(outline) }, (_, n) =>
        view.readFloatLE(at + 4 * n),
      );
      at += numbers.byteLength;
      return { ...outline, numbers };
    };
    const knowledgeOf = (owner: 'began' | number): LineKnowledge | undefined => {
      const [live, full] = READERS.map((reader) => {
        const outline = outlines[`${owner}/${reader}`];
        return outline && packed(outline);
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
