import { createHmac } from 'node:crypto';

/** Secrets with this prefix hold base64, as the Standard Webhooks specification says. */
export const STANDARD_PREFIX = 'whsec_';

export interface SignatureInput {
  /** The event's id: the idempotency key, the same on every attempt. */
  readonly eventId: string;
  /** When this attempt is made. Receivers refuse old ones. */
  readonly timestampMs: number;
  /** The bytes that are sent. */
  readonly body: Uint8Array;
  readonly secret: string;
  /** The secret before the last rotation, while both are valid. */
  readonly previousSecret: string | undefined;
}

/**
 * The headers that prove a delivery: the specification's `X-Service-Signature` over the raw body, and the
 * three headers of Standard Webhooks, whose signature also covers id and time. While two secrets are valid,
 * `webhook-signature` lists both signatures, and `X-Service-Signature-Previous` holds the body signature by
 * the previous secret.
 */
export const signatureHeaders = (input: SignatureInput): Record<string, string> => {
  const { eventId, timestampMs, body, secret, previousSecret } = input;
  const timestamp = String(Math.floor(timestampMs / 1_000));
  const secrets = previousSecret === undefined ? [secret] : [secret, previousSecret];
  return {
    'X-Service-Signature': bodySignature(secret, body),
    ...(previousSecret !== undefined && {
      'X-Service-Signature-Previous': bodySignature(previousSecret, body),
    }),
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((each) => standardSignature(each, eventId, timestamp, body)).join(' '),
  };
};

/** "HMAC-SHA256 over the raw request body, using the webhook secret": all characters of the secret are the key. */
const bodySignature = (secret: string, body: Uint8Array): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** https://www.standardwebhooks.com, "Signature scheme": over `id.timestamp.body`. */
const standardSignature = (secret: string, id: string, timestamp: string, body: Uint8Array): string => {
  const hmac = createHmac('sha256', standardKey(secret)).update(`${id}.${timestamp}.`).update(body);
  return `v1,${hmac.digest('base64')}`;
};

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

export const isBase64 = (text: string): boolean => text !== '' && BASE64.test(text);

/** The key of a `whsec_` secret is its decoded base64. For other secrets it is their characters (the library's `raw` format). */
const standardKey = (secret: string): Uint8Array => {
  const encoded = secret.startsWith(STANDARD_PREFIX) ? secret.slice(STANDARD_PREFIX.length) : '';
  return isBase64(encoded) ? Buffer.from(encoded, 'base64') : Buffer.from(secret, 'utf8');
};
