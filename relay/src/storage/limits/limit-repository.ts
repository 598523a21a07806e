import { type Kysely, sql } from 'kysely';
import type {
  CountOrder,
  CountResult,
  RequestCountStore,
} from '../../domain/limits/shared-request-limiter.js';
import type { SlotOrder, SlotStore } from '../../domain/limits/shared-request-slots.js';
import type { Schema } from '../database/schema.js';

/** The places of a relay that died become free after this time. */
const PLACE_LEASE_S = 30;
/** The longest time a request waits for the shared count. After it, the relay uses its own count. */
const DEADLINE_MS = 2_000;

/** Counts that all relays on one database share: requests per minute, and requests at the same time. */
export class LimitRepository implements RequestCountStore, SlotStore {
  private readonly db: Kysely<Schema>;
  private readonly relayId: string;

  /** @param relayId this process; it differs after a restart */
  constructor(db: Kysely<Schema>, relayId: string) {
    this.db = db;
    this.relayId = relayId;
  }

  async count(orders: readonly CountOrder[]): Promise<readonly CountResult[]> {
    const asked = orders.map(({ orgId, orgLimit, keyId, keyLimit, wanted }) => ({
      org: `org:${orgId}`,
      org_limit: orgLimit,
      key: `key:${keyId}`,
      key_limit: keyLimit,
      wanted,
    }));
    const { rows } = await withinDeadline(
      sql<{
        org: string;
        key: string;
        granted: number;
        org_used: number;
        org_ends: Date;
        key_used: number;
        key_ends: Date;
      }>`select * from take_requests(${JSON.stringify(asked)}::jsonb)`.execute(this.db),
    );
    return rows.map((row) => ({
      orgId: row.org.slice('org:'.length),
      keyId: row.key.slice('key:'.length),
      granted: row.granted,
      organization: { used: row.org_used, endsAtMs: row.org_ends.getTime() },
      key: { used: row.key_used, endsAtMs: row.key_ends.getTime() },
    }));
  }

  async take(orders: readonly SlotOrder[]): Promise<ReadonlyMap<string, number>> {
    const asked = orders.map(({ orgId, held, wanted, most }) => ({ org: orgId, held, wanted, most }));
    const { rows } = await withinDeadline(
      sql<{ org: string; granted: number }>`
        select * from take_places(${this.relayId}, make_interval(secs => ${PLACE_LEASE_S}), ${JSON.stringify(asked)}::jsonb)`.execute(
        this.db,
      ),
    );
    return new Map(rows.map(({ org, granted }) => [org, granted]));
  }

  async leave(): Promise<void> {
    await this.db.deleteFrom('request_places').where('relay_id', '=', this.relayId).execute();
  }

  /** Deletes windows that have ended and places of relays that died. */
  async forgetExpired(): Promise<void> {
    await sql`delete from rate_windows where ends_at < clock_timestamp()`.execute(this.db);
    await sql`delete from request_places where expires_at < clock_timestamp()`.execute(this.db);
  }
}

const withinDeadline = async <T>(query: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`the database did not count within ${DEADLINE_MS} ms`)),
      DEADLINE_MS,
    );
  });
  try {
    return await Promise.race([query, late]);
  } finally {
    clearTimeout(timer);
  }
};
