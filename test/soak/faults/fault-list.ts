/** What breaks. Each is made by the same means as in production: signals, the server's own settings, a full disk, cut links. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Link } from '../../support/tcp-proxy.js';
import { crashWorkers, descendants, signalAll } from './processes.js';
import type { Stage } from './stage.js';

export interface Fault {
  readonly name: string;
  /** Why it cannot be made here; undefined: it can. */
  readonly missing?: (stage: Stage) => string | undefined;
  /** Made before the traffic starts. */
  readonly prepare?: (stage: Stage) => Promise<void>;
  /** Breaks it, waits, and heals what {@link Stage.heal} does not. */
  readonly strike: (stage: Stage) => Promise<void>;
  /** Puts back what {@link prepare} changed. */
  readonly restore?: (stage: Stage) => Promise<void>;
}

const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';

/** Part of the scenario: how long something stays broken. */
const lasting = (seconds: number): Promise<void> => pause(seconds * 1_000);

const query = async (stage: Stage, text: string): Promise<void> => {
  const client = new pg.Client({ connectionString: stage.postgres.url });
  await client.connect();
  await client.query(text);
  await client.end();
};

const link = (name: string, which: 'clients' | 'database', broken: Link, seconds: number): Fault => ({
  name,
  strike: async (stage) => {
    const links = which === 'clients' ? stage.links : [stage.databaseLink];
    for (const each of links) each.set(broken);
    await lasting(seconds);
    for (const each of links) each.set({ kind: 'open' });
  },
});

const clockFile = (stage: Stage): string => join(stage.folder, 'clock');

/** The second relay lives in a process whose wall clock jumps; its monotonic clock goes on. */
const clock = (name: string, offset: string): Fault => ({
  name,
  missing: () => (existsSync(FAKETIME) ? undefined : 'apt-get install --no-install-recommends libfaketime'),
  prepare: async (stage) => {
    await writeFile(clockFile(stage), '+0');
    Object.assign(stage.environments[1], {
      LD_PRELOAD: FAKETIME,
      FAKETIME_TIMESTAMP_FILE: clockFile(stage),
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_NO_CACHE: '',
    });
    await stage.relays[1].end();
    await stage.relays[1].start();
  },
  strike: async (stage) => {
    await writeFile(clockFile(stage), offset);
    await lasting(6);
    await writeFile(clockFile(stage), '+0');
  },
  restore: async (stage) => {
    // An empty preload is none.
    Object.assign(stage.environments[1], { LD_PRELOAD: '' });
    await stage.relays[1].end();
    await stage.relays[1].start();
  },
});

/** As a deployment does it. */
export const ROLL: Fault = {
  name: 'SIGTERM, one after the other',
  strike: async ({ relays }) => {
    for (const relay of relays) {
      await relay.end();
      await relay.start();
    }
  },
};

export const postgresStopped = (seconds: number): Fault => ({
  name: `Postgres stopped, ${seconds} s`,
  strike: async ({ postgres }) => {
    await postgres.halt();
    await lasting(seconds);
    await postgres.start();
  },
});

export const NOTHING: Fault = { name: 'nothing', strike: () => lasting(1) };

export const FAULTS: readonly Fault[] = [
  {
    name: 'kill -9 of one relay',
    strike: async ({ relays: [first] }) => {
      await first.kill('SIGKILL');
      await lasting(2);
      await first.start();
    },
  },
  {
    name: 'kill -9 of both relays',
    strike: async ({ relays }) => {
      await Promise.all(relays.map((relay) => relay.kill('SIGKILL')));
      await Promise.all(relays.map((relay) => relay.start()));
    },
  },
  ROLL,
  {
    name: 'SIGSTOP of a relay, 8 s',
    strike: async ({ relays: [first] }) => {
      process.kill(first.pid, 'SIGSTOP');
      await lasting(8);
      process.kill(first.pid, 'SIGCONT');
    },
  },
  postgresStopped(4),
  {
    name: 'Postgres killed (-9)',
    strike: async ({ postgres }) => {
      const children = await descendants(postgres.pid);
      await postgres.halt('SIGKILL');
      signalAll(children, 'SIGKILL');
      await lasting(1);
      await postgres.start();
    },
  },
  {
    name: 'a Postgres process killed (-9)',
    strike: async ({ postgres }) => {
      // One backend that dies makes the server end all others and recover.
      signalAll((await descendants(postgres.pid)).slice(-1), 'SIGKILL');
      await lasting(4);
    },
  },
  {
    name: 'Postgres frozen (SIGSTOP), 5 s',
    strike: async ({ postgres }) => {
      const all = [postgres.pid, ...(await descendants(postgres.pid))];
      signalAll(all, 'SIGSTOP');
      await lasting(5);
      signalAll(all, 'SIGCONT');
    },
  },
  {
    name: 'Postgres read-only, 4 s',
    strike: async (stage) => {
      await query(stage, 'alter system set default_transaction_read_only = on');
      await query(stage, 'select pg_reload_conf()');
      await lasting(4);
      await query(stage, 'alter system reset default_transaction_read_only');
      await query(stage, 'select pg_reload_conf()');
    },
  },
  {
    name: 'disk of Postgres full, 5 s',
    missing: ({ disk }) => (disk === undefined ? 'needs root, to mount a small disk' : undefined),
    strike: async ({ disk, postgres }) => {
      await disk?.fill();
      await lasting(5);
      await disk?.empty();
      await postgres.start();
    },
  },
  link('relays cut from Postgres, 5 s', 'database', { kind: 'down' }, 5),
  link('relays and Postgres half open, 5 s', 'database', { kind: 'black_hole' }, 5),
  link('slow link to Postgres, 100 ms', 'database', { kind: 'slow', ms: 100 }, 6),
  link('clients cut off, 3 s', 'clients', { kind: 'down' }, 3),
  link('clients half open, 6 s', 'clients', { kind: 'black_hole' }, 6),
  link('clients’ link slow, 400 ms', 'clients', { kind: 'slow', ms: 400 }, 6),
  link('clients’ link byte by byte', 'clients', { kind: 'byte_by_byte' }, 6),
  clock('clock of a relay +1 h', '+3600'),
  clock('clock of a relay −1 h', '-3600'),
  clock('clock of a relay +1 day', '+86400'),
  {
    name: 'decoding processes killed, 6 s',
    strike: async ({ relays }) => {
      for (let n = 0; n < 30; n += 1) {
        for (const relay of relays) signalAll(await descendants(relay.pid), 'SIGKILL');
        await lasting(0.2);
      }
    },
  },
  {
    name: 'inference threads crash',
    strike: async ({ relays }) => {
      for (const relay of relays) {
        if ((await crashWorkers(relay, 'inference')) === 0) throw new Error('no thread was found to crash');
      }
    },
  },
];
