/** The trials that `npm run bench:speakers` scores, and the equal error rate. */
import { describe, expect, it } from 'vitest';
import { equalError, leastDetectionCost } from '../scripts/lib/equal-error.mjs';
import { segmentsOf, sidesOf, trialsOf, type Clip } from '../scripts/lib/trials.mjs';

/** A tone for 0.3 s of every 0.5 s, like syllables and pauses; the filters make seven of ten blocks speech. */
const tone = (hz: number, seconds: number) =>
  Float32Array.from({ length: seconds * 16_000 }, (_, n) =>
    n % 8_000 < 4_800 ? 0.3 * Math.sin((2 * Math.PI * hz * n) / 16_000) : 0,
  );
const clip = (speaker: string, gender: string, text: string, corpus = 'acted', seconds = 2): Clip => ({
  corpus,
  speaker,
  gender,
  label: 'neutral',
  text,
  samples: () => tone(400, seconds),
});
const CLIPS = [
  ...['anna', 'ben', 'carl'].flatMap((name) =>
    ['one', 'two', 'three', 'four'].map((text) => clip(name, name === 'anna' ? 'f' : 'm', text)),
  ),
  clip('reader', '', 'book', 'read', 12),
  clip('other', '', 'book', 'read', 12),
];
const SPEAKERS = sidesOf(CLIPS);
const voices = (impostors: 'anybody' | 'own gender') => {
  const segments = SPEAKERS.flatMap((voice) => ([0, 1] as const).map((side) => ({ ...voice, side })));
  return trialsOf(segments, () => 0, impostors);
};

describe('the trials of voices', () => {
  it('never use the same sentence for enrollment and trial, whoever speaks', () => {
    const sides = SPEAKERS.filter(({ corpus }) => corpus === 'acted').map(({ sides }) => sides);
    for (const [enrolls] of sides)
      for (const [, tries] of sides) {
        const said = new Set(enrolls.map(({ text }) => text));
        expect(said.size).toBe(2);
        expect(tries.filter(({ text }) => said.has(text))).toEqual([]);
      }
  });

  it('cut one long recording into two parts with a pause between them', () => {
    const reader = SPEAKERS.find(({ speaker }) => speaker === 'reader');
    const seconds = reader?.sides.flat().map(({ wave }) => wave.length / 16_000) ?? [];
    expect(seconds).toHaveLength(2);
    expect(seconds[0]).toBeCloseTo(5.65, 1);
    expect(seconds[1]).toBeCloseTo(5.65, 1);
  });

  it('take anybody of the corpus as an impostor, or only people of the same gender', () => {
    const pairs = (impostors: 'anybody' | 'own gender') =>
      voices(impostors)
        .filter(({ same }) => !same)
        .map(({ enroll, trial }) => `${enroll} ${trial}`)
        .sort();
    const unknown = ['other reader', 'reader other'];
    expect(pairs('own gender')).toEqual(['ben carl', 'carl ben', ...unknown]);
    expect(pairs('anybody')).toEqual(
      ['anna ben', 'anna carl', 'ben anna', 'ben carl', 'carl anna', 'carl ben', ...unknown].sort(),
    );
    expect(voices('own gender').filter(({ same }) => same)).toHaveLength(5);
  });

  it('send each side through its own microphone', () => {
    const speakers = SPEAKERS.filter(({ speaker }) => speaker === 'reader');
    const options = { seconds: [3, 3], perSide: 1 } as const;
    const through = (name: string) =>
      segmentsOf(speakers, { ...options, channels: [name, name] }).map(({ samples }) => samples);
    const [enroll, trial] = through('own microphone');
    expect(enroll).not.toEqual(trial);
    expect(enroll).not.toEqual(through('as recorded')[0]);
    expect(through('own microphone')[1]).toEqual(trial);
  });

  it('count seconds of speech without the pauses between', () => {
    const options = { channels: ['as recorded', 'as recorded'], perSide: 4 } as const;
    const speakers = SPEAKERS.filter(({ speaker }) => speaker === 'reader');
    for (const { samples } of segmentsOf(speakers, { ...options, seconds: [3, 3] })) {
      expect(samples.length / 16_000).toBeGreaterThan(4);
      expect(samples.length / 16_000).toBeLessThan(4.6);
    }
    const whole = segmentsOf(speakers, { ...options, seconds: [3, 3], counts: 'everything' });
    expect(whole.map(({ samples }) => samples.length)).toEqual(Array.from({ length: 8 }, () => 48_000));
  });

  it('leave out speakers with too little speech', () => {
    const segments = segmentsOf(SPEAKERS, {
      seconds: [3.5, 3],
      channels: ['as recorded', 'as recorded'],
      perSide: 1,
    });
    const enrolled = segments.filter(({ side }) => side === 0).map(({ speaker }) => speaker);
    expect(enrolled).toEqual(['reader', 'other']);
  });
});

describe('the equal error rate', () => {
  const trial = (enroll: string, other: string, score: number) => ({
    corpus: 'acted',
    enroll,
    trial: other,
    same: enroll === other,
    score,
  });

  it('is 0 when every owner scores above every impostor, and 100 when the order is reversed', () => {
    const trials = [trial('a', 'a', 2), trial('b', 'b', 3), trial('a', 'b', 1), trial('b', 'a', 0)];
    expect(equalError(trials, 1).rate).toBeCloseTo(0, 9);
    expect(
      equalError(
        trials.map((each) => ({ ...each, score: -each.score })),
        1,
      ).rate,
    ).toBeCloseTo(100, 9);
  });

  it('gives every speaker the same weight, however many trials they have', () => {
    const wrong = [trial('a', 'a', 0), trial('a', 'b', 1)];
    const right = [trial('b', 'b', 1), trial('b', 'a', 0)];
    const many = Array.from({ length: 9 }, () => right).flat();
    expect(equalError([...wrong, ...many], 1).rate).toBeCloseTo(equalError([...wrong, ...right], 1).rate, 9);
  });

  it('has a least cost of decisions beside it, where owners are rare: 0 when all stand apart, never above always no', () => {
    const apart = [trial('a', 'a', 2), trial('b', 'b', 3), trial('a', 'b', 1), trial('b', 'a', 0)];
    expect(leastDetectionCost(apart)).toBeCloseTo(0, 9);
    expect(leastDetectionCost(apart.map((each) => ({ ...each, score: -each.score })))).toBeCloseTo(1, 9);
    // One owner of two is below the best impostor: to miss that owner is cheaper than to accept one impostor of two.
    const mixed = [trial('a', 'a', 2), trial('b', 'b', 0.5), trial('a', 'b', 1), trial('b', 'a', 0)];
    expect(leastDetectionCost(mixed)).toBeCloseTo(0.5, 9);
    expect(leastDetectionCost(mixed, 0.9)).toBeCloseTo(0.5 / 9, 9);
  });
});
