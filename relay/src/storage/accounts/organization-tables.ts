import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.js';

/** A table with rows of organizations. */
export interface OrganizationTable {
  readonly name: string;
  /** The column with the organization's id. */
  readonly owner: string;
  /** The columns of its primary key, with their types. */
  readonly key: readonly { readonly name: string; readonly type: string }[];
  /** Tables that its rows point to. */
  readonly pointsTo: readonly string[];
}

/**
 * Every table with rows of organizations, as the database itself says: a table that is added later is part of exports and removals by
 * itself. Tables that are pointed to come after those that point to them.
 */
export const organizationTables = async (db: Kysely<Schema>): Promise<readonly OrganizationTable[]> => {
  const { rows } = await sql<OrganizationTable>`
    select t.relname as name,
      case when t.relname = 'organizations' then 'id' else 'org_id' end as owner,
      coalesce((
        select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by k.position)
        from pg_index i, unnest(i.indkey) with ordinality as k (number, position), pg_attribute a
        where i.indrelid = t.oid and i.indisprimary and a.attrelid = t.oid and a.attnum = k.number), '[]') as key,
      coalesce((
        select jsonb_agg(distinct f.relname) from pg_constraint c join pg_class f on f.oid = c.confrelid
        where c.contype = 'f' and c.conrelid = t.oid and c.confrelid <> t.oid), '[]') as "pointsTo"
    from pg_class t join pg_namespace n on n.oid = t.relnamespace
    where n.nspname = current_schema() and t.relkind = 'r' and (t.relname = 'organizations' or exists (
      select from pg_attribute a where a.attrelid = t.oid and a.attname = 'org_id' and not a.attisdropped))
    order by t.relname`.execute(db);
  return pointersFirst(rows);
};

const pointersFirst = (tables: readonly OrganizationTable[]): readonly OrganizationTable[] => {
  const waiting = new Set(tables);
  const sorted: OrganizationTable[] = [];
  while (waiting.size > 0) {
    const free = [...waiting].filter(({ name }) =>
      [...waiting].every((other) => other.name === name || !other.pointsTo.includes(name)),
    );
    if (free.length === 0) throw new Error('tables point at each other in a circle');
    for (const table of free) {
      waiting.delete(table);
      sorted.push(table);
    }
  }
  return sorted;
};
