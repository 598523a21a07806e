import type { ClientMessage } from '@undertone/protocol';
import { encodeClientMessage } from '@undertone/protocol/client-codec';
import { decodeClientMessage } from '@undertone/protocol/server-codec';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAudioFrame } from './audio-frame.js';

const optionalBoolean = fc.option(fc.boolean(), { nil: undefined });
const counter = fc.oneof(fc.nat(), fc.integer({ min: 0, max: 2 ** 48 }));

const anyAudio: fc.Arbitrary<ClientMessage> = fc
  .record({
    seq: counter,
    ack: counter,
    generation: fc.nat(),
    audioPos: counter,
    channel: fc.nat(3),
    firstSample: counter,
    sampleCount: fc.nat(5_000),
    payload: fc.uint8Array({ maxLength: 200 }),
    captureTsUs: fc.option(counter, { nil: undefined }),
    flags: fc.option(
      fc.record({ speech: optionalBoolean, discontinuity: optionalBoolean, muted: optionalBoolean }),
      { nil: undefined },
    ),
  })
  .map(({ seq, ack, generation, audioPos, ...value }) => ({
    seq,
    ack,
    generation,
    audioPos,
    body: { kind: 'audio' as const, value },
  }));

/** What the general decoder reads, or undefined when it refuses. */
const general = (bytes: Uint8Array): ClientMessage | undefined => {
  try {
    return decodeClientMessage(bytes);
  } catch {
    return undefined;
  }
};

/** Makes messages comparable: absent equals undefined, and bytes become a list. */
const plain = (message: ClientMessage): unknown =>
  JSON.parse(
    JSON.stringify(message, (_, value: unknown) => (value instanceof Uint8Array ? [...value] : value)),
  );

describe('the reader for audio frames', () => {
  it('reads every audio message as the general decoder does', () => {
    fc.assert(
      fc.property(anyAudio, (message) => {
        const bytes = encodeClientMessage(message);
        const read = readAudioFrame(bytes);
        if (read === undefined) throw new Error('an ordinary frame was not read');
        expect(plain(read)).toEqual(plain(decodeClientMessage(bytes)));
      }),
      { numRuns: 500, seed: 3 },
    );
  });

  it('agrees with the general decoder on damaged bytes, or leaves them to it', () => {
    let agreed = 0;
    fc.assert(
      fc.property(
        anyAudio,
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 3 }),
        fc.nat(),
        (message, hits, cut) => {
          const whole = encodeClientMessage(message);
          const bytes = cut % 4 === 0 ? whole.slice(0, cut % (whole.length + 1)) : whole.slice();
          for (const [at, value] of hits)
            if (bytes.length > 0) bytes[at % Math.min(bytes.length, 40)] = value;
          const read = readAudioFrame(bytes);
          if (read === undefined) return;
          const expected = general(bytes);
          if (expected === undefined)
            throw new Error(`read what the decoder refuses: ${Buffer.from(bytes).toString('hex')}`);
          expect(plain(read)).toEqual(plain(expected));
          agreed += 1;
        },
      ),
      { numRuns: 3_000, seed: 4 },
    );
    expect(agreed).toBeGreaterThan(500);
  });

  it('copies no samples', () => {
    const bytes = encodeClientMessage({
      seq: 1,
      ack: 0,
      generation: 0,
      audioPos: 0,
      body: {
        kind: 'audio',
        value: { channel: 0, firstSample: 0, sampleCount: 2, payload: new Uint8Array(4) },
      },
    });
    const read = readAudioFrame(bytes);
    expect(read?.body?.kind === 'audio' && read.body.value.payload.buffer).toBe(bytes.buffer);
  });
});
