import { fromBase64, toBytes } from './hmac.js';

const PREFIX = 'whsec_';
/** As the relay reads it. */
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * The key of a secret, by the Standard Webhooks specification: what follows `whsec_` is base64. A secret of another form is
 * used as its own bytes.
 */
export const standardKey = (secret: string): Uint8Array => {
  const encoded = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '';
  return (BASE64.test(encoded) ? fromBase64(encoded) : undefined) ?? toBytes(secret);
};

/** The text that Standard Webhooks signs: `id.timestamp.body`. */
export const standardMessage = (id: string, timestamp: string, body: Uint8Array): Uint8Array => {
  const head = toBytes(`${id}.${timestamp}.`);
  const message = new Uint8Array(head.length + body.length);
  message.set(head);
  message.set(body, head.length);
  return message;
};
