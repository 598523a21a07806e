/**
 * `npm run bench:billing`: measures the cost of billing a thousand streams of one organization every second on one
 * Postgres. It uses the relay's own repository and reads the CPU time of every process from /proc.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { PaymentRequest } from '../../relay/src/domain/billing/payments.js';
import { type Database, openDatabase } from '../../relay/src/storage/database/database.js';
import { PaymentRepository } from '../../relay/src/storage/billing/payment-repository.js';
import { startPostgres } from '../../relay/src/storage/testing/postgres.js';
import { WalletRepository } from '../../relay/src/storage/billing/wallet-repository.js';
import { readUsage } from './proc.js';

export interface BillingBenchOptions {
  readonly streams: number;
  readonly seconds: number;
  readonly cores: number;
  /** The relay's own database, not a server. */
  readonly embedded: boolean;
}

const CREDIT = 1_000_000;
/** Streams start at different times, so the relay bills each second in this many batches. */
const BATCHES_PER_SECOND = 5;

/** The child processes of this process, and their children. */
const descendantsOf = async (pid: number): Promise<number[]> => {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(
    all.map(async (one) => {
      const stat = await readFile(`/proc/${one}/stat`, 'utf8').catch(() => '');
      return [one, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as const;
    }),
  );
  const children = parents.filter(([, parent]) => parent === pid).map(([one]) => one);
  return [...children, ...(await Promise.all(children.map(descendantsOf))).flat()];
};

/** CPU time of all processes, ms. A process that has just ended counts as zero. */
const cpuOf = async (pids: readonly number[]): Promise<number> => {
  const usages = await Promise.all(pids.map((pid) => readUsage(pid).catch(() => undefined)));
  return usages.reduce((sum, usage) => sum + (usage?.cpuMs ?? 0), 0);
};

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;

interface Opened {
  readonly database: Database;
  /** CPU time of the database so far, ms. */
  readonly cpuMs: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

const openServer = async (): Promise<Opened> => {
  const server = await startPostgres();
  const database = await openDatabase({
    kind: 'server',
    url: server.url,
    onIdleError: (error) => {
      throw error;
    },
  });
  return {
    database,
    cpuMs: async () => cpuOf(await descendantsOf(process.pid)),
    stop: () => server.stop(),
  };
};

/** It runs in a thread of this process. */
const openEmbedded = async (): Promise<Opened> => {
  const directory = await mkdtemp(join(tmpdir(), 'bench-billing-'));
  const database = await openDatabase({ kind: 'embedded', directory });
  const cpuMs = async (): Promise<number> => {
    const usage = await readUsage(process.pid);
    return usage.cpuMs - usage.mainThreadMs;
  };
  return { database, cpuMs, stop: () => rm(directory, { recursive: true, force: true }) };
};

/** @returns the exit code */
export const main = async ({ streams, seconds, cores, embedded }: BillingBenchOptions): Promise<number> => {
  const { database, cpuMs, stop } = await (embedded ? openEmbedded() : openServer());
  try {
    const orgId = `org_${randomBytes(8).toString('hex')}`;
    await database.queries
      .insertInto('organizations')
      .values({ id: orgId, name: 'Bench', plan: 'enterprise', policy: '{}', created_at: new Date() })
      .execute();
    const wallets = new WalletRepository(database.queries, Date.now);
    await wallets.topUp({ orgId, reference: 'bench', microCredits: 1_000_000 * CREDIT, at: new Date() });
    const meters = new PaymentRepository(database.queries, Date.now);
    const requestOf = (stream: number, second: number): PaymentRequest => ({
      orgId,
      sessionId: `ses_${String(stream).padStart(22, '0')}`,
      keyId: 'key_bench',
      generation: 1,
      channels: 1,
      charges: second < 0 ? [] : [{ channel: 0, second }],
      returns: [],
      hold: second < 0 ? 'open' : 'keep',
    });
    const all = Array.from({ length: streams }, (_, stream) => stream);
    await meters.pay(all.map((stream) => requestOf(stream, -1)));
    const postgresBefore = await cpuMs();
    const ownBefore = (await readUsage(process.pid)).mainThreadMs;
    const startedAt = performance.now();
    const took: number[] = [];
    let late = 0;
    for (let tick = 0; tick < seconds * BATCHES_PER_SECOND; tick += 1) {
      const dueAt = startedAt + (tick * 1_000) / BATCHES_PER_SECOND;
      const waitMs = dueAt - performance.now();
      if (waitMs > 0) await pause(waitMs);
      else if (waitMs < -1_000) late += 1;
      const mine = all.filter((stream) => stream % BATCHES_PER_SECOND === tick % BATCHES_PER_SECOND);
      const asked = performance.now();
      await meters.pay(mine.map((stream) => requestOf(stream, Math.floor(tick / BATCHES_PER_SECOND))));
      took.push(performance.now() - asked);
    }
    const elapsedMs = performance.now() - startedAt;
    const postgresMs = (await cpuMs()) - postgresBefore;
    const ownMs = (await readUsage(process.pid)).mainThreadMs - ownBefore;
    const { balanceMicroCredits } = await wallets.state(orgId);
    const charged = 1_000_000 - balanceMicroCredits / CREDIT;
    took.sort((a, b) => a - b);
    const share = (ms: number): string => `${((100 * ms) / (elapsedMs * cores)).toFixed(1)} %`;
    process.stdout.write(
      [
        `${streams} streams of one organization, billed every second for ${seconds} s: ${charged} seconds charged`,
        `one batch: median ${quantile(took, 0.5).toFixed(1)} ms, 95 % within ${quantile(took, 0.95).toFixed(1)} ms; ${late} batches more than 1 s late`,
        `CPU of ${cores} cores (of ${cpus().length} here): Postgres ${share(postgresMs)}, the relay's side ${share(ownMs)}, together ${share(postgresMs + ownMs)}`,
        '',
      ].join('\n'),
    );
    return charged === streams * seconds && late === 0 ? 0 : 1;
  } finally {
    await database.close();
    await stop();
  }
};
