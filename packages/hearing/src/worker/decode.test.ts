import { describe, expect, it } from 'vitest';
import { decodeInto } from './decode.js';

const decode = (encoding: Parameters<typeof decodeInto>[0], payload: Uint8Array, count: number) => {
  const output = new Float32Array(count);
  return { ok: decodeInto(encoding, payload, count, output), samples: [...output] };
};

describe('decoding of the wire encodings', () => {
  it('reads signed little-endian 16-bit samples, even from an odd address', () => {
    const bytes = Uint8Array.of(0xee, 0x00, 0x80, 0xff, 0x7f, 0xff, 0xff, 0x00, 0x40);
    const { samples } = decode('pcm_s16le', bytes.subarray(1), 4);
    expect(samples).toEqual([-1, 32_767 / 32_768, -1 / 32_768, 0.5]);
  });

  it('reads floats, clips them at full scale and refuses NaN and infinity', () => {
    const floats = (...values: number[]) => new Uint8Array(Float32Array.from(values).buffer);
    expect(decode('pcm_f32le', floats(0.25, -3, 7), 3)).toEqual({ ok: true, samples: [0.25, -1, 1] });
    expect(decode('pcm_f32le', floats(0.25, NaN), 2).ok).toBe(false);
    expect(decode('pcm_f32le', floats(-Infinity), 1).ok).toBe(false);
  });

  it('expands the companded laws', () => {
    expect(decode('mulaw', Uint8Array.of(0xff, 0x80), 2).samples).toEqual(
      [0, 32_124 / 32_768].map(Math.fround),
    );
    expect(decode('alaw', Uint8Array.of(0xd5, 0xaa), 2).samples).toEqual([8, 32_256].map((v) => v / 32_768));
  });
});
