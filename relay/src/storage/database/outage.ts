/** The database cannot be reached, takes no more, or takes no writes. It is nobody's mistake, and it passes. */
const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOSPC',
  'EROFS',
]);
/**
 * SQLSTATE: connections (08), resources such as a full disk (53), an operator's shutdown (57P), files (58), a server that is
 * read-only (25006), a query that was given up (57014), and one that stood in the way of others: a deadlock (40P01), a conflict
 * (40001), a lock that is not free (55P03), a transaction that waited too long (25P02 to 25P04). Nothing of those was kept.
 */
const SQL_STATES = /^(08\w{3}|53\w{3}|57P0[1-5]|58\w{3}|25006|57014|40001|40P01|55P03|25P0[2-4])$/;
/** What the drivers say without any code. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|the embedded database has stopped)/;

/** Whether an error tells of an outage of the database, and not of a bug. */
export const isOutage = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.every(isOutage);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  if (code !== undefined && (SYSTEM_CODES.has(code) || SQL_STATES.test(code))) return true;
  return MESSAGES.test(error.message) || isOutage(error.cause);
};
