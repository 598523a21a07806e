import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Retention } from '../../domain/conversations/retention.js';
import { TRANSCRIPT_LIMITS } from '../../domain/conversations/transcript.js';
import { newId } from '../../domain/ids.js';
import type { Tenant } from '../testing/gateway-rig.js';
import {
  ANGRY,
  CALM,
  codeOf,
  problemsOf,
  type SessionsRig,
  startSessionsRig,
} from './testing/sessions-rig.js';

const DAY_MS = 86_400_000;

let rig: SessionsRig;
/** Keeps what is said for a week. */
let us: Tenant;
beforeAll(async () => {
  rig = await startSessionsRig();
  us = await rig.gateway.createTenant('enterprise', { transcriptDays: 7 });
}, 60_000);
afterAll(() => rig.gateway.stop());

interface Line {
  readonly utterance_id: string;
  readonly text: string;
}
interface Transcript {
  readonly transcript_days: number | null;
  readonly lines: readonly Line[];
  readonly next_cursor: string | null;
}

const read = async (id: string, tenant = us, query = ''): Promise<Transcript> => {
  const { status, json } = await rig.call('GET', `/v1/sessions/${id}/transcript${query}`, undefined, tenant);
  expect(status).toBe(200);
  return json as unknown as Transcript;
};
const textsOf = async (id: string, tenant = us): Promise<string[]> =>
  (await read(id, tenant)).lines.map(({ text }) => text);
const say = async (id: string, transcript: string, more: object = {}, tenant = us): Promise<void> => {
  expect((await rig.add(id, { transcript, ...more }, tenant)).status).toBe(201);
};
const retain = () =>
  new Retention({
    store: rig.gateway.repositories.retention,
    nowMs: () => rig.gateway.nowMs(),
    remove: ({ orgId, sessionId }) => rig.gateway.services.conversations.remove(orgId, sessionId),
  }).round();
const setPolicy = async (tenant: Tenant, policy: object) =>
  rig.call('PATCH', '/v1/organization', { policy }, tenant);

describe('GET /v1/sessions/{id}/transcript', () => {
  it('has nothing unless the organization wants words kept, even after it wants them', async () => {
    const them = await rig.gateway.createTenant('enterprise');
    const id = await rig.begin({}, them);
    await say(id, 'Good morning.', { result: CALM }, them);
    expect(await read(id, them)).toEqual({ transcript_days: null, lines: [], next_cursor: null });
    expect((await setPolicy(them, { transcript_days: 3 })).status).toBe(200);
    expect(await read(id, them)).toEqual({ transcript_days: 3, lines: [], next_cursor: null });
    await say(id, 'From now on.', {}, them);
    expect(await textsOf(id, them)).toEqual(['From now on.']);
  });

  it('tells who said what, when and how, in the order of the call', async () => {
    const id = await rig.begin({}, us);
    await say(id, 'I said so twice.', { result: ANGRY, start: 4, speaker_id: 'maria', utterance_id: 'b' });
    await say(id, 'How can I help?', { start: 0, duration: 2, subject: 'agent', utterance_id: 'a' });
    expect((await rig.add(id, { result: CALM, start: 9, duration: 1 }, us)).status).toBe(201);
    expect((await read(id)).lines).toEqual([
      {
        utterance_id: 'a',
        speaker_id: 'agent',
        role: 'agent',
        start: 0,
        end: 2,
        emotion: null,
        uncertain: null,
        mood: null,
        text: 'How can I help?',
      },
      {
        utterance_id: 'b',
        speaker_id: 'maria',
        role: 'caller',
        start: 4,
        end: 8,
        emotion: 'angry',
        uncertain: false,
        mood: null,
        text: 'I said so twice.',
      },
    ]);
  });

  it('keeps the words of a whole call and of a repeated utterance once', async () => {
    const id = await rig.begin({}, us);
    const whole = { content: 'Good morning. What is wrong?' };
    for (let time = 0; time < 2; time += 1) {
      expect((await rig.call('POST', `/v1/sessions/${id}/transcript`, whole, us)).status).toBe(204);
    }
    const turn = { transcript: 'The router.', utterance_id: 'u1' };
    expect([(await rig.add(id, turn, us)).status, (await rig.add(id, turn, us)).status]).toEqual([201, 200]);
    expect(await textsOf(id)).toEqual([whole.content, 'The router.']);
  });

  it('has pages, and refuses a cursor that is no line', async () => {
    const id = await rig.begin({}, us);
    const count = TRANSCRIPT_LIMITS.lines + 1;
    const { conversations } = rig.gateway.services;
    const policy = us.organization.policy;
    for (let at = 0; at < count; at += 1) {
      const reading = {
        emotion: null,
        confidence: null,
        tone: null,
        role: 'caller',
        speakerId: 'caller',
      } as const;
      const place = {
        utteranceId: `u${at}`,
        index: at,
        startMs: at * 1_000,
        durationMs: 500,
        fingerprint: String(at),
      };
      await conversations.add(
        us.organization.id,
        id,
        { ...reading, ...place, source: 'transcript' },
        `line ${at}`,
      );
    }
    expect(policy.transcriptDays).toBe(7);
    const first = await read(id);
    expect([first.lines.length, first.next_cursor]).toEqual([TRANSCRIPT_LIMITS.lines, `u${count - 2}`]);
    const rest = await read(id, us, `?cursor=${first.next_cursor}`);
    expect([rest.lines.map(({ text }) => text), rest.next_cursor]).toEqual([[`line ${count - 1}`], null]);
    const wrong = await rig.call('GET', `/v1/sessions/${id}/transcript?cursor=nobody`, undefined, us);
    expect([wrong.status, codeOf(wrong), problemsOf(wrong)]).toEqual([400, 'validation_error', ['cursor']]);
  }, 60_000);

  it('stores words that no database takes with marks in their place', async () => {
    const id = await rig.begin({}, us);
    await say(id, 'first', { utterance_id: 'u1' });
    const words = { utteranceId: 'u1', text: 'a\0b\ud800c' };
    await rig.gateway.services.conversations.noteWords(us.organization.id, id, words);
    expect(await textsOf(id)).toEqual(['a\ufffdb\ufffdc']);
  });
});

