import { z } from 'zod';

/** 9999-12-31, the last moment whose year has four digits, in UTC. */
export const LAST_STORABLE_MS = Date.UTC(10_000, 0) - 1;

/**
 * Whether a moment can be stored and returned unchanged: it must lie in the years 1 to 9999 in UTC. A time
 * zone can move the start of the first year or the end of the last year out of that range. A value that is no
 * time at all passes: other rules refuse it.
 */
const isStorableTime = (time: Date | string): boolean => {
  const year = new Date(time).getUTCFullYear();
  return !(year < 1 || year > 9_999);
};

const STORABLE_TIME_RULE = 'must be in the years 1 to 9999, in UTC';

const TIME_RULE =
  'must be an ISO 8601 date such as 2027-01-31, or a time with a time zone such as 2027-01-31T12:00:00Z';

/** A moment as clients write it: a time with its zone, or a day, which begins at midnight UTC. Comes out as ISO 8601 with a zone. */
export const momentSchema = z
  .union(
    // Of a text that has the form of neither, the validator tells the first one's mistake.
    [
      z.iso.datetime({ offset: true, error: TIME_RULE }),
      z.iso.date(TIME_RULE).transform((day) => `${day}T00:00:00Z`),
    ],
    TIME_RULE,
  )
  .refine(isStorableTime, STORABLE_TIME_RULE);
