/** Three relays on one Postgres behind HAProxy. */
import { createServer } from 'node:net';
import { once } from 'node:events';
import { startPostgres, type TestPostgres } from '../../relay/src/storage/testing/postgres.js';
import { RelayProcess } from '../support/relay-process.js';
import { Haproxy, type Server } from './haproxy.js';

const NAMES = ['a', 'b', 'c'] as const;

/** Ports that nobody uses now. All are held at the same time, so that they differ. */
const freePorts = async (count: number): Promise<number[]> => {
  const probes = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(probes.map((probe) => once(probe, 'listening')));
  const ports = probes.map((probe) => {
    const address = probe.address();
    if (address === null || typeof address === 'string') throw new Error('no port was given');
    return address.port;
  });
  await Promise.all(probes.map((probe) => new Promise((resolve) => probe.close(resolve))));
  return ports;
};

export class ClusterStage {
  private constructor(
    readonly postgres: TestPostgres,
    /** The first is killed, the second is restarted, the third is left alone. */
    readonly relays: readonly [RelayProcess, RelayProcess, RelayProcess],
    readonly proxy: Haproxy,
  ) {}

  static async start(): Promise<ClusterStage> {
    const undo: (() => Promise<unknown>)[] = [];
    try {
      const postgres = await startPostgres({
        settings: [
          'shared_preload_libraries=pg_stat_statements',
          'shared_buffers=256MB',
          'max_wal_size=4GB',
          // With it off, tests are faster; here the cost of a commit is part of what is measured.
          'fsync=on',
        ],
      });
      undo.push(() => postgres.stop());
      // They keep their ports over a restart: the balancer knows them by these.
      const [door = 0, ...ports] = await freePorts(1 + 2 * NAMES.length);
      const portsOf = (index: number): Omit<Server, 'name'> => ({
        port: ports[index] ?? 0,
        agentPort: ports[NAMES.length + index] ?? 0,
      });
      const start = async (index: 0 | 1 | 2): Promise<RelayProcess> => {
        const relay = await RelayProcess.start({ env: environment(postgres.url, portsOf(index)) });
        undo.push(() => relay.stop());
        return relay;
      };
      // The first alone, because it migrates and makes the organization.
      const first = await start(0);
      const relays = [first, ...(await Promise.all([start(1), start(2)]))] as const;
      const servers = NAMES.map((name, index) => ({ name, ...portsOf(index) }));
      const proxy = await Haproxy.start(door, servers);
      return new ClusterStage(postgres, relays, proxy);
    } catch (error) {
      for (const close of undo.reverse()) await close();
      throw error;
    }
  }

  async stop(): Promise<void> {
    await this.proxy.stop();
    await Promise.all(this.relays.map((relay) => relay.stop()));
    await this.postgres.stop();
  }
}

const environment = (
  databaseUrl: string,
  { port, agentPort }: Omit<Server, 'name'>,
): Record<string, string> => ({
  PORT: String(port),
  UNDERTONE_AGENT_PORT: String(agentPort),
  DATABASE_URL: databaseUrl,
  UNDERTONE_TOKEN_SECRET: 'one-secret-for-three-relays-0123456789',
  UNDERTONE_SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  UNDERTONE_BOOTSTRAP_PLAN: 'enterprise',
  UNDERTONE_HANDSHAKES_PER_MINUTE: '1000000',
  UNDERTONE_TRUST_PROXY: 'on',
  UNDERTONE_RELAY_URL: `ws://127.0.0.1:${port}`,
  UNDERTONE_WORKERS: '1',
  UNDERTONE_DEMO: 'off',
  UNDERTONE_LOG_LEVEL: 'warn',
  // Two checks of the balancer, a second apart, and one to spare.
  UNDERTONE_STOP_DELAY: '3',
});
