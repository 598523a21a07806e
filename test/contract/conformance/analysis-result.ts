import { LABELS } from '@undertone/protocol';
import { expect } from 'vitest';
import { at, isMoment, ok, type Promised, type Section, within } from './promise.js';

const numbers = (paths: readonly string[], says: (path: string) => string): Promised[] =>
  paths.map((path) => ({
    says: says(path),
    holds: async ({ analysis }) => {
      expect(at(ok(await analysis()), path)).toBeTypeOf('number');
    },
  }));

export const overview: Section = {
  title: 'What the service does',
  promises: [
    {
      says: 'Audio is supplied as an uploaded file, a URL or base64 text: the same audio, the same analysis',
      holds: async ({ caller, recording: { wav, url, base64 } }) => {
        const same = (json: Record<string, unknown>) => ({ ...json, request_id: '', processed_at: '' });
        const byFile = same(ok(await caller.analyze({}, wav)));
        expect(same(ok(await caller.analyze({ audio_url: url })))).toEqual(byFile);
        expect(same(ok(await caller.analyze({ audio_base64: base64 })))).toEqual(byFile);
      },
    },
    {
      says: 'batch analysis [bills] per second of file duration',
      holds: async ({ tenant, recording }) => {
        const other = await tenant('pro', 100);
        const item = { audio_base64: recording.base64 };
        ok(await other.caller.analyzeBatch({ items: ['a', 'b'].map((id) => ({ id, ...item })) }));
        const wallet = ok(await other.wire.send('GET', '/v1/wallet'));
        expect(at(wallet, 'wallet.balance.credits')).toBeCloseTo(100 - 2 * recording.seconds, 6);
      },
    },
  ],
};

