import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = 'v1';

/** A sealed secret cannot be opened: its key is not configured, or the sealed text was changed. */
export class SecretBoxError extends Error {
  override readonly name = 'SecretBoxError';
  readonly code = 'secret_unavailable';
}

interface SealingKey {
  readonly id: string;
  readonly key: Buffer;
}

/**
 * Encrypts secrets for storage. Each sealed text is bound to its context (whose secret it is), so it does not open in
 * another row. It also carries the id of its key, so that keys can be rotated: the first key seals, and all of them open.
 */
export class SecretBox {
  private readonly keys: ReadonlyMap<string, SealingKey>;
  private readonly newest: SealingKey;

  /** @param masters the newest first, each with at least 32 random bytes */
  constructor(masters: readonly [Uint8Array, ...Uint8Array[]]) {
    const keys = masters.map(derive);
    const [newest] = keys;
    if (newest === undefined) throw new Error('a secret box needs a key');
    this.newest = newest;
    this.keys = new Map(keys.map((key) => [key.id, key]));
  }

  /** The ids of the keys that open. */
  get keyIds(): readonly string[] {
    return [...this.keys.keys()];
  }

  /** Whether the newest key sealed it. */
  isNewest(sealed: string): boolean {
    return sealed.startsWith(`${VERSION}.${this.newest.id}.`);
  }

  seal(text: string, context: string): string {
    const { id, key } = this.newest;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return [VERSION, id, sealed.toString('base64url')].join('.');
  }

  /** @throws SecretBoxError */
  open(sealed: string, context: string): string {
    const [version, id = '', payload = ''] = sealed.split('.');
    const key = version === VERSION ? this.keys.get(id) : undefined;
    if (key === undefined) throw new SecretBoxError(`no key ${id} is configured to open a secret`);
    const bytes = Buffer.from(payload, 'base64url');
    try {
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv(CIPHER, key.key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
      const text = decipher.update(bytes.subarray(NONCE_BYTES, bytes.length - TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch (cause) {
      throw new SecretBoxError('a stored secret was damaged', { cause });
    }
  }
}

const derive = (master: Uint8Array): SealingKey => {
  const key = Buffer.from(hkdfSync('sha256', master, '', 'undertone webhook secrets', 32));
  return { key, id: createHash('sha256').update('id').update(key).digest('hex').slice(0, 12) };
};
