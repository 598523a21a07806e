import { fromBase64, toBytes } from './hmac.js';

const PREFIX = 'whsec_';

/**
 * The key of a secret, by the Standard Webhooks specification: what follows `whsec_` is base64. A secret of another form is
 * used as its own bytes.
 */
export const standardKey = (secret: string): Uint8Array =>
  (secret.startsWith(PREFIX) ? fromBase64(secret.slice(PREFIX.length)) : undefined) ?? toBytes(secret);

/** The text that Standard Webhooks signs: `id.timestamp.body`. */
export const standardMessage = (id: string, timestamp: string, body: Uint8Array): Uint8Array => {
  const head = toBytes(`${id}.${timestamp}.`);
  const message = new Uint8Array(head.length + body.length);
  message.set(head);
  message.set(body, head.length);
  return message;
};
