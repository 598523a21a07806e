import { createHash } from 'node:crypto';
import { TemplateVault } from '../../domain/speakers/template-vault.js';
import { SecretBox } from '../../domain/webhooks/secret-box.js';
import type { NeededSecrets } from '../../storage/secrets/relay-secret-repository.js';

/** Where the database says what it needs. */
interface SecretStore {
  needed(): Promise<NeededSecrets>;
  claimToken(keyId: string, now: Date): Promise<string>;
  replaceToken(keyId: string, now: Date): Promise<void>;
}

export interface SecretCheck {
  readonly store: SecretStore;
  /** The first one signs, all of them verify. */
  readonly tokenSecrets: readonly [Uint8Array, ...Uint8Array[]];
  /** The secrets that the data folder had before this start. */
  readonly kept: readonly Uint8Array[];
  /** What opens sealed secrets, newest first. */
  readonly masters: readonly [Uint8Array, ...Uint8Array[]];
  /** The operator knows that secrets are lost. */
  readonly acceptLost: boolean;
  readonly now: Date;
}

/** The database was used with secrets that this relay does not have. Without them it would run and lose data silently. */
export class MissingSecretError extends Error {
  override readonly name = 'MissingSecretError';
  readonly code = 'missing_secret';
  constructor(readonly missing: readonly string[]) {
    super(
      [
        'this database was used with secrets that this relay does not have:',
        ...missing.map((each) => `  - ${each}`),
        'Set UNDERTONE_DATA_DIR to the folder that belongs to this database (its token-secret), or set the same',
        'UNDERTONE_TOKEN_SECRET and UNDERTONE_SECRETS_KEY as before and on every other relay. If they are lost for good,',
        'UNDERTONE_ACCEPT_LOST_SECRETS=on starts without them: what they sealed must then be made again.',
      ].join('\n'),
    );
  }
}

/**
 * Compares what the database needs with what this relay has.
 * @throws MissingSecretError that names every missing key
 */
export const checkSecrets = async (check: SecretCheck): Promise<void> => {
  const { store, tokenSecrets, kept, masters, acceptLost, now } = check;
  const id = tokenSecretId(tokenSecrets[0]);
  const needed = await store.needed();
  const missing = [
    ...absent(needed.webhooks, new SecretBox(masters).keyIds, 'opens stored webhook secrets'),
    ...absent(needed.voices, new TemplateVault(masters).keyIds, 'opens stored voices'),
  ];
  const token = needed.token ?? (await store.claimToken(id, now));
  // Whoever has the earlier secret in the folder and chose another one means to change it.
  const isKnown = [...tokenSecrets, ...kept].some((secret) => tokenSecretId(secret) === token);
  if (!isKnown) missing.push(`the one that signs stream tokens (key ${token})`);
  if (missing.length > 0 && !acceptLost) throw new MissingSecretError(missing);
  if (token !== id) await store.replaceToken(id, now);
};

const absent = (needed: readonly string[], had: readonly string[], what: string): string[] =>
  needed.filter((id) => !had.includes(id)).map((id) => `the one that ${what} (key ${id})`);

/** Tells secrets apart without telling them. */
const tokenSecretId = (secret: Uint8Array): string =>
  createHash('sha256').update('undertone token secret id').update(secret).digest('hex').slice(0, 12);
