import { describe, expect, it } from 'vitest';
import { directive } from '../../test/scripted-session.js';
import type { CallEvent } from './call-event.js';
import { EMPTY_CALL, reduceCall } from './call-state.js';
import { MAX_TURNS } from './turn-list.js';

const play = (events: readonly CallEvent[]) =>
  events.reduce((call, event) => reduceCall(call, event, 0), EMPTY_CALL);
/** Long enough to be sure of. */
const ANGRY = Array.from({ length: 10 }, (_, i): CallEvent => ({
  kind: 'directive',
  directive: directive({ audioStartMs: i * 250, audioEndMs: (i + 1) * 250 }),
}));

describe('the turns of a call', () => {
  it('keeps a limited number of turns in order, with the emotion at their end', () => {
    const turns = Array.from({ length: 60 }, (_, i): CallEvent => ({
      kind: 'turn',
      turn: { turnId: `t${i}`, speakerId: 's', channel: 0, startMs: i, endMs: i + 1 },
    }));
    const call = play([...ANGRY, ...turns]);
    expect(call.turns).toHaveLength(MAX_TURNS);
    expect(call.turns.at(-1)).toMatchObject({ turnId: 't59', emotion: 'angry' });
  });

  it('keeps the text of a turn when its end comes without one', () => {
    const turn = { turnId: 't', speakerId: 's', channel: 0, startMs: 5 };
    const call = play([
      { kind: 'turn', turn: { ...turn, text: 'Hello' } },
      { kind: 'turn', turn: { ...turn, endMs: 9 } },
    ]);
    expect(call.turns).toMatchObject([{ text: 'Hello', endMs: 9 }]);
    expect(call.speakers[0]?.speaking).toBe(false);
  });

  it('[RT103] stays quiet when an update comes after the end, and takes the label of the whole turn', () => {
    const turn = { turnId: 't', speakerId: 's', channel: 0, startMs: 5 };
    const call = play([
      ...ANGRY,
      { kind: 'turn', turn },
      { kind: 'turn', turn: { ...turn, endMs: 900 } },
      { kind: 'turn', turn: { ...turn, text: 'Hello' } },
      { kind: 'turn', turn, whole: 'sad' },
    ]);
    expect(call.speakers[0]?.speaking).toBe(false);
    expect(call.turns).toMatchObject([{ text: 'Hello', endMs: 900, emotion: 'sad' }]);
    expect(
      play([
        { kind: 'turn', turn },
        { kind: 'turn', turn, whole: 'uncertain' },
      ]).turns,
    ).toMatchObject([{ emotion: undefined }]);
  });

  it('stays quiet when an update comes after the page heard the voice end', () => {
    const turn = { turnId: 't', speakerId: 's', channel: 0, startMs: 5 };
    const call = play([
      { kind: 'turn', turn },
      { kind: 'speaking', channel: 0, speaking: false },
      { kind: 'turn', turn: { ...turn, text: 'Hello' } },
    ]);
    expect(call.speakers[0]?.speaking).toBe(false);
  });
});
