/** Wire encodings, implemented here from their definitions, independently of the relay's tables. */
import { toInt16 } from './wav.js';

export type WireEncoding = 'pcm_s16le' | 'pcm_f32le' | 'mulaw' | 'alaw';

export const bytesPerSample: Record<WireEncoding, number> = { pcm_s16le: 2, pcm_f32le: 4, mulaw: 1, alaw: 1 };

/** ITU-T G.711 mu-law, table 2a: the 14-bit value of a code, as 16 bits. */
const decodeMulaw = (code: number): number => {
  const inverted = ~code & 0xff;
  const exponent = (inverted >> 4) & 7;
  const magnitude = ((((inverted & 15) << 1) + 33) << exponent) - 33;
  return (inverted & 0x80 ? -magnitude : magnitude) * 4;
};

/** ITU-T G.711 A-law, table 1a: the 13-bit value of a code, as 16 bits. */
const decodeAlaw = (code: number): number => {
  const toggled = code ^ 0x55;
  const exponent = (toggled >> 4) & 7;
  const mantissa = toggled & 15;
  const magnitude = exponent === 0 ? (mantissa << 1) + 1 : ((mantissa << 1) + 33) << (exponent - 1);
  return (toggled & 0x80 ? magnitude : -magnitude) * 8;
};

/** Finds the nearest code for a 16-bit value: slow but obviously correct. */
const nearestCode = (decode: (code: number) => number): ((value: number) => number) => {
  const byValue = Array.from({ length: 256 }, (_, code) => ({ code, value: decode(code) })).sort(
    (a, b) => a.value - b.value,
  );
  return (value) => {
    let low = 0;
    let high = byValue.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (byValue[middle]!.value <= value) low = middle;
      else high = middle;
    }
    const [below, above] = [byValue[low]!, byValue[high]!];
    return value - below.value <= above.value - value ? below.code : above.code;
  };
};

const encodeMulaw = nearestCode(decodeMulaw);
const encodeAlaw = nearestCode(decodeAlaw);

/** Encodes float samples as bytes of a wire encoding. */
export const encodePcm = (samples: Float32Array, encoding: WireEncoding): Buffer => {
  switch (encoding) {
    case 'pcm_s16le':
      return Buffer.from(toInt16(samples).buffer);
    case 'pcm_f32le':
      return Buffer.from(samples.slice().buffer);
    case 'mulaw':
      return Buffer.from(Uint8Array.from(toInt16(samples), encodeMulaw));
    case 'alaw':
      return Buffer.from(Uint8Array.from(toInt16(samples), encodeAlaw));
  }
};

/** Decodes G.711 bytes to 16-bit PCM. */
export const g711ToPcm16 = (bytes: Uint8Array, law: 'mulaw' | 'alaw'): Buffer =>
  Buffer.from(Int16Array.from(bytes, law === 'mulaw' ? decodeMulaw : decodeAlaw).buffer);

/** Interleaves two channels, sample by sample. */
export const interleave = (left: Buffer, right: Buffer, encoding: WireEncoding): Buffer => {
  const size = bytesPerSample[encoding];
  const out = Buffer.alloc(left.length + right.length);
  for (let at = 0; at < left.length; at += size) {
    left.copy(out, 2 * at, at, at + size);
    right.copy(out, 2 * at + size, at, at + size);
  }
  return out;
};
