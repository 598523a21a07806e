import type { ServerBody } from '@undertone/protocol';
import { describe, expect, it } from 'vitest';
import type { NewUtterance } from '../domain/sessions/session-utterance.js';
import type { Observed } from '../domain/sessions/sessions.js';
import { untaughtVersion, foresee } from '../domain/sessions/taught-model.js';
import { freshTrajectory } from '../domain/predictions/trajectory.js';
import { TurnObserver } from './turn-observer.js';
import type { SessionConfig } from '../domain/session-config.js';

/** Conversations that only write down what they are told. */
const recorder = () => {
  const told: unknown[] = [];
  const added: NewUtterance[] = [];
  const head = untaughtVersion('org_1');
  const foresight = foresee(head, [], freshTrajectory(), 'live');
  const observed = {
    foresight,
    insight: { head, settings: { kpis: [], alerts: null } },
    alerts: [],
    duplicate: false,
  };
  return {
    told,
    added,
    sessions: {
      ensure: () => Promise.resolve(),
      move: (_org: string, _id: string, event: { kind: string }) => {
        told.push(event.kind);
        return Promise.resolve('live' as const);
      },
      add: (_org: string, _id: string, utterance: NewUtterance) => {
        added.push(utterance);
        return Promise.resolve(observed as unknown as Observed);
      },
      correct: () => Promise.resolve(observed as unknown as Observed),
      end: (_org: string, _id: string, code: string) => {
        told.push(code);
        return Promise.resolve({} as never);
      },
      submitOutcome: (_org: string, _id: string, outcome: unknown) => {
        told.push(outcome);
        return Promise.resolve({} as never);
      },
    },
  };
};

const directive = (channel: number, startMs: number, valence: number): ServerBody =>
  ({
    kind: 'directive',
    value: {
      channel,
      audioStartMs: startMs,
      audioEndMs: startMs + 1_000,
      speech: true,
      valence,
      arousal: 0.5,
      emotion: valence < 0 ? 'angry' : 'content',
      confidence: 0.8,
      signals: { escalation: valence < 0 ? 0.9 : 0.1 },
    },
  }) as unknown as ServerBody;
const turnEnd = (channel: number, startMs: number, endMs: number): ServerBody => ({
  kind: 'turn.end',
  value: { turnId: `turn_${channel}_${startMs}`, speakerId: `ch${channel}`, channel, startMs, endMs },
});

const start = () => {
  const { sessions, ...seen } = recorder();
  const said: ServerBody[] = [];
  const config = {
    channels: [{ subject: 'customer' }, { subject: 'agent' }],
    features: ['prediction'],
    language: 'en',
    vertical: 'general',
  } as unknown as SessionConfig;
  const observer = new TurnObserver({
    sessions,
    orgId: 'org_1',
    sessionId: 'ses_1',
    config: () => config,
    correctionsOf: () => [],
    say: (bodies) => said.push(...bodies),
    wallMs: () => 0,
    onFailed: (error) => {
      throw error;
    },
  });
  return { observer, said, ...seen };
};

describe('a live stream’s turns', () => {
  it('become utterances of the conversation with the tone of their own channel', async () => {
    const { observer, added, said } = start();
    observer.watch([directive(0, 0, 0.4), directive(1, 0, -0.9), directive(0, 1_000, 0.2)]);
    observer.watch([turnEnd(0, 0, 2_000), turnEnd(1, 0, 1_000)]);
    await observer.settled();
    expect(added).toMatchObject([
      { role: 'caller', emotion: 'content', startMs: 0, durationMs: 2_000, source: 'stream' },
      { role: 'agent', emotion: 'angry' },
    ]);
    expect(added[0]?.tone?.valence).toBeCloseTo(0.3);
    expect(added[0]?.tone?.escalation).toBeCloseTo(0.1);
    expect(said.map(({ kind }) => kind)).toEqual(['session.prediction', 'session.prediction']);
    expect(observer.latest?.utterancesSeen).toBe(0);
  });

  it('move the conversation with the stream, and teach it the outcome at the end', async () => {
    const { observer, told } = start();
    observer.moved({ kind: 'live', sinceMs: 0 });
    observer.moved({ kind: 'paused', sinceMs: 0, pause: 'hold' });
    observer.outcome = { csat: 4, resolved: true };
    observer.moved({ kind: 'ended', sinceMs: 0, code: 'client_ended' });
    await observer.settled();
    expect(told).toEqual([
      'stream_opened',
      'stream_resumed',
      'stream_paused',
      'client_ended',
      { targets: { csat: 4, resolved: true }, kpis: {}, observedAt: '1970-01-01T00:00:00.000Z' },
    ]);
  });
});
