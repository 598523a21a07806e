import { z } from 'zod';
import { type OnUnreadable, UnreadableRowError } from '../../domain/unreadable-row.js';

/**
 * Reads stored JSON. Fields that this version does not know are left out: a newer relay on the same database may write more of them.
 * @param where table, column and key, for the operator; no value of the row
 * @throws UnreadableRowError
 */
export const readStored = <S extends z.ZodType>(schema: S, value: unknown, where: string): z.output<S> => {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const known = withoutUnknown(value, parsed.error);
  const again = known === undefined ? parsed : schema.safeParse(known);
  if (again.success) return again.data;
  throw new UnreadableRowError(`${where} cannot be read: ${z.prettifyError(again.error)}`);
};

/** @returns undefined when something else is wrong too */
const withoutUnknown = (value: unknown, { issues }: z.ZodError): unknown => {
  const copy: unknown = structuredClone(value);
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys') return undefined;
    const holder = issue.path.reduce<unknown>(
      (inner, key) => (isObject(inner) ? inner[String(key)] : undefined),
      copy,
    );
    if (!isObject(holder)) return undefined;
    for (const key of issue.keys) Reflect.deleteProperty(holder, key);
  }
  return copy;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** What is read, or undefined where it cannot be read, which is told. */
export const unlessUnreadable = <Read>(onUnreadable: OnUnreadable, read: () => Read): Read | undefined => {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnreadableRowError)) throw error;
    onUnreadable(error);
    return undefined;
  }
};

/** The rows that can be read. The others are told of. */
export const readable = <Row, Read>(
  rows: readonly Row[],
  read: (row: Row) => Read,
  onUnreadable: OnUnreadable,
): Read[] =>
  rows.flatMap((row) => {
    try {
      return [read(row)];
    } catch (error) {
      if (!(error instanceof UnreadableRowError)) throw error;
      onUnreadable(error);
      return [];
    }
  });
