import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GatewayRig, startGateway, type Tenant } from '../testing/gateway-rig.js';

let rig: GatewayRig;
let us: Tenant;
beforeAll(async () => {
  rig = await startGateway();
  us = await rig.createTenant('enterprise');
}, 60_000);
afterAll(() => rig.stop());

interface Reply {
  status: number;
  json: Record<string, unknown>;
}
const call = async (method: string, path: string, body?: unknown, tenant: Tenant = us): Promise<Reply> => {
  const response = await fetch(`${rig.url}${path}`, {
    method,
    headers: { 'X-API-Key': tenant.key, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, json: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
};
const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Record<string, unknown> | undefined)?.[name], value);
const codeOf = ({ json }: Reply): unknown => at(json, 'error', 'code');
const problemsOf = ({ json }: Reply): string[] => Object.keys(at(json, 'error', 'details') as object);

const begin = async (body: object = {}, tenant: Tenant = us): Promise<string> => {
  const { status, json } = await call('POST', '/v1/sessions', body, tenant);
  expect(status).toBe(201);
  return String(at(json, 'session', 'id'));
};
const add = (id: string, body: object, tenant: Tenant = us): Promise<Reply> =>
  call('POST', `/v1/sessions/${encodeURIComponent(id)}/utterances`, body, tenant);

const ANGRY = {
  emotion: 'angry',
  confidence: 0.9,
  valence: -0.7,
  arousal: 0.7,
  dominance: 0.3,
  signals: { escalation: 0.9 },
  duration: 4,
};
const CALM = { ...ANGRY, emotion: 'content', valence: 0.3, arousal: -0.2, signals: { escalation: 0.1 } };

describe('POST /v1/sessions', () => {
  it('makes an open session with an id of ours', async () => {
    const { status, json } = await call('POST', '/v1/sessions', { vertical: 'contact_center' });
    expect(status).toBe(201);
    expect(json['session']).toMatchObject({ state: 'open', vertical: 'contact_center', utterance_count: 0 });
    expect(at(json, 'session', 'id')).toMatch(/^ses_[0-9A-Za-z]{22}$/);
  });

  it('takes any text of the caller’s as an id, which belongs to its organisation', async () => {
    const them = await rig.createTenant();
    const id = 'Fall 12/ä?🙂';
    expect(await begin({ session_id: id })).toBe(id);
    expect(await begin({ session_id: id }, them)).toBe(id);
    expect((await add(id, { result: ANGRY })).status).toBe(201);
    const path = `/v1/sessions/${encodeURIComponent(id)}`;
    expect(at((await call('GET', path, undefined, them)).json, 'session', 'utterance_count')).toBe(0);
    expect(at((await call('GET', path)).json, 'session', 'utterance_count')).toBe(1);
    const again = await call('POST', '/v1/sessions', { session_id: id });
    expect([again.status, codeOf(again)]).toEqual([409, 'conflict']);
  });

  it.each([
    ['an id that is too long', { session_id: 'x'.repeat(129) }, 'session_id'],
    ['an empty id', { session_id: '' }, 'session_id'],
    ['NUL in an id', { session_id: 'a\0b' }, 'session_id'],
    ['half a surrogate pair', { session_id: '\ud800' }, 'session_id'],
    ['an unknown vertical', { vertical: 'zoo' }, 'vertical'],
    ['an organisation', { org_id: 'org_1' }, 'org_id'],
    ['a state', { state: 'ended' }, 'state'],
    ['no language', { language: 'English!' }, 'language'],
  ])('refuses %s', async (_what, body, parameter) => {
    const reply = await call('POST', '/v1/sessions', body);
    expect([reply.status, codeOf(reply)]).toEqual([400, 'validation_error']);
    expect(problemsOf(reply)).toEqual([parameter]);
  });
});

describe('POST /v1/sessions/{id}/utterances', () => {
  it('answers predictions, each with an interval, the utterances seen, factors and a recommended tone and action', async () => {
    const id = await begin();
    await add(id, { result: ANGRY });
    const { status, json } = await add(id, { result: ANGRY, transcript: 'Again!', speaker_id: 'anna' });
    expect(status).toBe(201);
    const predictions = json['predictions'] as Record<string, unknown>;
    for (const target of [
      'escalation_risk',
      'churn_risk',
      'resolution_probability',
      'predicted_csat',
      'sentiment_forecast',
    ]) {
      const { low, high } = at(predictions, 'intervals', target) as { low: number; high: number };
      expect(low, target).toBeLessThanOrEqual(predictions[target] as number);
      expect(high, target).toBeGreaterThanOrEqual(predictions[target] as number);
      expect(at(predictions, 'impact_factors', target)).toBeInstanceOf(Array);
    }
    expect(predictions['utterances_seen']).toBe(2);
    expect(predictions['recommended_tone']).toEqual(expect.any(String));
    expect((predictions['recommended_actions'] as unknown[]).length).toBeGreaterThan(0);
    expect(json['utterance']).toMatchObject({
      speaker_id: 'anna',
      role: 'caller',
      emotion: 'angry',
      start: 4,
    });
    expect(JSON.stringify(json)).not.toContain('Again!');
  });

  it('takes a transcript turn: somebody spoke, and how it sounded is not known', async () => {
    const id = await begin();
    const { json } = await add(id, {
      transcript: 'I have been waiting.',
      start: 2,
      duration: 3,
      subject: 'agent',
    });
    expect(json['utterance']).toMatchObject({
      role: 'agent',
      emotion: null,
      start: 2,
      end: 5,
      source: 'transcript',
    });
    expect(at(json, 'predictions', 'utterances_seen')).toBe(0);
  });

  it('tells the vertical’s state and metrics of the conversation, by the rules of an analysis', async () => {
    const id = await begin({ vertical: 'contact_center' });
    const before = (await call('GET', `/v1/sessions/${id}`)).json['session'];
    expect(before).toMatchObject({ vertical_state: null, metrics: null });
    for (const result of [CALM, ANGRY, ANGRY]) await add(id, { result });
    const angry = (await call('GET', `/v1/sessions/${id}`)).json['session'];
    expect(angry).toMatchObject({
      vertical_state: 'frustrated',
      metrics: {
        csat_predicted: expect.any(Number) as number,
        sentiment_trajectory: 'declining',
        escalation_risk: 'high',
        first_call_resolution_likely: false,
        churn_risk: expect.any(Number) as number,
      },
    });
    // An agent's words, and words without audio, change nothing.
    await add(id, { transcript: 'Hello?', subject: 'agent' });
    const after = (await call('GET', `/v1/sessions/${id}`)).json['session'];
    expect(at(after, 'metrics')).toEqual(at(angry, 'metrics'));
    await add(id, { result: CALM });
    expect(at((await call('GET', `/v1/sessions/${id}`)).json, 'session', 'vertical_state')).toBe('satisfied');
  });

  it('counts a repetition once and says that it was there', async () => {
    const id = await begin();
    const body = { utterance_id: 'one', result: ANGRY };
    expect((await add(id, body)).status).toBe(201);
    const again = await add(id, body);
    expect([again.status, again.json['duplicate']]).toEqual([200, true]);
    expect(at(again.json, 'session', 'utterance_count')).toBe(1);
    const other = await add(id, { utterance_id: 'one', result: CALM });
    expect([other.status, codeOf(other)]).toEqual([409, 'conflict']);
    expect((await add(id, { index: 7, result: CALM })).status).toBe(201);
    expect((await add(id, { index: 7, result: CALM })).status).toBe(200);
  });

  it('gives the same session whatever the order of arrival', async () => {
    const [a, b] = [await begin(), await begin()];
    const results = [CALM, ANGRY, CALM, ANGRY];
    for (const i of [0, 1, 2, 3]) await add(a, { index: i, result: results[i] });
    for (const i of [2, 0, 3, 1]) await add(b, { index: i, result: results[i] });
    const pictures = await Promise.all([a, b].map((id) => call('GET', `/v1/sessions/${id}`)));
    const [left, right] = pictures.map(({ json }) => json['session'] as Record<string, unknown>);
    expect(right?.['predictions']).toEqual(left?.['predictions']);
    expect(at(right, 'summary', 'emotion_trajectory')).toEqual(['content', 'angry', 'content', 'angry']);
  });

  it('says 403 for an unknown session, with one body', async () => {
    const reply = await add('ses_nobody', { result: ANGRY });
    expect([reply.status, codeOf(reply)]).toEqual([403, 'forbidden']);
  });

  it('says 409 for a session that ended', async () => {
    const id = await begin();
    await call('POST', `/v1/sessions/${id}/end`, {});
    const reply = await add(id, { result: ANGRY });
    expect([reply.status, codeOf(reply)]).toEqual([409, 'conflict']);
    // Before anything is fetched or paid.
    const audio = await add(id, { audio_base64: 'AAAA' });
    expect([audio.status, codeOf(audio)]).toEqual([409, 'conflict']);
  });

  it('drops no rule for agents: how they sound is refused by the workplace policy, that they spoke is not', async () => {
    const id = await begin();
    const refused = await add(id, { result: ANGRY, subject: 'agent' });
    expect([refused.status, codeOf(refused)]).toEqual([403, 'policy_blocked']);
    expect((await add(id, { transcript: 'Hello', subject: 'agent' })).status).toBe(201);
  });

  it('never lets an agent’s anger move the caller’s state', async () => {
    const tenant = await rig.createTenant('pro', { workplacePolicy: false });
    const [plain, angry] = [await begin({}, tenant), await begin({}, tenant)];
    for (const [id, agent] of [
      [plain, CALM],
      [angry, ANGRY],
    ] as const) {
      for (let i = 0; i < 4; i++) {
        await add(id, { result: CALM, subject: 'customer' }, tenant);
        await add(id, { result: agent, subject: 'agent' }, tenant);
      }
    }
    const [a, b] = await Promise.all(
      [plain, angry].map(async (id) => (await call('GET', `/v1/sessions/${id}`, undefined, tenant)).json),
    );
    expect(at(b, 'session', 'summary')).toMatchObject({
      final_emotion: 'content',
      dominant_emotion: 'content',
    });
    expect(at(b, 'session', 'summary', 'emotion_trajectory')).toEqual(
      at(a, 'session', 'summary', 'emotion_trajectory'),
    );
    expect(at(b, 'session', 'alerts')).toEqual([]);
  });

  it.each([
    ['nothing', {}, 'audio'],
    ['a result without dimensions', { result: { emotion: 'angry' } }, 'result.valence'],
    ['a label nobody knows', { result: { ...ANGRY, emotion: 'hangry' } }, 'result.emotion'],
    ['a value out of range', { result: { ...ANGRY, valence: 2 } }, 'result.valence'],
    ['a negative time', { transcript: 'a', start: -1 }, 'start'],
    ['half an index', { transcript: 'a', index: 0.5 }, 'index'],
    ['a session in the body', { transcript: 'a', session_id: 'x' }, 'session_id'],
    ['a session beside audio', { audio_base64: 'AAAA', session_id: 'x' }, 'session_id'],
    ['two sources', { audio_base64: 'AAAA', audio_url: 'https://a.example/a.wav' }, 'audio'],
  ])('refuses %s', async (_what, body, parameter) => {
    const id = await begin();
    const reply = await add(id, body);
    expect([reply.status, codeOf(reply)]).toEqual([400, 'validation_error']);
    expect(problemsOf(reply).some((name) => name.startsWith(parameter))).toBe(true);
  });
});

describe('GET /v1/sessions', () => {
  it('lists newest first in pages, each session once', async () => {
    const tenant = await rig.createTenant();
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.unshift(await begin({}, tenant));
    const seen: unknown[] = [];
    let cursor = '';
    do {
      const { json } = await call('GET', `/v1/sessions?limit=2${cursor}`, undefined, tenant);
      seen.push(...(json['sessions'] as { id: string }[]).map(({ id }) => id));
      const next = json['next_cursor'] as string | null;
      cursor = next === null ? '' : `&cursor=${next}`;
    } while (cursor !== '');
    expect([...seen].sort()).toEqual([...ids].sort());
    expect(new Set(seen).size).toBe(5);
  });

  it.each(['limit=0', 'limit=101', 'limit=a', 'cursor=%F0', 'cursor=bm8', 'offset=3'])(
    'refuses %s',
    async (query) => {
      const reply = await call('GET', `/v1/sessions?${query}`);
      expect([reply.status, codeOf(reply)]).toEqual([400, 'validation_error']);
    },
  );
});

describe('outcomes', () => {
  const ended = async (tenant: Tenant = us): Promise<string> => {
    const id = await begin({}, tenant);
    for (let i = 0; i < 3; i++) await add(id, { result: ANGRY }, tenant);
    await call('POST', `/v1/sessions/${id}/end`, {}, tenant);
    return id;
  };

  it('are refused for the future: observed later than now, or of a session that goes on', async () => {
    const id = await ended();
    const observed_at = new Date(rig.nowMs() + 60_000).toISOString();
    const later = await call('POST', `/v1/sessions/${id}/outcome`, { resolved: true, observed_at });
    expect([later.status, problemsOf(later)]).toEqual([400, ['observed_at']]);
    const open = await begin();
    const early = await call('POST', `/v1/sessions/${open}/outcome`, { resolved: true });
    expect([early.status, codeOf(early)]).toEqual([409, 'conflict']);
  });

  it('teach the organisation’s predictions, show in the quality, and can be rolled back', async () => {
    const tenant = await rig.createTenant();
    for (let i = 0; i < 3; i++) {
      const id = await ended(tenant);
      const body = { escalated: true, csat: 1, observed_at: new Date(rig.nowMs()).toISOString() };
      const { status, json } = await call('POST', `/v1/sessions/${id}/outcome`, body, tenant);
      expect([status, at(json, 'learned', 'model_version')]).toEqual([200, i + 1]);
    }
    const quality = await call('GET', '/v1/predictions/quality', undefined, tenant);
    const escalation = at(quality.json, 'targets', 'escalation_risk') as Record<string, unknown>;
    expect(escalation).toMatchObject({ kind: 'chance', outcomes: 3, base_rate: 1 });
    expect(escalation['lift_over_prior']).toBeGreaterThan(0);
    expect((escalation['reliability_curve'] as unknown[]).length).toBeGreaterThan(0);
    const back = await call('POST', '/v1/predictions/rollback', { version: 1 }, tenant);
    expect(back.json).toEqual({ model_version: 4, rolled_back_to: 1 });
    const { json } = await call('GET', '/v1/predictions/versions', undefined, tenant);
    expect(json['current']).toBe(4);
    const missing = await call('POST', '/v1/predictions/rollback', { version: 77 }, tenant);
    expect([missing.status, codeOf(missing)]).toEqual([404, 'not_found']);
  });

  it('may come with the end, and with the organisation’s own KPIs', async () => {
    const tenant = await rig.createTenant();
    const kpi = { kind: 'scalar', name: 'basket', direction: 'higher_is_better', min: 0, max: 500 };
    expect((await call('POST', '/v1/kpis', kpi, tenant)).status).toBe(201);
    const id = await begin({}, tenant);
    const { json } = await add(id, { result: CALM }, tenant);
    expect(at(json, 'kpi_predictions', 'basket')).toMatchObject({ value: expect.any(Number) as number });
    const wrong = await call(
      'POST',
      `/v1/sessions/${id}/end`,
      { outcome: { kpis: { basket: 900 } } },
      tenant,
    );
    expect([wrong.status, problemsOf(wrong)]).toEqual([400, ['kpis.basket']]);
    // What was refused ended nothing.
    expect(at((await call('GET', `/v1/sessions/${id}`, undefined, tenant)).json, 'session', 'state')).toBe(
      'open',
    );
    const end = await call(
      'POST',
      `/v1/sessions/${id}/end`,
      { outcome: { csat: 5, kpis: { basket: 120 } } },
      tenant,
    );
    expect(end.json['learned']).toEqual({ model_version: 1 });
    expect(at(end.json, 'session', 'outcome')).toMatchObject({ csat: 5, kpis: { basket: 120 } });
  });

  it.each([
    ['nothing', {}, 'body'],
    ['a score nobody gives', { csat: 6 }, 'csat'],
    ['a KPI that is not defined', { kpis: { nope: 1 } }, 'kpis.nope'],
    ['a word for yes', { resolved: 'yes' }, 'resolved'],
  ])('refuse %s', async (_what, body, parameter) => {
    const id = await ended();
    const reply = await call('POST', `/v1/sessions/${id}/outcome`, body);
    expect([reply.status, problemsOf(reply)]).toEqual([400, [parameter]]);
  });
});

describe('GET /v1/sessions', () => {
  it('lists pages by cursor, and filters by state, time and external_id', async () => {
    const tenant = await rig.createTenant();
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) {
      rig.advance(1_000);
      ids.unshift(await begin({ external_id: i % 2 === 0 ? 'case 7/ä' : 'case 8' }, tenant));
    }
    await call('POST', `/v1/sessions/${ids[0] ?? ''}/end`, {}, tenant);
    const list = async (query: Record<string, string>): Promise<{ ids: string[]; next: unknown }> => {
      const { status, json } = await call(
        'GET',
        `/v1/sessions?${new URLSearchParams(query).toString()}`,
        undefined,
        tenant,
      );
      expect(status).toBe(200);
      const sessions = json['sessions'] as { id: string }[];
      return { ids: sessions.map(({ id }) => id), next: json['next_cursor'] };
    };
    const pages: string[][] = [];
    let cursor: unknown = null;
    do {
      const page = await list({ limit: '2', ...(typeof cursor === 'string' && { cursor }) });
      pages.push(page.ids);
      cursor = page.next;
    } while (cursor !== null);
    expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
    expect((await list({ external_id: 'case 8' })).ids).toEqual([ids[1], ids[3]]);
    expect((await list({ state: 'ended,expired' })).ids).toEqual([ids[0]]);
    expect((await list({ state: 'open', external_id: 'case 7/ä' })).ids).toEqual([ids[2], ids[4]]);
    const { json } = await call('GET', `/v1/sessions/${ids[2] ?? ''}`, undefined, tenant);
    const middle = String(at(json, 'session', 'created_at'));
    expect((await list({ created_after: middle })).ids).toEqual(ids.slice(0, 3));
    expect((await list({ created_before: middle })).ids).toEqual(ids.slice(3));
    expect(at(json, 'session', 'external_id')).toBe('case 7/ä');
  });

  it.each([
    ['a limit of nothing', 'limit=0', 'limit'],
    ['a limit beyond 100', 'limit=101', 'limit'],
    ['a cursor that was never given', 'cursor=abc', 'cursor'],
    ['a state nobody knows', 'state=asleep', 'state.0'],
    ['a time without a zone', 'created_after=2026-11-21T10:00:00', 'created_after'],
    ['an empty reference', 'external_id=', 'external_id'],
    ['a filter nobody knows', 'speaker=anna', 'speaker'],
  ])('refuses %s', async (_what, query, parameter) => {
    const reply = await call('GET', `/v1/sessions?${query}`);
    expect([reply.status, codeOf(reply), problemsOf(reply)]).toEqual([400, 'validation_error', [parameter]]);
  });
});

