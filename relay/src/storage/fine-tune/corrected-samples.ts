import type { Transaction } from 'kysely';
import type { FineTuneSample, AnalyzedSample } from '../../domain/fine-tune/samples/sample.js';
import type { Schema } from '../database/schema.js';
import { correctedSampleId } from './training-erasure.js';

export interface CorrectedQuery {
  readonly orgId: string;
  readonly baseSha256: string;
  readonly labels: readonly string[];
  readonly most: number;
}

/**
 * The newest corrected utterances that can be trained on. Their rows stay locked until the transaction ends:
 * a withdrawal waits, and then finds the samples made from them.
 */
export const correctedSamples = async (
  transaction: Transaction<Schema>,
  { orgId, baseSha256, labels, most }: CorrectedQuery,
): Promise<readonly FineTuneSample[]> => {
  if (labels.length === 0) return [];
  const rows = await transaction
    .selectFrom('training_readings')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('base_sha256', '=', baseSha256)
    .where('label', 'in', labels)
    .orderBy('created_at', 'desc')
    .limit(most)
    .forShare()
    .execute();
  return rows.map((row, position) => ({
    id: correctedSampleId(row.session_id, row.utterance_id),
    position,
    label: row.label ?? '',
    // `caller` is a different person in every session.
    speaker: row.speaker === null ? undefined : `${row.session_id}/${row.speaker}`,
    state: {
      kind: 'ready',
      heard: {
        seconds: row.seconds,
        digest: row.digest,
        readings: row.readings as AnalyzedSample['readings'],
      },
    },
  }));
};
