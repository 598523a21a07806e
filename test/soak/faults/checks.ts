/** What must hold after every fault, looked up in what the clients saw, in the database, and in its dump. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Span, holes, withoutOverlap } from '../../support/coverage.js';
import { ProtoClient } from '../../support/proto-client.js';
import { speechRate } from '../../support/speech.js';
import type { Organization, Stage } from './stage.js';
import { type Call, markOf, type Traffic, UPLOAD_S } from './traffic.js';

export const INVARIANTS = ['money', 'results', 'events', 'erasure', 'isolation', 'recovery'] as const;
export type Invariant = (typeof INVARIANTS)[number];
export type Problems = Record<Invariant, string[]>;

export interface Evidence {
  readonly stage: Stage;
  readonly ours: Organization;
  readonly theirs: Organization;
  readonly traffic: Traffic;
  /** Where an undisturbed call of the same speech has results. Absent: this run is to find out. */
  readonly undisturbed: readonly Span[] | undefined;
}

const CREDIT = 1_000_000;
const EVENTS_MS = 45_000;
const PLACES_MS = 31_000;
/** A delivery that a relay took with it when it died is tried again after this time. */

export type Ask = <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

/** Asks the database past the relays and their links. */
export const withDatabase = async <T>(stage: Stage, use: (ask: Ask) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: stage.postgres.url });
  await client.connect();
  try {
    return await use(async <Row extends object>(text: string, values: readonly unknown[] = []) => {
      const { rows } = await client.query<Row>(text, [...values]);
      return rows;
    });
  } finally {
    await client.end();
  }
};

export const spansOf = ({ client }: Call): Span[] =>
  client.seen('directive').map(({ audioStartMs: startMs, audioEndMs: endMs }) => ({ startMs, endMs }));

/** What the relay declared: audio that went with a relay, and audio on which its workers ended. */
const lostOf = ({ client }: Call): Span[] => {
  const declared = [
    ...client.seen('resumed').flatMap(({ lost }) => lost),
    ...client
      .seen('warning')
      .filter(({ code, detail }) => code === 'audio_gap' && detail['reason'] === 'not_analyzed')
      .map(({ detail }) => ({
        firstSample: Number(detail['first_sample']),
        count: Number(detail['sample_count']),
      })),
  ];
  return declared.map(({ firstSample, count }) => ({
    startMs: (firstSample * 1000) / speechRate,
    endMs: ((firstSample + count) * 1000) / speechRate,
  }));
};

interface LedgerLine {
  readonly kind: string;
  readonly reference: string;
  readonly amount: string;
}

/** I1 and I2: each acknowledged second and each answered recording is paid once, and the wallet is its ledger. */
export const checkMoney = async ({ ours, theirs, traffic }: Evidence, ask: Ask): Promise<string[]> => {
  const problems: string[] = [];
  for (const { id } of [ours, theirs]) {
    const lines = await ask<LedgerLine>(
      'select kind, reference, micro_credits::text as amount from ledger_entries where org_id = $1',
      [id],
    );
    const sum = (some: readonly LedgerLine[]): number =>
      some.reduce((total, { amount }) => total + Number(amount), 0);
    const [wallet] = await ask<{ balance: string; held: string; open: string; used: string }>(
      `select balance::text, held::text,
         (select coalesce(sum(micro_credits), 0)::text from wallet_holds where org_id = $1 and state = 'open') as open,
         (select coalesce(sum(micro_credits), 0)::text from usage_days where org_id = $1) as used
       from wallets where org_id = $1`,
      [id],
    );
    if (Number(wallet?.balance) !== sum(lines))
      problems.push(`the ledger says ${sum(lines)}, the wallet ${wallet?.balance}`);
    if (wallet?.held !== wallet?.open)
      problems.push(`${wallet?.held} is held, the open holds say ${wallet?.open}`);
    const charged = -sum(lines.filter(({ kind }) => kind !== 'top_up'));
    if (charged !== Number(wallet?.used)) problems.push(`${charged} was charged, usage says ${wallet?.used}`);
    if (new Set(lines.map(({ kind, reference }) => `${kind} ${reference}`)).size !== lines.length) {
      problems.push('something is in the ledger twice');
    }
    for (const call of traffic.calls.filter(({ organization }) => organization.id === id)) {
      problems.push(...checkCall(call, lines, sum));
    }
    const uploads = traffic.uploads.filter(({ organization }) => organization.id === id);
    const answered = uploads.filter(({ status }) => status === 200).length;
    const paid = -sum(lines.filter(({ kind }) => kind === 'analysis')) / (UPLOAD_S * CREDIT);
    // One that was never answered may have been paid before its relay died, once.
    if (paid < answered || paid > uploads.length)
      problems.push(`${paid} recordings were paid, ${answered} of ${uploads.length} answered`);
  }
  return problems;
};

