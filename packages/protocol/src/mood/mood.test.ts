import { describe, expect, it } from 'vitest';
import type { Directive } from '../generated/types.js';
import { emotionsOf, levelOf, MOOD_KINDS, moodsOfCue, shownHeat, toneOf, trendOf } from './claims.js';
import { MOOD_LIMITS } from './limits.js';
import { hearMood, steerMood, UNHEARD, type CallMood } from './mood.js';

const STEP_MS = 250;

const reading = (endMs: number, change: Partial<Directive> & { heat?: number } = {}): Directive => ({
  directiveId: 'd',
  revision: 1,
  provenance: 'server',
  speakerId: 's',
  channel: 0,
  audioStartMs: endMs - STEP_MS,
  audioEndMs: endMs,
  emotion: 'neutral',
  confidence: 0.8,
  emotionProbabilities: { neutral: 0.8, angry: 0.2 },
  valence: 0,
  arousal: 0,
  signals: { escalation: change.heat ?? 0.1 },
  metrics: {},
  quality: { doubts: [] },
  latency: { queueMs: 0, inferenceMs: 0, totalMs: 0 },
  speech: true,
  ...change,
});

/** A voice heard for a while, one result every quarter of a second. */
const hear = (mood: CallMood, ms: number, change: Parameters<typeof reading>[1] = {}): CallMood => {
  let next = mood;
  const fromMs = Math.max(0, mood.stretch.endMs);
  for (let at = STEP_MS; at <= ms; at += STEP_MS) next = hearMood(next, reading(fromMs + at, change));
  return next;
};

const ANGRY = {
  heat: 0.9,
  valence: -0.5,
  arousal: 0.7,
  emotion: 'angry',
  emotionProbabilities: { angry: 0.9 },
};
const steering = { timestampMs: 0 };

