import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../domain/ids.js';
import type { NewSpeaker } from '../../domain/speakers/speaker-store.js';
import { AuditRepository } from '../audit/audit-repository.js';
import { SpeakerRepository } from './speaker-repository.js';
import { DATABASES, type TestDatabase } from '../testing/databases.js';
import { addOrganization } from '../testing/organizations.js';
import { withTenant } from '../tables/tenant.js';

const NOW = new Date('2026-03-01T12:00:00Z');
const later = (ms: number): Date => new Date(NOW.getTime() + ms);
const ACT = { actor: 'key:key_1', at: NOW };
const PAGE = { limit: 2, cursor: undefined, externalId: undefined };

describe.each(DATABASES)('enrolled people on $name', ({ open }) => {
  let opened: TestDatabase;
  let book: SpeakerRepository;
  let orgId: string;
  let otherOrgId: string;

  beforeAll(async () => {
    opened = await open();
    book = new SpeakerRepository(opened.database.queries);
  }, 120_000);
  afterAll(() => opened.close());
  beforeEach(async () => {
    orgId = await addOrganization(opened.database.queries);
    otherOrgId = await addOrganization(opened.database.queries);
  });

  const somebody = (wish: Partial<NewSpeaker> = {}): NewSpeaker => {
    const id = newId('spk');
    return {
      id,
      orgId,
      label: 'Somebody',
      externalId: undefined,
      consent: {
        scope: ['voiceprint'],
        givenAt: NOW,
        method: 'written',
        reference: `consent of ${id}`,
        basis: undefined,
        jurisdiction: undefined,
        expiresAt: undefined,
      },
      expiresAt: undefined,
      template: {
        space: 'space-1',
        sealed: Buffer.from('sealed'),
        quality: { speechSeconds: 7.5, snrDb: 30, clipping: 0, prints: 1 },
      },
      at: NOW,
      actor: 'key:key_1',
      ...wish,
    };
  };
  const enroll = async (wish: Partial<NewSpeaker> = {}): Promise<NewSpeaker> => {
    const speaker = somebody(wish);
    expect(await book.add(speaker, 1_000)).toBe('stored');
    return speaker;
  };
  const link = (speakerId: string, sessionId = 'ses_1', speaker = 'ch0') =>
    book.link({ orgId, sessionId, speaker, speakerId, evidenceSeconds: 4, at: NOW });
  /** Stores a live stream's checkpoint that names the person. */
  const checkpointNaming = async (id: string): Promise<void> => {
    await opened.database.queries
      .insertInto('sessions')
      .values({
        id: newId('ses'),
        org_id: orgId,
        state: 'live',
        vertical: 'general',
        handle_hash: createHash('sha256').update(newId('h')).digest('hex'),
        config: '{}',
        started_at: NOW,
        held_at: NOW,
        checkpoint_at: NOW,
        checkpoint: JSON.stringify({ version: 1, people: [{ speaker: 'ch0', person: id }] }),
      })
      .execute();
  };
  /** The tables with a row that contains the person's id. */
  const traces = async (id: string): Promise<string[]> => {
    const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(opened.database.queries);
    const found: string[] = [];
    for (const { name } of rows) {
      const { rows: hits } = await sql`select 1 from ${sql.id(name)} as each
        where position(${id} in to_jsonb(each)::text) > 0`.execute(opened.database.queries);
      if (hits.length > 0) found.push(name);
    }
    return found.sort();
  };

  it('are listed in pages, oldest first, each with the consent and the public facts about the template', async () => {
    const all = [];
    for (const age of [3, 2, 1]) all.push(await enroll({ at: later(-age * 1000), externalId: `crm-${age}` }));
    const first = await book.list(orgId, PAGE, NOW);
    expect(first.speakers.map(({ id }) => id)).toEqual(all.slice(0, 2).map(({ id }) => id));
    const second = await book.list(orgId, { ...PAGE, cursor: first.nextCursor }, NOW);
    expect(second.speakers.map(({ id }) => id)).toEqual([all[2]?.id]);
    expect(second.nextCursor).toBeUndefined();
    expect(first.speakers[0]).toMatchObject({
      label: 'Somebody',
      externalId: 'crm-3',
      consent: { scope: ['voiceprint'], method: 'written', givenAt: NOW },
      template: { version: 1, space: 'space-1', quality: { speechSeconds: 7.5, snrDb: 30 } },
      recognized: { sessions: 0, lastAt: undefined },
    });
    const byName = await book.list(orgId, { ...PAGE, externalId: 'crm-2' }, NOW);
    expect(byName.speakers.map(({ externalId }) => externalId)).toEqual(['crm-2']);
  });

  it('are all listed, even when the last person of a page is deleted before the next page is requested', async () => {
    const all = [];
    for (const age of [3, 3, 1]) all.push(await enroll({ at: later(-age * 1000) }));
    const first = await book.list(orgId, PAGE, NOW);
    const last = first.speakers[1];
    if (last === undefined) throw new Error('a page has two people');
    await book.remove(orgId, last.id, 'deleted', ACT);
    const second = await book.list(orgId, { ...PAGE, cursor: first.nextCursor }, NOW);
    expect(second.speakers.map(({ id }) => id)).toEqual([all[2]?.id]);
  });

  it('are not found, changed, removed, linked or compared by another organization', async () => {
    const { id } = await enroll({ orgId: otherOrgId });
    expect(await book.find(orgId, id, NOW)).toBeUndefined();
    expect(await book.change(orgId, id, { label: 'x' }, ACT)).toBeUndefined();
    expect(await book.remove(orgId, id, 'deleted', ACT)).toBeUndefined();
    expect(await book.candidates(orgId, NOW)).toEqual([]);
    expect(await link(id)).toBe(false);
    expect(await book.keepBaseline(orgId, id, Buffer.from('x'), NOW)).toBe(false);
    expect(await book.find(otherOrgId, id, NOW)).toBeDefined();
  });

  it('are protected by row-level security in every table', async () => {
    const { id } = await enroll({ orgId: otherOrgId });
    await book.keepBaseline(otherOrgId, id, Buffer.from('x'), NOW);
    const tables = ['speakers', 'speaker_templates', 'speaker_baselines', 'speaker_consents'] as const;
    for (const table of tables) {
      const rows = await withTenant(opened.database.queries, orgId, (tx) =>
        tx.selectFrom(table).selectAll().execute(),
      );
      expect(rows, table).toEqual([]);
    }
  });

  it('are refused beyond the limit of the organization', async () => {
    await enroll();
    expect(await book.add(somebody(), 1)).toBe('full');
  });

  it('each have their own external id', async () => {
    const first = await enroll({ externalId: 'crm-1' });
    expect(await book.add(somebody({ externalId: 'crm-1' }), 9)).toBe('external_id_taken');
    const second = await enroll({ externalId: 'crm-2' });
    expect(await book.change(orgId, second.id, { externalId: 'crm-1' }, ACT)).toBe('external_id_taken');
    expect(await book.change(orgId, first.id, { externalId: 'crm-1', label: 'Anna' }, ACT)).toMatchObject({
      label: 'Anna',
    });
  });

  it('each have their own consent, and a withdrawn consent cannot be used again', async () => {
    const first = await enroll();
    expect(await book.add(somebody({ consent: first.consent }), 9)).toBe('consent_used');
    await book.remove(orgId, first.id, 'withdrawn', ACT);
    expect(await book.add(somebody({ consent: first.consent }), 9)).toBe('consent_used');
    const second = await enroll();
    await book.remove(orgId, second.id, 'deleted', ACT);
    expect(await book.add(somebody({ consent: second.consent }), 9)).toBe('stored');
  });

  it('get a new version of the template with each enrollment, which replaces the previous one', async () => {
    const speaker = await enroll();
    const template = { ...speaker.template, sealed: Buffer.from('again') };
    expect(await book.enrollAgain({ ...speaker, template })).toBe('stored');
    expect(await book.find(orgId, speaker.id, NOW)).toMatchObject({ template: { version: 2 } });
    const [candidate, ...others] = await book.candidates(orgId, NOW);
    expect(others).toEqual([]);
    expect(Buffer.from(candidate?.sealed ?? []).toString()).toBe('again');
  });

  it('are gone when they expire, before the cleanup deletes them', async () => {
    const { id } = await enroll({ expiresAt: later(1000) });
    expect(await book.gone([id], NOW)).toEqual([]);
    expect(await book.expired(NOW, 9)).not.toContainEqual({ orgId, id });
    const then = later(1000);
    expect(await book.find(orgId, id, then)).toBeUndefined();
    expect(await book.candidates(orgId, then)).toEqual([]);
    expect(await book.gone([id], then)).toEqual([id]);
    expect(await book.expired(then, 99)).toContainEqual({ orgId, id });
  });

  it('leave only the audit entry and the record of the removal: "Withdrawal deletes the template and everything derived from it"', async () => {
    const { id } = await enroll();
    await link(id);
    await book.keepBaseline(orgId, id, Buffer.from('usual'), NOW);
    const { queries } = opened.database;
    await checkpointNaming(id);
    await queries
      .insertInto('idempotency_keys')
      .values({
        org_id: orgId,
        key: 'k',
        method: 'POST',
        path: '/v1/voice/speakers',
        request_id: 'req_1',
        fingerprint: Buffer.alloc(1),
        created_at: NOW,
        expires_at: later(1000),
        locked_until: null,
        status: 201,
        answer: Buffer.from('sealed answer'),
      })
      .execute();
    expect(await traces(id)).toEqual(
      expect.arrayContaining([
        'sessions',
        'speaker_baselines',
        'speaker_links',
        'speaker_templates',
        'speakers',
      ]),
    );
    expect(await book.remove(orgId, id, 'withdrawn', ACT)).toMatchObject({
      templates: 1,
      links: 1,
      baselines: 1,
    });
    expect(await traces(id)).toEqual(['audit_log', 'speaker_removals']);
    const answers = await queries
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('org_id', '=', orgId)
      .execute();
    expect(answers).toEqual([]);
    expect(await book.remove(orgId, id, 'withdrawn', ACT)).toBeUndefined();
  });

  it('stay deleted when another relay writes about them before it learns of the removal', async () => {
    const { id } = await enroll();
    await book.remove(orgId, id, 'withdrawn', ACT);
    expect(await link(id)).toBe(false);
    expect(await book.keepBaseline(orgId, id, Buffer.from('x'), NOW)).toBe(false);
    await checkpointNaming(id);
    expect(await book.sweep(later(-1000))).toBeGreaterThan(0);
    expect(await traces(id)).toEqual(['audit_log', 'speaker_removals']);
  });

  it('have every change in the audit log, without name, voice or consent', async () => {
    const speaker = await enroll({ label: 'Anna Example' });
    await book.change(orgId, speaker.id, { label: 'Anna Other' }, ACT);
    await book.enrollAgain(speaker);
    await book.remove(orgId, speaker.id, 'withdrawn', { ...ACT, reference: 'letter 7' });
    const entries = await new AuditRepository(opened.database.queries).list(orgId, 10);
    const ours = entries.filter(({ action }) => action.startsWith('speaker.'));
    expect(ours.map(({ action }) => action)).toEqual(
      ['speaker.withdrawn', 'speaker.changed', 'speaker.enrolled_again', 'speaker.enrolled'].sort(
        (a, b) => entries.findIndex((e) => e.action === a) - entries.findIndex((e) => e.action === b),
      ),
    );
    const text = JSON.stringify(ours);
    expect(text).toContain('letter 7');
    for (const secret of ['Anna', speaker.consent.reference, 'sealed']) expect(text).not.toContain(secret);
  });
});
