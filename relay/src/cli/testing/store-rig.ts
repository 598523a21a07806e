import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseLocation } from '../../storage/database/database.js';
import { startPostgres, type TestPostgres } from '../../storage/testing/postgres.js';
import { runStoreCommand } from '../store-commands.js';

/** A place for a store that nobody has used yet. */
export interface Place {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Absent: the operator gives none. */
  readonly secretsKeys?: readonly string[];
}

/** Places of both kinds for the commands on the store, in a folder and on a server that are deleted with it. */
export class StoreRig {
  private made = 0;

  private constructor(
    readonly root: string,
    private readonly server: TestPostgres,
  ) {}

  static async start(): Promise<StoreRig> {
    return new StoreRig(await mkdtemp(join(tmpdir(), 'undertone-store-')), await startPostgres());
  }

  async stop(): Promise<void> {
    await this.server.stop();
    await rm(this.root, { recursive: true });
  }

  embedded(): Place {
    return { dataDir: join(this.root, `data-${++this.made}`), databaseUrl: undefined };
  }

  async onServer(): Promise<Place> {
    const place = this.embedded();
    return { ...place, databaseUrl: await this.server.createDatabase(`place_${this.made}`) };
  }

  /** Runs a command. @returns what it printed */
  async run(place: Place, ...line: string[]): Promise<string> {
    let text = '';
    const print = (part: string): void => {
      text += part;
    };
    await runStoreCommand(line, { secretsKeys: undefined, tokenSecrets: undefined, ...place, print });
    return text;
  }
}

/** A place for the database. */
export const locationOf = ({ dataDir, databaseUrl }: Place): DatabaseLocation =>
  databaseUrl === undefined
    ? { kind: 'embedded', directory: dataDir }
    : {
        kind: 'server',
        url: databaseUrl,
        onIdleError: (error) => {
          throw error;
        },
      };
