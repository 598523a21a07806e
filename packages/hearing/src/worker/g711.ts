const tableOf = (expand: (code: number) => number): Float32Array =>
  Float32Array.from({ length: 256 }, (_, code) => expand(code));

/**
 * ITU-T G.711 (11/88): the two companding laws of telephony, expanded by table. Each code has exactly one value in the
 * standard's tables 1 and 2. Here the values are scaled from 13 bits (A-law) and 14 bits (µ-law) to ±1 by powers of two,
 * so the table is exact.
 */

/** µ-law code to amplitude, ±32,124 / 32,768. Codes are transmitted inverted (G.711, table 2, note 2). */
export const MULAW_TABLE: Float32Array = tableOf((code) => {
  const inverted = ~code & 0xff;
  const segment = (inverted >> 4) & 7;
  const step = inverted & 15;
  // A chord starts at 33 × 2^segment − 33. Its steps are 2 × 2^segment wide, and their middle represents them.
  const magnitude = (2 * step + 33) * 2 ** segment - 33;
  return ((inverted & 0x80) === 0 ? magnitude : -magnitude) / 8192;
});

/** A-law code to amplitude, ±32,256 / 32,768. Even bits are transmitted inverted (G.711, table 1, note 2). */
export const ALAW_TABLE: Float32Array = tableOf((code) => {
  const plain = code ^ 0x55;
  const segment = (plain >> 4) & 7;
  const step = plain & 15;
  // The first two segments share a step of 2. From then on it doubles. Again, the middle of each step represents it.
  const magnitude = segment === 0 ? 2 * step + 1 : (2 * step + 33) * 2 ** (segment - 1);
  return ((plain & 0x80) === 0 ? -magnitude : magnitude) / 4096;
});
