import { takeTurns } from '../../concurrency/in-slices.js';
import { EncodedBytes } from './encoded-bytes.js';
import { JsonRefusal, type LongString, outlineOf } from './json-scan.js';

/** Long base64 of this name becomes {@link EncodedBytes}; every other string stays a string. */
const ENCODED = 'audio_base64';
/** Any other text. The longest of the API are transcripts of 100,000 characters. */
const TEXT_BYTES = 1024 * 1024;
const SLICE_BYTES = 128 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a JSON text of any size without holding the thread, at a memory cost of a small multiple of its size.
 * @throws JsonRefusal for a body beyond the limits or with a repeated name; another error when it is not JSON
 */
export const parseJsonText = async (body: Buffer): Promise<unknown> => {
  const { text, long } = await outlineOf(body);
  let value: unknown = JSON.parse(utf8.decode(text));
  for (const each of long) {
    const read = each.path.at(-1) === ENCODED ? await encoded(body, each) : textOf(body, each);
    await takeTurns();
    if (each.path.length === 0) value = read;
    else put(value, each.path, read);
  }
  return value;
};

const textOf = (body: Buffer, { path, from, to }: LongString): string => {
  if (to - from > TEXT_BYTES) {
    throw new JsonRefusal(path.join('.').slice(0, 64) || 'body', `may hold at most ${TEXT_BYTES} bytes`);
  }
  return JSON.parse(utf8.decode(body.subarray(from - 1, to + 1))) as string;
};

const encoded = async (body: Buffer, { from, to, isEscaped }: LongString): Promise<EncodedBytes> => {
  const text = body.subarray(from, to);
  return EncodedBytes.decode(isEscaped ? await unescaped(text) : text);
};

/** Base64 with escapes, as PHP writes each slash. What is no base64 becomes a character that none is. */
const unescaped = async (text: Buffer): Promise<Buffer> => {
  const plain = Buffer.allocUnsafeSlow(text.length);
  let size = 0;
  for (let from = 0; from < text.length;) {
    const to = endOfSlice(text, from);
    const slice = JSON.parse(`"${text.toString('latin1', from, to)}"`) as string;
    // latin1 keeps the low byte only, which could make a digit of another character.
    const written = /[^\0-\xff]/.test(slice) ? '\0' : slice;
    size += plain.write(written, size, 'latin1');
    from = to;
    await takeTurns();
  }
  return plain.subarray(0, size);
};

/** An end that cuts no escape in two. */
const endOfSlice = (text: Buffer, from: number): number => {
  let to = from;
  while (to < text.length && to - from < SLICE_BYTES) {
    to += text[to] !== BACKSLASH ? 1 : text[to + 1] === LETTER_U ? 6 : 2;
  }
  return Math.min(to, text.length);
};

const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

/** Every part of the path is there: the outline that was parsed holds an empty string at its end. */
const put = (value: unknown, path: readonly (string | number)[], read: unknown): void => {
  const last = path.at(-1);
  const parent = path.slice(0, -1).reduce((part, key) => (part as Record<string, unknown>)[key], value);
  Object.defineProperty(parent, last ?? '', {
    value: read,
    writable: true,
    enumerable: true,
    configurable: true,
  });
};
