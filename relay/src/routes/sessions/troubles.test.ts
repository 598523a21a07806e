import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GatewayRig, startGateway, type Tenant } from '../testing/gateway-rig.js';
import { OUTCOME_TROUBLES, type Trouble, UTTERANCE_TROUBLES } from './session-troubles.js';

const RESULT = { emotion: 'angry', valence: -0.7, arousal: 0.7, signals: { escalation: 0.9 }, duration: 4 };

let rig: GatewayRig;
let us: Tenant;
beforeAll(async () => {
  rig = await startGateway();
  us = await rig.createTenant('enterprise');
}, 60_000);
afterAll(() => rig.stop());

interface Reply {
  status: number;
  json: { error?: { code: string; message: string; details?: Record<string, unknown> } } & Record<
    string,
    unknown
  >;
}
const send = async (method: string, path: string, body?: BodyInit, tenant = us): Promise<Reply> => {
  const isForm = body instanceof FormData;
  const response = await fetch(`${rig.url}${path}`, {
    method,
    headers: {
      'X-API-Key': tenant.key,
      ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  return { status: response.status, json: (text === '' ? {} : JSON.parse(text)) as Reply['json'] };
};
const post = (path: string, body: unknown, tenant = us): Promise<Reply> =>
  send('POST', path, JSON.stringify(body), tenant);
const begin = async (tenant = us): Promise<string> => {
  const { json } = await post('/v1/sessions', {}, tenant);
  return (json['session'] as { id: string }).id;
};
const add = (id: string, body: unknown): Promise<Reply> =>
  post(`/v1/sessions/${encodeURIComponent(id)}/utterances`, body);

const expectAs = ({ status, json }: Reply, trouble: Trouble): void => {
  expect([status, json.error?.code]).toEqual([trouble.status, trouble.code]);
  if (trouble.parameter !== undefined)
    expect(Object.keys(json.error?.details ?? {})).toContain(trouble.parameter);
};

const rowsOf = <K extends string>(troubles: Readonly<Record<K, Trouble>>): [string, K, Trouble][] =>
  (Object.entries(troubles) as [K, Trouble][]).map(([name, trouble]) => [trouble.when, name, trouble]);

const removed = async (): Promise<string> => {
  const id = await begin();
  await send('DELETE', `/v1/sessions/${id}`);
  return id;
};

/** Provokes every problem that the reference lists. */
const UTTERANCES: Readonly<Record<keyof typeof UTTERANCE_TROUBLES, () => Promise<Reply[]>>> = {
  unknown: async () => {
    const them = await rig.createTenant();
    const theirs = await begin(them);
    const replies = [];
    for (const id of ['ses_nobody', theirs]) replies.push(await add(id, { result: RESULT }));
    expect(new Set(replies.map(({ json }) => JSON.stringify(json))).size).toBe(1);
    return replies;
  },
  deleted: async () => [await add(await removed(), { result: RESULT })],
  over: async () => {
    const [ended, expired] = [await begin(), await begin()];
    await post(`/v1/sessions/${ended}/end`, {});
    rig.advance(24 * 3_600_000);
    return [await add(ended, { result: RESULT }), await add(expired, { transcript: 'Hello?' })];
  },
  withdrawn: async () => {
    const id = await begin();
    const { conversations: sessions } = rig.services;
    const order = { id, orgId: us.organization.id, vertical: 'general', language: 'en', metadata: {} };
    await sessions.openStream(order);
    await sessions.move(us.organization.id, id, { kind: 'stream_paused', reason: 'consent_withdrawn' });
    return [await add(id, { result: RESULT })];
  },
  again: async () => {
    const id = await begin();
    const bodies = [
      { utterance_id: 'a', result: RESULT },
      { index: 3, transcript: 'Hello?' },
    ];
    const replies = [];
    for (const body of bodies) {
      expect((await add(id, body)).status).toBe(201);
      const again = await add(id, body);
      expect(again.json['duplicate']).toBe(true);
      replies.push(again);
    }
    return replies;
  },
  taken: async () => {
    const id = await begin();
    await add(id, { utterance_id: 'a', result: RESULT });
    await add(id, { index: 1, result: RESULT });
    return [
      await add(id, { utterance_id: 'a', result: { ...RESULT, valence: 0.5 } }),
      await add(id, { index: 1, transcript: 'Hello?' }),
    ];
  },
  late: async () => {
    const id = await begin();
    for (const start of [20, 40]) await add(id, { start, result: RESULT });
    const late = await add(id, { start: 0, result: { ...RESULT, emotion: 'content', valence: 0.5 } });
    const { json } = await send('GET', `/v1/sessions/${id}`);
    const { summary } = json['session'] as { summary: { emotion_trajectory: string[] } };
    expect(summary.emotion_trajectory).toEqual(['content', 'angry', 'angry']);
    return [late];
  },
  overlapping: async () => {
    const id = await begin();
    await add(id, { start: 0, duration: 5, transcript: 'I have been', subject: 'customer' });
    const over = await add(id, { start: 3, duration: 5, transcript: 'Let me', subject: 'agent' });
    const { record } = await rig.services.conversations.read(us.organization.id, id);
    expect(record.progress.trajectory).toMatchObject({ utterances: 2, interruptions: 1 });
    return [over];
  },
  negative: async () => {
    const id = await begin();
    const replies = [];
    for (const start of ['-1', '1e999', '"1"', '604801', '[]']) {
      replies.push(
        await send('POST', `/v1/sessions/${id}/utterances`, `{"transcript":"a","start":${start}}`),
      );
    }
    for (const start of ['NaN', '-0.5', 'Infinity', 'soon']) {
      const form = new FormData();
      form.append('transcript', 'a');
      form.append('start', start);
      replies.push(await send('POST', `/v1/sessions/${id}/utterances`, form));
    }
    for (const duration of [0, -3, 3_601]) {
      const reply = await add(id, { transcript: 'a', duration });
      expect([reply.status, Object.keys(reply.json.error?.details ?? {})]).toEqual([400, ['duration']]);
    }
    return replies;
  },
  huge: async () => {
    const id = await begin();
    expect((await add(id, { transcript: 'ä'.repeat(100_000) })).status).toBe(201);
    return [
      await add(id, { transcript: 'x'.repeat(100_001) }),
      await add(id, { transcript: 'x'.repeat(2_000_000), result: RESULT }),
    ];
  },
  odd: async () => {
    const id = await begin();
    for (const good of ['a/b?c=d#e', 'Übung 7 🙂', "'; drop table conversations; --", '..', '__proto__']) {
      const added = await add(id, { utterance_id: good, result: RESULT });
      expect([added.status, (added.json['utterance'] as { id: string }).id], good).toEqual([201, good]);
    }
    const replies = [];
    for (const bad of ['', 'x'.repeat(129), 'a\0b', '\ud800']) {
      replies.push(await add(id, { utterance_id: bad, result: RESULT }));
    }
    return replies;
  },
  none: async () => [await add(await begin(), {}), await add(await begin(), { speaker_id: 'anna' })],
  two: async () => [await add(await begin(), { audio_base64: 'AAAA', audio_url: 'https://a.example/a.wav' })],
};

describe('each problem with an utterance has one answer, and the reference lists it', () => {
  it.each(rowsOf(UTTERANCE_TROUBLES))('%s', async (_when, name, trouble) => {
    const replies = await UTTERANCES[name]();
    for (const reply of replies) expectAs(reply, trouble);
  });

  it('in the description of the operation', async () => {
    const { json } = await send('GET', '/openapi.json');
    const paths = json['paths'] as Record<string, { post: { description: string } }>;
    for (const { when } of Object.values(UTTERANCE_TROUBLES)) {
      expect(paths['/v1/sessions/{id}/utterances']?.post.description).toContain(when);
    }
    for (const { when } of Object.values(OUTCOME_TROUBLES)) {
      expect(paths['/v1/sessions/{id}/outcome']?.post.description).toContain(when);
    }
  });
});

const OUTCOMES: Readonly<Record<keyof typeof OUTCOME_TROUBLES, () => Promise<Reply>>> = {
  unknown: () => post('/v1/sessions/ses_nobody/outcome', { resolved: true }),
  deleted: async () => post(`/v1/sessions/${await removed()}/outcome`, { resolved: true }),
  early: async () => post(`/v1/sessions/${await begin()}/outcome`, { resolved: true }),
  future: async () => {
    const id = await begin();
    await post(`/v1/sessions/${id}/end`, {});
    const observed_at = new Date(rig.nowMs() + 60_000).toISOString();
    return post(`/v1/sessions/${id}/outcome`, { resolved: true, observed_at });
  },
  empty: async () => {
    const id = await begin();
    await post(`/v1/sessions/${id}/end`, {});
    return post(`/v1/sessions/${id}/outcome`, {});
  },
};

describe('each problem with an outcome has one answer', () => {
  it.each(rowsOf(OUTCOME_TROUBLES))('%s', async (_when, name, trouble) => {
    expectAs(await OUTCOMES[name](), trouble);
  });
});

describe('another utterance in a taken place', () => {
  it('is refused by the name that was sent: the index when it is the name, else the id', async () => {
    const id = await begin();
    await add(id, { index: 1, result: RESULT });
    await add(id, { index: 2, utterance_id: 'b', result: RESULT });
    const other = { ...RESULT, valence: 0.5 };
    const placed = (await add(id, { index: 1, result: other })).json.error;
    expect(placed?.message).toContain('of this index');
    expect(placed?.details).toHaveProperty('index');
    const named = (await add(id, { index: 2, utterance_id: 'b', result: other })).json.error;
    expect(named?.message).toContain('of this id');
    expect(Object.keys(named?.details ?? {})).toEqual(['utterance_id']);
  });
});

describe('an id in the path', () => {
  it.each([
    ['%00', 400, 'validation_error'],
    ['x'.repeat(129), 400, 'validation_error'],
    ['%ED%A0%80x', 403, 'forbidden'],
    ['%zz', 403, 'forbidden'],
    ['..%2F..%2Fadmin', 403, 'forbidden'],
  ])('of %s is answered with %d and %s by every operation', async (id, status, code) => {
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['DELETE', '', undefined],
      ['POST', '/end', '{}'],
      ['POST', '/utterances', '{"transcript":"a"}'],
      ['POST', '/outcome', '{"resolved":true}'],
      ['DELETE', '/outcome', undefined],
      ['POST', '/alerts/alr_1/acknowledge', undefined],
    ] as const) {
      const reply = await send(method, `/v1/sessions/${id}${path}`, body);
      expect([reply.status, reply.json.error?.code], `${method} ${path}`).toEqual([status, code]);
    }
  });
});
