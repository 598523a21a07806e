import { type EmotionLabel, LABELS, type ServerBody } from '@undertone/protocol';
import { describe, expect, it } from 'vitest';
import type { AnalysisResult } from '../../domain/call/analysis-result.js';
import type { NewUtterance, UtteranceReading } from '../../domain/conversations/utterances/utterance.js';
import type { NewsOfConversation } from '../../domain/conversations/conversation-news.js';
import type { TakenBack } from '../../domain/conversations/conversation-views.js';
import type { Observed } from '../../domain/conversations/conversations.js';
import { initialVersion, foresee } from '../../domain/conversations/learning/learned-model.js';
import { freshTrajectory } from '../../domain/predictions/trajectory.js';
import { TurnRecorder } from './turn-recorder.js';
import type { OpenTurnStates } from './turn-recorder-options.js';
import type { StreamConversations } from './stream-conversations.js';
import type { SessionConfig } from '../../domain/live/session-config.js';

/** Conversations that only record their calls. */
const recorder = () => {
  const told: unknown[] = [];
  const added: NewUtterance[] = [];
  const head = initialVersion('org_1');
  const foresight = foresee(head, [], freshTrajectory(), 'live');
  const observed = {
    foresight,
    insight: { head, settings: { kpis: [], alerts: null } },
    alerts: [],
    duplicate: false,
    record: { progress: { revision: 0 } },
  };
  return {
    told,
    added,
    sessions: {
      assertOpen: () => Promise.resolve(undefined),
      openStream: () => {
        told.push('stream_opened');
        return Promise.resolve(0);
      },
      newsSince: () => Promise.reject(new Error('there is none')),
      move: (_org: string, _id: string, event: { kind: string }) => {
        told.push(event.kind);
        return Promise.resolve('live' as const);
      },
      add: (_org: string, _id: string, utterance: NewUtterance, text?: string) => {
        added.push(utterance);
        if (text !== undefined) told.push(text);
        return Promise.resolve({ ...observed, utterance } as unknown as Observed);
      },
      knowAgent: () => Promise.reject(new Error('not asked')),
      describe: () => Promise.resolve(),
      noteWords: (_org: string, _id: string, words: unknown) => {
        told.push(words);
        return Promise.resolve();
      },
      noteCue: (_org: string, _id: string, cue: unknown) => {
        told.push(cue);
        return Promise.resolve();
      },
      noteCueAction: (_org: string, _id: string, answer: unknown) => {
        told.push(answer);
        return Promise.resolve();
      },
      correct: () => Promise.resolve(observed as unknown as Observed),
      revise: (_org: string, _id: string, utteranceId: string, reading: UtteranceReading) => {
        told.push([utteranceId, reading.emotion]);
        return Promise.resolve(observed as unknown as Observed);
      },
      endStream: (_org: string, _id: string, code: string, audioMs: number) => {
        told.push([code, audioMs]);
        return Promise.resolve({ foresight, record: { final: null } } as never);
      },
      give: () => Promise.reject(new Error('not asked')),
      submitOutcome: (_org: string, _id: string, outcome: unknown) => {
        told.push(outcome);
        return Promise.resolve({} as never);
      },
    },
  };
};

const result = (channel: number, startMs: number, valence: number): AnalysisResult =>
  ({
    channel,
    startMs,
    endMs: startMs + 1_000,
    speech: true,
    speechMs: 1_000,
    vadEvents: [],
    emotion: {
      probabilities: probabilities(valence < 0 ? 'angry' : 'content'),
      uncertainBelow: 0.2,
      evidenceMs: startMs + 1_000,
    },
    dimensions: { valence, arousal: 0.5, dominance: 0 },
    timing: { queueMs: 0, inferenceMs: 0, totalMs: 0 },
  }) as unknown as AnalysisResult;
const probabilities = (leading: EmotionLabel): Record<EmotionLabel, number> =>
  Object.fromEntries(LABELS.map((label) => [label, label === leading ? 0.87 : 0.01])) as Record<
    EmotionLabel,
    number
  >;
const turnEnd = (channel: number, startMs: number, endMs: number): ServerBody => ({
  kind: 'turn.end',
  value: { turnId: `turn_${channel}_${startMs}`, speakerId: `ch${channel}`, channel, startMs, endMs },
});

const updated = (turnId: string, emotion: string | null): ServerBody =>
  ({ kind: 'turn.update', value: { turnId, emotion, revised: true } }) as ServerBody;

const start = (
  heard?: OpenTurnStates,
  change: Partial<StreamConversations> = {},
  agents: readonly string[] = [],
) => {
  const { sessions, ...seen } = recorder();
  const said: ServerBody[] = [];
  const read = new Map<string, string | null>();
  const config = {
    channels: [{ subject: 'customer' }, { subject: 'agent' }],
    features: ['prediction'],
    language: 'en',
    vertical: 'general',
  } as unknown as SessionConfig;
  const observer = new TurnRecorder({
    sessions: { ...sessions, ...change },
    heard,
    orgId: 'org_1',
    sessionId: 'ses_1',
    config: () => config,
    agents: () => agents,
    agentAnalysis: false,
    correctionsOf: () => [],
    onCorrected: () => undefined,
    onCueAnswer: () => undefined,
    onRead: (turnId, emotion, revised) => {
      read.set(turnId, emotion);
      return revised ? [updated(turnId, emotion)] : [];
    },
    say: (bodies) => said.push(...bodies),
    wallMs: () => 0,
    onFailed: (error) => {
      throw error;
    },
  });
  return { observer, said, read, ...seen };
};

