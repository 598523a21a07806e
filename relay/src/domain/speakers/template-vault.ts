import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_ID_BYTES = 6;
const HEADER_BYTES = 1 + KEY_ID_BYTES;
/** How many derived keys are cached. One derivation costs 20 µs. */
const KEPT_KEYS = 1_000;

/** Sealed bytes that cannot be opened: their key is not configured, or they were changed, or belong to another owner. */
export class TemplateVaultError extends Error {
  override readonly name = 'TemplateVaultError';
  readonly code = 'template_unavailable';
  readonly retryable = false;
}

/** Whose bytes these are. The row of one person or organization cannot be opened as another's. */
export interface TemplateOwner {
  readonly orgId: string;
  readonly speakerId: string;
  readonly part: 'template' | 'baseline';
}

interface Master {
  readonly secret: Uint8Array;
  readonly id: Buffer;
}

/**
 * Encrypts the stored voice data: AES-256-GCM with one key per organization. Organization, person and part
 * are bound as associated data. The first master key seals, and all of them open, so that keys can be
 * rotated.
 */
export class TemplateVault {
  private readonly masters: readonly [Master, ...Master[]];
  private readonly keys = new Map<string, Buffer>();

  /** @param masters the newest first, each with at least 32 random bytes */
  constructor([newest, ...older]: readonly [Uint8Array, ...Uint8Array[]]) {
    this.masters = [toMaster(newest), ...older.map(toMaster)];
  }

  /** The ids of the keys that open, in hexadecimal. */
  get keyIds(): readonly string[] {
    return this.masters.map(({ id }) => id.toString('hex'));
  }

  /** Whether the newest key sealed it. */
  isNewest(sealed: Uint8Array): boolean {
    const [{ id }] = this.masters;
    return sealed[0] === VERSION && id.equals(sealed.subarray(1, HEADER_BYTES));
  }

  seal(bytes: Uint8Array, owner: TemplateOwner): Uint8Array {
    const [{ id }] = this.masters;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.keyOf(this.masters[0], owner.orgId), nonce);
    cipher.setAAD(associated(owner));
    const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
    return Buffer.concat([Buffer.of(VERSION), id, nonce, sealed, cipher.getAuthTag()]);
  }

  /** @throws TemplateVaultError */
  open(sealed: Uint8Array, owner: TemplateOwner): Uint8Array {
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    const master = this.masters.find(({ id }) => id.equals(bytes.subarray(1, HEADER_BYTES)));
    if (
      bytes[0] !== VERSION ||
      master === undefined ||
      bytes.length < HEADER_BYTES + NONCE_BYTES + TAG_BYTES
    ) {
      throw new TemplateVaultError('no key is configured that opens a stored voice');
    }
    const nonce = bytes.subarray(HEADER_BYTES, HEADER_BYTES + NONCE_BYTES);
    try {
      const decipher = createDecipheriv(CIPHER, this.keyOf(master, owner.orgId), nonce, {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(associated(owner)).setAuthTag(bytes.subarray(bytes.length - TAG_BYTES));
      const text = decipher.update(bytes.subarray(HEADER_BYTES + NONCE_BYTES, bytes.length - TAG_BYTES));
      return Buffer.concat([text, decipher.final()]);
    } catch (cause) {
      throw new TemplateVaultError('a stored voice was damaged or is not this person’s', { cause });
    }
  }

  private keyOf({ secret, id }: Master, orgId: string): Buffer {
    const name = `${id.toString('hex')} ${orgId}`;
    const known = this.keys.get(name);
    if (known !== undefined) return known;
    const key = Buffer.from(hkdfSync('sha256', secret, orgId, 'undertone voice templates', 32));
    if (this.keys.size >= KEPT_KEYS) this.keys.clear();
    this.keys.set(name, key);
    return key;
  }
}

const toMaster = (secret: Uint8Array): Master => ({
  secret,
  id: createHash('sha256').update('undertone voice key id').update(secret).digest().subarray(0, KEY_ID_BYTES),
});

/** Each part is written with its length, so that no two owners give the same bytes. */
const associated = ({ orgId, speakerId, part }: TemplateOwner): Buffer =>
  Buffer.from([orgId, speakerId, part].map((text) => `${Buffer.byteLength(text)}:${text}`).join(''));
