import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * An answer may hold a secret that is shown once (a new API key, a stream token). It is sealed with a key derived from
 * the caller's API key. The database holds only the hash of that, so neither the database nor the data folder is enough
 * to open it, but a caller that repeats its request can.
 */
const keyFor = (credential: string): Buffer =>
  Buffer.from(hkdfSync('sha256', credential, '', 'undertone idempotent answer', 32));

export const sealAnswer = (credential: string, context: string, answer: Uint8Array): Buffer => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyFor(credential), nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(answer), cipher.final(), cipher.getAuthTag()]);
};

/** The answer; undefined if another credential sealed it. */
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
    // The GCM tag does not match: `final` fails for no other reason.
    return undefined;
  }
};
