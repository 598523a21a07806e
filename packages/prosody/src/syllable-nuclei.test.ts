import { describe, expect, it } from 'vitest';
import { SyllableNuclei } from './syllable-nuclei.js';

interface Stretch {
  frames: number;
  /** Level at its end; the level moves there in a straight line. */
  toDb: number;
  strength?: number;
}

/** Frames at which a nucleus became known. */
const nucleiOf = (stretches: readonly Stretch[], initialPeak = 0.1): number[] => {
  const nuclei = new SyllableNuclei(initialPeak);
  const found: number[] = [];
  let db = -100;
  let frame = 0;
  for (const { frames, toDb, strength = 0.9 } of stretches) {
    const step = (toDb - db) / frames;
    for (let i = 0; i < frames; i++) {
      db += step;
      if (nuclei.update({ syllableDb: db }, { strength })) found.push(frame);
      frame++;
    }
  }
  return found;
};

const syllable = (peakDb: number, dipDb: number, strength = 0.9): Stretch[] => [
  { frames: 10, toDb: peakDb, strength },
  { frames: 10, toDb: dipDb, strength },
];

describe('SyllableNuclei', () => {
  it('counts a peak when the next begins, and leaves out the last, as the script of de Jong & Wempe does', () => {
    expect(nucleiOf([...syllable(-20, -40), ...syllable(-20, -40), ...syllable(-20, -60)])).toEqual([30, 50]);
  });

  it('takes peaks with less than 2 dB between them as one', () => {
    expect(nucleiOf([...syllable(-20, -21.5), ...syllable(-20, -40), ...syllable(-20, -40)])).toHaveLength(1);
    expect(nucleiOf([...syllable(-20, -22.5), ...syllable(-20, -40), ...syllable(-20, -40)])).toHaveLength(2);
  });

  it('counts a nucleus of weak periodicity, and none without a voice', () => {
    const withMiddle = (strength: number): number[] =>
      nucleiOf([...syllable(-20, -40), ...syllable(-25, -40, strength), ...syllable(-20, -40)]);
    expect(withMiddle(0.4)).toHaveLength(2);
    expect(withMiddle(0.2)).toHaveLength(1);
  });

  it('leaves out peaks more than 24 dB below the loudest', () => {
    const soft = (db: number): number[] =>
      nucleiOf([...syllable(-20, -60), ...syllable(db, -60), ...syllable(-20, -60)]);
    expect(soft(-42)).toHaveLength(2);
    expect(soft(-46)).toHaveLength(1);
  });

  it('does not count the hum of a room before the first word, and finds a soft talker later', () => {
    const room = [...syllable(-66, -75), ...syllable(-66, -75)];
    expect(nucleiOf([...room, ...syllable(-20, -60), ...syllable(-20, -60)])).toHaveLength(1);
    expect(nucleiOf([{ frames: 600, toDb: -75, strength: 0 }, ...room, ...room])).toHaveLength(3);
  });

  it('starts over on reset', () => {
    const nuclei = new SyllableNuclei(0.1);
    for (let i = 0; i < 20; i++) nuclei.update({ syllableDb: -20 - i }, { strength: 0.9 });
    nuclei.reset();
    const after: boolean[] = [];
    for (const db of [-60, -50, -45, -50, -60, -50, -45, -50]) {
      after.push(nuclei.update({ syllableDb: db }, { strength: 0.9 }));
    }
    expect(after.filter(Boolean)).toHaveLength(1);
  });
});
