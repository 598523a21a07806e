import type { Migration } from 'kysely';
import { accountsAndSessions } from './0001-accounts-and-sessions.js';

/** Every migration, in the order of its number. Append only: what has shipped is never edited. */
export const migrations: Record<string, Migration> = {
  '0001-accounts-and-sessions': accountsAndSessions,
};
