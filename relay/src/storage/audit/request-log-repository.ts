import { type Kysely, sql } from 'kysely';
import type {
  LoggedRequest,
  RequestLogQuery,
  RequestLogStore,
  ShownRequest,
} from '../../domain/audit/request-log.js';
import type { PageEnd } from '../../domain/page-end.js';
import type { Schema } from '../database/schema.js';
import { withTenant } from '../tables/tenant.js';

/** Rows of one statement. */
const BATCH = 1_000;
/** A week tells what went wrong; a longer memory of who did what is the audit log's. */
export const REQUESTS_KEPT_MS = 7 * 24 * 3_600_000;
/** Of one organization, so that the busiest does not fill the disk. */
const MOST_REQUESTS_KEPT = 100_000;

/** Which requests there were. */
export class RequestLogRepository implements RequestLogStore {
  /** @param most of one organization */
  constructor(
    private readonly db: Kysely<Schema>,
    private readonly most = MOST_REQUESTS_KEPT,
  ) {}

  async add(requests: readonly LoggedRequest[]): Promise<void> {
    for (let from = 0; from < requests.length; from += BATCH) {
      const rows = requests.slice(from, from + BATCH).map((request) => ({
        org_id: request.orgId,
        at: request.at.toISOString(),
        id: request.id,
        method: request.method,
        route: request.route,
        status: request.status,
        duration_ms: request.durationMs,
        key_id: request.keyId,
      }));
      // An organization may have been removed since; a batch that was written before a connection broke is not written twice.
      await sql`
        insert into request_log
        select r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
          org_id text, at timestamptz, id text, method text, route text, status integer, duration_ms double precision, key_id text)
        where exists (select from organizations o where o.id = r.org_id)
        on conflict do nothing`.execute(this.db);
    }
  }

  async list(
    orgId: string,
    { method, route, keyId, memberId, status, from, to }: RequestLogQuery,
    limit: number,
    after: PageEnd | undefined,
  ): Promise<readonly ShownRequest[]> {
    const rows = await withTenant(this.db, orgId, (transaction) =>
      transaction
        .selectFrom('request_log as r')
        .leftJoin('api_keys as k', 'k.id', 'r.key_id')
        .leftJoin('member_sessions as s', 's.id', 'r.key_id')
        .selectAll('r')
        .select(['k.name as key_name', 's.member_id'])
        .where('r.org_id', '=', orgId)
        .$if(method !== undefined, (q) => q.where('r.method', '=', method ?? ''))
        .$if(route !== undefined, (q) => q.where('r.route', '=', route ?? ''))
        .$if(keyId !== undefined, (q) => q.where('r.key_id', '=', keyId ?? ''))
        .$if(memberId !== undefined, (q) => q.where('s.member_id', '=', memberId ?? ''))
        .$if(status !== undefined, (q) =>
          q.where('r.status', '>=', status?.[0] ?? 0).where('r.status', '<=', status?.[1] ?? 0),
        )
        .$if(from !== undefined, (q) => q.where('r.at', '>=', from ?? new Date()))
        .$if(to !== undefined, (q) => q.where('r.at', '<', to ?? new Date()))
        .$if(after !== undefined, (q) =>
          q.where(
            sql<boolean>`(r.at, r.id) < (${new Date(after?.createdAtMs ?? 0)}::timestamptz, ${after?.id ?? ''})`,
          ),
        )
        .orderBy('r.at', 'desc')
        .orderBy('r.id', 'desc')
        .limit(limit)
        .execute(),
    );
    return rows.map((row) => ({
      id: row.id,
      orgId: row.org_id,
      keyId: row.key_id,
      keyName: row.key_name ?? undefined,
      memberId: row.member_id ?? undefined,
      at: row.at,
      method: row.method,
      route: row.route,
      status: row.status,
      durationMs: row.duration_ms,
    }));
  }

  /** Deletes what is too old, and of each organization what is too much. @returns how many rows */
  async trim(now: Date): Promise<number> {
    const old = await this.db
      .deleteFrom('request_log')
      .where('at', '<', new Date(now.getTime() - REQUESTS_KEPT_MS))
      .executeTakeFirstOrThrow();
    // Materialized: otherwise each row would look for its organization's edge again.
    const { numAffectedRows = 0n } = await sql`
      with edges as materialized (
        select o.id, (
          select l.at from request_log l where l.org_id = o.id order by l.at desc offset ${this.most} limit 1
        ) as edge from organizations o)
      delete from request_log r using edges e where r.org_id = e.id and r.at <= e.edge`.execute(this.db);
    return Number(old.numDeletedRows + numAffectedRows);
  }
}
