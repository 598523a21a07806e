import { describe, expect, it } from 'vitest';
import { openTurnCheckpoint } from './testing/open-turn-checkpoint.js';
import { turnsLeftIn } from './checkpoint-turns.js';
import { summarizeCheckpoint } from './checkpoint-summary.js';

describe('the summary from the checkpoint of a session whose relay died', () => {
  it('labels an open turn by its readings so far', () => {
    const { transcript, emotionTrajectory, finalEmotion } = summarizeCheckpoint(openTurnCheckpoint(), 99);
    expect(transcript.turns.map(({ emotion }) => emotion)).toEqual(['content', 'angry']);
    expect(emotionTrajectory).toEqual(['content', 'angry']);
    expect(finalEmotion).toBe('angry');
  });

  it.each([
    ['nothing', undefined],
    ['another kind of value', 'text'],
    ['no conversation', {}],
    ['a conversation of another version', { conversation: { version: 99 } }],
  ])('is only how long the session was held if the checkpoint holds %s', (_name, state) => {
    expect(summarizeCheckpoint(state, 12)).toEqual({
      durationS: 12,
      utteranceCount: 0,
      transcript: { turns: [] },
      emotionTrajectory: [],
    });
  });
});

describe('the turns that the checkpoint of a session whose relay died leaves', () => {
  it('are those that were being spoken, with their readings and mood so far', () => {
    const turns = turnsLeftIn(openTurnCheckpoint());
    expect(turns).toMatchObject([
      { emotion: 'angry', role: 'caller', source: 'stream', channel: 0, startMs: 4_000, mood: 'upset' },
    ]);
    expect(turns[0]?.durationMs).toBeGreaterThan(2_000);
    expect(turnsLeftIn(openTurnCheckpoint())).toEqual(turns);
  });

  it.each([
    undefined,
    'text',
    {},
    { conversation: null, config: {} },
    { conversation: { version: 99 }, config: {} },
  ])('are none where it holds %j', (state) => expect(turnsLeftIn(state)).toEqual([]));
});
