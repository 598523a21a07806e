import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * An answer may hold a secret that is shown once (a new API key, a stream token). It is sealed with a key derived from
 * the API key of whoever asked, of which the database holds only the hash: neither the database nor the data folder opens
 * it, and the caller that repeats its request does.
 */
const keyFor = (credential: string): Buffer =>
  Buffer.from(hkdfSync('sha256', credential, '', 'undertone idempotent answer', 32));

export const sealAnswer = (credential: string, context: string, answer: Uint8Array): Buffer => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyFor(credential), nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(answer), cipher.final(), cipher.getAuthTag()]);
};

/** The answer, or nothing when another credential sealed it. */
export const openAnswer = (credential: string, context: string, sealed: Uint8Array): Buffer | undefined => {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(sealed.length - TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, keyFor(credential), nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(tag);
  const plain = decipher.update(sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES));
  try {
    return Buffer.concat([plain, decipher.final()]);
  } catch {
    // GCM says no: the one way in which `final` fails.
    return undefined;
  }
};
