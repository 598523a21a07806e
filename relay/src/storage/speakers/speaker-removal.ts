import { createHash } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { RemovalCause } from '../../domain/speakers/speaker.js';
import type { Schema } from '../database/schema.js';
import { forgetWordsWith } from '../conversations/transcript-lines.js';
import { erasePersonLessons } from '../lines/line-erasure.js';

/**
 * The hash of one organization's consent. The reference itself is the customer's and stays in the person's
 * row.
 */
export const referenceHash = (orgId: string, reference: string): Buffer =>
  createHash('sha256')
    .update(`${Buffer.byteLength(orgId)}:${orgId}`)
    .update(reference)
    .digest();

/**
 * Deletes a person's traces that are not linked to the person's row. First, checkpoints that name the person:
 * a running stream continues from memory and writes a clean checkpoint; a client whose relay died begins a
 * new session. Second, remembered answers: they are sealed with the caller's key and may name anybody. And what was said
 * in calls in which the person was recognized.
 * @returns rows changed
 */
export const clearTraces = async (
  tx: Transaction<Schema>,
  orgId: string,
  speakerId: string,
): Promise<number> => {
  const checkpoints = await tx
    .updateTable('sessions')
    .set({ checkpoint: null, heard_line: null })
    .where('org_id', '=', orgId)
    .where('state', '=', 'live')
    .where('checkpoint', 'is not', null)
    .where(sql<boolean>`position(${speakerId} in checkpoint::text) > 0`)
    .executeTakeFirstOrThrow();
  await erasePersonLessons(tx, orgId, speakerId);
  const lines = await forgetWordsWith(tx, orgId, speakerId);
  const links = await tx
    .deleteFrom('speaker_links')
    .where('org_id', '=', orgId)
    .where('speaker_id', '=', speakerId)
    .executeTakeFirstOrThrow();
  return Number(checkpoints.numUpdatedRows) + lines + Number(links.numDeletedRows);
};

/** Answers for these paths may name a person. */
const NAMING_PATHS = ['/v1/voice/%', '/v1/analyze%', '/v1/sessions/%'];

export const clearAnswers = async (tx: Transaction<Schema>, orgId: string): Promise<void> => {
  await tx
    .deleteFrom('idempotency_keys')
    .where('org_id', '=', orgId)
    .where('answer', 'is not', null)
    .where((row) => row.or(NAMING_PATHS.map((path) => row('path', 'like', path))))
    .execute();
};

/** A withdrawn consent can never be used again; other consents are deleted with the person. */
export const closeConsents = async (
  tx: Transaction<Schema>,
  orgId: string,
  speakerId: string,
  cause: RemovalCause,
  at: Date,
): Promise<void> => {
  if (cause === 'withdrawn') {
    await tx
      .updateTable('speaker_consents')
      .set({ speaker_id: null, withdrawn_at: at })
      .where('org_id', '=', orgId)
      .where('speaker_id', '=', speakerId)
      .execute();
    return;
  }
  await tx
    .deleteFrom('speaker_consents')
    .where('org_id', '=', orgId)
    .where('speaker_id', '=', speakerId)
    .execute();
};
