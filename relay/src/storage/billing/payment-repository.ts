import { type Kysely, sql, type Transaction } from 'kysely';
import { applyPayments, type AppliedPayments } from '../../domain/billing/apply-payments.js';
import { hasBegun, WalletDraft, type StreamHold } from '../../domain/billing/wallet-draft.js';
import {
  chargeReference,
  type PaymentOutcome,
  type PaymentRequest,
  reuseReferences,
  type StreamWallets,
} from '../../domain/billing/payments.js';
import { newId } from '../../domain/ids.js';
import type { Schema } from '../database/schema.js';
import { readMicroCredits } from '../tables/billing-tables.js';
import { markFallenUnder } from './budget-marks.js';
import { type KnownLine, addedUsage } from './stream-usage.js';
import { utcDay, type WalletBalance } from './wallet-rows.js';

interface HoldRow {
  readonly org_id: string;
  readonly reference: string;
  readonly key_id: string | null;
  readonly micro_credits: number;
  readonly charged: number;
  readonly channels: number;
  readonly generation: number;
  readonly state: string;
  readonly expires_at_ms: number;
}

interface Facts {
  readonly holds: readonly HoldRow[];
  readonly open: readonly { readonly org_id: string; readonly channels: number }[];
  readonly lines: readonly KnownLine[];
}

/**
 * Payments of live streams: the charges of up to a thousand streams are one transaction. It covers several
 * organizations and so runs without row-level security; each query names the organization of each row.
 */
export class PaymentRepository implements StreamWallets {
  private readonly db: Kysely<Schema>;
  private readonly nowMs: () => number;

  constructor(db: Kysely<Schema>, nowMs: () => number) {
    this.db = db;
    this.nowMs = nowMs;
  }

  async pay(requests: readonly PaymentRequest[]): Promise<readonly PaymentOutcome[]> {
    if (requests.length === 0) return [];
    const nowMs = this.nowMs();
    const byOrg = groupByOrg(requests);
    return this.db.transaction().execute(async (transaction) => {
      const wallets = await lockWallets(transaction, [...byOrg.keys()]);
      const facts = await readFacts(transaction, requests, nowMs);
      const changes = [...byOrg].map(([orgId, asked]) => {
        const wallet = wallets.get(orgId);
        const draft = draftOf(orgId, wallet ?? { balance: 0, held: 0 }, facts, nowMs);
        return { orgId, draft, exists: wallet !== undefined, applied: applyPayments(draft, asked, nowMs) };
      });
      await write(
        transaction,
        changes.filter(({ exists }) => exists),
        facts.lines,
        nowMs,
      );
      return changes.flatMap(({ applied }) => applied.outcomes);
    });
  }
}

const groupByOrg = (requests: readonly PaymentRequest[]): Map<string, PaymentRequest[]> => {
  const byOrg = new Map<string, PaymentRequest[]>();
  for (const request of requests) {
    const asked = byOrg.get(request.orgId);
    if (asked === undefined) byOrg.set(request.orgId, [request]);
    else asked.push(request);
  }
  return byOrg;
};

/** Locked in the order of their ids, so that two batches never deadlock. */
const lockWallets = async (
  db: Transaction<Schema>,
  orgIds: readonly string[],
): Promise<Map<string, WalletBalance>> => {
  const rows = await db
    .selectFrom('wallets')
    .select(['org_id', 'balance', 'held'])
    .where('org_id', 'in', orgIds)
    .orderBy('org_id')
    .forUpdate()
    .execute();
  return new Map(
    rows.map(({ org_id, balance, held }) => [
      org_id,
      { balance: readMicroCredits(balance), held: readMicroCredits(held) },
    ]),
  );
};

/**
 * Read after the lock, in a separate statement: a statement that waited for a lock still sees the older data. Each row is
 * looked up by itself, because planners expect a hundred rows of the JSON, and would rather read a table of thousands from
 * end to end where they know little of it: the embedded database keeps no statistics.
 */
const readFacts = async (
  db: Transaction<Schema>,
  requests: readonly PaymentRequest[],
  nowMs: number,
): Promise<Facts> => {
  const sessions = requests.map(({ orgId, sessionId }) => ({ org_id: orgId, reference: sessionId }));
  const seconds = requests.flatMap(({ orgId, sessionId, generation, charges, returns }) =>
    [...charges, ...returns].flatMap((second) =>
      // Returned seconds are used again only by a holder after the one that returned them.
      [chargeReference(sessionId, second), ...reuseReferences(sessionId, second, generation)].map(
        (reference) => ({ org_id: orgId, reference }),
      ),
    ),
  );
  const orgIds = [...new Set(requests.map(({ orgId }) => orgId))];
  const { rows } = await sql<{ facts: Facts }>`
    select json_build_object(
      'holds', (
        select coalesce(json_agg(json_build_object(
          'org_id', h.org_id, 'reference', h.reference, 'key_id', h.key_id, 'micro_credits', h.micro_credits,
          'charged', h.charged, 'channels', h.channels, 'generation', h.generation, 'state', h.state,
          'expires_at_ms', round(extract(epoch from h.expires_at) * 1000))), '[]')
        from jsonb_to_recordset(${JSON.stringify(sessions)}::jsonb) as asked (org_id text, reference text)
        cross join lateral (
          select * from wallet_holds h
          where h.org_id = asked.org_id and h.kind = 'stream' and h.reference = asked.reference limit 1) h),
      'open', (
        select coalesce(json_agg(o), '[]') from (
          select org_id, sum(channels) as channels from wallet_holds
          where org_id = any(${orgIds}::text[]) and state = 'open' and kind = 'stream'
            and expires_at > to_timestamp(${nowMs}::double precision / 1000)
          group by org_id) o),
      'lines', (
        select coalesce(json_agg(json_build_object(
          'org_id', e.org_id, 'kind', e.kind, 'reference', e.reference, 'micro_credits', e.micro_credits,
          'key_id', e.key_id, 'day', to_char(e.at at time zone 'utc', 'YYYY-MM-DD'))), '[]')
        from jsonb_to_recordset(${JSON.stringify(seconds)}::jsonb) as asked (org_id text, reference text)
        cross join (values ('stream'), ('stream_return')) as either (kind)
        cross join lateral (
          select * from ledger_entries e
          where e.org_id = asked.org_id and e.kind = either.kind and e.reference = asked.reference limit 1) e)
    ) as facts`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a select without a condition gives one row');
  return row.facts;
};

