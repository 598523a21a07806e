import type { EnvironmentReader } from './environment-reader.js';

/** What signs, encrypts and opens. Several of each, so that one can be exchanged while the relay runs. */
export interface SecretSettings {
  /** The first one signs, all of them verify. Absent: one is made and kept in the data folder. */
  readonly tokenSecrets: readonly string[] | undefined;
  /** All of them open. Absent: one is made and kept in the data folder. */
  readonly adminTokens: readonly string[] | undefined;
  /** The keys that encrypt webhook secrets, newest first. Absent: the token secret encrypts them. */
  readonly secretsKeys: readonly string[] | undefined;
  /** Start although secrets are missing. What they sealed stays unreadable. */
  readonly acceptLostSecrets: boolean;
  /** Each opens `/metrics`. Absent: it is open to all. */
  readonly metricsTokens: readonly string[] | undefined;
}

export const readSecrets = (read: EnvironmentReader): SecretSettings => ({
  tokenSecrets: read.list(
    'UNDERTONE_TOKEN_SECRET',
    (text) => Buffer.byteLength(text) >= 32,
    'must hold secrets of at least 32 characters, separated by commas',
  ),
  adminTokens: read.list(
    'UNDERTONE_ADMIN_TOKEN',
    (text) => /^[\x21-\x7e]{32,512}$/.test(text) && !text.startsWith('psk_'),
    'must hold tokens of 32 to 512 characters without spaces, separated by commas, and no API key',
  ),
  secretsKeys: read.list(
    'UNDERTONE_SECRETS_KEY',
    (key) => Buffer.byteLength(key) >= 32,
    'must hold keys of at least 32 characters, separated by commas',
  ),
  acceptLostSecrets: read.isOn('UNDERTONE_ACCEPT_LOST_SECRETS'),
  metricsTokens: read.list(
    'UNDERTONE_METRICS_TOKEN',
    (text) => /^[\x21-\x7e]{16,512}$/.test(text),
    'must hold tokens of 16 to 512 characters without spaces, separated by commas',
  ),
});
