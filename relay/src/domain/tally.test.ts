import { describe, expect, it } from 'vitest';
import { addEmotion, addProsody, freshTally, summarizeTally, type Tally, type TallyInput } from './tally.js';
import { aProsody } from './testing/scripted-call.js';
import { SUMMARY } from './thresholds.js';

const add = (tally: Tally, seconds: number, input: Partial<TallyInput>) => {
  for (let i = 0; i < seconds * 4; i++) {
    tally = addEmotion(tally, {
      speechMs: 250,
      emotion: 'neutral',
      valence: 0,
      arousal: 0,
      escalation: 0,
      ...input,
    });
  }
  return tally;
};

describe('the figures of a whole session', () => {
  it('are means over speech, the emotion heard longest and the highest escalation', () => {
    let tally = add(freshTally(), 30, { emotion: 'content', valence: 0.4, arousal: -0.2, escalation: 0.1 });
    tally = add(tally, 10, { emotion: 'angry', valence: -0.4, arousal: 0.6, escalation: 0.9 });
    const { summary } = summarizeTally(tally);
    expect(summary.dominantEmotion).toBe('content');
    expect(summary.peakEscalationRisk).toBe(0.9);
    expect(summary.meanValence).toBeCloseTo(0.2, 9);
    expect(summary.meanArousal).toBeCloseTo(0, 9);
  });

  it('tell the change of mood from the first half of the speech to the second', () => {
    const tally = add(add(freshTally(), 20, { valence: 0.3 }), 20, { valence: -0.2 });
    expect(summarizeTally(tally).summary.sentimentChange).toBeCloseTo(-0.5, 9);
    const short = add(add(freshTally(), 1, { valence: 0.3 }), 1, { valence: 0.5 });
    expect(summarizeTally(short).summary.sentimentChange).toBeCloseTo(0, 9);
  });

  it('stay bounded over hours and keep their meaning', () => {
    const tally = add(add(freshTally(), 3_600, { valence: 0.3 }), 3_600, { valence: -0.2 });
    expect(tally.buckets.length).toBeLessThanOrEqual(SUMMARY.maximumBuckets);
    expect(summarizeTally(tally).summary.sentimentChange).toBeCloseTo(-0.5, 2);
  });

  it('are absent without evidence, not zero', () => {
    expect(summarizeTally(freshTally())).toEqual({ summary: {}, prosody: undefined });
  });

  it('pool prosody by speech, with the extremes of all', () => {
    let tally = addProsody(freshTally(), aProsody({ f0Hz: 100, energyDb: -20 }), 3_000);
    tally = addProsody(tally, aProsody({ f0Hz: 200, energyDb: -30 }), 1_000);
    const { prosody } = summarizeTally(tally);
    expect(prosody!.pitch).toMatchObject({ mean: 125, min: 70, max: 230, range: 160 });
    expect(prosody!.pitch.std).toBeGreaterThan(40);
    expect(prosody!.energy.mean).toBeCloseTo(-22.5, 9);
    expect(prosody!.rhythm.averagePauseDuration).toBeCloseTo(0.4, 9);
  });

  it('leave out what was not measured', () => {
    const mute = aProsody();
    mute.voice_quality = { jitter: null, shimmer: null, hnr: null };
    const { prosody } = summarizeTally(addProsody(freshTally(), mute, 1_000));
    expect(prosody!.voiceQuality).toEqual({ jitter: undefined, shimmer: undefined, hnr: undefined });
  });
});
