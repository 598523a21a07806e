import { type RawBuilder, sql, type Transaction } from 'kysely';
import { refusal } from '../../domain/fine-tune/samples/sample.js';
import { toJsonb } from '../database/jsonb.js';
import type { Schema } from '../database/schema.js';

const WITHDRAWN = refusal('withdrawn', 'the consent was taken back, or the session was deleted');

/** The id of a corrected utterance among a job's samples. */
export const correctedSampleId = (sessionId: string, utteranceId: string): string =>
  `${sessionId}/${utteranceId}`;

/**
 * Deletes the readings of a session's utterances, and the samples that fine-tune jobs took from them; running
 * jobs continue without these. A trained model stays: it is a few weights for each label.
 * @param which condition on the utterances' rows; all of them when absent
 */
export const eraseTraining = async (
  transaction: Transaction<Schema>,
  orgId: string,
  sessionId: string,
  which: RawBuilder<unknown> = sql`true`,
): Promise<void> => {
  // Readings first: a job that takes them at the same time locks them until its samples are visible here.
  const { rows } = await sql<{ utterance_id: string; digest: string }>`
    delete from training_readings
    where org_id = ${orgId} and session_id = ${sessionId} and utterance_id in (
      select utterance_id from conversation_utterances
      where org_id = ${orgId} and session_id = ${sessionId} and ${which})
    returning utterance_id, digest`.execute(transaction);
  for (const { utterance_id: utteranceId, digest } of rows) {
    await sql`
      update fine_tune_samples sample
      set readings = null, digest = null, speaker = null,
          -- A job that is over still tells how many samples it used.
          state = case when job.finished_at is null then 'refused' else sample.state end,
          seconds = case when job.finished_at is null then null else sample.seconds end,
          refusal = case when job.finished_at is null then ${toJsonb(WITHDRAWN)}::jsonb else sample.refusal end
      from fine_tune_jobs job
      where job.id = sample.job_id and job.org_id = ${orgId} and sample.org_id = ${orgId}
        and sample.sample_id = ${correctedSampleId(sessionId, utteranceId)} and sample.digest = ${digest}`.execute(
      transaction,
    );
  }
};

/** An utterance is another speaker's than was told, and so are the readings that are kept of it. */
export const giveTraining = async (
  transaction: Transaction<Schema>,
  orgId: string,
  sessionId: string,
  { utteranceId, speakerId }: { readonly utteranceId: string; readonly speakerId: string },
): Promise<void> => {
  await transaction
    .updateTable('training_readings')
    .set({ speaker: speakerId })
    .where('org_id', '=', orgId)
    .where('session_id', '=', sessionId)
    .where('utterance_id', '=', utteranceId)
    .execute();
};
