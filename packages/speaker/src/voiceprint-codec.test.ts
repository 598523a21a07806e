import { describe, expect, it } from 'vitest';
import {
  decodeVoiceprint,
  decodeVoiceprints,
  encodeVoiceprint,
  encodeVoiceprints,
  type Voiceprint,
} from './index.js';

const voiceprint: Voiceprint = {
  space: 'test-1',
  embedding: Float32Array.of(0.6, 0, -0.8),
  speechSeconds: 12.25,
};

describe('a stored voiceprint', () => {
  it('decodes to the original', () => {
    expect(decodeVoiceprint(encodeVoiceprint(voiceprint))).toEqual(voiceprint);
  });

  it('is one of several, or the only one', () => {
    const other = { ...voiceprint, embedding: Float32Array.of(0, 1, 0, 0), speechSeconds: 3 };
    const bytes = encodeVoiceprints([voiceprint, other]);
    expect(decodeVoiceprints(bytes)).toEqual([voiceprint, other]);
    expect(decodeVoiceprints(encodeVoiceprint(voiceprint))).toEqual([voiceprint]);
    for (const length of [0, 5, bytes.length - 1])
      expect(() => decodeVoiceprints(bytes.subarray(0, length))).toThrow(
        expect.objectContaining({ code: 'voiceprint_invalid' }),
      );
    expect(() => decodeVoiceprints(Uint8Array.of(...bytes, 0))).toThrow();
  });

  it('is read at any position in a larger buffer', () => {
    const bytes = encodeVoiceprint(voiceprint);
    const larger = new Uint8Array(bytes.length + 3);
    larger.set(bytes, 3);
    expect(decodeVoiceprint(larger.subarray(3))).toEqual(voiceprint);
  });

  it('is refused when a byte is missing, extra or of another format', () => {
    const bytes = encodeVoiceprint(voiceprint);
    for (let length = 0; length < bytes.length; length += 1)
      expect(() => decodeVoiceprint(bytes.slice(0, length))).toThrow(
        expect.objectContaining({ code: 'voiceprint_invalid' }),
      );
    expect(() => decodeVoiceprint(Uint8Array.of(...bytes, 0))).toThrow();
    expect(() => decodeVoiceprint(bytes.map((byte, n) => (n === 0 ? byte + 1 : byte)))).toThrow();
  });

  it('is refused when its numbers are not a voiceprint', () => {
    for (const broken of [
      { ...voiceprint, speechSeconds: 0 },
      { ...voiceprint, speechSeconds: NaN },
      { ...voiceprint, embedding: Float32Array.of(0.6, 0.1, 0.8) },
      { ...voiceprint, embedding: Float32Array.of(NaN, 0, 0) },
      { ...voiceprint, embedding: Float32Array.of() },
      // Of unit length, but longer than any model's.
      { ...voiceprint, embedding: Float32Array.of(1, ...new Float32Array(4_096)) },
    ])
      expect(() => decodeVoiceprint(encodeVoiceprint(broken))).toThrow(
        expect.objectContaining({ code: 'voiceprint_invalid' }),
      );
    expect(() => encodeVoiceprint({ ...voiceprint, space: 'ä' })).toThrow();
  });
});
