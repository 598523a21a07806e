import type { Migration } from 'kysely';

/**
 * A migration, and who may run on what it leaves. `expand` only adds: every older relay goes on as before. `contract` takes
 * something away: a relay has to know the migration `oldest`, because from then on it does without what is taken.
 */
export type SchemaMigration = Migration &
  ({ readonly step: 'expand' } | { readonly step: 'contract'; readonly oldest: string });

/** Migrations by name, in the order in which they run. */
export type SchemaMigrations = Readonly<Record<string, SchemaMigration>>;

/** The migration that a relay has to know at least to run after each of the migrations. Absent: any relay may. */
export const oldestAfter = (migrations: SchemaMigrations): ReadonlyMap<string, string | undefined> => {
  const after = new Map<string, string | undefined>();
  let oldest: string | undefined;
  for (const [name, migration] of Object.entries(migrations)) {
    // Names sort as they run.
    if (migration.step === 'contract' && (oldest === undefined || migration.oldest > oldest))
      oldest = migration.oldest;
    after.set(name, oldest);
  }
  return after;
};
