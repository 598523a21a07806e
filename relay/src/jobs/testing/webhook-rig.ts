import { newId } from '../../domain/ids.js';
import type { NewEvent } from '../../domain/events/event.js';
import { DEFAULT_POLICY } from '../../domain/accounts/organization-policy.js';
import type { Delivery } from '../../domain/webhooks/webhook.js';
import type { Webhooks } from '../../domain/webhooks/webhooks.js';
import { createSafeHttp, type SafeHttpOptions } from '../../outbound/index.js';
import type { Database } from '../../storage/database/database.js';
import { appendEvents } from '../../storage/webhooks/event-outbox.js';
import { OrganizationRepository } from '../../storage/accounts/organization-repository.js';
import { createLogger } from '../../telemetry/logger.js';
import { type WebhookSettings, wireWebhooks } from '../../app/webhooks.js';
import type { WebhookJobs } from '../webhook-jobs.js';
import { MemoryQueue } from './memory-queue.js';

export const SECRET = 'a-secret-of-thirty-characters!';

export interface WebhookRig {
  readonly orgId: string;
  readonly webhooks: Webhooks;
  readonly jobs: WebhookJobs;
  readonly queue: MemoryQueue;
  readonly log: readonly string[];
  nowMs(): number;
  advance(ms: number): void;
  /** Writes an event as its source would. @returns its id */
  emit(event: Omit<NewEvent, 'orgId'>): Promise<string | undefined>;
  /** Makes deliveries of the waiting events and runs all jobs that are due now. */
  settle(): Promise<void>;
  /** Lets time pass from one due job to the next until nothing is left to do. */
  runOut(): Promise<void>;
  /** All deliveries of a webhook, newest first. */
  deliveries(webhookId: string): Promise<readonly Delivery[]>;
  close(): Promise<void>;
}

export interface WebhookRigOptions {
  readonly timeoutMs?: number;
  readonly settings?: Partial<WebhookSettings>;
  readonly http?: SafeHttpOptions;
}

/** Webhooks over a real database and real HTTP, with a clock that the test sets. */
export const startWebhookRig = async (
  database: Database,
  { timeoutMs, settings, http: httpOptions }: WebhookRigOptions = {},
): Promise<WebhookRig> => {
  let now = Date.parse('2026-11-21T08:00:00Z');
  const nowMs = (): number => now;
  const orgId = newId('org');
  await new OrganizationRepository(database.queries).create(
    { id: orgId, name: 'Acme', plan: 'pro', policy: DEFAULT_POLICY },
    new Date(now),
  );
  const log: string[] = [];
  const queue = new MemoryQueue(nowMs);
  const http = createSafeHttp(httpOptions ?? { allowPrivate: true });
  const { webhooks, jobs, close } = wireWebhooks({
    settings: {
      secretsKeys: undefined,
      allowPrivateUrls: true,
      smtpUrl: undefined,
      smtpFrom: 'relay@example.com',
      ownerEmail: undefined,
      ...settings,
    },
    db: database.queries,
    queue,
    http,
    tokenSecrets: [Buffer.alloc(32, 7)],
    nowMs,
    log: createLogger('debug', { write: (line: string) => void log.push(line) }),
    ...(timeoutMs !== undefined && { sending: { timeoutMs } }),
  });
  const settle = async (): Promise<void> => {
    await jobs.dispatch();
    await queue.runDue();
  };
  return {
    orgId,
    webhooks,
    jobs,
    queue,
    log,
    nowMs,
    advance: (ms) => {
      now += ms;
    },
    emit: async (event) => {
      const [id] = await database.queries
        .transaction()
        .execute((tx) => appendEvents(tx, [{ ...event, orgId }], now));
      return id;
    },
    settle,
    runOut: async () => {
      await settle();
      for (let next = queue.nextMs(); next !== undefined; next = queue.nextMs()) {
        now = Math.max(now, next);
        await queue.runDue();
      }
    },
    deliveries: async (webhookId) =>
      (
        await webhooks.deliveries(
          orgId,
          { webhookId, eventType: undefined, state: undefined },
          100,
          undefined,
        )
      ).deliveries,
    close: async () => {
      await close();
      await http.close();
    },
  };
};
