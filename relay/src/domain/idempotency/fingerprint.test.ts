import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fingerprintOf } from './fingerprint.js';

const form = (boundary: string, text: string): [string, Buffer] => [
  `multipart/form-data; boundary=${boundary}`,
  Buffer.from(`--${boundary}\r\n\r\n${text}\r\n--${boundary}--`),
];

describe('the fingerprint of a body', () => {
  it('is its SHA-256, however large it is', async () => {
    const body = Buffer.alloc(1_000_000, 7);
    const expected = createHash('sha256').update(body).digest();
    expect(await fingerprintOf('audio/wav', body)).toEqual(expected);
  });

  it('is the same for a form with another boundary, and another for another form', async () => {
    const first = await fingerprintOf(...form('one', 'text'));
    expect(await fingerprintOf(...form('another', 'text'))).toEqual(first);
    expect(await fingerprintOf(...form('one', 'other text'))).not.toEqual(first);
  });

  it('is found when every byte of the body could be the boundary', async () => {
    const body = Buffer.alloc(5_000_000, 'a');
    expect(await fingerprintOf('multipart/form-data; boundary=a', body)).toHaveLength(32);
  });
});
