import { HeardMoods } from '../../call/emotion/heard-mood.js';
import { aResult, ScriptedCall, TONES } from '../../call/testing/scripted-call.js';
import { TurnListener } from '../utterances/turn-listener.js';

/** A stream's checkpoint of a call in whose second turn, from 4 to 7 s, the relay died. */
export const openTurnCheckpoint = (): object => {
  const call = new ScriptedCall().speak(TONES.calm, 3_000).silence(1_000).speak(TONES.angry, 3_000);
  const listener = new TurnListener();
  for (let startMs = 4_000; startMs < 7_000; startMs += 250)
    listener.hear(aResult({ startMs, tone: TONES.angry }));
  const moods = new HeardMoods();
  moods.hear(call.said);
  const state = {
    analysed: [112_000],
    config: { channels: [{ subject: 'customer', sampleRate: 16_000 }] },
    conversation: call.conversation.snapshot(),
    heard: [{ channel: 0, state: listener.snapshot() }],
    moods: moods.snapshot(),
  };
  return JSON.parse(JSON.stringify(state)) as object;
};
