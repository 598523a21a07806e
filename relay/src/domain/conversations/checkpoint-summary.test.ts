import { describe, expect, it } from 'vitest';
import { TurnListener } from './utterances/turn-listener.js';
import { aResult, ScriptedCall, TONES } from '../call/testing/scripted-call.js';
import { summarizeCheckpoint } from './checkpoint-summary.js';

/** A call in whose second turn the relay died. */
const checkpoint = (): unknown => {
  const call = new ScriptedCall().speak(TONES.calm, 3_000).silence(1_000).speak(TONES.angry, 3_000);
  const listener = new TurnListener();
  for (let startMs = 4_000; startMs < 7_000; startMs += 250)
    listener.hear(aResult({ startMs, tone: TONES.angry }));
  const state = {
    conversation: call.conversation.snapshot(),
    heard: [{ channel: 0, state: listener.snapshot() }],
  };
  return JSON.parse(JSON.stringify(state));
};

describe('the summary from the checkpoint of a session whose relay died', () => {
  it('labels an open turn by its readings so far', () => {
    const { transcript, emotionTrajectory, finalEmotion } = summarizeCheckpoint(checkpoint(), 99);
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
