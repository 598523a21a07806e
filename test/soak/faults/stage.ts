/** Two real relays on one real Postgres, and the links between all of them that a fault can cut. */
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startReceiver, type Receiver } from '../../../relay/src/jobs/testing/receivers.js';
import { startPostgres, type TestPostgres } from '../../../relay/src/storage/testing/postgres.js';
import { RelayProcess } from '../../support/relay-process.js';
import { TcpProxy } from '../../support/tcp-proxy.js';
import { SmallDisk } from './small-disk.js';

const ADMIN_TOKEN = 'operator-token-of-the-fault-runs-01234567';
const READY_MS = 30_000;

export interface Organization {
  readonly id: string;
  readonly key: string;
}

export class Stage {
  private made = 0;

  private constructor(
    readonly folder: string,
    readonly disk: SmallDisk | undefined,
    readonly postgres: TestPostgres,
    /** Between the relays and Postgres. */
    readonly databaseLink: TcpProxy,
    readonly relays: readonly [RelayProcess, RelayProcess],
    /** What the next start of each relay gets in its environment. */
    readonly environments: readonly [Record<string, string>, Record<string, string>],
    /** Between the clients and each relay. */
    readonly links: readonly [TcpProxy, TcpProxy],
    readonly receiver: Receiver,
  ) {}

  static async start(): Promise<Stage> {
    const folder = await mkdtemp(join(tmpdir(), 'undertone-faults-'));
    await chmod(folder, 0o755); // Postgres runs as another user
    const disk = await SmallDisk.mount(join(folder, 'disk'));
    const small = ['min_wal_size=32MB', 'max_wal_size=64MB', 'shared_buffers=16MB'];
    await mkdir(join(folder, 'disk'), { recursive: true });
    const postgres = await startPostgres({ settings: small, parent: join(folder, 'disk') });
    const address = new URL(postgres.url);
    const databaseLink = await TcpProxy.start(() => Number(new URL(postgres.url).port));
    address.port = String(databaseLink.port);
    const common = {
      DATABASE_URL: address.href,
      UNDERTONE_TOKEN_SECRET: 'one-secret-for-all-relays-0123456789',
      UNDERTONE_SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
      UNDERTONE_ADMIN_TOKEN: ADMIN_TOKEN,
      UNDERTONE_BOOTSTRAP_PLAN: 'enterprise',
      UNDERTONE_HANDSHAKES_PER_MINUTE: '100000',
      UNDERTONE_ALLOW_PRIVATE_URLS: 'on',
      UNDERTONE_WORKERS: '1',
      UNDERTONE_DEMO: 'off',
      UNDERTONE_LOG_LEVEL: 'info',
      NODE_OPTIONS: '--inspect-port=127.0.0.1:0',
    };
    const environments = [{ ...common }, { ...common }] as const;
    const relays = [
      await RelayProcess.start({ env: environments[0] }),
      await RelayProcess.start({ env: environments[1] }),
    ] as const;
    const links = [
      await TcpProxy.start(() => relays[0].port),
      await TcpProxy.start(() => relays[1].port),
    ] as const;
    const receiver = await startReceiver((_, response) => response.end('ok'));
    return new Stage(folder, disk, postgres, databaseLink, relays, environments, links, receiver);
  }

  /** An organization with credits, and a webhook that names it in its path. */
  async createOrganization(name: string): Promise<Organization> {
    const made = await this.admin('/organizations', { name, plan: 'enterprise' });
    const id = made['organization']?.['id'] ?? '';
    this.made += 1;
    await this.admin(`/organizations/${id}/wallet/top-ups`, {
      reference: `faults ${this.made}`,
      credits: 10_000,
    });
    const key = (await this.admin(`/organizations/${id}/api-keys`, { name }))['api_key']?.['key'] ?? '';
    const answer = await fetch(`${this.relays[0].url}/v1/webhooks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        url: new URL(`/${id}`, this.receiver.url).href,
        events: ['session.end', 'analysis.complete'],
        secret: 'k7Hq2mXw9Zr4Tb6Yn8Pc3Vd5',
      }),
    });
    if (!answer.ok) throw new Error(`webhooks: HTTP ${answer.status} ${await answer.text()}`);
    return { id, key };
  }

  /** What a fault took down and did not put back itself is started again. @returns what is not well after 30 s */
  async heal(): Promise<string[]> {
    for (const link of [...this.links, this.databaseLink]) link.set({ kind: 'open' });
    await this.postgres.start();
    const untilMs = performance.now() + READY_MS;
    for (const [index, relay] of this.relays.entries()) {
      if (!relay.running) await relay.start();
      for (;;) {
        const answer = await fetch(`${relay.url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(
          () => undefined,
        );
        if (answer?.ok === true) break;
        if (performance.now() > untilMs) return [`relay ${index} is not ready 30 s after the fault`];
        await pause(200); // HTTP offers only polling
      }
    }
    return [];
  }

  async stop(): Promise<void> {
    await Promise.all(this.links.map((link) => link.stop()));
    await Promise.all(this.relays.map((relay) => relay.stop()));
    await this.databaseLink.stop();
    await this.receiver.close();
    await this.postgres.stop();
    await this.disk?.unmount();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async admin(path: string, body: object): Promise<Record<string, Record<string, string>>> {
    const answer = await fetch(`${this.relays[0].url}/admin/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: HTTP ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, Record<string, string>>;
  }
}
