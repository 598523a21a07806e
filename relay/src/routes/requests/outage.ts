import { isOutage } from '../../storage/database/outage.js';
import { HttpError } from '../../transport/http-message.js';

const RETRY_S = 5;

/** 503 for an error that tells of an outage of the database; undefined for any other. */
export const outageError = (cause: unknown): HttpError | undefined =>
  isOutage(cause)
    ? new HttpError('overloaded', 'the relay cannot reach its storage now: try again', {
        cause,
        headers: { 'Retry-After': String(RETRY_S) },
      })
    : undefined;
