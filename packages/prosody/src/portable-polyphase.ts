import type { Polyphase } from './polyphase.js';

/** {@link Polyphase} in plain JavaScript. */
export const filterPortably: Polyphase = ({ up, down, taps, tapsPerPhase }, input, place, output) => {
  let { start, phase } = place;
  for (let n = 0; n < place.count; n++) {
    const row = phase * tapsPerPhase;
    // Four sums let the processor overlap the additions.
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    for (let i = 0; i < tapsPerPhase; i += 4) {
      a += (taps[row + i] ?? 0) * (input[start + i] ?? 0);
      b += (taps[row + i + 1] ?? 0) * (input[start + i + 1] ?? 0);
      c += (taps[row + i + 2] ?? 0) * (input[start + i + 2] ?? 0);
      d += (taps[row + i + 3] ?? 0) * (input[start + i + 3] ?? 0);
    }
    output[place.offset + n] = a + b + (c + d);
    for (phase += down; phase >= up; phase -= up) start++;
  }
};
