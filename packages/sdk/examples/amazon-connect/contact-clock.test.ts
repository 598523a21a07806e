import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ContactClock } from './contact-clock.js';

/** 64 ms, as Connect writes them. */
const BLOCK = 512;

const rig = () => {
  const clocks: number[][] = [[], []];
  const gaps: string[] = [];
  const clock = new ContactClock({
    audio: (channel, first, pcm, count) => {
      expect(first).toBe(clocks[channel]!.length);
      expect(pcm.length).toBe(2 * count);
      clocks[channel]!.push(...new Int16Array(pcm.slice().buffer));
    },
    gap: (channel, first, count, reason) => {
      expect(first).toBe(clocks[channel]!.length);
      gaps.push(`${channel} ${reason} ${count}`);
      clocks[channel]!.push(...Array.from({ length: count }, () => -1));
    },
  });
  return { clocks, gaps, clock };
};

const block = (index: number): Uint8Array =>
  new Uint8Array(Int16Array.from({ length: BLOCK }, () => index).buffer);

it('puts every sample in its place once, whatever is missing, late or doubled', () => {
  const fate = fc.record({
    lost: fc.boolean(),
    late: fc.nat(3),
    doubled: fc.boolean(),
    jitterMs: fc.integer({ min: -9, max: 9 }),
  });
  fc.assert(
    fc.property(fc.array(fate, { minLength: 1, maxLength: 40 }), (fates) => {
      const { clocks, clock } = rig();
      const sent = fates
        .map((each, index) => ({ ...each, index, at: index === 0 ? -1 : index + each.late }))
        .filter(({ lost, index }) => !lost || index === 0)
        .sort((left, right) => left.at - right.at);
      for (const { index, doubled, jitterMs } of sent) {
        const timeMs = 1_000_000 + index * 64 + (index === 0 ? 0 : jitterMs);
        clock.sound(0, timeMs, block(index));
        if (doubled) clock.sound(0, timeMs, block(index));
      }
      // A block is heard in its place (as near as its time is known), or not at all.
      clocks[0]!.forEach((value, sample) => {
        if (value >= 0) expect(Math.abs(sample / BLOCK - value - 0.5)).toBeLessThan(1);
      });
      const last = Math.max(...sent.map(({ index }) => index));
      expect(Math.abs(clocks[0]!.length - (last + 1) * BLOCK)).toBeLessThanOrEqual(80 + 72);
    }),
    { seed: 32 },
  );
});

it('declares a fragment that never came, and the time before the other party was there', () => {
  const { gaps, clock } = rig();
  clock.sound(0, 5_000, block(0));
  clock.sound(1, 5_064, block(1));
  clock.sound(0, 5_192, block(3));
  clock.sound(0, 5_064, block(1));
  expect(gaps).toEqual(['1 suspended 512', '0 offline 1024']);
  expect(clock.passedMs).toBe(256);
});
