import type { ServerBody } from '@undertone/protocol';
import { ObservedSession } from '@undertone/client/observe';
import { describe, expect, it } from 'vitest';
import { EMPTY_CALL, reduceCall, type CallState } from '../state/call-state.js';
import { ready, ScriptedSession } from '../../test/scripted-session.js';
import { connectSession } from './connect.js';
import type { SessionLike } from './session-like.js';

const snapshot: ServerBody = {
  kind: 'snapshot',
  value: {
    sessionId: 'ses_1',
    directives: [],
    modes: ['mirror_calm'],
    openTurns: [{ turnId: 'turn_2', speakerId: 'caller', channel: 0, startMs: 4_000 }],
    paused: false,
    state: 'live',
    channels: [{ id: 'caller', subject: 'customer' }],
    turns: [{ turnId: 'turn_1', speakerId: 'caller', channel: 0, startMs: 0, endMs: 3_000, emotion: 'sad' }],
    alerts: [],
    toneShifts: [],
    identities: [],
    utterances: [],
    policy: { agentAnalysis: false, retention: 'none' },
  },
};

describe('a session that another page streams', () => {
  it('is shown like the page’s own, even when the panel connects after its snapshot', () => {
    const watched = new ObservedSession('ses_1', { stop: () => undefined });
    const fits: SessionLike = watched;
    watched.take(snapshot, 3);
    let call: CallState = EMPTY_CALL;
    const stop = connectSession(fits, (event) => {
      call = reduceCall(call, event, 0);
    });
    expect(call).toMatchObject({
      connection: 'live',
      speakers: [
        { subject: 'customer', analyzed: true, speaking: true, voices: [{ mood: { kind: 'calming' } }] },
      ],
      turns: [{ turnId: 'turn_1', emotion: 'sad' }, { turnId: 'turn_2' }],
    });
    watched.take(
      {
        kind: 'turn.end',
        value: { turnId: 'turn_2', speakerId: 'caller', channel: 0, startMs: 4_000, endMs: 5_000 },
      },
      4,
    );
    expect(call.speakers[0]?.speaking).toBe(false);
    stop();
  });

  it('[RT120] shows a turn in its place under its new speaker, with no emotion under the agent’s', () => {
    const watched = new ObservedSession('ses_1', { stop: () => undefined });
    let call: CallState = EMPTY_CALL;
    watched.take(snapshot, 3);
    connectSession(watched, (event) => {
      call = reduceCall(call, event, 0);
    });
    const before = call.turns;
    const agent = { speakerId: 'line_s2', verified: false, evidenceSeconds: 4, subject: 'agent' } as const;
    watched.take({ kind: 'identity_resolved', value: agent }, 4);
    const revise = (turnId: string, previousSpeakerId: string, speakerId: string, revision: number) => {
      const span = { channel: 0, startMs: 0, endMs: 3_000 };
      const value = { turnId, previousSpeakerId, speakerId, revision, ...span };
      watched.take({ kind: 'turn.revised', value }, 4 + revision);
    };
    revise('turn_1', 'caller', 'line_s1', 1);
    expect(call.turns).toEqual([{ ...before[0], speakerId: 'line_s1' }, before[1]]);
    expect(call.turns[0]?.emotion).toBe('sad');
    expect(call.speakers[0]?.speaking, 'the turn that is open goes on').toBe(true);
    revise('turn_1', 'line_s1', 'line_s2', 2);
    expect(call.turns[0]).toMatchObject({ turnId: 'turn_1', speakerId: 'line_s2', emotion: undefined });
    revise('turn_long_ago', 'line_s1', 'line_s2', 3);
    expect(call.turns.map(({ turnId }) => turnId)).toEqual(['turn_1', 'turn_2']);
  });
});

describe('the page’s own session that already runs', () => {
  it('tells a panel that connects later who may be analyzed', () => {
    const channels = [
      { id: 'a', subject: 'customer' as const },
      { id: 'b', subject: 'agent' as const },
    ];
    const session = new ScriptedSession(channels);
    session.enter({ kind: 'live' });
    session.accept(ready({ channels, policy: { agentAnalysis: true, retention: 'none' } }));
    let call: CallState = EMPTY_CALL;
    connectSession(session, (event) => {
      call = reduceCall(call, event, 0);
    });
    expect(call.speakers).toMatchObject([
      { subject: 'customer', analyzed: true },
      { subject: 'agent', analyzed: true },
    ]);
    expect(call).toMatchObject({ connection: 'live', modelLabels: ready().model.labels });
  });
});

describe('the loss and the return of sound', () => {
  it('are reported per channel or for all: from tracks, errors and the audio context', () => {
    const session = new ScriptedSession();
    const told: unknown[] = [];
    connectSession(session, (event) => {
      if (event.kind === 'sound-lost') told.push([event.channel, event.code]);
      if (event.kind === 'sound-back') told.push([event.channel, 'back']);
    });
    session.emit('device', { kind: 'track', channel: 1, change: 'ended' });
    session.emit('error', { code: 'microphone_denied', details: { name: 'NotAllowedError', channel: 1 } });
    session.emit('device', { kind: 'devices' });
    session.emit('device', { kind: 'track', channel: 1, change: 'replaced' });
    session.emit('error', { code: 'context_suspended', details: {} });
    session.emit('device', { kind: 'context', state: 'running' });
    session.emit('error', { code: 'invalid_message', details: { param: 'x' } });
    expect(told).toEqual([
      [1, 'track_ended'],
      [1, 'microphone_denied'],
      [1, 'back'],
      [undefined, 'context_suspended'],
      [undefined, 'back'],
    ]);
  });
});