const checkCall = (
  call: Call,
  all: readonly LedgerLine[],
  sum: (some: readonly LedgerLine[]) => number,
): string[] => {
  const { sessionId, samples, receipt, client } = call;
  const problems: string[] = [];
  const own = all.filter(({ reference }) => reference.startsWith(`${sessionId}/`));
  const paid = new Set(own.map(({ reference }) => Number(reference.split('/').at(-1))));
  const lost = lostOf(call);
  const acked = Math.max(0, ...client.seen('audio.ack').map(({ throughSample }) => throughSample));
  for (let second = 0; second < acked / speechRate; second += 1) {
    const isLost = lost.some(
      ({ startMs, endMs }) => startMs <= second * 1000 && endMs >= (second + 1) * 1000,
    );
    if (!paid.has(second) && !isLost)
      problems.push(`second ${second} of ${sessionId} was acknowledged and not billed`);
  }
  const cost = -sum(own);
  const said = (samples * CREDIT) / speechRate;
  if (cost > said) problems.push(`${sessionId} cost ${cost}, ${said} was said`);
  if (receipt !== undefined && receipt !== cost)
    problems.push(`${sessionId} cost ${cost}, its receipt says ${receipt}`);
  if (receipt !== undefined && lost.length === 0 && cost !== said)
    problems.push(`${sessionId} cost ${cost}, ${said} was said`);
  return problems;
};

/** I4: every stretch that has a result in an undisturbed call has exactly one, or was declared lost; every upload is answered. */
export const checkResults = ({ traffic, undisturbed }: Evidence): string[] => {
  const problems: string[] = [];
  for (const call of traffic.calls) {
    const { client, sessionId, samples } = call;
    const ids = client.seen('directive').map(({ directiveId }) => directiveId);
    if (new Set(ids).size !== ids.length) problems.push(`a result of ${sessionId} came twice`);
    try {
      withoutOverlap(spansOf(call));
    } catch (error) {
      problems.push(`${sessionId}: ${String(error)}`);
    }
    const totalMs = (samples * 1000) / speechRate;
    if (undisturbed !== undefined && call.gone === undefined) {
      const silent = holes(undisturbed, 0, totalMs);
      const missing = holes([...spansOf(call), ...lostOf(call), ...silent], 0, totalMs);
      const spans = spansOf(call);
      // One interval: a state that was rebuilt may begin or end a stretch of speech one block later or earlier. Between two results that
      // came, none may be missing.
      const isInside = (hole: Span): boolean =>
        spans.some(({ endMs }) => endMs === hole.startMs) &&
        spans.some(({ startMs }) => startMs === hole.endMs);
      for (const hole of missing.filter((each) => each.endMs - each.startMs > 250 || isInside(each))) {
        problems.push(`${sessionId} has no result from ${hole.startMs} to ${hole.endMs} ms`);
      }
    }
    if (call.failure !== undefined) problems.push(`${sessionId} failed: ${call.failure}`);
    // Nothing in these faults is worse than what a checkpoint survives.
    if (call.gone !== undefined) problems.push(`${sessionId} could not be resumed: ${call.gone}`);
  }
  for (const { sessionId, status, tries } of traffic.uploads) {
    // 409: its relay died with the request; the lock of the key outlives this run.
    if (status !== 200 && status !== 409)
      problems.push(`${sessionId} ended with ${status} after ${tries} tries`);
  }
  return problems;
};

