import { describe, expect, it } from 'vitest';
import { directive, steering } from '../../test/scripted-session.js';
import type { CallEvent } from './call-event.js';
import { EMPTY_CALL, reduceCall } from './call-state.js';
import { moodOf } from './voices.js';

const play = (events: readonly CallEvent[]) =>
  events.reduce((call, event) => reduceCall(call, event, 0), EMPTY_CALL);

describe('a call that is joined by a snapshot', () => {
  it('takes directives, turns, the mode and the cue from a snapshot', () => {
    const call = play([
      {
        kind: 'snapshot',
        snapshot: {
          sessionId: 's',
          directives: [directive()],
          modes: ['caller_escalating'],
          openTurns: [{ turnId: 't', speakerId: 's', channel: 0, startMs: 5 }],
          cue: steering(),
          paused: false,
          channels: [
            { id: 'caller', subject: 'customer' },
            { id: 'desk', subject: 'agent' },
          ],
          policy: { agentAnalysis: false, retention: 'none' },
          model: { id: 'm', version: '1', labels: ['angry', 'neutral'] },
          turns: [{ turnId: 'e', speakerId: 's', channel: 0, startMs: 0, endMs: 4, emotion: 'sad' }],
          alerts: [],
          toneShifts: [],
          identities: [],
          utterances: [],
        },
      },
    ]);
    expect(call).toMatchObject({
      cues: [{ cueId: 'cue_1' }],
      turns: [{ turnId: 'e', emotion: 'sad', endMs: 4 }, { turnId: 't' }],
      modelLabels: ['angry', 'neutral'],
      speakers: [
        { subject: 'customer', voices: [{ mood: { mode: 'caller_escalating', kind: 'tense' } }] },
        { subject: 'agent', analyzed: false, voices: [] },
      ],
    });
    expect(call.speakers[0]).toMatchObject({ speaking: true });
  });

  it('tells whoever joins late what those tell who were there: a voice that is tense, not the worst of its mode', () => {
    const directives = Array.from({ length: 20 }, (_, i) =>
      directive({
        audioStartMs: i * 250,
        audioEndMs: (i + 1) * 250,
        signals: { escalation: 0.7 },
        modulationMode: 'caller_escalating',
      }),
    );
    const late = play([
      {
        kind: 'snapshot',
        snapshot: {
          sessionId: 's',
          directives,
          modes: ['caller_escalating'],
          openTurns: [],
          paused: false,
          channels: [{ id: 'caller', subject: 'customer' }],
          policy: { agentAnalysis: false, retention: 'none' },
          turns: [],
          alerts: [],
          toneShifts: [],
          identities: [],
          utterances: [],
        },
      },
    ]);
    expect(moodOf(late.speakers[0]!).kind).toBe('tense');
  });
});
