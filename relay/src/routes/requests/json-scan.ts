import { takeTurns } from '../../concurrency/in-slices.js';

/** What a JSON body may hold, whatever its size. */
export const JSON_LIMITS = {
  /**
   * Names, values and brackets. Each costs the parser, the schemas and the heap far more than its bytes: 2.4 million names
   * in 22 MB held the thread for 30 s and took 2.6 GB.
   */
  tokens: 12_000,
  /** Above this, functions that call themselves may run out of stack. */
  levels: 512,
  nameBytes: 1_024,
} as const;

/** Strings from this length on are read by themselves, in slices. */
const LONG_BYTES = 16 * 1024;
/** The bytes that are looked at before others get the thread. */
const SLICE_BYTES = 128 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** A string value that is left out of the outline. */
export interface LongString {
  /** Names and positions that lead to it. */
  readonly path: readonly (string | number)[];
  /** Without its quotes. */
  readonly from: number;
  readonly to: number;
  readonly isEscaped: boolean;
}

/** A body without its long strings, small enough to be parsed at once. */
export interface Outline {
  readonly text: Buffer;
  readonly long: readonly LongString[];
}

/** Why a body is refused before it is parsed. */
export class JsonRefusal extends Error {
  override readonly name = 'JsonRefusal';

  constructor(
    readonly parameter: string,
    readonly problem: string,
  ) {
    super(`${parameter} ${problem}`);
  }
}

interface Level {
  /** The names so far, or undefined in a list. */
  readonly names: Set<string> | undefined;
  key: string | number;
  expectsName: boolean;
}

/**
 * Goes once over the bytes of a JSON text: counts what it holds, finds a repeated name, and cuts long strings out. It does
 * not check the grammar; whoever parses the outline does. The thread is shared between slices.
 * @throws JsonRefusal; SyntaxError for a malformed name
 */
export const outlineOf = async (body: Buffer): Promise<Outline> => {
  const scan = new Scan(body);
  while (!scan.advance(SLICE_BYTES)) await takeTurns();
  return scan.finish();
};

class Scan {
  private at = 0;
  private tokens = 0;
  /** The start of the string that the scan is in, after its quote; -1 outside. */
  private stringFrom = -1;
  private isEscaped = false;
  private readonly open: Level[] = [];
  private readonly long: LongString[] = [];
  private readonly kept: Buffer[] = [];
  private keptTo = 0;

  constructor(private readonly body: Buffer) {}

  /** @returns whether the end is reached */
  advance(bytes: number): boolean {
    const until = Math.min(this.body.length, this.at + bytes);
    while (this.at < until) {
      if (this.stringFrom < 0) this.outside(until);
      else this.inside(until);
    }
    return this.at >= this.body.length;
  }

  finish(): Outline {
    this.kept.push(this.body.subarray(this.keptTo));
    const size = this.kept.reduce((sum, { length }) => sum + length, 0);
    if (size > OUTLINE_BYTES)
      throw new JsonRefusal('body', `may hold ${OUTLINE_BYTES} bytes besides long texts`);
    return { text: Buffer.concat(this.kept, size), long: this.long };
  }

  /** Between strings: only what nests, separates or begins a string matters. */
  private outside(until: number): void {
    const { body } = this;
    for (let { at } = this; at < until; at++) {
      const byte = body[at] ?? 0;
      if (byte === QUOTE) {
        this.at = at + 1;
        this.stringFrom = at + 1;
        this.isEscaped = false;
        return;
      }
      if (byte === 0x7b || byte === 0x5b || byte === 0x3a || byte === 0x2c) this.token(byte);
      else if (byte === 0x7d || byte === 0x5d) this.open.pop();
    }
    this.at = until;
  }

  /** Inside a string: everything up to its closing quote. */
  private inside(until: number): void {
    const { body } = this;
    let { at } = this;
    for (; at < until; at++) {
      const byte = body[at];
      if (byte === QUOTE) {
        this.at = at + 1;
        this.endString(at);
        return;
      }
      if (byte === BACKSLASH) {
        this.isEscaped = true;
        at++;
      }
    }
    this.at = at;
  }

  private token(byte: number): void {
    if (++this.tokens > JSON_LIMITS.tokens) {
      throw new JsonRefusal('body', `may hold at most ${JSON_LIMITS.tokens} names and values`);
    }
    const top = this.open.at(-1);
    if (byte === 0x2c) {
      if (top === undefined) return;
      if (top.names === undefined) top.key = Number(top.key) + 1;
      else top.expectsName = true;
    } else if (byte !== 0x3a) {
      if (this.open.length === JSON_LIMITS.levels) {
        const outer = this.open[0]?.key;
        const parameter = typeof outer === 'string' ? outer.slice(0, 64) : 'body';
        throw new JsonRefusal(parameter, `may be nested ${JSON_LIMITS.levels} levels deep`);
      }
      const isObject = byte === 0x7b;
      this.open.push({
        names: isObject ? new Set() : undefined,
        key: isObject ? '' : 0,
        expectsName: isObject,
      });
    }
  }

  private endString(to: number): void {
    const from = this.stringFrom;
    this.stringFrom = -1;
    const top = this.open.at(-1);
    if (top?.names !== undefined && top.expectsName) this.name(top, top.names, from, to);
    else if (to - from >= LONG_BYTES) {
      const path = this.open.map(({ key }) => key);
      this.long.push({ path, from, to, isEscaped: this.isEscaped });
      this.kept.push(this.body.subarray(this.keptTo, from));
      this.keptTo = to;
    }
  }

  private name(level: Level, names: Set<string>, from: number, to: number): void {
    if (to - from > JSON_LIMITS.nameBytes) {
      throw new JsonRefusal('body', `has a name of more than ${JSON_LIMITS.nameBytes} bytes`);
    }
    const text = this.body.toString('utf8', from, to);
    // Escapes can spell the same name differently.
    const name = this.isEscaped ? (JSON.parse(`"${text}"`) as string) : text;
    // `JSON.parse` keeps the last one, while a proxy may have checked the first (RFC 8259 §4), so such a body is refused.
    if (names.has(name)) throw new JsonRefusal(name.slice(0, 64), 'is there more than once');
    names.add(name);
    level.key = name;
    level.expectsName = false;
  }
}

/** `JSON.parse` takes some milliseconds for this much. */
const OUTLINE_BYTES = 2 * 1024 * 1024;
