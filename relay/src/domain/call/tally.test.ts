import { describe, expect, it } from 'vitest';
import {
  addEmotion,
  addProsody,
  forgetVoice,
  freshTally,
  summarizeTally,
  type Tally,
  type TallyInput,
} from './tally.js';
import { aProsody } from './testing/scripted-call.js';
import { SUMMARY } from './thresholds.js';

const add = (tally: Tally, seconds: number, input: Partial<TallyInput>, speaker = 'caller') => {
  for (let i = 0; i < seconds * 4; i++) {
    tally = addEmotion(tally, speaker, {
      speechMs: 250,
      valence: 0,
      arousal: 0,
      escalation: 0,
      ...input,
    });
  }
  return tally;
};

const withoutChange = ({ summary, ...rest }: ReturnType<typeof summarizeTally>) => ({
  ...rest,
  summary: Object.fromEntries(Object.entries(summary).filter(([name]) => name !== 'sentimentChange')),
});

describe('the figures of a whole session', () => {
  it('include means over speech and the highest escalation', () => {
    let tally = add(freshTally(), 30, { valence: 0.4, arousal: -0.2, escalation: 0.1 });
    tally = add(tally, 10, { valence: -0.4, arousal: 0.6, escalation: 0.9 });
    const { summary } = summarizeTally(tally);
    expect(summary.peakEscalationRisk).toBe(0.9);
    expect(summary.meanValence).toBeCloseTo(0.2, 9);
    expect(summary.meanArousal).toBeCloseTo(0, 9);
  });

  it('include the change of mood from the first half of the speech to the second', () => {
    const tally = add(add(freshTally(), 20, { valence: 0.3 }), 20, { valence: -0.2 });
    expect(summarizeTally(tally).summary.sentimentChange).toBeCloseTo(-0.5, 9);
    const short = add(add(freshTally(), 1, { valence: 0.3 }), 1, { valence: 0.5 });
    expect(summarizeTally(short).summary.sentimentChange).toBeCloseTo(0, 9);
  });

  it('stay bounded and correct over hours', () => {
    const tally = add(add(freshTally(), 3_600, { valence: 0.3 }), 3_600, { valence: -0.2 });
    expect(tally.buckets.length).toBeLessThanOrEqual(SUMMARY.maximumBuckets);
    expect(summarizeTally(tally).summary.sentimentChange).toBeCloseTo(-0.5, 2);
  });

  it('are absent and not zero without evidence', () => {
    expect(summarizeTally(freshTally())).toEqual({ summary: {}, prosody: undefined });
  });

  it('are correct for any speaker name, even the name of a property that every object has', () => {
    for (const name of ['caller', 'constructor', 'toString']) {
      const tally = add(add(freshTally(), 3_600, { valence: 0.3 }, name), 3_600, { valence: 0.3 });
      addProsody(tally, name, aProsody({ f0Hz: 100, energyDb: -20 }), 3_000);
      const { summary, prosody } = summarizeTally(tally, (speaker) => speaker === name);
      expect(summary.meanValence, name).toBeCloseTo(0.3, 9);
      expect(prosody?.pitch.mean, name).toBeCloseTo(100, 6);
    }
  });

  it('include prosody weighted by speech, with the overall extremes', () => {
    let tally = addProsody(freshTally(), 'caller', aProsody({ f0Hz: 100, energyDb: -20 }), 3_000);
    tally = addProsody(tally, 'caller', aProsody({ f0Hz: 200, energyDb: -30 }), 1_000);
    const { prosody } = summarizeTally(tally);
    expect(prosody!.pitch).toMatchObject({ mean: 125, min: 70, max: 230, range: 160 });
    expect(prosody!.pitch.std).toBeGreaterThan(40);
    expect(prosody!.energy.mean).toBeCloseTo(-22.5, 9);
    expect(prosody!.rhythm.averagePauseDuration).toBeCloseTo(0.4, 9);
  });

  it('include only the voices that count, as if the others had never spoken', () => {
    const caller = (tally: Tally) => add(add(tally, 20, { valence: 0.4 }), 20, { valence: -0.2 });
    const heard = (tally: Tally) => addProsody(tally, 'caller', aProsody({ f0Hz: 200 }), 1_000);
    const alone = heard(caller(freshTally()));
    let both = add(freshTally(), 60, { valence: -0.9, arousal: 0.9, escalation: 0.9 }, 'room_s2');
    both = addProsody(both, 'room_s2', aProsody({ f0Hz: 100, energyDb: -10 }), 9_000);
    both = add(heard(caller(both)), 10, { valence: -0.9 }, 'room_s2');
    expect(summarizeTally(both).summary.peakEscalationRisk).toBe(0.9);
    for (const left of [
      summarizeTally(both, (speaker) => speaker !== 'room_s2'),
      summarizeTally(forgetVoice(both, 'room_s2')),
    ]) {
      const { sentimentChange, ...summary } = left.summary;
      expect({ ...left, summary }).toMatchObject(withoutChange(summarizeTally(alone)));
      expect(sentimentChange).toBeCloseTo(-0.6, 9);
    }
    expect(JSON.stringify(forgetVoice(both, 'room_s2'))).not.toContain('room_s2');
  });

  it('leave out measures without a value', () => {
    const mute = aProsody();
    mute.voice_quality = { jitter: null, shimmer: null, hnr: null };
    const { prosody } = summarizeTally(addProsody(freshTally(), 'caller', mute, 1_000));
    expect(prosody!.voiceQuality).toEqual({ jitter: undefined, shimmer: undefined, hnr: undefined });
  });
});
