import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Schema } from '../database/schema.js';
import { type OrganizationTable, organizationTables } from './organization-tables.js';

const PAGE = 1_000;
/** Hashes and sealed bytes: worth nothing to a reader, and something to a thief. */
const SECRET_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  api_keys: ['hash'],
  invitations: ['token_hash'],
  passkeys: ['credential_id', 'public_key'],
  sessions: ['handle_hash'],
  webhooks: ['secret', 'previous_secret'],
  speaker_templates: ['sealed'],
  speaker_baselines: ['sealed'],
  idempotency_keys: ['answer', 'fingerprint'],
  redeemed_tokens: ['jti'],
};

export interface ExportedRow {
  readonly table: string;
  readonly row: unknown;
}

export interface ExportPage {
  readonly rows: readonly ExportedRow[];
  /** Where the next page begins; undefined after the last. */
  readonly next: ExportPosition | undefined;
}

/** After which row of which table. */
export const exportPosition = z.strictObject({
  table: z.string().max(64),
  after: z.array(z.string().max(2_000)).max(8).nullable(),
});
export type ExportPosition = z.infer<typeof exportPosition>;

/** Everything that is stored about an organization, page by page. */
export class OrganizationExport {
  private readonly db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.db = db;
  }

  /** @returns undefined for a position that was never given */
  async page(orgId: string, from: ExportPosition | undefined): Promise<ExportPage | undefined> {
    try {
      return await this.pageFrom(orgId, from);
    } catch (error) {
      // The texts of the position are no values of the columns' types.
      if (from !== undefined && isDataException(error)) return undefined;
      throw error;
    }
  }

  private async pageFrom(orgId: string, from: ExportPosition | undefined): Promise<ExportPage | undefined> {
    // What others point to comes first: a reader meets the organization before its keys.
    const tables = [...(await organizationTables(this.db))].reverse();
    const first = from === undefined ? 0 : tables.findIndex(({ name }) => name === from.table);
    if (
      first < 0 ||
      (from !== undefined && from.after !== null && from.after.length !== tables[first]?.key.length)
    )
      return undefined;
    const rows: ExportedRow[] = [];
    let after = from?.after ?? undefined;
    for (const [index, table] of tables.entries()) {
      if (index < first) continue;
      const found = await this.read(table, orgId, after, PAGE - rows.length);
      rows.push(...found.map(({ row }) => ({ table: table.name, row })));
      if (rows.length === PAGE)
        return { rows, next: { table: table.name, after: found.at(-1)?.key ?? after ?? null } };
      after = undefined;
    }
    return { rows, next: undefined };
  }

  private async read(
    { name, owner, key }: OrganizationTable,
    orgId: string,
    after: readonly string[] | undefined,
    most: number,
  ): Promise<readonly { readonly row: unknown; readonly key: string[] }[]> {
    const columns = sql.join(key.map((column) => sql.ref(`t.${column.name}`)));
    // The types are the database's own words.
    const values = (after ?? []).map(
      (value, index) => sql`${value}::text::${sql.raw(key[index]?.type ?? 'text')}`,
    );
    const beyond = after === undefined ? sql`` : sql`and (${columns}) > (${sql.join(values)})`;
    const texts = sql.join(key.map((column) => sql`${sql.ref(`t.${column.name}`)}::text`));
    const { rows } = await sql<{ row: unknown; key: string[] }>`
      select to_jsonb(t) - ${[...(SECRET_COLUMNS[name] ?? [])]}::text[] as row, to_jsonb(array[${texts}]) as key
      from ${sql.table(name)} as t where ${sql.ref(`t.${owner}`)} = ${orgId} ${beyond}
      order by ${columns} limit ${most}`.execute(this.db);
    return rows;
  }
}

/** SQLSTATE class 22. */
const isDataException = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('22');