describe('the retention of words', () => {
  it('counts from when they were said, and a later correction of them does not prolong it', async () => {
    const id = await rig.begin({}, us);
    await say(id, 'old words', { utterance_id: 'u1' });
    rig.gateway.advance(4 * DAY_MS);
    const { conversations } = rig.gateway.services;
    const orgId = us.organization.id;
    await conversations.noteWords(orgId, id, { utteranceId: 'u1', text: 'old words, corrected' });
    // The idle call expired meanwhile.
    const next = await rig.begin({}, us);
    await say(next, 'new words');
    await retain();
    expect([await textsOf(id), await textsOf(next)]).toEqual([['old words, corrected'], ['new words']]);
    rig.gateway.advance(3 * DAY_MS + 60_000);
    const { lines } = await retain();
    expect(lines).toBeGreaterThan(0);
    expect([await textsOf(id), await textsOf(next)]).toEqual([[], ['new words']]);
    expect((await rig.call('GET', `/v1/sessions/${id}`, undefined, us)).status).toBe(200);
  });

  it('deletes everything once words are kept no longer', async () => {
    const them = await rig.gateway.createTenant('enterprise', { transcriptDays: 30 });
    const id = await rig.begin({}, them);
    await say(id, 'forget me', {}, them);
    expect((await setPolicy(them, { transcript_days: null })).status).toBe(200);
    await retain();
    expect(await read(id, them)).toEqual({ transcript_days: null, lines: [], next_cursor: null });
  });

  it('is never longer than the session’s', async () => {
    const them = await rig.gateway.createTenant('enterprise', { retentionDays: 10 });
    const long = await setPolicy(them, { transcript_days: 11 });
    expect([long.status, problemsOf(long)]).toEqual([400, ['policy.transcript_days']]);
    expect((await setPolicy(them, { transcript_days: 10 })).status).toBe(200);
    const short = await setPolicy(them, { retention_days: 9 });
    expect([short.status, problemsOf(short)]).toEqual([400, ['policy.retention_days']]);
    expect((await setPolicy(them, { retention_days: 5, transcript_days: 5 })).status).toBe(200);
    for (const days of [0, -1, 1.5, '7', 4_000]) {
      expect((await setPolicy(them, { transcript_days: days })).status).toBe(400);
    }
  });
});

describe('words that are kept', () => {
  it('are in the organization’s export, and go with a person who was recognized in the call', async () => {
    const [id, other] = [await rig.begin({}, us), await rig.begin({}, us)];
    await say(id, 'call of the person');
    await say(other, 'call of somebody else');
    const page = await rig.call('GET', '/v1/organization/export', undefined, us);
    const rows = page.json['rows'] as { table: string; row: Record<string, unknown> }[];
    const exported = rows.filter(({ table }) => table === 'transcript_lines').map(({ row }) => row['words']);
    expect(exported).toEqual(expect.arrayContaining(['call of the person', 'call of somebody else']));
    const { speakers } = rig.gateway.repositories;
    const orgId = us.organization.id;
    const at = new Date(rig.gateway.nowMs());
    const speakerId = newId('spk');
    const consent = {
      scope: ['voiceprint'] as const,
      givenAt: at,
      method: 'written' as const,
      reference: 'letter 1',
      basis: undefined,
      jurisdiction: undefined,
      expiresAt: undefined,
    };
    const template = {
      space: 'space-1',
      sealed: Buffer.from('sealed'),
      quality: { speechSeconds: 7.5, snrDb: 30, clipping: 0, prints: 1 },
    };
    const person = { id: speakerId, orgId, label: 'Maria', externalId: undefined, expiresAt: undefined };
    expect(await speakers.add({ ...person, consent, template, at, actor: 'key:key_1' }, 1_000)).toBe(
      'stored',
    );
    const link = { orgId, sessionId: id, speaker: 'ch0', speakerId, evidenceSeconds: 4, at };
    expect(await speakers.link(link)).toBe(true);
    await speakers.remove(orgId, speakerId, 'deleted', { actor: 'key:key_1', at });
    expect([await textsOf(id), await textsOf(other)]).toEqual([[], ['call of somebody else']]);
  });
});
