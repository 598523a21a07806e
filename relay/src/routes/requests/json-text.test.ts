import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EncodedBytes } from './encoded-bytes.js';
import { JSON_LIMITS, JsonRefusal } from './json-scan.js';
import { parseJsonText } from './json-text.js';

const parse = (text: string): Promise<unknown> => parseJsonText(Buffer.from(text));
const refusal = async (text: string): Promise<JsonRefusal> => {
  const error: unknown = await parse(text).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(JsonRefusal);
  return error as JsonRefusal;
};
/** How often others got the thread while a text was read. */
const turnsOf = async (work: Promise<unknown>): Promise<number> => {
  let turns = 0;
  let over = false;
  const count = (): void => {
    turns++;
    if (!over) setImmediate(count);
  };
  setImmediate(count);
  await work.catch(() => undefined);
  over = true;
  return turns;
};

describe('a JSON text', () => {
  it('is read as JSON.parse reads it, whatever its strings hold', async () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constant('x\\"\n\u{1f600}é'.repeat(3_000)));
    const value = fc.letrec((tie) => ({
      node: fc.oneof(
        text,
        fc.integer(),
        fc.boolean(),
        fc.array(tie('node')),
        fc.dictionary(fc.string(), tie('node')),
      ),
    })).node;
    await fc.assert(
      fc.asyncProperty(value, async (each) => {
        const written = JSON.stringify(each);
        expect(await parse(written)).toEqual(JSON.parse(written));
      }),
    );
  });

  it('keeps a long string at its place, also under __proto__', async () => {
    const long = 'ä'.repeat(20_000);
    const written = `{"list":[1,{"a":${JSON.stringify(long)}}],"__proto__":{"__proto__":${JSON.stringify(long)}}}`;
    expect(JSON.stringify(await parse(written))).toBe(written);
  });

  it.each([
    '{',
    '"',
    '{"a" 1}',
    '[1,]',
    '{"a":"\\x"}',
    '"\\',
    '{"\\u00":1}',
    `"${'x'.repeat(20_000)}`,
    '\xff',
  ])('is refused when it is none: %s', async (text) => {
    await expect(parseJsonText(Buffer.from(text, 'latin1'))).rejects.toThrow();
  });
});

describe('a name that is there twice', () => {
  it.each([
    ['{"a": 1, "a": 2}', 'a'],
    ['{"a": 1, "\\u0061": 2}', 'a'],
    ['[[{"x": [{"b": 1, "c": {}, "b": 2}]}]]', 'b'],
    ['{"__proto__": 1, "__proto__": 2}', '__proto__'],
    ['{"": 1, "": 2}', ''],
  ])('is refused: %s', async (text, name) => {
    expect(await refusal(text)).toMatchObject({ parameter: name, problem: 'is there more than once' });
  });

  it.each(['[{"a": 1}, {"a": {"a": [{"a": 2}]}}]', '{"a": "\\"a\\": {", "b": "}:[\\\\", "c": "a"}'])(
    'is another one in another object, and none inside of a string: %s',
    async (text) => {
      expect(await parse(text)).toEqual(JSON.parse(text));
    },
  );

  it('is found wherever it was put', async () => {
    const name = fc.string();
    await fc.assert(
      fc.asyncProperty(name, fc.jsonValue(), fc.array(name), async (key, value, path) => {
        const written = JSON.stringify(key);
        const inner = `{${written}: ${JSON.stringify(value)}, ${written}: 0}`;
        const text = path.reduce((body, outer) => `[{${JSON.stringify(outer)}: ${body}}]`, inner);
        expect((await refusal(text)).parameter).toBe(key);
      }),
    );
  });
});

describe('a large body', () => {
  it.each([
    ['unknown names', `{${Array.from({ length: 500_000 }, (_, index) => `"k${index}":1`).join(',')}}`],
    ['empty lists', `[${'[],'.repeat(5_000_000)}[]]`],
    ['levels', '['.repeat(100_000)],
    ['short texts', `[${`"${'x'.repeat(10_000)}",`.repeat(500)}1]`],
    ['spaces', `[${' '.repeat(5_000_000)}]`],
    ['one text', `{"transcript":"${'x'.repeat(5_000_000)}"}`],
    ['one name', `{"${'x'.repeat(5_000_000)}":1}`],
  ])('of %s is refused before it is parsed', async (_what, text) => {
    await refusal(text);
  });

  it('costs no more names and values than the limit', async () => {
    const most = JSON_LIMITS.tokens - 1;
    expect(await parse(`[${'0,'.repeat(most)}0]`)).toHaveLength(most + 1);
    expect((await refusal(`[${'0,'.repeat(most + 1)}0]`)).parameter).toBe('body');
  });

  it('of audio is decoded while others have the thread', async () => {
    const audio = Buffer.alloc(6_000_000, 7);
    const read = parse(`{"items":[{"audio_base64":"${audio.toString('base64')}"}]}`);
    expect(await turnsOf(read)).toBeGreaterThan(20);
    const { items } = (await read) as { items: { audio_base64: EncodedBytes }[] };
    expect(items[0]?.audio_base64.bytes?.length).toBe(audio.length);
    expect(audio.equals(items[0]?.audio_base64.bytes ?? Buffer.alloc(0))).toBe(true);
  });

  it('of escapes is decoded too, as PHP writes a slash and others every letter', async () => {
    const audio = Buffer.alloc(60_000, 0xff);
    for (const escape of [(text: string) => text.replaceAll('/', '\\/'), hexadecimal]) {
      const body = `{"audio_base64":"${escape(audio.toString('base64'))}"}`;
      const { audio_base64: read } = (await parse(body)) as { audio_base64: EncodedBytes };
      expect(audio.equals(read.bytes ?? Buffer.alloc(0))).toBe(true);
    }
    const escapes = parse(`{"audio_base64":"${'\\u0041'.repeat(2_000_000)}"}`);
    expect(await turnsOf(escapes)).toBeGreaterThan(20);
    expect(await escapes).toHaveProperty('audio_base64.size', 1_500_000);
  });
});

const hexadecimal = (text: string): string =>
  text.replaceAll(/./g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

describe('long base64', () => {
  const decode = async (text: string): Promise<string | undefined> => {
    const { bytes } = await EncodedBytes.decode(Buffer.from(text));
    return bytes === undefined ? undefined : Buffer.from(bytes).toString('hex');
  };

  it.each(['', 'a', 'ab', 'abc', '\xff\xfe\xfd\xfc'])('is what Node decodes: %j', async (bytes) => {
    const hex = Buffer.from(bytes, 'latin1').toString('hex');
    expect(await decode(Buffer.from(bytes, 'latin1').toString('base64'))).toBe(hex);
    expect(await decode(Buffer.from(bytes, 'latin1').toString('base64url'))).toBe(hex);
  });

  it.each(['A', 'AAAAA', 'AA=A', '=AAA', 'AA A', 'AAÄA', 'A===', 'AAA==', '\0AAA'])(
    'is refused when it is none: %s',
    async (text) => {
      expect(await decode(text)).toBeUndefined();
    },
  );

  it('is not decoded when it holds more than any audio may', async () => {
    const { size, bytes } = await EncodedBytes.decode(Buffer.alloc(36_000_000, 65));
    expect([size, bytes]).toEqual([27_000_000, undefined]);
  });
});
