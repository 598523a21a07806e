import { MissingSecretError } from './app/start/secret-check.js';
import { AdminError } from './cli/admin-client.js';
import { UsageError } from './cli/commands.js';
import { StoreError } from './cli/store.js';
import { ConfigError } from './config/config.js';
import { TelephonyAccountsError } from './domain/telephony/telephony-accounts.js';
import { BackupError } from './storage/backup/backup-file.js';
import { SchemaDriftError } from './storage/database/migration-checksums.js';
import { NewerSchemaError } from './storage/database/newer-schema.js';
import { DirectoryLockedError } from './storage/pglite/directory-lock.js';
import { EmbeddedNotOpenedError } from './storage/pglite/not-opened.js';
import { ListenError } from './transport/listen-error.js';

/** An error that a person can fix is explained in one sentence. Any other error is shown with its stack. */
export const explain = (error: unknown): string => {
  if (error instanceof ConfigError || error instanceof ListenError) return error.message;
  if (error instanceof TelephonyAccountsError) return error.message;
  if (error instanceof MissingSecretError || error instanceof NewerSchemaError) return error.message;
  if (error instanceof SchemaDriftError) return error.message;
  if (error instanceof UsageError || error instanceof StoreError || error instanceof AdminError)
    return error.message;
  if (error instanceof BackupError || error instanceof EmbeddedNotOpenedError) return error.message;
  if (error instanceof DirectoryLockedError) {
    return `${error.message}: stop that relay, or set UNDERTONE_DATA_DIR to another folder`;
  }
  if (!(error instanceof Error)) return String(error);
  const advice = ADVICE[codeOf(error)] ?? adviceOn(error);
  if (advice !== undefined) return `${error.message}\n${advice}`;
  // Of a migration, for which the database said why.
  const below = ADVICE[codeOf(error.cause)];
  if (below !== undefined && error.cause instanceof Error) {
    return `${error.message}: ${error.cause.message}\n${below}`;
  }
  const cause = error.cause instanceof Error ? `\ncaused by ${error.cause.stack ?? error.cause.message}` : '';
  return `${error.stack ?? error.message}${cause}`;
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** On a read-only disk Node says that the folder which it cannot make is not there. */
const adviceOn = (error: Error): string | undefined => {
  if ('syscall' in error && error.syscall === 'mkdir')
    return 'That folder cannot be made, as on a read-only disk: choose another one with UNDERTONE_DATA_DIR.';
  return SILENT.test(error.message) ? NO_ANSWER : undefined;
};

/** What the driver says, without a code, of a server that does not answer. */
const SILENT = /^(Connection terminated|timeout exceeded when trying to connect)/;
const NO_ANSWER =
  'No Postgres answers at DATABASE_URL: is its host right, and does the network between let this machine through?';

const ADVICE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing answers at DATABASE_URL: is the Postgres server running?',
  ECONNRESET: NO_ANSWER,
  EHOSTUNREACH: NO_ANSWER,
  ENETUNREACH: NO_ANSWER,
  ETIMEDOUT: NO_ANSWER,
  EAI_AGAIN: 'The host name in DATABASE_URL cannot be looked up now.',
  ENOTFOUND: 'The host name in DATABASE_URL is unknown.',
  '28P01': 'Postgres refuses the user or password of DATABASE_URL.',
  '42501':
    'The user of DATABASE_URL may not do that. It has to own the database and, when a version makes roles (the first start), have CREATEROLE: docs/operate.md.',
  '25006': 'The database takes no writes: DATABASE_URL names a standby, or the server was set read-only.',
  '28000': 'Postgres lets nobody in from here with that user: its pg_hba.conf says who may.',
  '53100': 'The disk of the database is full.',
  '53300': 'Postgres has no connection left: raise max_connections, 10 for each relay.',
  '57P03': 'Postgres is starting or stopping: try again in a moment.',
  '3D000': 'The database named in DATABASE_URL does not exist: create it with createdb.',
  EACCES: 'This user may not use that file or folder: choose another one with UNDERTONE_DATA_DIR.',
  EROFS: 'That folder is read-only: choose another one with UNDERTONE_DATA_DIR.',
  ENOSPC: 'The disk is full.',
  model_unavailable:
    'The emotion model could not be loaded: check UNDERTONE_MODEL, or unset it for the built-in one.',
};
