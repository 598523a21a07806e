import { type Directive, hearMood, type ServerBody, type SteeringMode, UNHEARD } from '@undertone/protocol';
import { describe, expect, it } from 'vitest';
import { HEARD_MOODS, HeardMoods, longestMood, type SavedMoods } from './heard-mood.js';

const STEP_MS = 250;
const CALM = { heat: 0.1, emotion: 'neutral' };
const TENSE = { heat: 0.75, emotion: 'uncertain' };

const directive = (
  endMs: number,
  { heat, emotion }: typeof CALM,
  speakerId: string,
): ServerBody & { value: Directive } => ({
  kind: 'directive',
  value: {
    speakerId,
    channel: 0,
    speech: true,
    audioStartMs: endMs - STEP_MS,
    audioEndMs: endMs,
    emotion,
    confidence: 0.4,
    valence: 0,
    arousal: 0,
    signals: { escalation: heat },
    emotionProbabilities: {},
    quality: { doubts: [] },
  } as unknown as Directive,
});
const speech = (fromMs: number, ms: number, sound: typeof CALM, speakerId = 'customer') =>
  Array.from({ length: ms / STEP_MS }, (_, i) => directive(fromMs + (i + 1) * STEP_MS, sound, speakerId));
const steering = (mode: SteeringMode, timestampMs: number): ServerBody =>
  ({ kind: 'agent_steering', value: { mode, timestampMs, speakerId: 'customer', channel: 0 } }) as ServerBody;

describe('the mood of a turn', () => {
  it('is that of the panel, which hears the same messages, and its times add up to the panel’s', () => {
    const moods = new HeardMoods();
    const [first, second] = [speech(0, 5_000, CALM), speech(9_000, 6_000, TENSE)];
    moods.hear(first);
    const calm = moods.atTurnEnd(0, 'customer');
    moods.hear(second);
    const tense = moods.atTurnEnd(0, 'customer');
    expect([calm?.mood, tense?.mood]).toEqual(['calm', 'tense']);
    const { spans } = [...first, ...second].reduce((mood, { value }) => hearMood(mood, value), UNHEARD);
    const shown = (kind: string): number =>
      spans.filter((span) => span.kind === kind).reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
    expect((calm?.moodMs.calm ?? 0) + (tense?.moodMs.calm ?? 0)).toBe(shown('calm'));
    expect(tense?.moodMs.tense).toBe(shown('tense'));
  });

  it('follows the steering: a voice that has calmed down is not called tense', () => {
    const moods = new HeardMoods();
    moods.hear([...speech(0, 5_000, TENSE), steering('caller_escalating', 5_000)]);
    expect(moods.atTurnEnd(0, 'customer')?.mood).toBe('tense');
    moods.hear([steering('mirror_calm', 8_000)]);
    expect(moods.atTurnEnd(0, 'customer')?.mood).toBe('calming');
  });

  it('is each voice’s own, and there is none where nothing sure was heard', () => {
    const moods = new HeardMoods();
    moods.hear(speech(0, 3_000, CALM, 'one'));
    moods.hear(speech(3_000, 3_000, TENSE, 'two'));
    moods.hear(speech(6_000, 250, CALM, 'three'));
    expect(['one', 'two', 'three', 'four'].map((id) => moods.atTurnEnd(0, id)?.mood)).toEqual([
      'calm',
      'tense',
      undefined,
      undefined,
    ]);
  });

  it('[RT44] goes on after another relay took the stream up, with the times that were not told yet', () => {
    const whole = new HeardMoods();
    const before = new HeardMoods();
    for (const moods of [whole, before]) {
      moods.hear([...speech(0, 5_000, CALM), ...speech(0, 5_000, TENSE, 'other')]);
      moods.atTurnEnd(0, 'customer');
      moods.hear([...speech(9_000, 2_000, CALM), ...speech(11_000, 6_000, TENSE)]);
    }
    const after = new HeardMoods(JSON.parse(JSON.stringify(before.snapshot())) as SavedMoods);
    for (const moods of [whole, after]) moods.hear(speech(17_000, 1_000, TENSE));
    for (const voice of ['customer', 'other']) {
      expect(after.atTurnEnd(0, voice)).toEqual(whole.atTurnEnd(0, voice));
    }
    for (const moods of [whole, after]) moods.hear([steering('mirror_calm', 19_000)]);
    expect(after.atTurnEnd(0, 'customer')).toEqual(whole.atTurnEnd(0, 'customer'));
    expect(after.atTurnEnd(0, 'customer')?.mood).toBe('calming');
  });

  it('[RT44] goes on where only a cue was told of a voice', () => {
    const before = new HeardMoods();
    before.hear([steering('caller_escalating', 1_000)]);
    const after = new HeardMoods(JSON.parse(JSON.stringify(before.snapshot())) as SavedMoods);
    for (const moods of [before, after]) moods.hear(speech(0, 5_000, TENSE));
    expect(after.snapshot()).toEqual(before.snapshot());
  });
});

it('the mood that lasted longest is none where none is known', () => {
  expect(longestMood({ calm: 3, tense: 8, calming: 2 })).toBe('tense');
  expect(longestMood({})).toBeNull();
  expect(HEARD_MOODS).not.toContain('unheard');
});
