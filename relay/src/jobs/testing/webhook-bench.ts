/**
 * `npm run bench:webhooks`: events a second through outbox, queue and HTTP, with some receivers dead. Everything runs in
 * one process on this machine, the receivers too, so the figures include their cost.
 */
import { createServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { exampleOf } from '../../domain/events/event-examples.js';
import { newId } from '../../domain/ids.js';
import { DEFAULT_POLICY } from '../../domain/accounts/organization-policy.js';
import { createSafeHttp } from '../../outbound/index.js';
import { type Database, openDatabase } from '../../storage/database/database.js';
import { appendEvents } from '../../storage/webhooks/event-outbox.js';
import { OrganizationRepository } from '../../storage/accounts/organization-repository.js';
import { startPostgres } from '../../storage/testing/postgres.js';
import { createLogger } from '../../telemetry/logger.js';
import { wireWebhooks } from '../../app/webhooks.js';
import { BossQueue } from '../boss-queue.js';
import { SECRET } from './webhook-rig.js';

const TICK_MS = 50;

interface Options {
  readonly seconds: number;
  readonly receivers: number;
  /** Events a second. */
  readonly rate: number;
  /** The idle time before the load, to measure the cost of idling. */
  readonly idleS: number;
  readonly store: 'embedded' | 'server';
}

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  return (server.address() as AddressInfo).port;
};

const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
};

const openStore = async (
  store: Options['store'],
): Promise<{ database: Database; close: () => Promise<void> }> => {
  if (store === 'server') {
    const server = await startPostgres();
    const onIdleError = (error: Error): void => process.emitWarning(error);
    const database = await openDatabase({ kind: 'server', url: server.url, onIdleError });
    return {
      database,
      close: async () => {
        await database.close();
        await server.stop();
      },
    };
  }
  const directory = await mkdtemp(join(tmpdir(), 'undertone-webhook-bench-'));
  const database = await openDatabase({ kind: 'embedded', directory });
  return {
    database,
    close: async () => {
      await database.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
};

const run = async ({ seconds, receivers, rate, idleS, store }: Options): Promise<boolean> => {
  const { database, close } = await openStore(store);
  const db = database.queries;
  const latenciesMs: number[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { created_at } = JSON.parse(Buffer.concat(chunks).toString()) as { created_at: string };
      latenciesMs.push(Date.now() - Date.parse(created_at));
      response.writeHead(204).end();
    });
  });
  // Accepts connections and never answers, so every attempt takes its whole 5 seconds.
  const silent = createTcpServer((socket) => socket.on('error', () => undefined).resume());
  const [healthyPort, deadPort] = [await listen(server), await listen(silent)];
  const log = createLogger('warn');
  const queue = new BossQueue({ database, onError: (error) => log.error({ err: error }, 'queue') });
  const http = createSafeHttp({ allowPrivate: true });
  const {
    webhooks,
    jobs,
    close: stop,
  } = wireWebhooks({
    db,
    queue,
    http,
    log: createLogger('silent'),
    settings: {
      secretsKeys: undefined,
      allowPrivateUrls: true,
      smtpUrl: undefined,
      smtpFrom: 'relay@example.com',
      ownerEmail: undefined,
    },
    tokenSecrets: [Buffer.alloc(32, 7)],
    nowMs: () => Date.now(),
  });
  await queue.start();
  const dead = Math.max(1, Math.round(receivers / 10));
  const organizations: string[] = [];
  for (let i = 0; i < receivers; i++) {
    const id = newId('org');
    await new OrganizationRepository(db).create(
      { id, name: 'Acme', plan: 'pro', policy: DEFAULT_POLICY },
      new Date(),
    );
    // 127.0.0.2, 127.0.0.3, …: one host each, like different customers.
    const port = i < dead ? deadPort : healthyPort;
    const url = `http://127.0.0.${i + 2}:${port}/hook`;
    await webhooks.create(id, { url, events: ['session.end'], secret: SECRET });
    organizations.push(id);
  }
  jobs.start();
  const before = process.cpuUsage();
  await pause(idleS * 1_000);
  const idle = process.cpuUsage(before);
  const loop = monitorEventLoopDelay({ resolution: 10 });
  loop.enable();
  const busyFrom = process.cpuUsage();
  const startedMs = performance.now();
  let emitted = 0;
  let toHealthy = 0;
  while (performance.now() - startedMs < seconds * 1_000) {
    const wanted = Math.floor(((performance.now() - startedMs) / 1_000) * rate);
    const events = Array.from({ length: wanted - emitted }, (_, i) => {
      const index = (emitted + i) % organizations.length;
      if (index >= dead) toHealthy++;
      const orgId = organizations[index] ?? '';
      return { orgId, type: 'session.end', data: exampleOf('session.end') } as const;
    });
    emitted = wanted;
    await db.transaction().execute((tx) => appendEvents(tx, events, Date.now()));
    await pause(TICK_MS);
  }
  const measuredS = (performance.now() - startedMs) / 1_000;
  const busy = process.cpuUsage(busyFrom);
  const deadline = performance.now() + 30_000;
  while (latenciesMs.length < toHealthy && performance.now() < deadline) {
    await pause(TICK_MS);
  }
  loop.disable();
  const ms = (value: number): string => `${value.toFixed(0)} ms`;
  const p99 = percentile(latenciesMs, 0.99);
  const cpuShare = ({ user, system }: NodeJS.CpuUsage, overS: number): string =>
    `${((user + system) / 10_000 / overS).toFixed(1)} % of a core`;
  const lines = [
    `${database.kind}: ${emitted} events in ${measuredS.toFixed(1)} s (${(emitted / measuredS).toFixed(0)}/s), ${receivers} receivers, ${dead} of them dead`,
    `  event committed → healthy receiver has it   p50 ${ms(percentile(latenciesMs, 0.5))}  p95 ${ms(percentile(latenciesMs, 0.95))}  p99 ${ms(p99)}  worst ${ms(percentile(latenciesMs, 1))}`,
    `  arrived ${latenciesMs.length} of ${toHealthy} at healthy receivers; event loop p99 ${ms(loop.percentile(99) / 1e6)}`,
    `  CPU of the process, receivers included: ${cpuShare(busy, measuredS)} under load, ${cpuShare(idle, idleS)} idle`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  await stop();
  await queue.stop(6_000);
  await http.close();
  silent.close();
  server.close();
  await close();
  return latenciesMs.length >= toHealthy && p99 < 2_000;
};

export const main = async (load: Omit<Options, 'store'>): Promise<void> => {
  for (const store of ['embedded', 'server'] as const) {
    if (!(await run({ store, ...load }))) process.exitCode = 1;
  }
  // Sockets of the dead receivers are still open.
  process.exit();
};
