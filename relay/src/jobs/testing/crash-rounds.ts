import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../../storage/testing/postgres.js';
import { type Receiver, startReceiver } from './receivers.js';
import type { ProcessOrder, ProcessReport } from './webhook-process.js';

export const STORES = ['the embedded database', 'a Postgres server'] as const;
export type Store = (typeof STORES)[number];

export interface CrashOutcome {
  readonly rounds: number;
  readonly events: number;
  /** Events that never arrived. */
  readonly lost: number;
  /** Events that arrived again after a kill. If there are none, the kills interrupted nothing. */
  readonly repeated: number;
  /** Events with two deliveries that differed in a byte. */
  readonly changed: number;
  /** Deliveries by state at the end. */
  readonly states: Readonly<Record<string, number>>;
}

const EVENTS_PER_ROUND = 4;
const START_MS = 60_000;
const DRAIN_MS = 120_000;
const ASK_MS = 250;

/**
 * Kills the delivering process between sending and recording (every other round: at a random moment), starts it again, and
 * checks what the receiver got.
 */
export const crashRounds = async (
  store: Store,
  rounds: number,
  onRound: (round: number) => void = () => undefined,
): Promise<CrashOutcome> => {
  const receiver = await startReceiver((_, response) => response.end());
  const place = await openPlace(store);
  const ids: string[] = [];
  try {
    let orgId: string | undefined;
    const begin = async (order: Partial<ProcessOrder>): Promise<ChildProcess> => {
      const full = {
        ...place.location,
        ...order,
        hookUrl: receiver.url,
        ...(orgId !== undefined && { orgId }),
      };
      const child = start(full as ProcessOrder);
      const report = await next(child, 'emitted', START_MS);
      orgId = report.orgId;
      ids.push(...report.ids);
      return child;
    };
    for (let round = 0; round < rounds; round++) {
      const atRandom = round % 2 === 1;
      const dieAfterSent = 1 + (round % EVENTS_PER_ROUND);
      const child = await begin({ events: EVENTS_PER_ROUND, ...(!atRandom && { dieAfterSent }) });
      if (atRandom) setTimeout(() => child.kill('SIGKILL'), Math.random() * 1_000);
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      onRound(round);
    }
    const last = await begin({ events: 0 });
    const states = await drained(last, ids.length);
    last.kill('SIGKILL');
    await once(last, 'exit');
    return { rounds, events: ids.length, states, ...compare(receiver, ids) };
  } finally {
    await place.close();
    await receiver.close();
  }
};

const start = (order: ProcessOrder): ChildProcess =>
  fork(fileURLToPath(new URL('child.mjs', import.meta.url)), ['webhook-process.ts', JSON.stringify(order)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  });

const next = <K extends ProcessReport['kind']>(
  child: ChildProcess,
  kind: K,
  withinMs: number,
): Promise<Extract<ProcessReport, { kind: K }>> =>
  new Promise((resolve, reject) => {
    const finish = (act: () => void) => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit);
      act();
    };
    const onMessage = (message: unknown): void => {
      const report = message as ProcessReport;
      if (report.kind === kind) finish(() => resolve(report as Extract<ProcessReport, { kind: K }>));
    };
    const onExit = (): void => finish(() => reject(new Error(`the process ended before it told ${kind}`)));
    const timer = setTimeout(() => finish(() => reject(new Error(`no ${kind} in time`))), withinMs);
    child.on('message', onMessage).once('exit', onExit);
  });

/** Asks until every event has its delivery and none is pending: the outbox is emptied only after its events are committed. */
const drained = async (child: ChildProcess, events: number): Promise<CrashOutcome['states']> => {
  const deadline = performance.now() + DRAIN_MS;
  for (;;) {
    child.send('states?');
    const { states } = await next(child, 'states', START_MS);
    const deliveries = Object.values(states).reduce((sum, count) => sum + count, 0);
    if ((states['pending'] ?? 0) === 0 && deliveries >= events) return states;
    if (performance.now() > deadline) return states;
    await pause(ASK_MS);
  }
};

const compare = (receiver: Receiver, ids: readonly string[]) => {
  const bodies = new Map<string, string[]>();
  for (const { headers, body } of receiver.requests) {
    const id = String(headers['webhook-id']);
    bodies.set(id, [...(bodies.get(id) ?? []), body.toString()]);
  }
  const all = ids.map((id) => bodies.get(id) ?? []);
  return {
    lost: all.filter((each) => each.length === 0).length,
    repeated: all.filter((each) => each.length > 1).length,
    changed: all.filter((each) => new Set(each).size > 1).length,
  };
};

interface Place {
  readonly location: Pick<ProcessOrder, 'directory' | 'url'>;
  close(): Promise<void>;
}

const openPlace = async (store: Store): Promise<Place> => {
  if (store === 'a Postgres server') {
    const server = await startPostgres();
    return { location: { url: server.url }, close: () => server.stop() };
  }
  const directory = await mkdtemp(join(tmpdir(), 'undertone-crash-'));
  return { location: { directory }, close: () => rm(directory, { recursive: true, force: true }) };
};

/** `npm run soak:webhooks`. */
export const main = async (rounds: number): Promise<void> => {
  for (const store of STORES) {
    const startedMs = performance.now();
    const outcome = await crashRounds(store, rounds, (round) => {
      if ((round + 1) % 10 === 0) process.stdout.write(`${store}: ${round + 1} of ${rounds} kills\n`);
    });
    const took = Math.round((performance.now() - startedMs) / 1_000);
    process.stdout.write(`${store}: ${JSON.stringify(outcome)} in ${took} s\n`);
    const { lost, changed, repeated, states, events } = outcome;
    if (lost > 0 || changed > 0 || repeated === 0 || states['delivered'] !== events) process.exitCode = 1;
  }
};
