import { describe, expect, it } from 'vitest';
import { MAX_AUDIO_BYTES, toBlob } from './audio-input.js';
import { encodeWav } from './wav.js';

const bytesOf = async (blob: Blob): Promise<number[]> => [...new Uint8Array(await blob.arrayBuffer())];

describe('toBlob', () => {
  it('takes a file, its bytes, a view of a larger buffer, and a stream of its bytes', async () => {
    const whole = new Uint8Array([9, 1, 2, 3, 9]);
    const view = whole.subarray(1, 4);
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(whole.subarray(1, 2));
        controller.enqueue(whole.subarray(2, 4));
        controller.close();
      },
    });
    for (const input of [new Blob([view]), view.slice().buffer, view, stream]) {
      expect(await bytesOf(await toBlob(input))).toEqual([1, 2, 3]);
    }
  });

  it('refuses more than 25 MB before it sends anything, and stops reading a stream there', async () => {
    await expect(toBlob(new Uint8Array(MAX_AUDIO_BYTES + 1))).rejects.toMatchObject({
      code: 'payload_too_large',
    });
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        pulled++;
        controller.enqueue(new Uint8Array(5 * 1024 * 1024));
      },
    });
    await expect(toBlob(endless)).rejects.toMatchObject({ code: 'payload_too_large' });
    expect(pulled).toBeLessThan(10);
  });
});

describe('encodeWav', () => {
  it('writes 16-bit integers unchanged, little-endian', async () => {
    const blob = await toBlob({ samples: new Int16Array([0, 1, -2, 32_767]), sampleRate: 16_000 });
    const view = new DataView(await blob.arrayBuffer());
    expect(view.byteLength).toBe(52);
    expect([view.getUint16(20, true), view.getUint16(22, true), view.getUint32(24, true)]).toEqual([
      1, 1, 16_000,
    ]);
    expect(view.getUint32(40, true)).toBe(8);
    expect([0, 1, 2, 3].map((index) => view.getInt16(44 + index * 2, true))).toEqual([0, 1, -2, 32_767]);
  });

  it('writes floats as floats, with their channels', () => {
    const wav = encodeWav({ samples: new Float32Array([0.5, -0.25]), sampleRate: 48_000, channels: 2 });
    const view = new DataView(wav.buffer);
    expect([view.getUint16(20, true), view.getUint16(22, true), view.getUint16(32, true)]).toEqual([3, 2, 8]);
    expect([view.getFloat32(44, true), view.getFloat32(48, true)]).toEqual([0.5, -0.25]);
  });
});
