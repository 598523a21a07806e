import { type Kysely, sql } from 'kysely';
import type { AnalyzedSample } from '../../domain/fine-tune/samples/sample.js';
import { toJsonb } from '../database/jsonb.js';
import type { Schema } from '../database/schema.js';
import { withTenant } from '../tables/tenant.js';
import { eraseTraining } from '../fine-tune/training-erasure.js';

/** The readings of an utterance whose speaker agreed to `training`. */
export interface CorrectedUtterance {
  readonly orgId: string;
  readonly sessionId: string;
  readonly utteranceId: string;
  readonly speaker: string | undefined;
  readonly baseSha256: string;
  readonly heard: AnalyzedSample;
  readonly at: Date;
}

/**
 * Utterances that can be trained on after somebody corrects their label. They are deleted with their session.
 */
export class CorrectionRepository {
  private readonly db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.db = db;
  }

  async keep({
    orgId,
    sessionId,
    utteranceId,
    speaker,
    baseSha256,
    heard,
    at,
  }: CorrectedUtterance): Promise<void> {
    await withTenant(this.db, orgId, (transaction) =>
      transaction
        .insertInto('training_readings')
        .values({
          org_id: orgId,
          session_id: sessionId,
          utterance_id: utteranceId,
          speaker: speaker ?? null,
          seconds: heard.seconds,
          digest: heard.digest,
          base_sha256: baseSha256,
          readings: toJsonb(heard.readings),
          label: null,
          created_at: at,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
  }

  /** Sets how an utterance really sounded; does nothing when nothing was kept of it. */
  async label(orgId: string, sessionId: string, utteranceId: string, label: string): Promise<void> {
    await withTenant(this.db, orgId, (transaction) =>
      transaction
        .updateTable('training_readings')
        .set({ label })
        .where('org_id', '=', orgId)
        .where('session_id', '=', sessionId)
        .where('utterance_id', '=', utteranceId)
        .execute(),
    );
  }

  /** Deletes what was kept of a live stream's turns. */
  async forgetStream(orgId: string, sessionId: string): Promise<void> {
    await withTenant(this.db, orgId, (transaction) =>
      eraseTraining(transaction, orgId, sessionId, sql`utterance ->> 'source' = 'stream'`),
    );
  }
}
