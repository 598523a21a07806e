import { createTransport } from 'nodemailer';
import type { WebhookTrouble } from '../storage/webhooks/delivery-attempts.js';

/** Finds the addresses that get mail about an organization's troubles. */
export type FindOwners = (orgId: string) => Promise<readonly string[]>;

export interface OwnerMailOptions {
  /** `smtp://` or `smtps://`, with user and password if the server needs them. */
  readonly smtpUrl: string;
  readonly from: string;
  readonly findOwners: FindOwners;
}

export interface OwnerMail {
  /** @throws if the server does not take the message. The job then comes again. */
  send(trouble: WebhookTrouble): Promise<void>;
  close(): void;
}

const TIMEOUT_MS = 10_000;

/** Tells owners by e-mail. */
export const createOwnerMail = ({ smtpUrl, from, findOwners }: OwnerMailOptions): OwnerMail => {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // A message must not make this process read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(trouble) {
      const to = await findOwners(trouble.orgId);
      if (to.length === 0) return;
      await transport.sendMail({ from, to: [...to], subject: subjectOf(trouble), text: textOf(trouble) });
    },
    close: () => transport.close(),
  };
};

const subjectOf = ({ url, kind }: WebhookTrouble): string =>
  `Webhook ${kind === 'failing' ? 'is failing' : 'was disabled'}: ${new URL(url).host}`;

const REASONS: Readonly<Record<WebhookTrouble['reason'], string>> = {
  attempts_exhausted: 'All 5 attempts to deliver an event failed. Later events are still tried.',
  gone: 'The receiver answered 410: it is gone. No more events are sent to it.',
  failing_too_long: 'No delivery arrived for days. No more events are sent to it.',
  owner: 'It was switched off.',
};

const textOf = ({ webhookId, url, kind, reason }: WebhookTrouble): string =>
  [
    // A path or query may hold a secret of the receiver. The host is enough to identify it.
    `The webhook ${webhookId} at ${new URL(url).host} ${kind === 'failing' ? 'is marked failing' : 'was disabled'}.`,
    '',
    REASONS[reason],
    '',
    `Its attempts: GET /v1/webhooks/${webhookId}/deliveries, or the console.`,
    kind === 'failing'
      ? 'It is marked active again as soon as a delivery succeeds; POST …/deliveries/{delivery_id}/redeliver repeats one.'
      : `Switch it on again: PATCH /v1/webhooks/${webhookId} with {"active": true}.`,
    '',
  ].join('\n');
