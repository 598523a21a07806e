import { sql, type Transaction } from 'kysely';
import type { Speaker } from '../../domain/speakers/speaker.js';
import type { NewSpeaker, SealedTemplate, SpeakerStore } from '../../domain/speakers/speaker-store.js';
import { appendAudit } from '../audit/audit-repository.js';
import { toJsonb } from '../database/jsonb.js';
import type { Schema } from '../database/schema.js';
import { referenceHash } from './speaker-removal.js';
import { fromQuality, selectSpeakers, toSpeaker } from './speaker-rows.js';

export const readSpeaker = async (
  tx: Transaction<Schema>,
  orgId: string,
  id: string,
  now: Date,
): Promise<Speaker | undefined> => {
  const row = await selectSpeakers(tx, orgId, now).where('speakers.id', '=', id).executeTakeFirst();
  return row && toSpeaker(row);
};

/** A removal of the person waits for this lock, or this waits for the removal and finds nobody. */
export const lockSpeaker = async (
  tx: Transaction<Schema>,
  orgId: string,
  id: string,
  now: Date,
): Promise<boolean> => {
  const row = await tx
    .selectFrom('speakers')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .where((each) => each.or([each('expires_at', 'is', null), each('expires_at', '>', now)]))
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
};

export const ownerOfExternalId = async (
  tx: Transaction<Schema>,
  orgId: string,
  externalId: string,
): Promise<string | undefined> => {
  const row = await tx
    .selectFrom('speakers')
    .select('id')
    .where('org_id', '=', orgId)
    .where('external_id', '=', externalId)
    .executeTakeFirst();
  return row?.id;
};

/** A consent belongs to one person. @returns false when it is another person's or was withdrawn */
export const takeConsent = async (
  tx: Transaction<Schema>,
  { id, orgId, consent }: Pick<NewSpeaker, 'id' | 'orgId' | 'consent'>,
): Promise<boolean> => {
  const hash = referenceHash(orgId, consent.reference);
  await tx
    .insertInto('speaker_consents')
    .values({ org_id: orgId, reference_hash: hash, speaker_id: id })
    .onConflict((conflict) => conflict.columns(['org_id', 'reference_hash']).doNothing())
    .execute();
  const row = await tx
    .selectFrom('speaker_consents')
    .select('speaker_id')
    .where('org_id', '=', orgId)
    .where('reference_hash', '=', hash)
    .executeTakeFirstOrThrow();
  return row.speaker_id === id;
};

export const putTemplate = async (
  tx: Transaction<Schema>,
  {
    id,
    orgId,
    template,
    version,
    at,
  }: { id: string; orgId: string; template: SealedTemplate; version: number; at: Date },
): Promise<void> => {
  await tx
    .insertInto('speaker_templates')
    .values({
      speaker_id: id,
      org_id: orgId,
      version,
      space: template.space,
      sealed: template.sealed,
      quality: toJsonb(fromQuality(template.quality)),
      created_at: at,
    })
    .execute();
};

export const countRowsOf = async (
  tx: Transaction<Schema>,
  table: 'speaker_templates' | 'speaker_links' | 'speaker_baselines',
  orgId: string,
  id: string,
): Promise<number> => {
  const { count } = await tx
    .selectFrom(table)
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('org_id', '=', orgId)
    .where('speaker_id', '=', id)
    .executeTakeFirstOrThrow();
  return count;
};

/** See `SpeakerStore.grow`. */
export const growTemplate = async (
  tx: Transaction<Schema>,
  orgId: string,
  id: string,
  now: Date,
  change: Parameters<SpeakerStore['grow']>[3],
): Promise<boolean> => {
  // Calls that end at the same time wait for each other here, and for a removal.
  await tx
    .selectFrom('speakers')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const speaker = await readSpeaker(tx, orgId, id, now);
  if (speaker === undefined) return false;
  const { space, sealed } = await tx
    .selectFrom('speaker_templates')
    .select(['space', 'sealed'])
    .where('org_id', '=', orgId)
    .where('speaker_id', '=', id)
    .executeTakeFirstOrThrow();
  const grown = change({ speakerId: id, space, sealed }, speaker.consent.scope);
  if (grown === undefined) return false;
  const { speechSeconds, prints } = grown;
  await tx
    .updateTable('speaker_templates')
    .set({
      sealed: grown.sealed,
      quality: toJsonb(fromQuality({ ...speaker.template.quality, speechSeconds, prints })),
    })
    .where('org_id', '=', orgId)
    .where('speaker_id', '=', id)
    .execute();
  const detail = { speaker_id: id, prints };
  await appendAudit(tx, { orgId, at: now, actor: 'relay', action: 'speaker.grown', detail });
  return true;
};
