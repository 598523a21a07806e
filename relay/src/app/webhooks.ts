import { hkdfSync } from 'node:crypto';
import type { Kysely } from 'kysely';
import { Ticker } from '../concurrency/ticker.js';
import { sealingKeys, type Several } from '../config/kept-secrets.js';
import { EventListeners } from '../domain/webhooks/event-listeners.js';
import { SecretBox } from '../domain/webhooks/secret-box.js';
import { STANDARD_PREFIX } from '../domain/webhooks/signature.js';
import { Webhooks } from '../domain/webhooks/webhooks.js';
import { BossQueue } from '../jobs/boss-queue.js';
import { createOwnerMail, type OwnerMail } from '../jobs/owner-mail.js';
import type { JobQueue } from '../jobs/queue.js';
import { WebhookJobs, type WebhookJobsOptions } from '../jobs/webhook-jobs.js';
import type { SafeHttp } from '../outbound/index.js';
import { ownersOf } from '../storage/members/owner-emails.js';
import { EventListenerRepository } from '../storage/webhooks/event-listener-repository.js';
import type { Schema } from '../storage/database/schema.js';
import type { Logger } from '../telemetry/logger.js';
import { VERSION } from '../config/version.js';
import type { Ground } from './start/ground.js';

/** The operator's settings. */
export interface WebhookSettings {
  /** Newest first. Absent: the token secrets are used. */
  readonly secretsKeys: readonly string[] | undefined;
  /** For on-premise use and development: allows addresses of private networks, and HTTP. */
  readonly allowPrivateUrls: boolean;
  readonly smtpUrl: string | undefined;
  readonly smtpFrom: string;
  /** Gets the mail if an organization has no member with an e-mail address. */
  readonly ownerEmail: string | undefined;
}

export interface WebhookWiringOptions {
  readonly settings: WebhookSettings;
  readonly db: Kysely<Schema>;
  readonly queue: JobQueue;
  readonly http: SafeHttp;
  readonly tokenSecrets: Several<Uint8Array>;
  readonly nowMs: () => number;
  readonly log: Logger;
  /** Absent: nothing is traced. */
  readonly traces?: WebhookJobsOptions['traces'];
  /** For tests, to shorten and watch the sending. */
  readonly sending?: Pick<WebhookJobsOptions, 'timeoutMs' | 'onSent'>;
}

export interface WiredWebhooks {
  readonly webhooks: Webhooks;
  readonly jobs: WebhookJobs;
  readonly close: () => Promise<void>;
}

/** Opens webhooks on the ground, and starts their queue. */
export const openWebhooks = async (ground: Ground): Promise<Webhooks> => {
  const { config, database, http, tokenSecrets, nowMs, log, undo, spans } = ground;
  const queue = new BossQueue({
    database,
    onError: (error, name) => log.warn({ err: error, queue: name }, 'a job failed and is tried again'),
  });
  undo.add(() => queue.stop());
  const { webhooks, jobs, close } = wireWebhooks({
    settings: config,
    db: database.queries,
    queue,
    http,
    tokenSecrets,
    nowMs,
    log,
    traces: spans?.deliveries,
  });
  undo.add(close);
  await queue.start();
  jobs.start();
  return webhooks;
};

const LISTEN_MS = 500;
const LISTENER_SECRET_BYTES = 24;

export interface ListenerParts {
  readonly listeners: EventListeners;
  /** The signing secret of a key's listeners. Whoever holds the key may know it. */
  readonly secretOf: (keyId: string) => string;
}

/** Who listens to events over a connection. They leave when the relay stops. */
export const openListeners = (ground: Ground): ListenerParts => {
  const { config, database, tokenSecrets, nowMs, log, undo } = ground;
  const listeners = new EventListeners({ store: new EventListenerRepository(database.queries), nowMs });
  const rounds = new Ticker({
    everyMs: LISTEN_MS,
    round: () => listeners.round(),
    onFailed: (error) => log.warn({ err: error }, 'could not look for events to listen to'),
  }).start();
  undo.add(() => rounds.stop());
  const [newest] = sealingKeys(config.secretsKeys, tokenSecrets);
  return {
    listeners,
    secretOf: (keyId) => {
      const bytes = hkdfSync('sha256', newest, '', `undertone listener ${keyId}`, LISTENER_SECRET_BYTES);
      return STANDARD_PREFIX + Buffer.from(bytes).toString('base64');
    },
  };
};

/** Connects the parts of webhooks. Start the queue afterwards, then `jobs`. */
export const wireWebhooks = (options: WebhookWiringOptions): WiredWebhooks => {
  const { settings, db, queue, http, nowMs, log } = options;
  const httpsOnly = !settings.allowPrivateUrls;
  const secrets = new SecretBox(sealingKeys(settings.secretsKeys, options.tokenSecrets));
  const mail = mailOf(settings, db);
  const jobs = new WebhookJobs({
    db,
    queue,
    secrets,
    http,
    httpsOnly,
    nowMs,
    mail,
    traces: options.traces,
    userAgent: `Undertone-Webhooks/${VERSION}`,
    onError: (error, doing) => log.warn({ err: error, doing }, 'webhooks: failed and is tried again'),
    onTrouble: ({ webhookId, kind, reason }) =>
      log.warn({ webhook: webhookId, kind, reason, mailed: mail !== undefined }, 'a webhook is in trouble'),
    ...options.sending,
  });
  return {
    jobs,
    webhooks: new Webhooks({
      store: jobs.book,
      secrets,
      nowMs,
      checkUrl: (url) => void http.checkUrl(url, { httpsOnly }),
    }),
    close: async () => {
      await jobs.stop();
      mail?.close();
    },
  };
};

const mailOf = (
  { smtpUrl, smtpFrom, ownerEmail }: WebhookSettings,
  db: Kysely<Schema>,
): OwnerMail | undefined =>
  smtpUrl === undefined
    ? undefined
    : createOwnerMail({
        smtpUrl,
        from: smtpFrom,
        findOwners: (orgId) => ownersOf(db, orgId, ownerEmail),
      });
