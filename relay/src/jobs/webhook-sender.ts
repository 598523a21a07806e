import { DELIVERY, type AttemptResult, judge, keptAnswer } from '../domain/webhooks/delivery-policy.js';
import { SecretBoxError, type SecretBox } from '../domain/webhooks/secret-box.js';
import { signatureHeaders } from '../domain/webhooks/signature.js';
import { OutboundError, type SafeHttp } from '../outbound/index.js';
import type { AttemptRecord, DueDelivery } from '../storage/webhooks/delivery-attempts.js';
import type { DeliveryRepository } from '../storage/webhooks/delivery-repository.js';
import { Batcher } from '../concurrency/batcher.js';
import { CallSlots, type Slot } from './call-slots.js';

/** An attempt that is made, for whoever traces. */
export interface DeliveryTrace {
  /** Sent with the attempt. */
  readonly headers: Readonly<Record<string, string>>;
  ended(result: AttemptResult): void;
}

export interface DeliveryTraces {
  began(attempt: { readonly delivery: DueDelivery; readonly attempt: number }): DeliveryTrace;
}

/** A job of the delivery queue. */
export interface DeliveryJob {
  readonly deliveryId: string;
  /** The number of the attempt. If the job comes twice, its attempt has already been made. */
  readonly attempt: number;
}

export interface WebhookSenderOptions {
  readonly deliveries: DeliveryRepository;
  readonly secrets: SecretBox;
  readonly http: Pick<SafeHttp, 'request'>;
  readonly httpsOnly: boolean;
  readonly nowMs: () => number;
  /** Puts a job back until a given time. */
  readonly postpone: (job: DeliveryJob, at: Date) => Promise<void>;
  readonly userAgent: string;
  /** Absent: nothing is traced. */
  readonly traces?: DeliveryTraces | undefined;
  /** Called after an answer came and before it is written. A test kills the process here. */
  readonly onSent?: () => void;
  readonly timeoutMs?: number;
  /** How many deliveries this process works on at a time. */
  readonly atATime: number;
}

const WAITING_PER_WEBHOOK = 15;

/** Makes attempts: loads, signs, sends, judges, records. Holds no state that a crash could lose. */
export class WebhookSender {
  private readonly options: WebhookSenderOptions;
  private readonly timeoutMs: number;
  /** By organization: one whose receivers are slow leaves half of the places to the others. */
  private readonly shares: CallSlots;
  /** By webhook: a slow receiver on the same host must not hold up a healthy one. */
  private readonly slots: CallSlots;
  private readonly load: Batcher<string, DueDelivery | undefined>;
  private readonly record: Batcher<AttemptRecord, undefined>;
  private readonly cancel: Batcher<string, undefined>;

  constructor(options: WebhookSenderOptions) {
    const { deliveries, nowMs, atATime, timeoutMs = DELIVERY.timeoutMs } = options;
    this.options = options;
    this.timeoutMs = timeoutMs;
    const timing = { longestMs: timeoutMs, nowMs: () => performance.now() };
    this.shares = new CallSlots({ atATime: Math.ceil(atATime / 2), waiting: 0, ...timing });
    this.slots = new CallSlots({
      atATime: DELIVERY.inFlightPerWebhook,
      waiting: WAITING_PER_WEBHOOK,
      ...timing,
    });
    this.load = new Batcher((ids) => deliveries.load(ids));
    this.record = new Batcher(async (records) => {
      await deliveries.record(records, new Date(nowMs()));
      return records.map(() => undefined);
    });
    this.cancel = new Batcher(async (ids) => {
      await deliveries.cancel(ids, new Date(nowMs()));
      return ids.map(() => undefined);
    });
  }

  /** @throws if the database does not answer. The job then comes again. */
  async attempt(job: DeliveryJob): Promise<void> {
    const delivery = await this.load.add(job.deliveryId);
    // This process or another one has made the attempt already, but the job was not deleted.
    if (delivery === undefined || delivery.attempts >= job.attempt) return;
    if (!delivery.isActive) {
      await this.cancel.add(delivery.id);
      return;
    }
    const slot = await this.place(delivery);
    if (slot.kind === 'later') {
      await this.options.postpone(job, new Date(this.options.nowMs() + slot.afterMs));
      return;
    }
    let record: AttemptRecord;
    try {
      record = await this.send(delivery, job.attempt);
    } finally {
      slot.release();
    }
    this.options.onSent?.();
    await this.record.add(record);
  }

  /** Takes a place of the organization, for which nobody waits here, and then one of the webhook. */
  private async place({ orgId, webhookId }: DueDelivery): Promise<Slot> {
    const share = await this.shares.take(orgId);
    if (share.kind === 'later') return share;
    const slot = await this.slots.take(webhookId);
    if (slot.kind === 'later') {
      share.release();
      return slot;
    }
    const release = (): void => {
      slot.release();
      share.release();
    };
    return { kind: 'free', release };
  }

  private async send(delivery: DueDelivery, attempt: number): Promise<AttemptRecord> {
    const startedAtMs = this.options.nowMs();
    const startedMs = performance.now();
    const trace = this.options.traces?.began({ delivery, attempt });
    const result = await this.request(delivery, startedAtMs, trace?.headers);
    trace?.ended(result);
    return {
      delivery,
      attempt,
      startedAtMs,
      latencyMs: performance.now() - startedMs,
      responseStatus: result.kind === 'answered' ? result.status : undefined,
      answer: result.kind === 'answered' ? result.answer : undefined,
      verdict: judge(result, attempt - delivery.firstAttempt, this.options.nowMs()),
    };
  }

  private async request(
    delivery: DueDelivery,
    timestampMs: number,
    traceHeaders: DeliveryTrace['headers'] = {},
  ): Promise<AttemptResult> {
    const { http, httpsOnly, userAgent } = this.options;
    const body = Buffer.from(delivery.body, 'utf8');
    try {
      const answer = await http.request({
        url: delivery.url,
        method: 'POST',
        httpsOnly,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': userAgent,
          ...traceHeaders,
          ...(delivery.isTest && { 'X-Service-Test': 'true' }),
          ...signatureHeaders({ eventId: delivery.eventId, timestampMs, body, ...this.open(delivery) }),
        },
        body,
        maxRedirects: 0,
        timeoutMs: this.timeoutMs,
        limit: { maxBytes: DELIVERY.maxAnswerBytes, whenLonger: 'cut' },
      });
      return {
        kind: 'answered',
        status: answer.status,
        retryAfter: answer.headers['retry-after'],
        answer: keptAnswer(answer.body, answer.truncated),
      };
    } catch (error) {
      if (error instanceof OutboundError) return { kind: 'failed', code: error.code, message: error.message };
      if (error instanceof SecretBoxError) {
        return { kind: 'failed', code: error.code, message: 'the signing secret cannot be opened here' };
      }
      throw error;
    }
  }

  private open({ webhookId, secrets }: DueDelivery): { secret: string; previousSecret: string | undefined } {
    const { current, previous, previousUntil } = secrets;
    const both = previousUntil !== undefined && previousUntil.getTime() > this.options.nowMs();
    return {
      secret: this.options.secrets.open(current, webhookId),
      previousSecret:
        both && previous !== undefined ? this.options.secrets.open(previous, webhookId) : undefined,
    };
  }
}