describe('the mood of a voice', () => {
  it('is unheard until sure speech was heard', () => {
    expect(hear(UNHEARD, 500).kind).toBe('unheard');
    expect(hear(UNHEARD, 3_000, { emotion: 'uncertain' }).kind).toBe('unheard');
    expect(hear(UNHEARD, 3_000, { speech: false }).kind).toBe('unheard');
    expect(hear(UNHEARD, 1_000).kind).toBe('calm');
  });

  it('does not change for a second of other evidence, and changes when the evidence lasts', () => {
    const calm = hear(UNHEARD, 5_000);
    expect(hear(calm, 1_000, ANGRY).kind).toBe('calm');
    expect(hear(calm, 4_000, ANGRY).kind).toBe('tense');
  });

  it('is upset only when the relay’s steering and the voice say so', () => {
    const calm = hear(UNHEARD, 5_000);
    const steered = steerMood(calm, { ...steering, mode: 'caller_escalating' });
    expect(steered.kind).toBe('calm');
    expect(hear(steered, 5_000).kind).toBe('tense');
    const upset = hear(steered, 1_500, ANGRY);
    expect(upset.kind).toBe('upset');
    expect(upset.label).toBe('angry');
    expect(hear(upset, 10_000).kind).toBe('upset');
  });

  it('begins where the voice was heard, though the clock of the call is ahead of it', () => {
    const tense = hear(hear(UNHEARD, 5_000), 4_000, ANGRY);
    const upset = steerMood(tense, { mode: 'caller_escalating', timestampMs: 30_000 });
    expect(upset).toMatchObject({ kind: 'upset', sinceMs: tense.stretch.endMs });
    expect(steerMood(tense, { mode: 'caller_escalating', timestampMs: 8_900 }).sinceMs).toBe(8_900);
  });

  it('names no emotion any more that unsure readings have overtaken', () => {
    const angry = hear(hear(UNHEARD, 2_000), 4_000, ANGRY);
    expect(angry.label).toBe('angry');
    const unsure = { heat: 0.5, emotion: 'uncertain', emotionProbabilities: { angry: 0.1, content: 0.4 } };
    expect(hear(angry, 750, unsure)).toMatchObject({ kind: 'tense', label: 'angry' });
    expect(hear(angry, 6_000, unsure)).toMatchObject({ kind: 'tense', label: undefined });
  });

  it('calms down with the steering, and is calm when the voice was calm for a while', () => {
    const upset = hear(
      steerMood(hear(UNHEARD, 2_000), { ...steering, mode: 'caller_escalating' }),
      3_000,
      ANGRY,
    );
    const calming = hear(steerMood(upset, { ...steering, mode: 'mirror_calm' }), 1_000);
    expect(calming.kind).toBe('calming');
    expect(hear(steerMood(calming, { ...steering, mode: 'normal' }), 8_000).kind).toBe('calm');
  });

  it('calms down with the steering also where it was no more than tense', () => {
    const tense = hear(steerMood(hear(UNHEARD, 5_000), { ...steering, mode: 'caller_escalating' }), 2_000, {
      heat: 0.75,
    });
    expect(tense.kind).toBe('tense');
    expect(steerMood(tense, { ...steering, mode: 'mirror_calm' }).kind).toBe('calming');
    expect(steerMood(hear(UNHEARD, 5_000), { ...steering, mode: 'mirror_calm' }).kind).toBe('calm');
  });

  it('alarms by no guess at first words: heat lasts before it is told, at the start too', () => {
    const guessed = hear(UNHEARD, 1_000, ANGRY);
    expect(guessed.kind).toBe('unheard');
    expect(hear(guessed, 4_000).kind).toBe('calm');
    expect(hear(guessed, 1_500, ANGRY).kind).toBe('tense');
  });

  it('is not upset by the steering where a voice that was heard is less hot than that', () => {
    const guessed = hear(UNHEARD, 1_000, { ...ANGRY, heat: 0.7 });
    expect(guessed.kind).toBe('unheard');
    expect(steerMood(guessed, { ...steering, mode: 'caller_escalating' }).kind).toBe('tense');
  });

  it('keeps the last sure state, with its date, while what comes is uncertain', () => {
    const calm = hear(UNHEARD, 5_000);
    const after = hear(calm, 20_000, {
      emotion: 'uncertain',
      heat: 0.5,
      emotionProbabilities: { angry: 0.3 },
    });
    expect(after).toMatchObject({ kind: 'calm', sureMs: 5_000 });
    expect(after.spans.at(-1)).toMatchObject({ kind: 'calm', toMs: 25_000 });
    const noise = hear(calm, 20_000, { ...ANGRY, quality: { doubts: ['out_of_domain'] } });
    expect(noise).toMatchObject({ kind: 'calm', sureMs: 5_000 });
  });

  it('ignores the first words of a stretch, and revisions of the past', () => {
    const calm = hear(UNHEARD, 5_000);
    const guess = hearMood(calm, reading(20_000, { ...ANGRY, emotion: 'angry' }));
    expect(guess.heat).toBe(calm.heat);
    expect(hearMood(calm, reading(4_000, ANGRY))).toBe(calm);
  });

  it('is low or pleased when the voice is so for a while', () => {
    const sad = { valence: -0.6, arousal: -0.4, emotion: 'sad', emotionProbabilities: { sad: 0.9 } };
    expect(hear(UNHEARD, 8_000, sad)).toMatchObject({ kind: 'low', label: 'sad' });
    const glad = { valence: 0.7, arousal: 0.3, emotion: 'happy', emotionProbabilities: { happy: 0.9 } };
    expect(hear(UNHEARD, 8_000, glad)).toMatchObject({ kind: 'pleased', label: 'happy' });
  });

  it('trusts the steering about a voice of which nothing else is known', () => {
    expect(steerMood(UNHEARD, { ...steering, mode: 'caller_escalating' }).kind).toBe('upset');
    expect(steerMood(UNHEARD, { ...steering, mode: 'normal' }).kind).toBe('unheard');
  });

  it('keeps the whole call in stretches without gaps, and no more than its limit', () => {
    let mood = UNHEARD;
    for (let i = 0; i < MOOD_LIMITS.spans / 2 + 10; i += 1) {
      mood = hear(steerMood(mood, { ...steering, mode: 'caller_escalating' }), 6_000, ANGRY);
      mood = hear(steerMood(mood, { ...steering, mode: 'mirror_calm' }), 6_000);
    }
    expect(mood.spans).toHaveLength(MOOD_LIMITS.spans);
    for (const [i, span] of mood.spans.entries()) {
      if (i > 0) expect(span.fromMs).toBe(mood.spans[i - 1]?.toMs);
    }
    expect(mood.trace.length).toBeLessThanOrEqual(1 + MOOD_LIMITS.trend.windowMs / MOOD_LIMITS.trend.pointMs);
  });
});

describe('what the parts of a panel may say', () => {
  it.each(MOOD_KINDS)('in the mood %s: heat within the range of its word', (kind) => {
    for (const heat of [0, 0.5, 1]) {
      const shown = shownHeat({ kind, heat });
      const word =
        shown === undefined ? 'unknown' : shown >= 0.65 ? 'high' : shown >= 0.35 ? 'raised' : 'low';
      expect(word).toBe(levelOf(kind));
    }
  });

  it('keeps alert for upset, and gives no calm label to a heated voice', () => {
    expect(MOOD_KINDS.filter((kind) => toneOf(kind) === 'alert')).toEqual(['upset']);
    expect(emotionsOf('upset')).not.toContain('neutral');
    expect(emotionsOf('calm')).not.toContain('angry');
  });

  it('says of each cue with which moods it goes', () => {
    expect(moodsOfCue({ mode: 'caller_escalating', reason: 'escalation_high' })).toEqual(['tense', 'upset']);
    expect(moodsOfCue({ mode: 'mirror_calm', reason: 'calming_down' })).toEqual(['calming', 'calm']);
    expect(moodsOfCue({ mode: 'normal', reason: 'caller_disheartened' })).toEqual(['low']);
    expect(moodsOfCue({ mode: 'normal', reason: 'anything' })).toBeUndefined();
  });

  it('never says of a voice that calms down that it rises', () => {
    const trace = [
      { timeMs: 0, heat: 0.1 },
      { timeMs: 9_000, heat: 0.5 },
    ];
    expect(trendOf({ kind: 'calm', trace })).toBe('rising');
    expect(trendOf({ kind: 'calming', trace })).toBe('steady');
    expect(trendOf({ kind: 'upset', trace: [...trace].reverse() })).toBe('falling');
  });
});
