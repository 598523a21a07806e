import { sql, type Transaction } from 'kysely';
import { DELIVERY, type Verdict } from '../../domain/webhooks/delivery-policy.js';
import type { KeptAnswer, SealedSecrets, StatusReason } from '../../domain/webhooks/webhook.js';
import type { Schema } from '../database/schema.js';

/** Everything that an attempt needs. */
export interface DueDelivery {
  readonly id: string;
  readonly orgId: string;
  readonly webhookId: string;
  readonly url: string;
  readonly secrets: SealedSecrets;
  readonly eventId: string;
  /** The name under which the webhook subscribed. */
  readonly eventType: string;
  /** The request body, byte for byte. */
  readonly body: string;
  readonly isTest: boolean;
  readonly attempts: number;
  /** The number of attempts before the schedule last started. */
  readonly firstAttempt: number;
  readonly isActive: boolean;
}

export interface AttemptRecord {
  readonly delivery: DueDelivery;
  readonly attempt: number;
  readonly startedAtMs: number;
  readonly latencyMs: number;
  readonly responseStatus: number | undefined;
  readonly answer: KeptAnswer | undefined;
  readonly verdict: Verdict;
}

/** A webhook whose owner should be notified. */
export interface WebhookTrouble {
  readonly webhookId: string;
  readonly orgId: string;
  readonly url: string;
  readonly kind: 'failing' | 'disabled';
  readonly reason: StatusReason;
}

/** @returns the records that were not written already by another relay with the same job */
export const writeAttempts = async (
  tx: Transaction<Schema>,
  records: readonly AttemptRecord[],
): Promise<readonly AttemptRecord[]> => {
  // The deliveries of a deleted webhook are deleted with it.
  const { rows: alive } = await sql<{ id: string }>`
    select id from webhook_deliveries where id in (${sql.join(records.map(({ delivery }) => delivery.id))})
    order by id for update`.execute(tx);
  const ids = new Set(alive.map(({ id }) => id));
  const present = records.filter(({ delivery }) => ids.has(delivery.id));
  if (present.length === 0) return [];
  const written = await tx
    .insertInto('webhook_attempts')
    .values(
      present.map(({ delivery, attempt, startedAtMs, latencyMs, responseStatus, answer, verdict }) => ({
        delivery_id: delivery.id,
        number: attempt,
        org_id: delivery.orgId,
        started_at: new Date(startedAtMs),
        latency_ms: Math.round(latencyMs),
        response_status: responseStatus ?? null,
        response_body: answer?.text ?? null,
        response_cut: answer?.cut ?? false,
        error_code: verdict.kind === 'delivered' ? null : verdict.code,
        error: verdict.kind === 'delivered' ? null : verdict.message,
      })),
    )
    .onConflict((conflict) => conflict.columns(['delivery_id', 'number']).doNothing())
    .returning('delivery_id')
    .execute();
  const fresh = new Set(written.map(({ delivery_id }) => delivery_id));
  return present.filter(({ delivery }) => fresh.has(delivery.id));
};

/** The state of a delivery after an attempt. */
const STATES = { delivered: 'delivered', gone: 'failed', exhausted: 'failed', retry: 'pending' } as const;

/** Writes the states of the deliveries after these attempts. */
export const writeDeliveries = async (
  tx: Transaction<Schema>,
  records: readonly AttemptRecord[],
  now: Date,
): Promise<void> => {
  if (records.length === 0) return;
  const rows = records.map(({ delivery, attempt, verdict }) => ({
    id: delivery.id,
    attempts: attempt,
    state: STATES[verdict.kind],
    next_at: verdict.kind === 'retry' ? new Date(verdict.atMs).toISOString() : null,
  }));
  await sql`
    update webhook_deliveries d
    set attempts = r.attempts, state = r.state, next_attempt_at = r.next_at,
        finished_at = case when r.state = 'pending' then null else ${now}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (id text, attempts integer, state text, next_at timestamptz)
    where d.id = r.id and d.state = 'pending'`.execute(tx);
};

const idsOf = (records: readonly AttemptRecord[], ...kinds: readonly Verdict['kind'][]): string[] => [
  ...new Set(
    records.filter(({ verdict }) => kinds.includes(verdict.kind)).map(({ delivery }) => delivery.webhookId),
  ),
];

/** The state machine of a webhook, for a batch of attempts. @returns those whose owner should be notified */
export const writeWebhooks = async (
  tx: Transaction<Schema>,
  records: readonly AttemptRecord[],
  now: Date,
): Promise<readonly WebhookTrouble[]> => {
  const troubles: WebhookTrouble[] = [];
  const failed = idsOf(records, 'retry', 'exhausted', 'gone');
  if (failed.length > 0) {
    await tx
      .updateTable('webhooks')
      .set({ failing_since: now })
      .where('id', 'in', failed)
      .where('failing_since', 'is', null)
      .execute();
  }
  const disable = async (ids: readonly string[], reason: StatusReason, since?: Date): Promise<void> => {
    if (ids.length === 0) return;
    const rows = await tx
      .updateTable('webhooks')
      .set({ status: 'disabled', status_reason: reason, updated_at: now })
      .where('id', 'in', [...ids])
      .where('status', '!=', 'disabled')
      .$if(since !== undefined, (update) => update.where('failing_since', '<', since ?? now))
      .returning(['id', 'org_id', 'url'])
      .execute();
    for (const row of rows) {
      troubles.push({ webhookId: row.id, orgId: row.org_id, url: row.url, kind: 'disabled', reason });
    }
  };
  await disable(idsOf(records, 'gone'), 'gone');
  const exhausted = idsOf(records, 'exhausted');
  await disable(exhausted, 'failing_too_long', new Date(now.getTime() - DELIVERY.disableAfterMs));
  if (exhausted.length > 0) {
    const reason = 'attempts_exhausted';
    const rows = await tx
      .updateTable('webhooks')
      .set({ status: 'failing', status_reason: reason, updated_at: now })
      .where('id', 'in', exhausted)
      .where('status', '=', 'active')
      .returning(['id', 'org_id', 'url'])
      .execute();
    for (const row of rows) {
      troubles.push({ webhookId: row.id, orgId: row.org_id, url: row.url, kind: 'failing', reason });
    }
  }
  const delivered = idsOf(records, 'delivered');
  if (delivered.length > 0) {
    await tx
      .updateTable('webhooks')
      .set({
        failing_since: null,
        status: sql`case when status = 'failing' then 'active' else status end`,
        status_reason: sql`case when status = 'failing' then null else status_reason end`,
      })
      .where('id', 'in', delivered)
      .where('failing_since', 'is not', null)
      .execute();
  }
  return troubles;
};
