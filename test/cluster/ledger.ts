/** Whether each stream paid for the audio that it sent, once, and the wallet is its ledger. */
import pg from 'pg';
import type { CallReport } from './caller.js';
import { RATE } from './speech.js';

const CREDIT = 1_000_000;

/** What the database says of the organization's money, in micro-credits. */
export interface Books {
  /** The charges of each session, positive. */
  readonly charged: ReadonlyMap<string, number>;
  /** Ledger lines that are there twice. */
  readonly twice: number;
  readonly ledger: number;
  readonly wallet: number;
  readonly held: number;
  readonly openHolds: number;
  readonly usage: number;
  /** Everything but top-ups. */
  readonly spent: number;
}

export const readBooks = async (url: string): Promise<Books> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const each = await client.query<{ session: string; charged: string }>(
      `select split_part(reference, '/', 1) as session, (-sum(micro_credits))::text as charged
       from ledger_entries where kind <> 'top_up' and reference ~ '/[0-9]+$' group by 1`,
    );
    const sums = await client.query<Record<string, string>>(
      `select (select coalesce(sum(micro_credits), 0) from ledger_entries)::text as ledger,
         (select coalesce(-sum(micro_credits), 0) from ledger_entries where kind <> 'top_up')::text as spent,
         (select count(*) from (select 1 from ledger_entries group by org_id, kind, reference having count(*) > 1) as t)::text as twice,
         (select coalesce(sum(balance), 0) from wallets)::text as wallet,
         (select coalesce(sum(held), 0) from wallets)::text as held,
         (select coalesce(sum(micro_credits), 0) from wallet_holds where state = 'open')::text as open,
         (select coalesce(sum(micro_credits), 0) from usage_days)::text as usage`,
    );
    const of = (name: string): number => Number(sums.rows[0]?.[name] ?? NaN);
    return {
      charged: new Map(each.rows.map(({ session, charged }) => [session, Number(charged)])),
      twice: of('twice'),
      ledger: of('ledger'),
      wallet: of('wallet'),
      held: of('held'),
      openHolds: of('open'),
      usage: of('usage'),
      spent: of('spent'),
    };
  } finally {
    await client.end();
  }
};

/** @returns what is wrong */
export const judgeMoney = (calls: readonly CallReport[], books: Books): string[] => {
  const problems: string[] = [];
  for (const { sessionId, samples, receipt, lost, failure } of calls) {
    const cost = books.charged.get(sessionId) ?? 0;
    const lostMs = lost.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
    const sent = (samples * CREDIT) / RATE;
    if (cost > sent) problems.push(`${sessionId} cost ${cost}, ${sent} was sent`);
    if (receipt !== undefined && receipt !== cost)
      problems.push(`${sessionId} cost ${cost}, its receipt says ${receipt}`);
    if (failure === undefined && cost < sent - lostMs * (CREDIT / 1_000))
      problems.push(`${sessionId} cost ${cost}, ${sent} was sent and ${lostMs} ms of it were lost`);
  }
  if (books.twice > 0) problems.push(`${books.twice} charges are in the ledger twice`);
  if (books.ledger !== books.wallet)
    problems.push(`the ledger says ${books.ledger}, the wallet ${books.wallet}`);
  if (books.held !== books.openHolds)
    problems.push(`${books.held} is held, the open holds say ${books.openHolds}`);
  if (books.spent !== books.usage) problems.push(`${books.spent} was charged, usage says ${books.usage}`);
  return problems;
};
