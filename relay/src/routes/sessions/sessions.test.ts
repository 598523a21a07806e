import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANGRY, at, codeOf, problemsOf, type SessionsRig, startSessionsRig } from './testing/sessions-rig.js';

let rig: SessionsRig;
beforeAll(async () => {
  rig = await startSessionsRig();
}, 60_000);
afterAll(() => rig.gateway.stop());

describe('POST /v1/sessions', () => {
  it('makes an open session with an id from the relay', async () => {
    const { status, json } = await rig.call('POST', '/v1/sessions', { vertical: 'contact_center' });
    expect(status).toBe(201);
    expect(json['session']).toMatchObject({ state: 'open', vertical: 'contact_center', utterance_count: 0 });
    expect(at(json, 'session', 'id')).toMatch(/^ses_[0-9A-Za-z]{22}$/);
  });

  it('accepts any text as an id, which belongs to the caller’s organization', async () => {
    const them = await rig.gateway.createTenant();
    const id = 'Fall 12/ä?🙂';
    expect(await rig.begin({ session_id: id })).toBe(id);
    expect(await rig.begin({ session_id: id }, them)).toBe(id);
    expect((await rig.add(id, { result: ANGRY })).status).toBe(201);
    const path = `/v1/sessions/${encodeURIComponent(id)}`;
    expect(at((await rig.call('GET', path, undefined, them)).json, 'session', 'utterance_count')).toBe(0);
    expect(at((await rig.call('GET', path)).json, 'session', 'utterance_count')).toBe(1);
    const again = await rig.call('POST', '/v1/sessions', { session_id: id });
    expect([again.status, codeOf(again)]).toEqual([409, 'conflict']);
  });

  it.each([
    ['an id that is too long', { session_id: 'x'.repeat(129) }, 'session_id'],
    ['an empty id', { session_id: '' }, 'session_id'],
    ['NUL in an id', { session_id: 'a\0b' }, 'session_id'],
    ['half a surrogate pair', { session_id: '\ud800' }, 'session_id'],
    ['an unknown vertical', { vertical: 'zoo' }, 'vertical'],
    ['an organization', { org_id: 'org_1' }, 'org_id'],
    ['a state', { state: 'ended' }, 'state'],
    ['no language', { language: 'English!' }, 'language'],
  ])('refuses %s', async (_what, body, parameter) => {
    const reply = await rig.call('POST', '/v1/sessions', body);
    expect([reply.status, codeOf(reply)]).toEqual([400, 'validation_error']);
    expect(problemsOf(reply)).toEqual([parameter]);
  });
});

describe('GET /v1/sessions/{id}', () => {
  it('tells how the predictions moved, the cues and their answers, in the reader’s language', async () => {
    const id = await rig.begin({ language: 'de' });
    const orgId = rig.us.organization.id;
    const { conversations } = rig.gateway.services;
    await conversations.openStream({ orgId, id, vertical: 'general', language: 'de', metadata: {} });
    for (let i = 0; i < 4; i++) await rig.add(id, { result: ANGRY, duration: 3 });
    const told = { mode: 'caller_escalating', severity: 'warning', body: 'Bleiben Sie dran' };
    const title = 'Der Anrufer wird ungehalten';
    await conversations.noteCue(orgId, id, { ...told, cueId: 'cue_1', atMs: 6_000, title });
    await conversations.noteCue(orgId, id, { ...told, cueId: 'cue_2', atMs: 9_000, title });
    await conversations.noteCueAction(orgId, id, { cueId: 'cue_1', action: 'shown', afterMs: null });
    const feedback = { session_id: id, cue_id: 'cue_1', action: 'accepted', after_ms: 1_500 };
    expect((await rig.call('POST', '/v1/feedback/cues', feedback)).status).toBe(202);
    await rig.call('POST', `/v1/sessions/${id}/end`, {});
    const read = async (query: string) =>
      at((await rig.call('GET', `/v1/sessions/${id}${query}`)).json, 'session');
    const german = await read('');
    const english = await read('?language=en');
    expect(at(german, 'cues')).toMatchObject([
      { id: 'cue_1', at_s: 6, title, seen: true, answer: 'accepted', answered_after_s: 1.5 },
      { id: 'cue_2', at_s: 9, seen: false, answer: null, answered_after_s: null },
    ]);
    const risks = (at(german, 'utterances') as object[]).map((each) =>
      at(each, 'expected', 'escalation_risk'),
    );
    expect(risks).toHaveLength(4);
    expect(Number(risks.at(-1))).toBeGreaterThan(Number(risks[0]));
    const action = (of: unknown) => at(of, 'alerts', '0', 'recommended_action');
    expect(action(english)).not.toBe(action(german));
    expect(action(english)).toMatch(/^(Say|Offer|Name|Ask|Let)/);
    expect(at(english, 'predictions', 'recommended_actions')).toContain(action(english));
    expect(at(german, 'overview')).toMatchObject({ alert_types: expect.anything() as unknown });
    expect((await rig.call('GET', `/v1/sessions/${id}?language=!`)).status).toBe(400);
  });
});

