import { type Kysely, sql } from 'kysely';
import type { Removal, RemovalCause, Speaker } from '../../domain/speakers/speaker.js';
import type {
  Candidate,
  EnrollmentOutcome,
  NewSpeaker,
  SpeakerStore,
  SpeakerChange,
  SpeakerLink,
  SpeakerPage,
} from '../../domain/speakers/speaker-store.js';
import { appendAudit } from '../audit/audit-repository.js';
import { toJsonb } from '../database/jsonb.js';
import type { Schema } from '../database/schema.js';
import {
  countRowsOf,
  growTemplate,
  lockSpeaker,
  ownerOfExternalId,
  putTemplate,
  readSpeaker,
  takeConsent,
} from './speaker-writes.js';
import { clearAnswers, clearTraces, closeConsents } from './speaker-removal.js';
import { fromConsent, selectSpeakers, toSpeaker } from './speaker-rows.js';
import { forgetWordsWith } from '../conversations/transcript-lines.js';
import { erasePersonLessons } from '../lines/line-erasure.js';
import { withTenant } from '../tables/tenant.js';
import { defined } from '../../domain/defined.js';
import { markRemoved } from '../removed-id-repository.js';

interface Act {
  readonly actor: string;
  readonly at: Date;
}

/** People who are recognized by voice. Every query runs as one organization. */
export class SpeakerRepository implements SpeakerStore {
  private readonly db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.db = db;
  }

  add(speaker: NewSpeaker, most: number): Promise<EnrollmentOutcome> {
    const { id, orgId, label, externalId, consent, expiresAt, at, actor } = speaker;
    return withTenant(this.db, orgId, async (tx) => {
      // Two people added at once must not both take the last place or the same consent, so one waits for the
      // other.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`speakers ${orgId}`}, 0))`.execute(tx);
      const { count } = await tx
        .selectFrom('speakers')
        .select(sql<number>`count(*)::integer`.as('count'))
        .where('org_id', '=', orgId)
        .executeTakeFirstOrThrow();
      if (count >= most) return 'full';
      if (externalId !== undefined && (await ownerOfExternalId(tx, orgId, externalId)) !== undefined) {
        return 'external_id_taken';
      }
      if (!(await takeConsent(tx, speaker))) return 'consent_used';
      await tx
        .insertInto('speakers')
        .values({
          id,
          org_id: orgId,
          label,
          external_id: externalId ?? null,
          consent: toJsonb(fromConsent(consent)),
          created_at: at,
          updated_at: at,
          expires_at: expiresAt ?? null,
          template_version: 1,
        })
        .execute();
      await putTemplate(tx, { ...speaker, version: 1 });
      const detail = { speaker_id: id, version: 1, consent_method: consent.method };
      await appendAudit(tx, { orgId, at, actor, action: 'speaker.enrolled', detail });
      return 'stored';
    });
  }

  list(
    orgId: string,
    { limit, cursor, externalId }: Parameters<SpeakerStore['list']>[1],
    now: Date,
  ): Promise<SpeakerPage> {
    return withTenant(this.db, orgId, async (tx) => {
      let query = selectSpeakers(tx, orgId, now)
        .orderBy('speakers.created_at')
        .orderBy('speakers.id')
        .limit(limit + 1);
      if (externalId !== undefined) query = query.where('speakers.external_id', '=', externalId);
      if (cursor !== undefined) {
        query = query.where(
          sql<boolean>`(speakers.created_at, speakers.id) > (${new Date(cursor.createdAtMs)}::timestamptz, ${cursor.id})`,
        );
      }
      const rows = await query.execute();
      const speakers = rows.slice(0, limit).map(toSpeaker);
      const last = rows.length > limit ? speakers.at(-1) : undefined;
      return { speakers, nextCursor: last && { createdAtMs: last.createdAt.getTime(), id: last.id } };
    });
  }

  find(orgId: string, id: string, now: Date): Promise<Speaker | undefined> {
    return withTenant(this.db, orgId, (tx) => readSpeaker(tx, orgId, id, now));
  }

  change(
    orgId: string,
    id: string,
    { label, externalId, expiresAt }: SpeakerChange,
    { actor, at }: Act,
  ): Promise<Speaker | 'external_id_taken' | undefined> {
    return withTenant(this.db, orgId, async (tx) => {
      if ((await readSpeaker(tx, orgId, id, at)) === undefined) return undefined;
      if (typeof externalId === 'string') {
        const owner = await ownerOfExternalId(tx, orgId, externalId);
        if (owner !== undefined && owner !== id) return 'external_id_taken';
      }
      await tx
        .updateTable('speakers')
        .set({
          updated_at: at,
          ...defined({ label, external_id: externalId, expires_at: expiresAt }),
        })
        .where('org_id', '=', orgId)
        .where('id', '=', id)
        .execute();
      // The new value is personal data; the log only needs to know that it changed.
      const fields = { label, external_id: externalId, expires_at: expiresAt };
      const changed = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [name]));
      const detail = { speaker_id: id, changed: changed.join(' ') };
      await appendAudit(tx, { orgId, at, actor, action: 'speaker.changed', detail });
      return readSpeaker(tx, orgId, id, at);
    });
  }

  enrollAgain(speaker: Parameters<SpeakerStore['enrollAgain']>[0]): Promise<EnrollmentOutcome> {
    const { id, orgId, consent, expiresAt, at, actor } = speaker;
    return withTenant(this.db, orgId, async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`speakers ${orgId}`}, 0))`.execute(tx);
      if ((await readSpeaker(tx, orgId, id, at)) === undefined) return 'gone';
      if (!(await takeConsent(tx, speaker))) return 'consent_used';
      const { template_version: version } = await tx
        .updateTable('speakers')
        .set((row) => ({
          consent: toJsonb(fromConsent(consent)),
          expires_at: expiresAt ?? null,
          updated_at: at,
          template_version: row('template_version', '+', 1),
        }))
        .where('org_id', '=', orgId)
        .where('id', '=', id)
        .returning('template_version')
        .executeTakeFirstOrThrow();
      await tx
        .deleteFrom('speaker_templates')
        .where('org_id', '=', orgId)
        .where('speaker_id', '=', id)
        .execute();
      await putTemplate(tx, { ...speaker, version });
      const detail = { speaker_id: id, version, consent_method: consent.method };
      await appendAudit(tx, { orgId, at, actor, action: 'speaker.enrolled_again', detail });
      return 'stored';
    });
  }

  remove(
    orgId: string,
    id: string,
    cause: RemovalCause,
    { actor, at, reference }: Act & { readonly reference?: string },
  ): Promise<Removal | undefined> {
    return withTenant(this.db, orgId, async (tx) => {
      const found = await tx
        .selectFrom('speakers')
        .select('id')
        .where('org_id', '=', orgId)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (found === undefined) return undefined;
      const templates = await countRowsOf(tx, 'speaker_templates', orgId, id);
      const links = await countRowsOf(tx, 'speaker_links', orgId, id);
      const baselines = await countRowsOf(tx, 'speaker_baselines', orgId, id);
      await closeConsents(tx, orgId, id, cause, at);
      // Before its links are gone, which tell in what calls the voice was.
      await erasePersonLessons(tx, orgId, id);
      await forgetWordsWith(tx, orgId, id);
      // Templates, baselines and links are deleted with the person.
      await tx.deleteFrom('speakers').where('org_id', '=', orgId).where('id', '=', id).execute();
      await clearTraces(tx, orgId, id);
      await clearAnswers(tx, orgId);
      await tx
        .insertInto('speaker_removals')
        .values({ speaker_id: id, org_id: orgId, cause, removed_at: at })
        .execute();
      await markRemoved(tx, orgId, { kind: 'speaker', id }, at);
      const counts = { speaker_id: id, templates, links, baselines };
      const detail = { ...counts, ...defined({ reference }) };
      await appendAudit(tx, { orgId, at, actor, action: `speaker.${cause}`, detail });
      return { speakerId: id, cause, at, templates, links, baselines };
    });
  }

  async candidates(orgId: string, now: Date): Promise<readonly Candidate[]> {
    const rows = await withTenant(this.db, orgId, (tx) =>
      tx
        .selectFrom('speakers')
        .innerJoin('speaker_templates', 'speaker_templates.speaker_id', 'speakers.id')
        .select(['speakers.id', 'speakers.label', 'speaker_templates.space', 'speaker_templates.sealed'])
        .where('speakers.org_id', '=', orgId)
        .where((row) =>
          row.or([row('speakers.expires_at', 'is', null), row('speakers.expires_at', '>', now)]),
        )
        .orderBy('speakers.created_at')
        .orderBy('speakers.id')
        .execute(),
    );
    return rows.map(({ id, label, space, sealed }) => ({ speakerId: id, label, space, sealed }));
  }

  link(link: SpeakerLink): Promise<boolean> {
    const { orgId, sessionId, speaker, speakerId, evidenceSeconds, at } = link;
    return withTenant(this.db, orgId, async (tx) => {
      if (!(await lockSpeaker(tx, orgId, speakerId, at))) return false;
      const row = { speaker_id: speakerId, evidence_seconds: evidenceSeconds, resolved_at: at };
      await tx
        .insertInto('speaker_links')
        .values({ org_id: orgId, session_id: sessionId, speaker, ...row })
        .onConflict((conflict) => conflict.columns(['org_id', 'session_id', 'speaker']).doUpdateSet(row))
        .execute();
      return true;
    });
  }

  grow(orgId: string, id: string, now: Date, change: Parameters<SpeakerStore['grow']>[3]): Promise<boolean> {
    return withTenant(this.db, orgId, (tx) => growTemplate(tx, orgId, id, now, change));
  }

  async unlink(orgId: string, sessionId: string, speaker?: string): Promise<void> {
    await withTenant(this.db, orgId, (tx) => {
      const links = tx
        .deleteFrom('speaker_links')
        .where('org_id', '=', orgId)
        .where('session_id', '=', sessionId);
      return (speaker === undefined ? links : links.where('speaker', '=', speaker)).execute();
    });
  }

  async baseline(orgId: string, id: string, now: Date): Promise<Uint8Array | undefined> {
    const row = await withTenant(this.db, orgId, async (tx) =>
      (await readSpeaker(tx, orgId, id, now)) === undefined
        ? undefined
        : tx
            .selectFrom('speaker_baselines')
            .select('sealed')
            .where('org_id', '=', orgId)
            .where('speaker_id', '=', id)
            .executeTakeFirst(),
    );
    return row?.sealed;
  }

  keepBaseline(orgId: string, id: string, sealed: Uint8Array, at: Date): Promise<boolean> {
    return withTenant(this.db, orgId, async (tx) => {
      if (!(await lockSpeaker(tx, orgId, id, at))) return false;
      await tx
        .insertInto('speaker_baselines')
        .values({ org_id: orgId, speaker_id: id, sealed, updated_at: at })
        .onConflict((conflict) =>
          conflict.column('speaker_id').doUpdateSet((row) => ({
            sealed,
            updated_at: at,
            calls: row('speaker_baselines.calls', '+', 1),
          })),
        )
        .execute();
      return true;
    });
  }

  async gone(ids: readonly string[], now: Date): Promise<readonly string[]> {
    if (ids.length === 0) return [];
    const rows = await this.db
      .selectFrom('speakers')
      .select('id')
      .where('id', 'in', [...ids])
      .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', now)]))
      .execute();
    const here = new Set(rows.map(({ id }) => id));
    return ids.filter((id) => !here.has(id));
  }

  async expired(now: Date, limit: number): Promise<readonly { orgId: string; id: string }[]> {
    const rows = await this.db
      .selectFrom('speakers')
      .select(['id', 'org_id'])
      .where('expires_at', '<=', now)
      .orderBy('expires_at')
      .limit(limit)
      .execute();
    return rows.map(({ id, org_id: orgId }) => ({ id, orgId }));
  }

  async sweep(since: Date): Promise<number> {
    const removals = await this.db
      .selectFrom('speaker_removals')
      .select(['org_id', 'speaker_id'])
      .where('removed_at', '>=', since)
      .execute();
    let cleared = 0;
    for (const { org_id: orgId, speaker_id: id } of removals) {
      cleared += await withTenant(this.db, orgId, (tx) => clearTraces(tx, orgId, id));
    }
    return cleared;
  }
}
