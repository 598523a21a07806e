import { Fault } from './fault.js';

/**
 * Checks a list that an organization writes as a whole.
 * @param key what distinguishes the entries, with its article: `an id`
 * @throws Fault `validation_error` if two entries have the same key, or there are too many
 */
export const checkDistinct = (
  parameter: string,
  key: string,
  keys: readonly string[],
  most: number,
): void => {
  const wrong =
    keys.length > most
      ? `must be at most ${most}`
      : new Set(keys).size < keys.length
        ? `must have ${key} each`
        : undefined;
  if (wrong !== undefined) {
    throw new Fault('validation_error', `${parameter} ${wrong}`, { details: { [parameter]: [wrong] } });
  }
};
