import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.js';

/** A database's schema as sorted lines of text: columns, constraints, indexes, triggers, policies, functions. */
export const describeSchema = async (db: Kysely<Schema>): Promise<string> => {
  const { rows } = await sql<{ line: string }>`
    with tables as (
      select oid, relname from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname not like 'kysely%'
    )
    select 'table ' || relname || ' ' || case c.relpersistence when 'u' then 'unlogged ' else '' end
        || case when c.relrowsecurity then 'behind the wall' else 'open' end as line
      from tables join pg_class c using (oid, relname)
    union all
    select 'column ' || relname || '.' || attname || ' ' || format_type(atttypid, atttypmod)
        || case when attnotnull then ' not null' else '' end
        || coalesce(' default ' || pg_get_expr(adbin, adrelid), '')
      from tables join pg_attribute on attrelid = tables.oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    union all
    select 'constraint ' || relname || ' ' || pg_get_constraintdef(k.oid)
      from tables join pg_constraint k on conrelid = tables.oid where contype <> 'n'
    union all
    select 'index ' || replace(pg_get_indexdef(indexrelid), current_schema() || '.', '')
      from tables join pg_index on indrelid = tables.oid
    union all
    select 'trigger ' || replace(pg_get_triggerdef(g.oid), current_schema() || '.', '')
      from tables join pg_trigger g on tgrelid = tables.oid where not tgisinternal
    union all
    select 'policy ' || tablename || ' ' || policyname || ' to ' || roles::text || ' using ' || qual
        || ' with check ' || with_check
      from pg_policies where schemaname = current_schema()
    union all
    select 'function ' || proname || '(' || pg_get_function_identity_arguments(oid) || ') ' || md5(prosrc)
      from pg_proc where pronamespace = current_schema()::regnamespace`.execute(db);
  return `${rows
    .map(({ line }) => line)
    .sort()
    .join('\n')}\n`;
};