interface EventRow {
  readonly id: string;
  readonly type: string;
  readonly session_id: string | null;
  readonly body: string;
}

/** I3: one `session.end` per session, one `analysis.complete` per recording, and each arrives with its id and its bytes. */
export const checkEvents = async (evidence: Evidence, ask: Ask): Promise<string[]> => {
  const untilMs = performance.now() + EVENTS_MS;
  for (;;) {
    const problems = await eventProblems(evidence, ask);
    if (problems.length === 0 || performance.now() > untilMs) return problems;
    await pause(1_000);
  }
};

const eventProblems = async ({ stage, ours, theirs, traffic }: Evidence, ask: Ask): Promise<string[]> => {
  const problems: string[] = [];
  for (const { id } of [ours, theirs]) {
    const events = await ask<EventRow>('select id, type, session_id, body from events where org_id = $1', [
      id,
    ]);
    const count = (type: string, sessionId: string): number =>
      events.filter((event) => event.type === type && event.session_id === sessionId).length;
    for (const call of traffic.calls) {
      if (call.organization.id !== id || call.receipt === undefined) continue;
      const made = count('session.end', call.sessionId);
      if (made !== 1) problems.push(`${call.sessionId} has ${made} session.end`);
    }
    for (const { organization, sessionId, status } of traffic.uploads) {
      const made = count('analysis.complete', sessionId);
      if (organization.id === id && (made > 1 || (status === 200 && made !== 1))) {
        problems.push(`${sessionId} has ${made} analysis.complete`);
      }
    }
    const received = stage.receiver.requests.filter(({ url }) => url === `/${id}`);
    for (const event of events) {
      const own = received.filter(({ headers }) => headers['webhook-id'] === event.id);
      if (own.length === 0) problems.push(`${event.type} ${event.id} was never delivered`);
      if (own.some(({ body }) => body.toString() !== event.body))
        problems.push(`${event.id} was sent with other bytes`);
    }
    const known = new Set(events.map((event) => event.id));
    for (const { headers } of received) {
      if (!known.has(String(headers['webhook-id'])))
        problems.push(`a delivery has the unknown id ${String(headers['webhook-id'])}`);
    }
  }
  return problems;
};

/** A deleted session is in no table and not in the dump, except where the law or the ledger keep its id. */
export const checkErasure = async ({ stage, ours, traffic }: Evidence, ask: Ask): Promise<string[]> => {
  const problems: string[] = [];
  const call = traffic.calls.find(
    ({ organization, receipt }) => organization.id === ours.id && receipt !== undefined,
  );
  const upload = traffic.uploads.find(
    ({ organization, status }) => organization.id === ours.id && status === 200,
  );
  const ids = [call?.sessionId, upload?.sessionId].filter((id) => id !== undefined);
  if (ids.length < 2) return ['no session ended well: nothing can be shown'];
  const keep = ['sessions', 'ledger_entries', 'wallet_holds', 'audit_log'];
  for (const id of ids) {
    const path = `${stage.links[0].url}/v1/sessions/${id}`;
    const answer = await fetch(path, { method: 'DELETE', headers: { authorization: `Bearer ${ours.key}` } });
    if (answer.status !== 204) problems.push(`DELETE ${id}: HTTP ${answer.status} ${await answer.text()}`);
  }
  const tables = await tablesOf(ask);
  for (const { schema, name } of tables) {
    if (keep.includes(name)) continue;
    for (const id of ids) {
      const [row] = await ask<{ hits: number }>(
        `select count(*)::integer as hits from ${quoted(schema)}.${quoted(name)} as t where strpos(t::text, $1) > 0`,
        [id],
      );
      if ((row?.hits ?? 0) > 0) problems.push(`${id} is still in ${name}`);
    }
  }
  const left = (await stage.postgres.dump())
    .split('\n')
    .filter(
      (line) => ids.some((id) => line.includes(id)) && !keep.some((name) => line.includes(`.${name} `)),
    );
  for (const line of left) problems.push(`in the dump: ${line.slice(0, 160)}`);
  return problems;
};