const draftOf = (orgId: string, wallet: WalletBalance, facts: Facts, nowMs: number): WalletDraft => {
  const rows = facts.holds.filter(({ org_id }) => org_id === orgId);
  const open = facts.open.find(({ org_id }) => org_id === orgId)?.channels ?? 0;
  const asked = rows.filter(({ state, expires_at_ms }) => state === 'open' && expires_at_ms > nowMs);
  return new WalletDraft({
    ...wallet,
    holds: rows.map(toHold),
    known: facts.lines
      .filter(({ org_id }) => org_id === orgId)
      .map(({ kind, reference, micro_credits }) => ({ kind, reference, microCredits: micro_credits })),
    otherChannels: open - asked.reduce((sum, { channels }) => sum + channels, 0),
  });
};

const toHold = (row: HoldRow): StreamHold => ({
  sessionId: row.reference,
  keyId: row.key_id ?? undefined,
  microCredits: row.micro_credits,
  charged: row.charged,
  channels: row.channels,
  generation: row.generation,
  open: row.state === 'open',
  expiresAtMs: row.expires_at_ms,
  fresh: false,
  changed: false,
});

/** What a batch changes in one wallet. */
interface WalletChanges {
  readonly orgId: string;
  readonly draft: WalletDraft;
  readonly applied: AppliedPayments;
}

/** One statement for all writes. A hold that exists is found by its key, as an update that joins the JSON would not be. */
const write = async (
  db: Transaction<Schema>,
  changes: readonly WalletChanges[],
  known: Facts['lines'],
  nowMs: number,
): Promise<void> => {
  const holds = changes.flatMap(({ orgId, draft }) =>
    draft.holds.filter(isWorthKeeping).map((hold) => ({
      id: newId('hld'),
      org_id: orgId,
      reference: hold.sessionId,
      key_id: hold.keyId ?? null,
      micro_credits: hold.microCredits,
      charged: hold.charged,
      channels: hold.channels,
      generation: hold.generation,
      state: hold.open ? 'open' : 'settled',
      expires_at_ms: hold.expiresAtMs,
    })),
  );
  const lines = changes.flatMap(({ orgId, applied }) =>
    applied.lines.map(({ kind, reference, microCredits, request }) => ({
      org_id: orgId,
      kind,
      reference,
      micro_credits: microCredits,
      key_id: request.keyId ?? null,
    })),
  );
  const wallets = changes.map(({ orgId, draft }) => ({
    org_id: orgId,
    balance: draft.balance,
    held: draft.held,
  }));
  await sql`
    with kept as (
      insert into wallet_holds (id, org_id, kind, reference, key_id, micro_credits, charged, channels, generation,
        state, expires_at, created_at)
      select id, org_id, 'stream', reference, key_id, micro_credits, charged, channels, generation, state,
        to_timestamp(expires_at_ms / 1000), to_timestamp(${nowMs}::double precision / 1000)
      from jsonb_to_recordset(${JSON.stringify(holds)}::jsonb) as h (
        id text, org_id text, reference text, key_id text, micro_credits bigint, charged bigint, channels integer,
        generation integer, state text, expires_at_ms double precision)
      on conflict (org_id, kind, reference) do update set micro_credits = excluded.micro_credits,
        charged = excluded.charged, channels = excluded.channels, generation = excluded.generation,
        state = excluded.state, expires_at = excluded.expires_at
    ), entered as (
      insert into ledger_entries (org_id, at, kind, reference, key_id, micro_credits)
      select org_id, to_timestamp(${nowMs}::double precision / 1000), kind, reference, key_id, micro_credits
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
        as l (org_id text, kind text, reference text, key_id text, micro_credits bigint)
    ), counted as (
      insert into usage_days as u (org_id, day, key_id, kind, micro_credits, operations)
      select org_id, day, key_id, 'stream', micro_credits, operations
      from jsonb_to_recordset(${JSON.stringify(addedUsage(changes, known, utcDay(new Date(nowMs))))}::jsonb)
        as s (org_id text, day date, key_id text, micro_credits bigint, operations bigint)
      on conflict (org_id, day, key_id, kind) do update set
        micro_credits = u.micro_credits + excluded.micro_credits, operations = u.operations + excluded.operations
    ), paid as (
      select * from jsonb_to_recordset(${JSON.stringify(wallets)}::jsonb) as w (org_id text, balance bigint, held bigint)
    ), marked as (${markFallenUnder(sql`paid`, new Date(nowMs))})
    update wallets set balance = paid.balance, held = paid.held from paid where wallets.org_id = paid.org_id`.execute(
    db,
  );
};

/** A hold for a stream that never began is not stored. */
const isWorthKeeping = (hold: StreamHold): boolean => hold.changed && (!hold.fresh || hasBegun(hold));
