import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bySchema, plainMedia } from './media-message.js';

/** Mostly right, so that whole messages are. */
const mostly = <T>(right: fc.Arbitrary<T>, ...others: fc.Arbitrary<unknown>[]) =>
  fc.oneof({ weight: 12, arbitrary: right }, fc.constant(undefined), fc.jsonValue(), ...others);
const counts = mostly(
  fc.nat().map(String),
  fc.nat(),
  fc.constantFrom('', '-1', '1.5', ' 1', '1e3', '0000000000000001', '٣'),
);
const payloads = mostly(
  fc.base64String(),
  fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64url')),
  fc.constantFrom('=', '====', 'A===', 'AB=C', 'AB==', 'ABCD=', 'ABCD\n', ' AAA', 'AAAA====', 'AB', 'ABC'),
);
const media = fc.record({
  track: mostly(fc.constantFrom('inbound', 'outbound'), fc.constant('inbound_track')),
  chunk: counts,
  timestamp: counts,
  payload: payloads,
  more: fc.jsonValue(),
});
const messages = fc.record({
  event: fc.constant('media'),
  sequenceNumber: counts,
  streamSid: mostly(fc.string()),
  media: mostly(media),
});

describe('[RT105] a media message that is read without the schema', () => {
  it('says what the schema says of it', () => {
    let plain = 0;
    fc.assert(
      fc.property(messages, (message) => {
        const read = plainMedia(message);
        if (read === undefined) return;
        plain += 1;
        expect(read).toEqual(bySchema(message));
      }),
      { numRuns: 5_000, seed: 20_261_126 },
    );
    expect(plain).toBeGreaterThan(500);
  });

  it('is what Twilio writes', () => {
    const media = { track: 'inbound', chunk: '7', timestamp: '120', payload: 'f39/fw==' };
    const message = { event: 'media', sequenceNumber: '8', streamSid: 'MZ1', media };
    expect(plainMedia(message)).toEqual({
      streamSid: 'MZ1',
      track: 'inbound',
      chunk: 7,
      timestampMs: 120,
      payload: 'f39/fw==',
    });
  });
});
