import { describe, expect, it } from 'vitest';
import { fakeComparison as voices, fakeVoiceprint } from './testing/fake-voices.js';
import { addToProfile, PROFILE, sizeOf, type VoiceProfile, voiceOfProfile } from './voice-profile.js';

// Voices are angles here: at 16 degrees from each other they are one way of speaking, at 20 two.
const angleOf = ({ embedding }: { embedding: Float32Array }): number =>
  (Math.atan2(embedding[1] ?? 0, embedding[0] ?? 0) * 180) / Math.PI;
const grown = (...degrees: readonly number[]): VoiceProfile =>
  degrees
    .slice(1)
    .reduce<VoiceProfile>(
      (profile, angle) => addToProfile(profile, fakeVoiceprint(angle, 5), voices),
      [fakeVoiceprint(degrees[0] ?? 0, 5)],
    );

describe('a profile of one person', () => {
  it('keeps each way of speaking, and joins a recording that says nothing new', () => {
    expect(sizeOf(grown(0, 10))).toEqual({ speechSeconds: 10, prints: 1 });
    expect(sizeOf(grown(0, 20))).toEqual({ speechSeconds: 10, prints: 2 });
    expect(sizeOf(grown(0, 20, 22))).toEqual({ speechSeconds: 15, prints: 2 });
  });

  it('joins with the way of speaking that is nearest', () => {
    expect(grown(0, 20, 24).map(angleOf).map(Math.round)).toEqual([0, 22]);
  });

  it('lets each way of speaking count as much, however long it was heard', () => {
    const profile = addToProfile([fakeVoiceprint(0, 60)], fakeVoiceprint(20, 3), voices);
    const voice = voiceOfProfile(profile, voices);
    expect(angleOf(voice)).toBeCloseTo(10, 4);
    expect(voice.speechSeconds).toBe(63);
  });

  it('holds eight, and joins the two that are most alike beyond that', () => {
    const full = grown(0, 20, 40, 60, 80, 100, 120, 140);
    expect(full).toHaveLength(PROFILE.most);
    const next = addToProfile(full, fakeVoiceprint(157.5, 5), voices);
    expect(next.map(angleOf).map(Math.round)).toEqual([0, 20, 40, 60, 80, 100, 120, 149]);
    expect(sizeOf(next)).toEqual({ speechSeconds: 45, prints: 8 });
  });

  it('is stored and read as it was', () => {
    const profile = grown(0, 20, 40);
    expect(voices.decode(voices.encode(profile)).map(angleOf).map(Math.round)).toEqual([0, 20, 40]);
  });
});