export const analysisResult: Section = {
  title: 'Analysis result (response of POST /v1/analyze)',
  promises: [
    {
      says: 'emotion: Top emotion label',
      holds: async ({ analysis }) => {
        const { emotion, emotion_probabilities: map } = ok(await analysis());
        const [top] = Object.entries(map as Record<string, number>).sort(([, a], [, b]) => b - a);
        expect(emotion).toBe(top?.[0]);
      },
    },
    {
      says: 'confidence: 0 to 1',
      holds: async ({ analysis }) => within(ok(await analysis())['confidence'], 0.001, 1),
    },
    {
      says: 'emotion_probabilities: Map of emotion label to number, with the labels seen',
      holds: async ({ analysis }) => {
        const map = ok(await analysis())['emotion_probabilities'] as Record<string, number>;
        expect(Object.keys(map).sort()).toEqual([...LABELS].sort());
        expect(Object.values(map).reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 6);
      },
    },
    ...['valence', 'arousal', 'dominance'].map((name) => ({
      says: `${name}: number, shown in the range -1 to 1`,
      holds: async ({ analysis }: Parameters<Promised['holds']>[0]) =>
        within(ok(await analysis())[name], -1, 1),
    })),
    {
      says: 'prosody: present when feature `prosody` is requested',
      holds: async ({ analyze }) => {
        expect(ok(await analyze({ features: ['prosody'] }))).toHaveProperty('prosody');
        expect(ok(await analyze({ features: ['emotion'] }))).not.toHaveProperty('prosody');
      },
    },
    {
      says: 'state: Vertical-specific state label; values seen: frustrated, satisfied',
      holds: async ({ analysis }) =>
        expect(['frustrated', 'distressed', 'satisfied', 'neutral']).toContain(ok(await analysis())['state']),
    },
    {
      says: 'duration: Seconds of audio',
      holds: async ({ analysis, recording }) =>
        expect(ok(await analysis())['duration']).toBeCloseTo(recording.seconds, 2),
    },
    {
      says: 'processed_at: ISO 8601 timestamp',
      holds: async ({ analysis }) => {
        const text = ok(await analysis())['processed_at'];
        isMoment(text);
        expect(Math.abs(Date.parse(text as string) - Date.now())).toBeLessThan(600_000);
      },
    },
    {
      says: 'request_id: Identifier of the request',
      holds: async ({ analysis }) => {
        const answer = await analysis();
        expect(ok(answer)['request_id']).toBe(answer.headers.get('x-request-id'));
      },
    },
    ...numbers(
      ['mean', 'std', 'min', 'max', 'range'].map((name) => `prosody.pitch.${name}`),
      (path) => `${path}: number`,
    ),
    ...numbers(
      [
        'prosody.energy.mean',
        'prosody.energy.std',
        'prosody.rhythm.speech_rate',
        'prosody.rhythm.pause_rate',
        'prosody.rhythm.average_pause_duration',
        'prosody.voice_quality.jitter',
        'prosody.voice_quality.shimmer',
        'prosody.voice_quality.hnr',
      ],
      (path) => `${path}: number`,
    ),
    ...numbers(['metrics.csat_predicted'], (path) => `${path}: number`),
    {
      says: 'metrics.sentiment_trajectory: string, value seen: declining',
      holds: async ({ analysis }) =>
        expect(at(ok(await analysis()), 'metrics.sentiment_trajectory')).toMatch(
          /^(declining|stable|improving)$/,
        ),
    },
    {
      says: 'metrics.escalation_risk: string, values seen: high, low',
      holds: async ({ analysis }) =>
        expect(at(ok(await analysis()), 'metrics.escalation_risk')).toMatch(/^(low|medium|high)$/),
    },
    {
      says: 'metrics.first_call_resolution_likely: boolean',
      holds: async ({ analysis }) =>
        expect(at(ok(await analysis()), 'metrics.first_call_resolution_likely')).toBeTypeOf('boolean'),
    },
    {
      says: 'metrics.churn_risk: number, 0 to 1',
      holds: async ({ analysis }) => within(at(ok(await analysis()), 'metrics.churn_risk'), 0, 1),
    },
    {
      says: 'the analyze response uses snake_case metric names as listed here',
      holds: async ({ analysis }) => {
        const names = Object.keys(ok(await analysis())['metrics'] as object);
        expect(names.filter((name) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([]);
      },
    },
    {
      says: 'signals (engagement, stress and others)',
      holds: async ({ analysis }) => {
        for (const name of ['engagement', 'stress'])
          within(at(ok(await analysis()), `signals.${name}`), 0, 1);
      },
    },
    {
      says: 'text (when returned)',
      holds: async ({ analyze }) => {
        const transcript = 'Dogs are sitting by the door.';
        expect(ok(await analyze({ transcript }))['text']).toBe(transcript);
      },
    },
    {
      says: 'kpi_predictions (when KPIs are configured)',
      holds: async ({ tenant, recording }) => {
        const other = await tenant('pro');
        const kpi = {
          kind: 'binary',
          name: 'renewal',
          description: 'the contract is renewed',
          direction: 'higher_is_better',
        };
        const made = await other.wire.json('POST', '/v1/kpis', kpi);
        expect(made.status, JSON.stringify(made.json)).toBe(201);
        const fields = { audio_base64: recording.base64, session_id: 'with-kpis' };
        expect(ok(await other.caller.analyze(fields))['kpi_predictions']).toHaveProperty('renewal');
      },
    },
    {
      says: 'session_id (when a session id was set)',
      holds: async ({ analyze, analysis }) => {
        expect(ok(await analyze({ session_id: 'named' }))['session_id']).toBe('named');
        expect(ok(await analysis())).not.toHaveProperty('session_id');
      },
    },
    ...['contact_center', 'healthcare'].map((vertical) => ({
      says: `Values seen for vertical: ${vertical}`,
      holds: async ({ analyze }: Parameters<Promised['holds']>[0]) => {
        const { state, metrics } = ok(await analyze({ vertical, features: ['vertical'] }));
        expect(state).toBeTypeOf('string');
        expect(Object.keys(metrics as object).length).toBeGreaterThan(0);
      },
    })),
  ],
};
