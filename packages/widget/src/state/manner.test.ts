import { describe, expect, it } from 'vitest';
import { directive } from '../../test/scripted-session.js';
import { compareVoice, hearManner, mannersOf, NO_MANNER, type Manner } from './manner.js';

interface Voice {
  readonly f0Hz?: number;
  readonly energyDb?: number;
  readonly rate?: number;
  readonly speech?: boolean;
}

const { prosody: USUAL, ...BARE } = directive();

const heard = ({ f0Hz = 200, energyDb = -25, rate = 4, speech = true }: Voice = {}) => {
  return directive({
    speech,
    prosody: {
      pitch: { ...USUAL?.pitch, mean: f0Hz },
      energy: { ...USUAL?.energy, mean: energyDb },
      rhythm: { ...USUAL?.rhythm, speechRate: rate },
      voiceQuality: { ...USUAL?.voiceQuality },
    },
  });
};

/** Three seconds of the usual voice, then `count` results of another one while upset. */
const after = (voice: Voice, count = 20, usual = 12): Manner => {
  let manner = NO_MANNER;
  for (let at = 0; at < usual; at += 1) manner = hearManner(manner, heard(), 'calm');
  for (let at = 0; at < count; at += 1) manner = hearManner(manner, heard(voice), 'upset');
  return manner;
};

describe('the manner of a voice', () => {
  it.each([
    [{ energyDb: -20 }, ['louder']],
    [{ rate: 5 }, ['faster']],
    [{ f0Hz: 230 }, ['higher']],
    [{ energyDb: -19, rate: 6, f0Hz: 260 }, ['louder', 'faster', 'higher']],
    [{ energyDb: -23, rate: 4.4, f0Hz: 210 }, []],
  ])('%j is told as %j', (voice, told) => {
    expect(mannersOf(after(voice), 'upset')).toEqual(told);
  });

  it('is compared once: the reason tells those of the table’s differences that explain the mood', () => {
    const louder = after({ energyDb: -19, rate: 3 });
    expect(compareVoice(louder)?.than).toEqual({ pitch: 'usual', energy: 'high', rate: 'low' });
    expect(mannersOf(louder, 'upset')).toEqual(['louder']);
    expect(mannersOf(louder, 'calming')).toEqual(['slower']);
    expect(compareVoice(louder)?.energyDb).toBeCloseTo(-19, 0);
    expect(compareVoice(after({}, 0, 3))).toMatchObject({ rate: 4, than: undefined });
    expect(compareVoice(NO_MANNER)).toBeUndefined();
  });

  it('holds a difference that was told until little of it is left', () => {
    const hear = (manner: Manner, energyDb: number): Manner =>
      Array.from({ length: 60 }).reduce<Manner>(
        (from) => hearManner(from, heard({ energyDb }), 'upset'),
        manner,
      );
    const louder = hear(after({}, 0), -20);
    expect(compareVoice(louder)?.than?.energy).toBe('high');
    expect(compareVoice(hear(louder, -22))?.than?.energy).toBe('high');
    expect(compareVoice(hear(louder, -23))?.than?.energy).toBe('usual');
    expect(compareVoice(hear(hear(louder, -23), -22))?.than?.energy).toBe('usual');
    expect(compareVoice(hear(louder, -30))?.than?.energy).toBe('low');
  });

  it('tells only what explains the mood', () => {
    const slow = after({ energyDb: -32, rate: 3, f0Hz: 170 });
    expect(mannersOf(slow, 'upset')).toEqual([]);
    expect(mannersOf(slow, 'calming')).toEqual(['quieter', 'slower', 'lower']);
    expect(mannersOf(slow, 'low')).toEqual(['quieter', 'slower', 'lower']);
    expect(mannersOf(after({ energyDb: -15 }), 'calm')).toEqual([]);
  });

  it('knows nothing usual before three seconds of speech', () => {
    expect(mannersOf(after({ energyDb: -15 }, 20, 11), 'upset')).toEqual([]);
    expect(mannersOf(NO_MANNER, 'upset')).toEqual([]);
  });

  it('needs more than one loud result, and a heated voice never becomes the usual one', () => {
    expect(mannersOf(after({ energyDb: -20 }, 1), 'upset')).toEqual([]);
    expect(mannersOf(after({ energyDb: -15 }, 1_000), 'upset')).toEqual(['louder']);
  });

  it('takes no notice of silence and of what has no measures', () => {
    const before = after({});
    expect(hearManner(before, heard({ speech: false, energyDb: -10 }), 'upset')).toBe(before);
    expect(hearManner(before, heard({ f0Hz: 0 }), 'upset')).toBe(before);
    expect(hearManner(before, BARE, 'upset')).toBe(before);
  });
});
