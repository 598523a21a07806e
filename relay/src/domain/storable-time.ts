/** 9999-12-31, the last moment whose year has four digits, in UTC. */
export const LAST_STORABLE_MS = Date.UTC(10_000, 0) - 1;

/**
 * Whether a moment can be stored and told as it is: in the years 1 to 9999, in UTC. A time zone moves the ends of the first and
 * the last year out of them. What is no time at all is not this rule's to refuse.
 */
export const isStorableTime = (time: Date | string): boolean => {
  const year = new Date(time).getUTCFullYear();
  return !(year < 1 || year > 9_999);
};

export const STORABLE_TIME_RULE = 'must be in the years 1 to 9999, in UTC';