describe('a live stream’s turns', () => {
  it('become utterances of the conversation with the tone of their own channel', async () => {
    const { observer, added, said } = start();
    for (const each of [result(0, 0, 0.4), result(1, 0, -0.9), result(0, 1_000, 0.4)]) observer.hear(each);
    observer.watch([turnEnd(0, 0, 2_000), turnEnd(1, 0, 1_000)]);
    await observer.settled();
    expect(added).toMatchObject([
      {
        role: 'caller',
        speakerId: 'caller',
        emotion: 'content',
        startMs: 0,
        durationMs: 2_000,
        source: 'stream',
      },
      { role: 'agent', speakerId: 'agent', emotion: 'angry' },
    ]);
    expect(added[0]?.tone?.valence).toBeCloseTo(0.4);
    expect(said.map(({ kind }) => kind)).toEqual(['session.prediction', 'session.prediction']);
    expect(observer.latest?.utterancesSeen).toBe(0);
  });

  it('keep the mood that the agent’s panel showed when they were over, and none of an agent who is not analyzed', async () => {
    const heated = (channel: number, speakerId: string, audioEndMs: number): ServerBody =>
      ({
        kind: 'directive',
        value: {
          channel,
          speakerId,
          audioStartMs: audioEndMs - 500,
          audioEndMs,
          speech: true,
          emotion: 'uncertain',
          valence: 0,
          arousal: 0,
          signals: { escalation: 0.7 },
          emotionProbabilities: {},
          quality: { doubts: [] },
        },
      }) as unknown as ServerBody;
    const { observer, added } = start(undefined, {}, ['ch1']);
    for (const channel of [0, 1])
      observer.watch(
        [500, 1_000, 1_500, 2_000, 2_500, 3_000].map((at) => heated(channel, `ch${channel}`, at)),
      );
    observer.watch([turnEnd(0, 0, 3_000), turnEnd(1, 0, 3_000)]);
    await observer.settled();
    expect(added.map(({ role, mood }) => [role, mood])).toEqual([
      ['caller', 'tense'],
      ['agent', undefined],
    ]);
  });

  it('tell the alert of a turn that another route added just before a voice was known as the agent’s', async () => {
    const head = initialVersion('org_1');
    const now = {
      foresight: foresee(head, [], freshTrajectory(), 'live'),
      insight: { head, settings: { kpis: [], alerts: null } },
    };
    const alert = { alertId: 'alr_1', ruleId: 'rule_1', alertType: 'escalation_risk_high', raisedAtMs: 0 };
    const tone = { valence: -0.5, arousal: 0.5, escalation: 0.5 };
    const utterance = {
      utteranceId: 'utt_1',
      source: 'audio',
      startMs: 0,
      endMs: 9,
      tone,
      raised: ['alr_1'],
    };
    const { observer, said } = start(undefined, {
      newsSince: () =>
        Promise.resolve({
          ...now,
          notes: [{ kind: 'utterance', revision: 1, utterance }],
          alerts: [alert],
          revision: 2,
          streamStartMs: 0,
        } as unknown as NewsOfConversation),
      knowAgent: () =>
        Promise.resolve({
          ...now,
          record: { progress: { revision: 2 } },
          changed: false,
        } as unknown as TakenBack),
    });
    await observer.open();
    observer.knowAgent('ch1');
    await observer.settled();
    expect(said.map(({ kind }) => kind)).toEqual(['utterance', 'session.prediction', 'alert']);
    expect(said.at(-1)).toMatchObject({ value: { alertId: 'alr_1' } });
  });

  it('leave their cues, and what the agent did with them, in the conversation', async () => {
    const { observer, told } = start();
    await observer.open();
    const cue = { title: 'Slow down', body: 'Listen', tips: [], severity: 'warning', ttlMs: 9 };
    const steering = { cueId: 'cue_1', mode: 'caller_escalating', timestampMs: 4_000 };
    const silent = {
      kind: 'agent_steering',
      value: { ...steering, cueId: 'cue_0' },
    } as unknown as ServerBody;
    observer.watch([
      silent,
      { kind: 'agent_steering', value: { ...steering, cue } } as unknown as ServerBody,
    ]);
    observer.noteCueAction({ cueId: 'cue_1', action: 'accepted', afterMs: 800 });
    await observer.settled();
    expect(told).toEqual([
      'stream_opened',
      {
        cueId: 'cue_1',
        atMs: 4_000,
        mode: 'caller_escalating',
        severity: 'warning',
        title: 'Slow down',
        body: 'Listen',
      },
      { cueId: 'cue_1', action: 'accepted', afterMs: 800 },
    ]);
  });

  it('bring their words to the conversation, and words that come after their end', async () => {
    const { observer, told } = start();
    await observer.open();
    const { value } = turnEnd(0, 0, 2_000);
    const words = (text: string, endMs?: number): ServerBody =>
      ({ kind: 'turn.update', value: { ...value, text, endMs } }) as ServerBody;
    observer.noteWords([words('so far')]);
    observer.watch([{ kind: 'turn.end', value: { ...value, text: 'so far, and' } } as ServerBody]);
    observer.noteWords([words('so far, and to the end', 2_000)]);
    observer.noteWords([{ kind: 'warning', value: { code: 'x', message: 'no turn', detail: {} } }]);
    await observer.settled();
    expect(told).toEqual([
      'stream_opened',
      'so far, and',
      { utteranceId: 'turn_0_0', text: 'so far, and to the end' },
    ]);
  });

  const whole = (leading: EmotionLabel): Pick<AnalysisResult, 'utterance'> => ({
    utterance: {
      emotion: { probabilities: probabilities(leading), uncertainBelow: 0.2, evidenceMs: 1_000, trust: 1 },
      dimensions: { valence: 0, arousal: 0, dominance: 0 },
      baseline: { lineSeconds: 0, voiceSeconds: 0 },
    },
  });
  const silence = (startMs: number): AnalysisResult => {
    const quiet = { ...result(0, startMs, 0), speech: false, speechMs: 0 };
    delete quiet.emotion;
    delete quiet.dimensions;
    return quiet;
  };

  it('take over what the full reader says before and after their end, and tell it once', async () => {
    const { observer, told, added } = start();
    observer.take(result(0, 0, 0.4), []);
    const atEnd = observer.take({ ...silence(1_000), ...whole('sad') }, [turnEnd(0, 0, 1_000)]);
    expect(atEnd).toEqual([updated('turn_0_0', 'sad')]);
    observer.take(result(0, 3_000, 0.4), []);
    expect(observer.take(silence(4_000), [turnEnd(0, 3_000, 4_000)])).toEqual([]);
    expect(observer.take({ ...silence(5_000), ...whole('sad') }, [])).toEqual([
      updated('turn_0_3000', 'sad'),
    ]);
    expect(observer.take({ ...silence(6_000), ...whole('angry') }, [])).toEqual([]);
    await observer.settled();
    expect(added.map(({ emotion }) => emotion)).toEqual(['sad', 'content']);
    expect(told).toEqual([['turn_0_3000', 'sad']]);
  });

  it('keep what a later turn’s utterance says to the later turn', () => {
    const { observer } = start();
    observer.take(result(0, 0, 0.4), []);
    observer.take(silence(1_000), [turnEnd(0, 0, 1_000)]);
    observer.take(result(0, 3_000, 0.4), []);
    expect(observer.take({ ...silence(4_000), ...whole('sad') }, [])).toEqual([]);
  });

  it('get the tone of an upload of the same speech, without influence from the previous turn', async () => {
    const { observer, added } = start();
    observer.hear(result(0, 0, -0.9));
    observer.watch([turnEnd(0, 0, 1_000)]);
    observer.hear(result(0, 2_000, 0.4));
    observer.watch([turnEnd(0, 2_000, 3_000)]);
    await observer.settled();
    const alone = start();
    alone.observer.hear(result(0, 2_000, 0.4));
    alone.observer.watch([turnEnd(0, 2_000, 3_000)]);
    await alone.observer.settled();
    expect(added[1]?.tone).toEqual(alone.added[0]?.tone);
  });

  it('continue on another relay from the state in the checkpoint', async () => {
    const first = start();
    first.observer.hear(result(0, 0, -0.9));
    const kept = JSON.parse(JSON.stringify(first.observer.snapshot())) as OpenTurnStates;
    const second = start(kept);
    const whole = start();
    whole.observer.hear(result(0, 0, -0.9));
    for (const { observer } of [second, whole]) {
      observer.hear(result(0, 1_000, 0.4));
      observer.watch([turnEnd(0, 0, 2_000)]);
      await observer.settled();
    }
    expect(second.added[0]).toEqual(whole.added[0]);
    expect(first.observer.snapshot()).toHaveLength(1);
    expect(whole.observer.snapshot()).toEqual([]);
  });

  it('move the conversation with the stream, and submit the outcome at the end', async () => {
    const { observer, told } = start();
    await observer.open();
    observer.moved({ kind: 'live', sinceMs: 0 });
    observer.moved({ kind: 'paused', sinceMs: 0, pause: 'hold' });
    observer.outcome = { csat: 4, resolved: true };
    observer.end('client_ended', 7_000);
    await observer.settled();
    expect(told).toEqual([
      'stream_opened',
      'stream_resumed',
      'stream_paused',
      ['client_ended', 7_000],
      { targets: { csat: 4, resolved: true }, kpis: {}, observedAt: '1970-01-01T00:00:00.000Z' },
    ]);
  });

  it('neither move nor end the conversation when the stream never opened it', async () => {
    const { observer, told } = start();
    observer.moved({ kind: 'live', sinceMs: 0 });
    observer.end('overloaded', 0);
    await observer.settled();
    expect(told).toEqual([]);
  });
});
