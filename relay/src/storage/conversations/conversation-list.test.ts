import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../domain/ids.js';
import { searchedWords } from '../../domain/conversations/conversation-marks.js';
import type { ConversationPage } from '../../domain/conversations/conversation-store.js';
import { ANGRY, CALM, ConversationRig, said } from '../testing/conversation-rig.js';
import { DATABASES } from '../testing/databases.js';
import { withTenant } from '../tables/tenant.js';
import { conversationList } from '../migrations/0018-conversation-list.js';
import { pageQuery } from './conversation-list.js';

describe.each(DATABASES)('a list of conversations in $name', ({ open }) => {
  let rig: ConversationRig;
  let org: string;
  beforeAll(async () => {
    rig = await ConversationRig.open(open);
    org = await rig.organization();
    await call('call-7', { vertical: 'contact_center', agent: 'Mara', tones: [CALM, ANGRY, ANGRY, ANGRY] });
    await call('call-8', { vertical: 'sales', agent: 'Jon', tones: [CALM, CALM] });
    await call('visit-9', { vertical: 'healthcare', agent: 'Mara', tones: [CALM, CALM, CALM] });
    await call('going-on', { vertical: 'sales', agent: 'Jon', tones: [ANGRY, ANGRY, ANGRY] }, false);
  }, 60_000);
  afterAll(() => rig.close());

  const call = async (
    id: string,
    { vertical, agent, tones }: { vertical: string; agent: string; tones: readonly (typeof ANGRY)[] },
    ends = true,
  ): Promise<void> => {
    rig.nowMs += 60_000;
    const metadata = { agent_id: agent, queue: 'Störung Nord' };
    await rig.sessions.create({
      orgId: org,
      id,
      vertical,
      language: 'en',
      externalId: `ref/${id}`,
      metadata,
    });
    for (const [index, tone] of tones.entries()) await rig.sessions.add(org, id, said(`${index}`, tone));
    if (ends) await rig.sessions.end(org, id, 'client_ended');
  };
  const idsOf = async (page: Partial<ConversationPage>, of = org): Promise<string[]> =>
    (await rig.sessions.list(of, { most: 10, ...page })).map(({ record }) => record.id);

  it('is filtered by vertical, emotion, peak, alert and agent, and several at once', async () => {
    expect(await idsOf({ verticals: ['sales', 'healthcare'] })).toEqual(['going-on', 'visit-9', 'call-8']);
    expect(await idsOf({ emotions: ['angry'] })).toEqual(['call-7']);
    expect(await idsOf({ peakFrom: 0.6 })).toEqual(['call-7']);
    // An alert is found while the call goes on.
    expect(await idsOf({ alert: 'escalation_risk_high' })).toEqual(['going-on', 'call-7']);
    expect(await idsOf({ agent: 'Mara' })).toEqual(['visit-9', 'call-7']);
    expect(await idsOf({ agent: 'Mara', emotions: ['calm'] })).toEqual(['visit-9']);
    expect(await idsOf({ agent: 'mara' })).toEqual([]);
  });

  it.each([
    ['CALL', ['call-8', 'call-7']],
    ['call-7', ['call-7']],
    ['ref/visit', ['visit-9']],
    ['stör nord', ['going-on', 'visit-9', 'call-8', 'call-7']],
    ['stör jo', ['going-on', 'call-8']],
    ['süd', []],
    ['%', []],
  ])('is searched for "%s"', async (text, ids) => {
    expect(await idsOf({ words: searchedWords(text) })).toEqual(ids);
  });

  it('is sorted by time, duration and peak in both directions, page by page', async () => {
    const walk = async (page: Pick<ConversationPage, 'sort' | 'ascending'>): Promise<string[]> => {
      const seen: string[] = [];
      let after: ConversationPage['after'];
      for (;;) {
        const [next] = await rig.sessions.list(org, { ...page, after, most: 1 });
        if (next === undefined) return seen;
        const { id, createdAtMs, final } = next.record;
        seen.push(id);
        const summary = final?.summary ?? { duration: -1, peak_escalation_risk: -1 };
        const { duration, peak_escalation_risk: peak } = summary;
        const value = { created_at: createdAtMs, duration: duration * 1_000, peak_escalation: peak };
        after = { id, value: value[page.sort ?? 'created_at'] };
      }
    };
    expect(await walk({})).toEqual(['going-on', 'visit-9', 'call-8', 'call-7']);
    expect(await walk({ ascending: true })).toEqual(['call-7', 'call-8', 'visit-9', 'going-on']);
    expect(await walk({ sort: 'duration' })).toEqual(['call-7', 'visit-9', 'call-8']);
    expect(await walk({ sort: 'duration', ascending: true })).toEqual(['call-8', 'visit-9', 'call-7']);
    expect((await walk({ sort: 'peak_escalation' }))[0]).toBe('call-7');
    expect((await walk({ sort: 'peak_escalation', ascending: true })).at(-1)).toBe('call-7');
  });

  it('finds the calls of a person who was recognized, and tells who', async () => {
    const speakers = rig.database.queries;
    const person = newId('spk');
    const at = new Date(rig.nowMs);
    const consent = '{}';
    await sql`
      insert into speakers (id, org_id, label, consent, created_at, updated_at, template_version)
      values (${person}, ${org}, 'Ada', ${consent}::jsonb, ${at}, ${at}, 1)`.execute(speakers);
    await sql`
      insert into speaker_links (org_id, session_id, speaker, speaker_id, evidence_seconds, resolved_at)
      values (${org}, 'call-8', 'caller', ${person}, 9, ${at})`.execute(speakers);
    const [found, ...others] = await rig.sessions.list(org, { personId: person, most: 10 });
    expect(found?.record.id).toBe('call-8');
    expect(found?.people).toEqual([{ speakerId: 'caller', personId: person, label: 'Ada' }]);
    expect(others).toEqual([]);
  });

  it('shows nothing of another organization', async () => {
    const other = await rig.organization();
    for (const page of [{}, { words: ['call'] }, { alert: 'escalation_risk_high' }, { agent: 'Mara' }]) {
      expect(await idsOf(page, other)).toEqual([]);
    }
  });

  it('has a line, the speakers and the emotions of a call that is over', async () => {
    const [listed] = await rig.sessions.list(org, { words: ['call-7'], most: 1 });
    const overview = listed?.record.final?.overview;
    expect(overview?.speakers).toEqual([{ id: 'caller', role: 'caller', talk_s: 12 }]);
    expect(overview?.emotions).toEqual({ calm: 3, angry: 9 });
    expect(overview?.valence).toHaveLength(24);
    expect([overview?.valence[0], overview?.valence.at(-1)]).toEqual([0.3, -0.7]);
  });

  it('has the moods of a live call, the one that lasted longest, and is filtered by it', async () => {
    const mixed = await rig.organization();
    const order = { orgId: mixed, vertical: 'sales', language: 'en', metadata: {} };
    for (const id of ['live', 'sent']) await rig.sessions.create({ ...order, id });
    const turns = [
      { mood: 'calm', moodMs: { calm: 4_000 } },
      { mood: 'tense', moodMs: { calm: 1_000, tense: 8_000 } },
      { mood: 'calming', moodMs: { tense: 500, calming: 2_000 } },
    ] as const;
    for (const [index, turn] of turns.entries())
      await rig.sessions.add(mixed, 'live', said(`${index}`, ANGRY, turn));
    const [goingOn] = await rig.sessions.list(mixed, { words: ['live'], most: 1 });
    expect(goingOn?.record.progress.lastMood).toBe('calming');
    await rig.sessions.add(mixed, 'sent', said('a', CALM));
    for (const id of ['live', 'sent']) await rig.sessions.end(mixed, id, 'client_ended');
    expect(await idsOf({ moods: ['tense', 'upset'] }, mixed)).toEqual(['live']);
    expect(await idsOf({ moods: ['calm'] }, mixed)).toEqual([]);
    const [listed] = await rig.sessions.list(mixed, { words: ['live'], most: 1 });
    expect(listed?.record.final?.overview).toMatchObject({
      moods: { calm: 5, tense: 8.5, calming: 2 },
      finalMood: 'calming',
    });
    const periods = await rig.sessions.periods(mixed, { fromMs: 0, toMs: rig.nowMs + 1, by: 'week' });
    expect(periods[0]?.moods).toEqual({ calm: 5, tense: 8.5, calming: 2 });
  });

  it.each<[string, Partial<ConversationPage>]>([
    ['conversations_by_age', {}],
    ['conversations_by_age', { sinceMs: 0, untilMs: 1 }],
    ['conversations_by_external_id', { externalId: 'ref/call-7' }],
    ['conversations_by_vertical', { verticals: ['sales'] }],
    ['conversations_by_state', { states: ['expired'] }],
    ['conversations_by_emotion', { emotions: ['angry'] }],
    ['conversations_by_mood', { moods: ['tense'] }],
    ['conversations_by_duration', { sort: 'duration' }],
    ['conversations_by_duration', { sort: 'duration', ascending: true, after: { value: 5, id: 'x' } }],
    ['conversations_by_peak', { sort: 'peak_escalation', peakFrom: 0.6 }],
    ['conversation_marks_pkey', { alert: 'escalation_risk_high' }],
    ['conversation_marks_pkey', { agent: 'Mara' }],
    ['conversation_marks_pkey', { words: ['call'] }],
    ['speaker_links_by_person', { personId: 'spk_1' }],
  ])('reads %s for %o behind the wall between organizations', async (index, page) => {
    const plan = await withTenant(rig.database.queries, org, async (tx) => {
      // A table of four rows is read whole otherwise.
      await sql`set local enable_seqscan = off`.execute(tx);
      await sql`set local enable_bitmapscan = off`.execute(tx);
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${query(page)}`.execute(tx);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toContain(index);
  });
  const query = (page: Partial<ConversationPage>): RawBuilder<unknown> =>
    pageQuery(org, { most: 10, ...page });

  it('finds calls of an earlier release after the migration', async () => {
    const db = rig.database.queries;
    const listed = async () => [
      await idsOf({ agent: 'Mara', emotions: ['angry'], peakFrom: 0.6, words: ['call-7', 'nord'] }),
      await idsOf({ alert: 'escalation_risk_high' }),
      await idsOf({ sort: 'duration' }),
      (await rig.sessions.periods(org, { fromMs: 0, toMs: rig.nowMs + 1, by: 'week' })).map(
        ({ calls, outcomes }) => ({
          calls,
          outcomes,
        }),
      ),
    ];
    const before = await listed();
    await sql`drop table conversation_marks`.execute(db);
    for (const column of ['duration_ms', 'dominant_emotion', 'peak_escalation', 'sums']) {
      await sql`alter table conversations drop column ${sql.ref(column)}`.execute(db);
    }
    await sql`drop index conversations_by_vertical, conversations_by_state`.execute(db);
    await conversationList.up(db);
    expect(await listed()).toEqual(before);
  });
});
