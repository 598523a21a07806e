import { type Kysely, sql } from 'kysely';
import type { ChargeKind } from '../../domain/billing/wallet.js';
import type { Schema } from '../database/schema.js';
import { readMicroCredits } from '../tables/billing-tables.js';
import { withTenant } from '../tables/tenant.js';

export interface UsageRow {
  /** UTC, `2026-11-21`. */
  readonly day: string;
  /** Absent for work without an API key. */
  readonly keyId: string | undefined;
  /** The name of the key, or the address of the member; undefined when it is not known any more. */
  readonly keyName: string | undefined;
  readonly kind: ChargeKind;
  readonly microCredits: number;
  /** The number of sessions, requests or jobs. */
  readonly operations: number;
}

export interface UsageQuery {
  readonly orgId: string;
  /** The first day and the last day, UTC. */
  readonly from: string;
  readonly to: string;
  readonly keyId?: string;
  readonly kind?: ChargeKind;
}

/** A row's position in a sorted list. */
export type UsagePlace = Pick<UsageRow, 'day' | 'kind'> & { readonly keyId: string };

interface Row {
  readonly day: string;
  readonly key_id: string;
  readonly key_name: string | null;
  readonly kind: ChargeKind;
  readonly micro_credits: string;
  readonly operations: string;
}

/**
 * The usage of an organization by day, key and kind. These sums are written in the same transaction as the
 * ledger.
 */
export class UsageRepository {
  private readonly db: Kysely<Schema>;

  constructor(db: Kysely<Schema>) {
    this.db = db;
  }

  /** Newest day first. */
  async list(query: UsageQuery, limit: number, after?: UsagePlace): Promise<readonly UsageRow[]> {
    const behind =
      after === undefined
        ? sql``
        : sql`and (day < ${after.day}::date
            or (day = ${after.day}::date and (key_id, kind) > (${after.keyId}, ${after.kind})))`;
    const { rows } = await withTenant(this.db, query.orgId, (transaction) =>
      sql<Row>`
        select to_char(day, 'YYYY-MM-DD') as day, key_id, kind, micro_credits, operations,
          (select k.name from api_keys k where k.id = key_id) as key_name
        from usage_days
        where ${within(query)} ${behind}
        order by usage_days.day desc, key_id, kind limit ${limit}`.execute(transaction),
    );
    return rows.map(({ day, key_id, key_name, kind, micro_credits, operations }) => ({
      day,
      kind,
      keyId: key_id === '' ? undefined : key_id,
      keyName: key_name ?? undefined,
      microCredits: readMicroCredits(micro_credits),
      operations: readMicroCredits(operations),
    }));
  }

  async total(query: UsageQuery): Promise<Pick<UsageRow, 'microCredits' | 'operations'>> {
    const { rows } = await withTenant(this.db, query.orgId, (transaction) =>
      sql<Pick<Row, 'micro_credits' | 'operations'>>`
        select coalesce(sum(micro_credits), 0)::bigint as micro_credits,
          coalesce(sum(operations), 0)::bigint as operations
        from usage_days where ${within(query)}`.execute(transaction),
    );
    return {
      microCredits: readMicroCredits(rows[0]?.micro_credits ?? 0),
      operations: readMicroCredits(rows[0]?.operations ?? 0),
    };
  }
}

const within = ({ orgId, from, to, keyId, kind }: UsageQuery) => sql`
  org_id = ${orgId} and usage_days.day between ${from}::date and ${to}::date
  ${keyId === undefined ? sql`` : sql`and key_id = ${keyId}`}
  ${kind === undefined ? sql`` : sql`and kind = ${kind}`}`;
