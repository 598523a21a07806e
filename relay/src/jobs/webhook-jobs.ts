import type { Kysely } from 'kysely';
import { Ticker } from '../concurrency/ticker.js';
import type { SecretBox } from '../domain/webhooks/secret-box.js';
import type { SafeHttp } from '../outbound/index.js';
import type { WebhookTrouble } from '../storage/webhooks/delivery-attempts.js';
import { DeliveryRepository } from '../storage/webhooks/delivery-repository.js';
import type { Schema } from '../storage/database/schema.js';
import { type ScheduleDelivery, WebhookRepository } from '../storage/webhooks/webhook-repository.js';
import type { OwnerMail } from './owner-mail.js';
import type { JobQueue } from './queue.js';
import { type DeliveryJob, type DeliveryTraces, WebhookSender } from './webhook-sender.js';

const DELIVERIES = 'webhook-delivery';
const MAIL = 'webhook-mail';

/** Calls in progress in this process, to all hosts together. Most of them wait for an answer, which costs memory, not CPU. */
const CONCURRENCY = 512;
const BATCH = 100;
const DISPATCH_MS = 500;
const JOB_POLL_MS = 1_000;
const MAIL_POLL_MS = 10_000;
const SWEEP_MS = 60_000;
/** Longer than a job takes to expire and come again by itself. */
const OVERDUE_MS = 10 * 60_000;
const RETENTION_MS = 30 * 86_400_000;
/** Each round deletes 5,000 events at most: more than 80 a second that come in. */
const FORGET_MS = 60_000;

export interface WebhookJobsOptions {
  readonly db: Kysely<Schema>;
  readonly queue: JobQueue;
  readonly secrets: SecretBox;
  readonly http: Pick<SafeHttp, 'request'>;
  readonly httpsOnly: boolean;
  readonly nowMs: () => number;
  readonly userAgent: string;
  /** Absent if no SMTP server is configured. */
  readonly mail: OwnerMail | undefined;
  /** Called when the owner of a webhook could not be told, or when a round failed and is tried again. */
  readonly onError: (error: unknown, doing: string) => void;
  readonly onTrouble: (trouble: WebhookTrouble) => void;
  readonly onSent?: () => void;
  /** Absent: nothing is traced. */
  readonly traces?: DeliveryTraces | undefined;
  readonly timeoutMs?: number;
}

/**
 * Everything about webhooks that runs by itself: it turns events into deliveries, attempts deliveries, tells owners, and
 * deletes old events.
 */
export class WebhookJobs {
  readonly book: WebhookRepository;
  readonly deliveries: DeliveryRepository;
  private readonly options: WebhookJobsOptions;
  private tickers: readonly Ticker[] = [];
  private dispatching = false;

  /** Registers its handlers with the queue. Start the queue after that. */
  constructor(options: WebhookJobsOptions) {
    const { db, queue, mail, onTrouble } = options;
    this.options = options;
    const schedule: ScheduleDelivery = (tx, jobs) =>
      queue.sendMany(
        DELIVERIES,
        jobs.map(({ deliveryId, attempt, at }) => ({
          data: { deliveryId, attempt } satisfies DeliveryJob,
          ...(at.getTime() > options.nowMs() && { startAt: at }),
        })),
        tx,
      );
    this.book = new WebhookRepository(db, schedule);
    this.deliveries = new DeliveryRepository(db, schedule, async (tx, troubles) => {
      troubles.forEach(onTrouble);
      await queue.sendMany(
        MAIL,
        troubles.map((data) => ({ data })),
        tx,
      );
    });
    const sender = new WebhookSender({
      ...options,
      deliveries: this.deliveries,
      atATime: CONCURRENCY,
      postpone: (job, at) => queue.send(DELIVERIES, job, { startAt: at }),
    });
    queue.work<DeliveryJob>(DELIVERIES, ({ data }) => sender.attempt(data), {
      concurrency: CONCURRENCY,
      batchSize: BATCH,
      pollMs: JOB_POLL_MS,
    });
    queue.work<WebhookTrouble>(MAIL, async ({ data }) => mail?.send(data), { pollMs: MAIL_POLL_MS });
  }

  start(): void {
    const every = (everyMs: number, doing: string, round: () => Promise<void>): Ticker =>
      new Ticker({ everyMs, round, onFailed: (error) => this.options.onError(error, doing) }).start();
    this.tickers = [
      every(DISPATCH_MS, 'dispatching events', () => this.dispatch()),
      every(SWEEP_MS, 'looking for overdue deliveries', () => this.sweep()),
      every(FORGET_MS, 'forgetting old events', async () => {
        await this.deliveries.forgetBefore(new Date(this.options.nowMs() - RETENTION_MS));
      }),
    ];
  }

  /** Makes deliveries of the waiting events, one round at a time. */
  async dispatch(): Promise<void> {
    if (this.dispatching) return;
    this.dispatching = true;
    try {
      for (;;) {
        const { isFull } = await this.deliveries.dispatch(new Date(this.options.nowMs()));
        if (!isFull) return;
      }
    } finally {
      this.dispatching = false;
    }
  }

  async sweep(): Promise<void> {
    const now = this.options.nowMs();
    await this.deliveries.sweep(new Date(now - OVERDUE_MS), new Date(now));
  }

  /** Starts no more rounds, and waits for those in progress. Whoever started the queue also stops it. */
  async stop(): Promise<void> {
    await Promise.all(this.tickers.map((ticker) => ticker.stop()));
  }
}