describe('thresholds and alerts', () => {
  it('are the organisation’s own: crossed once, with an action and an acknowledgement', async () => {
    const tenant = await rig.createTenant();
    const alerts = [
      {
        id: 'hot',
        metric: 'escalation_risk',
        direction: 'above',
        enter: 0.4,
        leave: 0.3,
        minimum_utterances: 1,
        recommended_action: 'Call the supervisor.',
      },
    ];
    expect((await call('PUT', '/v1/alerts', { alerts }, tenant)).status).toBe(200);
    const id = await begin({}, tenant);
    const raised: unknown[] = [];
    for (let i = 0; i < 6; i++) {
      raised.push(...((await add(id, { result: ANGRY }, tenant)).json['alerts'] as unknown[]));
    }
    expect(raised).toHaveLength(1);
    expect(raised[0]).toMatchObject({
      alert_type: 'escalation_risk_high',
      threshold: 0.4,
      recommended_action: 'Call the supervisor.',
      acknowledged_at: null,
    });
    const path = `/v1/sessions/${id}/alerts/${String(at(raised[0], 'id'))}/acknowledge`;
    const seen = await call('POST', path, undefined, tenant);
    expect(at(seen.json, 'alerts', '0', 'acknowledged_at')).toEqual(expect.any(String));
    const reset = await call('DELETE', '/v1/alerts', undefined, tenant);
    expect(reset.json['configured']).toBe(false);
  });

  it('refuse a leave on the wrong side of enter', async () => {
    const alerts = [{ id: 'a', metric: 'churn_risk', direction: 'above', enter: 0.5, leave: 0.6 }];
    const reply = await call('PUT', '/v1/alerts', { alerts });
    expect([reply.status, problemsOf(reply)]).toEqual([400, ['alerts.0.leave']]);
  });
});

describe('POST /v1/feedback/corrections', () => {
  it('reads the session anew with what a person said of an utterance', async () => {
    const id = await begin();
    for (let i = 0; i < 3; i++) await add(id, { utterance_id: `u${i}`, result: ANGRY });
    const before = at(
      (await call('GET', `/v1/sessions/${id}`)).json,
      'session',
      'predictions',
      'escalation_risk',
    );
    const body = { session_id: id, utterance_id: 'u2', emotion: 'content', valence: 0.4, arousal: -0.2 };
    const { status, json } = await call('POST', '/v1/feedback/corrections', body);
    expect(status).toBe(200);
    expect(json['utterance']).toMatchObject({ emotion: 'content', confidence: 1, valence: 0.4 });
    expect(at(json, 'predictions', 'escalation_risk')).toBeLessThan(before as number);
    const unknown = await call('POST', '/v1/feedback/corrections', { ...body, utterance_id: 'none' });
    expect([unknown.status, codeOf(unknown)]).toEqual([404, 'not_found']);
    const empty = await call('POST', '/v1/feedback/corrections', { session_id: id, utterance_id: 'u1' });
    expect(empty.status).toBe(400);
  });
});
