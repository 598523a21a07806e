import { sign, toBase64, toBytes, toHex } from './hmac.js';
import { standardKey, standardMessage } from './standard-signature.js';

/** A delivery to make up. */
export interface TestWebhookOptions {
  /** The exact text that the receiver gets. */
  readonly body: string;
  /** The webhook’s signing secret. */
  readonly secret: string;
  /** The event's id. */
  readonly id: string;
  /** Milliseconds since 1970. Default: now. */
  readonly nowMs?: number;
}

/** Makes the headers that the relay would send with a body, for tests of a receiver. */
export const makeTestHeaders = async ({
  body,
  secret,
  id,
  nowMs = Date.now(),
}: TestWebhookOptions): Promise<Record<string, string>> => {
  const bytes = toBytes(body);
  const timestamp = String(Math.floor(nowMs / 1_000));
  const standard = await sign(standardKey(secret), standardMessage(id, timestamp, bytes));
  return {
    'Content-Type': 'application/json',
    'X-Service-Signature': `sha256=${toHex(await sign(toBytes(secret), bytes))}`,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${toBase64(standard)}`,
  };
};
