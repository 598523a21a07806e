import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeServerMessage, encodeClientMessage } from './client-codec.js';
import { ProtocolError } from './errors.js';
import {
  clientMessageFromJson,
  clientMessageToJson,
  serverMessageFromJson,
  serverMessageToJson,
} from './json.js';
import { decodeClientMessage, encodeServerMessage } from './server-codec.js';

const folder = new URL('../../../proto/fixtures/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
const bytesOf = (name: string) => Buffer.from(read(name.replace(/json$/, 'hex')).replaceAll('\n', ''), 'hex');

describe('The golden fixtures', () => {
  it('cover both directions', () => {
    expect(names.filter((name) => name.startsWith('client.')).length).toBeGreaterThan(5);
    expect(names.filter((name) => name.startsWith('server.')).length).toBeGreaterThan(5);
  });

  it('cover every message of the contract', () => {
    const types = readFileSync(new URL('./generated/types.ts', import.meta.url), 'utf8');
    const kinds = [...types.matchAll(/\{ kind: '([\w.]+)'; value/g)].map(([, kind]) => kind);
    const shown = new Set(names.map((name) => (JSON.parse(read(name)) as { type: string }).type));
    expect(kinds.length).toBeGreaterThan(50);
    expect(kinds.filter((kind) => kind !== undefined && !shown.has(kind))).toEqual([]);
  });

  for (const name of names) {
    const [fromJson, toJson, encode, decode] = name.startsWith('client.')
      ? ([clientMessageFromJson, clientMessageToJson, encodeClientMessage, decodeClientMessage] as const)
      : ([serverMessageFromJson, serverMessageToJson, encodeServerMessage, decodeServerMessage] as const);

    it(`${name}: JSON and protobuf hold the same message [RT50]`, () => {
      const bytes = bytesOf(name);
      const fromText = fromJson(read(name));
      const fromBytes = decode(bytes);
      expect(normal(fromBytes)).toEqual(normal(fromText));
      expect(Buffer.from(encode(fromText as never)).toString('hex')).toBe(bytes.toString('hex'));
      expect(JSON.parse(toJson(fromBytes as never))).toMatchObject(JSON.parse(read(name)) as object);
    });
  }
});

/** Byte arrays of either kind compare by content. */
const normal = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_key, item: unknown) =>
      item instanceof Uint8Array
        ? Array.from(item)
        : item !== null && typeof item === 'object' && 'data' in item
          ? item.data
          : item,
    ),
  );

