import fc from 'fast-check';
import { expect, it } from 'vitest';
import { UsedAudio } from './used-audio.js';

it('[RT58] audio that was analyzed again counts once, and what is not remembered counts as analyzed', () => {
  const span = fc.tuple(fc.nat(200), fc.nat(20));
  fc.assert(
    fc.property(fc.array(span, { maxLength: 30 }), span, fc.nat(40), (spans, [start, count], from) => {
      const truth = new Set<number>(Array.from({ length: from }, (_, sample) => sample));
      let used = new UsedAudio({ from, spans: [] });
      for (const [first, length] of spans) {
        used.add(first, first + length);
        for (let at = first; at < first + length; at += 1) truth.add(at);
        used = new UsedAudio(used.save());
      }
      const { from: kept } = used.save();
      const range = Array.from({ length: count }, (_, index) => start + index);
      const expected = range.filter((sample) => sample < kept || truth.has(sample)).length;
      expect(used.between(start, start + count)).toBe(expected);
    }),
  );
});

it('forgets a stretch that was not analyzed after all', () => {
  const used = new UsedAudio({ from: 0, spans: [[10, 30]] });
  used.remove(15, 20);
  expect(used.save().spans).toEqual([
    [10, 15],
    [20, 30],
  ]);
  used.remove(0, 12);
  used.remove(25, 40);
  used.remove(50, 60);
  expect(used.save().spans).toEqual([
    [12, 15],
    [20, 25],
  ]);
});

it('keeps a limited number of stretches', () => {
  const used = new UsedAudio({ from: 0, spans: [] });
  for (let at = 0; at < 1_000; at += 10) used.add(at, at + 5);
  expect(used.save().spans).toHaveLength(8);
  expect(used.between(990, 1_000)).toBe(5);
  expect(used.between(0, 100)).toBe(100);
});
