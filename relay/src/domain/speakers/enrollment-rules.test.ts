import { describe, expect, it } from 'vitest';
import { Fault } from '../fault.js';
import { MOST_OUT_OF_DOMAIN } from '../recordings/recording-channel.js';
import { ENROLLMENT, mayBeAdded, readEnrollment } from './enrollment-rules.js';
import { fakeComparison, fakeDiarization, fakeVoiceprint } from './testing/fake-voices.js';

const GOOD = { speechMs: 6_000, voicedMs: 4_000, clipping: 0, snrDb: 30, narrowband: false, doubts: [] };
const read = (people: Parameters<typeof fakeDiarization>[0], quality: object = {}) =>
  readEnrollment(fakeDiarization(people), { ...GOOD, ...quality }, fakeComparison);
const problemOf = (people: Parameters<typeof fakeDiarization>[0], quality: object = {}): unknown => {
  try {
    read(people, quality);
    return undefined;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    expect(error.code).toBe('validation_error');
    return (error.details?.['audio'] as string[])[0]?.split(':')[0];
  }
};
const ONE = [{ degrees: 0, seconds: 6 }];

describe('a recording for an enrollment', () => {
  it('is accepted with one voice and enough speech', () => {
    expect(read(ONE).quality).toEqual({ speechSeconds: 6, snrDb: 30, clipping: 0, prints: 1 });
  });

  it.each([
    ['without anybody', [], {}, 'silent'],
    ['in which the signal path heard no speech', ONE, { speechMs: 0 }, 'silent'],
    ['of a dial tone', ONE, { outOfDomain: MOST_OUT_OF_DOMAIN + 0.01 }, 'not_speech'],
    ['with less speech than the model asks for', [{ degrees: 0, seconds: 4.9 }], {}, 'too_short'],
    ['with more background than voice', ONE, { snrDb: ENROLLMENT.minimumSnrDb - 0.1 }, 'too_noisy'],
    ['that is overdriven', ONE, { clipping: ENROLLMENT.maximumClipping + 0.01 }, 'clipped'],
    ['in which somebody else says a sentence', [...ONE, { degrees: 90, seconds: 1.5 }], {}, 'several_voices'],
    ['of two voices in equal parts', [...ONE, { degrees: 90, seconds: 6 }], {}, 'several_voices'],
  ])('is refused %s', (_name, people, quality, problem) => {
    expect(problemOf(people, quality)).toBe(problem);
  });

  it('may sound a little unlike speech', () => {
    expect(problemOf(ONE, { outOfDomain: 0.4 })).toBeUndefined();
  });

  it('may contain a cough of somebody else', () => {
    expect(problemOf([...ONE, { degrees: 90, seconds: 0.3 }])).toBeUndefined();
  });

  it('counts one voice in two moods as one, with all its speech', () => {
    expect(
      read([
        { degrees: 0, seconds: 4 },
        { degrees: 10, seconds: 3 },
      ]).quality.speechSeconds,
    ).toBe(7);
  });
});

describe('a recording that is added to an enrollment', () => {
  const isTaken = (degrees: number): boolean =>
    mayBeAdded(fakeVoiceprint(0), { voiceprint: fakeVoiceprint(degrees) }, fakeComparison);

  it('is taken where it is three times likelier this person’s than somebody else’s', () => {
    expect([isTaken(0), isTaken(22)]).toEqual([true, true]);
  });

  it('is refused where it is less than that', () => {
    expect(isTaken(23)).toBe(false);
  });
});
