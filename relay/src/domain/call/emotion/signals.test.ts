import { describe, expect, it } from 'vitest';
import { readSignals, type Signals } from './signals.js';
import { aProsody, reading, TONES, type Tone } from '../testing/scripted-call.js';

const STILL = { valence: 0, arousal: 0, energyDb: 0, pitchSemitones: 0 };
const signalsOf = (tone: Tone, over: Partial<Parameters<typeof readSignals>[0]> = {}): Signals =>
  readSignals({
    dimensions: tone,
    z: STILL,
    prosody: aProsody(),
    probabilities: reading(tone).probabilities,
    ...over,
  });

describe('the reader of signals', () => {
  it('finds high escalation in anger and low escalation in calm, neutral, happy and sad speech', () => {
    expect(signalsOf(TONES.angry).escalation).toBeGreaterThan(0.75);
    for (const tone of [TONES.calm, TONES.neutral, TONES.happy, TONES.sad]) {
      expect(signalsOf(tone).escalation).toBeLessThan(0.4);
    }
  });

  it('finds stress in anger and in fear, but not in joy', () => {
    const fearful: Tone = {
      label: 'fearful',
      confidence: 0.6,
      valence: -0.6,
      arousal: 0.55,
      dominance: -0.4,
    };
    expect(signalsOf(TONES.angry).stress).toBeGreaterThan(0.65);
    expect(signalsOf(fearful).stress).toBeGreaterThan(0.65);
    expect(signalsOf(TONES.happy).stress).toBeLessThan(0.35);
  });

  it('finds more certainty in fast, fluent, dominant speech', () => {
    const fluent = signalsOf(TONES.neutral, { prosody: aProsody({ rate: 6 }) });
    const halting = signalsOf(TONES.neutral, { prosody: aProsody({ rate: 2 }) });
    expect(fluent.certainty).toBeGreaterThan(halting.certainty + 0.1);
    expect(signalsOf(TONES.sad).certainty).toBeLessThan(0.4);
  });

  it('finds more intensity and engagement with higher arousal and level', () => {
    expect(signalsOf(TONES.angry).intensity).toBeGreaterThan(signalsOf(TONES.sad).intensity + 0.3);
    const louder = signalsOf(TONES.neutral, { z: { ...STILL, energyDb: 2 } });
    expect(louder.intensity).toBeGreaterThan(signalsOf(TONES.neutral).intensity);
    expect(signalsOf(TONES.happy).engagement).toBeGreaterThan(signalsOf(TONES.sad).engagement + 0.2);
  });

  it('finds more escalation in the same tone when it is unusual for the speaker', () => {
    const usual = signalsOf(TONES.neutral).escalation;
    const unusual = signalsOf(TONES.neutral, { z: { ...STILL, arousal: 2, valence: -2 } }).escalation;
    expect(unusual).toBeGreaterThan(usual + 0.15);
  });

  it('counts unknown measures as ordinary', () => {
    const known = signalsOf(TONES.neutral);
    const blind = signalsOf(TONES.neutral, { prosody: undefined, probabilities: undefined });
    expect(Math.abs(blind.engagement - known.engagement)).toBeLessThan(0.05);
    for (const value of Object.values(blind)) {
      expect(value).toBeGreaterThan(0);
      expect(value).toBeLessThan(1);
    }
  });
});
