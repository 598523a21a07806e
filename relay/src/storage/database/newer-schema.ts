/** A newer relay took something out of this database's schema that this relay needs. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError';
  readonly code = 'newer_schema';
  constructor(
    readonly unknown: readonly string[],
    /** The migration that a relay has to know. Absent: the relay that migrated did not say. */
    readonly oldest: string | undefined,
  ) {
    const needs = oldest === undefined ? '' : ` and needs a relay that knows ${oldest}`;
    super(
      `this database was used by a newer relay (${unknown.join(', ')})${needs}: start that version, or restore a backup that is older`,
    );
  }
}

/** A migration that ran on this database. */
export interface RanMigration {
  readonly name: string;
  /** The migration that a relay has to know to run on what this one left; null if any may, absent if it was not noted. */
  readonly oldest?: string | null;
}

/**
 * The migrations of a newer relay on this database, on whose schema this relay may run.
 * @param known the names of this relay's migrations
 * @throws NewerSchemaError when it may not
 */
export const newerThan = (known: readonly string[], done: readonly RanMigration[]): readonly string[] => {
  const newer = done.filter(({ name }) => !known.includes(name));
  const names = newer.map(({ name }) => name);
  for (const { oldest } of newer)
    if (oldest === undefined || (oldest !== null && !known.includes(oldest)))
      throw new NewerSchemaError(names, oldest);
  // A newer relay runs what this one knows before its own: whatever this is, it is not a newer schema of the same history.
  if (newer.length > 0 && known.some((name) => !done.some((ran) => ran.name === name)))
    throw new NewerSchemaError(names, undefined);
  return names;
};