describe('GET /v1/sessions', () => {
  it('lists each session once in pages, newest first', async () => {
    const tenant = await rig.gateway.createTenant();
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.unshift(await rig.begin({}, tenant));
    const seen: unknown[] = [];
    let cursor = '';
    do {
      const { json } = await rig.call('GET', `/v1/sessions?limit=2${cursor}`, undefined, tenant);
      seen.push(...(json['sessions'] as { id: string }[]).map(({ id }) => id));
      const next = json['next_cursor'] as string | null;
      cursor = next === null ? '' : `&cursor=${next}`;
    } while (cursor !== '');
    expect([...seen].sort()).toEqual([...ids].sort());
    expect(new Set(seen).size).toBe(5);
  });

  it.each(['語', '\u0001', '😀'])(
    'goes on behind an id of as many characters as there may be: %j',
    async (letter) => {
      const tenant = await rig.gateway.createTenant();
      for (const end of ['a', 'b']) {
        const id = `${letter.repeat(Math.floor(127 / letter.length))}${end}`;
        expect((await rig.call('POST', '/v1/sessions', { session_id: id }, tenant)).status).toBe(201);
      }
      const first = await rig.call('GET', '/v1/sessions?limit=1', undefined, tenant);
      const cursor = first.json['next_cursor'] as string;
      const second = await rig.call('GET', `/v1/sessions?limit=1&cursor=${cursor}`, undefined, tenant);
      expect([second.status, second.json['next_cursor']]).toEqual([200, null]);
    },
  );

  it.each(['limit=0', 'limit=101', 'limit=a', 'cursor=%F0', 'cursor=bm8', 'offset=3'])(
    'refuses %s',
    async (query) => {
      const reply = await rig.call('GET', `/v1/sessions?${query}`);
      expect([reply.status, codeOf(reply)]).toEqual([400, 'validation_error']);
    },
  );

  it('lists pages by cursor, and filters by state, time and external_id', async () => {
    const tenant = await rig.gateway.createTenant();
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) {
      rig.gateway.advance(1_000);
      ids.unshift(await rig.begin({ external_id: i % 2 === 0 ? 'case 7/ä' : 'case 8' }, tenant));
    }
    await rig.call('POST', `/v1/sessions/${ids[0] ?? ''}/end`, {}, tenant);
    const list = async (query: Record<string, string>): Promise<{ ids: string[]; next: unknown }> => {
      const { status, json } = await rig.call(
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
    const { json } = await rig.call('GET', `/v1/sessions/${ids[2] ?? ''}`, undefined, tenant);
    const middle = String(at(json, 'session', 'created_at'));
    expect((await list({ created_after: middle })).ids).toEqual(ids.slice(0, 3));
    expect((await list({ created_before: middle })).ids).toEqual(ids.slice(3));
    expect(at(json, 'session', 'external_id')).toBe('case 7/ä');
  });

  it('searches, filters and sorts, and shows what happened in each call', async () => {
    const tenant = await rig.gateway.createTenant();
    const metadata = { agent_id: 'Mara', customer: 'Anna Müller' };
    const long = await rig.begin({ vertical: 'contact_center', metadata }, tenant);
    const short = await rig.begin({ vertical: 'sales' }, tenant);
    for (let i = 0; i < 4; i++) await rig.add(long, { result: ANGRY, duration: 3 }, tenant);
    await rig.add(short, { result: ANGRY, duration: 1 }, tenant);
    for (const id of [long, short]) await rig.call('POST', `/v1/sessions/${id}/end`, {}, tenant);
    const idsOf = async (query: string): Promise<unknown[]> => {
      const { json } = await rig.call('GET', `/v1/sessions?${query}`, undefined, tenant);
      return (json['sessions'] as { id: string }[]).map(({ id }) => id);
    };
    for (const query of ['q=anna+mü', 'vertical=contact_center', 'agent=Mara', 'emotion=angry&q=mara']) {
      expect(await idsOf(query)).toEqual([long]);
    }
    expect(await idsOf('alert=escalation_risk_high&peak_escalation_from=0.5')).toEqual([long]);
    expect(await idsOf('person=spk_nobody')).toEqual([]);
    expect(await idsOf('sort=duration')).toEqual([long, short]);
    expect(await idsOf('sort=duration&order=asc')).toEqual([short, long]);
    const { json } = await rig.call('GET', '/v1/sessions?sort=duration&limit=1', undefined, tenant);
    const cursor = String(json['next_cursor']);
    expect(await idsOf(`sort=duration&limit=1&cursor=${cursor}`)).toEqual([short]);
    const other = await rig.call(
      'GET',
      `/v1/sessions?sort=peak_escalation&cursor=${cursor}`,
      undefined,
      tenant,
    );
    expect(problemsOf(other)).toEqual(['cursor']);
    expect((json['sessions'] as object[])[0]).toMatchObject({
      overview: {
        duration: 12,
        dominant_emotion: 'angry',
        agent: 'Mara',
        alert_types: expect.arrayContaining(['escalation_risk_high']) as unknown,
        speakers: [{ role: 'caller', talk_s: 12 }],
        emotions: { angry: 12 },
        people: [],
        outcome: null,
      },
    });
  });

  it.each([
    ['a limit of nothing', 'limit=0', 'limit'],
    ['an order nobody knows', 'sort=mood', 'sort'],
    ['a search for nothing', 'q=%20', 'q'],
    ['a search for too many words', 'q=a+b+c+d+e+f+g', 'q'],
    ['an emotion nobody knows', 'emotion=bored', 'emotion.0'],
    ['a share above one', 'peak_escalation_from=1.2', 'peak_escalation_from'],
    ['a cursor of another order', 'sort=duration&cursor=WzEsImEiXQ', 'cursor'],
    ['a limit beyond 100', 'limit=101', 'limit'],
    ['a cursor that was never given', 'cursor=abc', 'cursor'],
    ['a state nobody knows', 'state=asleep', 'state.0'],
    ['a time without a zone', 'created_after=2026-11-21T10:00:00', 'created_after'],
    ['an empty reference', 'external_id=', 'external_id'],
    ['a filter nobody knows', 'speaker=anna', 'speaker'],
  ])('refuses %s', async (_what, query, parameter) => {
    const reply = await rig.call('GET', `/v1/sessions?${query}`);
    expect([reply.status, codeOf(reply), problemsOf(reply)]).toEqual([400, 'validation_error', [parameter]]);
  });
});