const tablesOf = (ask: Ask): Promise<{ schema: string; name: string; walled: boolean }[]> =>
  ask(`select t.table_schema as schema, t.table_name as name, exists (
         select from information_schema.columns as c where c.table_schema = t.table_schema
           and c.table_name = t.table_name and c.column_name = 'org_id') as walled
       from information_schema.tables as t
       where t.table_type = 'BASE TABLE' and t.table_schema not in ('pg_catalog', 'information_schema')`);

const quoted = (name: string): string => `"${name}"`;

/** I5: what is one organization's is in no row, delivery, message or log line of another. */
export const checkIsolation = async (
  { stage, ours, theirs, traffic }: Evidence,
  ask: Ask,
): Promise<string[]> => {
  const problems: string[] = [];
  for (const [owner, other] of [
    [ours, theirs],
    [theirs, ours],
  ] as const) {
    const texts = [
      owner.id,
      markOf(owner),
      ...[...traffic.calls, ...traffic.uploads]
        .filter(({ organization }) => organization === owner)
        .map(({ sessionId }) => sessionId),
    ];
    const holds = (text: string): boolean => texts.some((own) => own !== '' && text.includes(own));
    for (const { schema, name, walled } of await tablesOf(ask)) {
      if (!walled) continue;
      const rows = await ask<{ row: string }>(
        `select t::text as row from ${quoted(schema)}.${quoted(name)} as t where t.org_id = $1`,
        [other.id],
      );
      if (rows.some(({ row }) => holds(row))) problems.push(`${name} has a row of another organization`);
    }
    const told = stage.receiver.requests.filter(({ url }) => url === `/${other.id}`);
    if (told.some(({ body }) => holds(body.toString())))
      problems.push('a webhook told one organization of another');
    const seen = traffic.calls
      .filter((call) => call.organization === other)
      .flatMap(({ client }) => client.connections);
    const messages = seen.flatMap(({ inbox }) =>
      inbox.arrivals.map(({ message }) => JSON.stringify(message.body)),
    );
    if (messages.some(holds)) problems.push('a stream told one organization of another');
    const session = traffic.calls.find((call) => call.organization === owner)?.sessionId ?? '';
    const answer = await fetch(`${stage.links[1].url}/v1/sessions/${session}`, {
      headers: { authorization: `Bearer ${other.key}` },
    });
    if (answer.status !== 403 && answer.status !== 404)
      problems.push(`another’s session is answered with ${answer.status}`);
    for (const { log } of stage.relays) {
      if (log.includes(owner.key)) problems.push('a key is in the log');
      if (log.includes(markOf(owner))) problems.push('metadata is in the log');
    }
  }
  return problems;
};

/** How the relays were before the fault. */
export interface Before {
  readonly logged: readonly number[];
  readonly crashes: readonly number[];
}

/** I6 and I7: everything is back 30 s after the fault, and nothing holds a place that nobody has. */
export const checkRecovery = async ({ stage, ours }: Evidence, before: Before): Promise<string[]> => {
  const problems: string[] = [];
  const untilMs = performance.now() + PLACES_MS;
  for (;;) {
    const client = await ProtoClient.connect(stage.links[0].wsUrl, { key: ours.key });
    const { quota } = await client.hello({ sampleRate: speechRate });
    await client.end();
    if (quota.concurrentUsed === 1) break;
    if (performance.now() > untilMs) {
      problems.push(`${quota.concurrentUsed} places are taken, 1 stream is open`);
      break;
    }
    await pause(1_000);
  }
  stage.relays.forEach((relay, index) => {
    if (relay.crashes > before.crashes[index]!) problems.push(`relay ${index} ended by itself`);
    const said = relay.log.slice(before.logged[index]);
    for (const line of said.split('\n')) {
      if (/unhandledRejection|uncaughtException|TypeError|RangeError|a handler failed/.test(line)) {
        problems.push(`relay ${index}: ${line.slice(0, 300)}`);
      }
    }
  });
  return problems;
};