describe('The binary form', () => {
  it('leaves the body out when its kind is unknown [RT10]', () => {
    // field 999, length-delimited, empty
    const bytes = Uint8Array.of(8, 5, 0xba, 0x3e, 0);
    const message = decodeClientMessage(bytes);
    expect(message).toEqual({ seq: 5, ack: 0, generation: 0, audioPos: 0 });
  });

  it('fills implicit fields and leaves optional ones absent', () => {
    const bytes = encodeClientMessage({
      ...envelope,
      body: {
        kind: 'audio',
        value: { channel: 0, firstSample: 0, sampleCount: 0, payload: new Uint8Array(0) },
      },
    });
    const { body } = decodeClientMessage(bytes);
    expect(body?.kind).toBe('audio');
    expect(body?.value).toEqual({ channel: 0, firstSample: 0, sampleCount: 0, payload: new Uint8Array(0) });
  });

  it('gives every message memory of its own, also after a broken or a large one', () => {
    const notice = (message: string) =>
      encodeServerMessage({
        ...envelope,
        body: { kind: 'warning', value: { code: 'low_snr', message, detail: {} } },
      });
    const first = notice('first');
    const before = Uint8Array.from(first);
    const broken = { ...envelope, body: { kind: 'paused', value: { reason: 'no such reason', atMs: 1 } } };
    expect(() => encodeServerMessage(broken as never)).toThrow(TypeError);
    const large = notice('x'.repeat(100_000));
    expect(notice('first')).toEqual(before);
    expect(first, 'what was written later is not in it').toEqual(before);
    expect(decodeServerMessage(large).body?.value).toMatchObject({ message: 'x'.repeat(100_000) });
  });

  it('reads an unknown enum value of a newer version as unspecified', () => {
    const bytes = Uint8Array.of(0x9a, 0x01, 2, 8, 77); // pause { reason: 77 }
    expect(decodeClientMessage(bytes).body).toEqual({ kind: 'pause', value: { reason: 'unspecified' } });
  });

  it('refuses what it does not know in a client’s message, and names it [RT99]', () => {
    const strange = [0xa0, 0x38, 1]; // field 900
    const inPause = Uint8Array.of(0x9a, 0x01, 5, 8, 1, ...strange);
    expect(() => decodeClientMessage(inPause)).toThrow(
      expect.objectContaining({
        code: 'validation_error',
        param: 'pause',
        message: 'field 900 of pause is not a known field',
      }) as Error,
    );
    const hello = encodeClientMessage({
      ...envelope,
      body: { kind: 'session.hello', value: { channels: [{ id: 'a' }], features: [], metadata: {} } },
    });
    const at = Buffer.from(hello).indexOf(Buffer.from([0x0a, 1, 0x61]));
    const nested = Buffer.concat([hello.subarray(0, at + 3), Buffer.from(strange), hello.subarray(at + 3)]);
    nested[at - 1]! += 3;
    nested[at - 3]! += 3;
    expect(() => decodeClientMessage(nested)).toThrow(
      expect.objectContaining({ param: 'channels' }) as Error,
    );
    // In the envelope it may be a newer kind of message [RT10].
    expect(decodeClientMessage(Uint8Array.of(0x9a, 0x01, 2, 8, 1, ...strange)).body?.kind).toBe('pause');
  });

  it('refuses a position beyond 2^53 and names the field', () => {
    const gap = { channel: 0, firstSample: 2 ** 60, sampleCount: 1, reason: 'muted' as const };
    const bytes = encodeClientMessage({ ...envelope, body: { kind: 'audio.gap', value: gap } });
    expect(() => decodeClientMessage(bytes)).toThrow(
      expect.objectContaining({ param: 'first_sample' }) as Error,
    );
  });

  it('refuses a server message that lacks a required message, and names it [RT10]', () => {
    const ready = Uint8Array.of(0x52, 0); // session.ready without model
    expect(() => decodeServerMessage(ready)).toThrow(
      expect.objectContaining({ code: 'validation_error', param: 'model' }) as Error,
    );
  });

  it('answers any bytes with a message or a ProtocolError [RT11]', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        for (const decode of [decodeClientMessage, decodeServerMessage]) {
          try {
            decode(bytes);
          } catch (error) {
            expect(error).toBeInstanceOf(ProtocolError);
          }
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it('answers every truncation and every flipped byte of the fixtures with a message or a ProtocolError [RT11]', () => {
    let refused = 0;
    for (const name of names) {
      const decode = name.startsWith('client.') ? decodeClientMessage : decodeServerMessage;
      const bytes = bytesOf(name);
      for (let at = 0; at < bytes.length; at++) {
        const flipped = Uint8Array.from(bytes);
        flipped[at] = (flipped[at]! ^ 0xff) & 0xff;
        for (const broken of [bytes.subarray(0, at), flipped]) {
          try {
            decode(broken);
          } catch (error) {
            expect(error).toBeInstanceOf(ProtocolError);
            refused++;
          }
        }
      }
    }
    expect(refused).toBeGreaterThan(100);
  });
});

describe('The JSON form', () => {
  it('starts with a sample rate alone [RT14]', () => {
    expect(clientMessageFromJson('{"type":"session.hello","sample_rate":8000}').body).toEqual({
      kind: 'session.hello',
      value: { channels: [], features: [], metadata: {}, sampleRate: 8000 },
    });
  });

  it('accepts config and end as aliases [RT51]', () => {
    expect(clientMessageFromJson('{"type":"config","sample_rate":8000}').body?.kind).toBe('session.hello');
    expect(clientMessageFromJson('{"type":"end"}').body?.kind).toBe('session.end');
  });

  it('ignores unknown types [RT10], and a relay’s unknown fields [RT99]', () => {
    expect(clientMessageFromJson('{"type":"hologram","x":1}').body).toBeUndefined();
    expect(serverMessageFromJson('{"type":"pong","server_t_us":1,"x":1}').body).toEqual({
      kind: 'pong',
      value: { serverTUs: 1 },
    });
  });

  it.each([
    ['{"encoding":"mulaw","sample_rate":8000}', [{ encoding: 'mulaw' }]],
    ['{"encoding":"alaw","channels":2}', [{ encoding: 'alaw' }, { encoding: 'alaw' }]],
    ['{"channels":1,"sample_rate":8000}', [{}]],
    [
      '{"encoding":"alaw","channels":[{"id":"a"},{"encoding":"mulaw"}]}',
      [{ id: 'a', encoding: 'alaw' }, { encoding: 'mulaw' }],
    ],
  ])('reads the short hello %s [RT98]', (fields, channels) => {
    const hello = { type: 'config', ...(JSON.parse(fields) as object) };
    expect(clientMessageFromJson(JSON.stringify(hello)).body?.value).toMatchObject({ channels });
  });

  const wrong: [string, string | undefined][] = [
    ['nonsense', undefined],
    ['[]', undefined],
    ['null', undefined],
    ['{}', 'type'],
    ['{"type":"pause"}', 'reason'],
    ['{"type":"pause","reason":"lunch"}', 'reason'],
    ['{"type":"flush","seq":-1}', 'seq'],
    ['{"type":"flush","seq":1.5}', 'seq'],
    ['{"type":"flush","x":1}', 'x'],
    ['{"type":"config","sample_rate":8000,"codec":"mulaw"}', 'codec'],
    ['{"type":"config","sample_rate":8000,"channels":3}', 'channels'],
    ['{"type":"config","sample_rate":8000,"channels":0}', 'channels'],
    ['{"type":"config","sample_rate":8000,"encoding":8}', 'encoding'],
    ['{"type":"config","channels":[{"rate":8000}]}', 'channels[0].rate'],
    ['{"type":"config","sample_rate":8000,"outputs":{"interval":1}}', 'outputs.interval'],
    ['{"type":"session.hello","sample_rate":"16000"}', 'sample_rate'],
    ['{"type":"session.hello","sample_rate":1e99}', 'sample_rate'],
    ['{"type":"session.hello","channels":{}}', 'channels'],
    ['{"type":"session.hello","channels":[{"encoding":"mp3"}]}', 'channels[0].encoding'],
    ['{"type":"session.hello","metadata":{"__proto__":"x"}}', 'metadata'],
    ['{"type":"enroll_agent","audio":"###"}', 'audio'],
    ['{"type":"transcript","item_id":"a","text":3,"start_ms":0,"end_ms":1,"is_final":true}', 'text'],
  ];
  for (const [text, param] of wrong) {
    it(`refuses ${text} [RT10] [RT11]`, () => {
      expect(() => clientMessageFromJson(text)).toThrow(ProtocolError);
      try {
        clientMessageFromJson(text);
      } catch (error) {
        expect((error as ProtocolError).param).toBe(param);
      }
    });
  }

  it('answers any JSON with a message or a ProtocolError', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('session.hello', 'audio', 'transcript', 'session.update'),
        fc.dictionary(fc.string(), fc.jsonValue()),
        (type, rest) => {
          try {
            clientMessageFromJson(JSON.stringify({ ...rest, type }));
          } catch (error) {
            expect(error).toBeInstanceOf(ProtocolError);
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

const envelope = { seq: 1, ack: 0, generation: 0, audioPos: 0 };
