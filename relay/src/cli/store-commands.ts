import { parseArgs } from 'node:util';
import { migrate, rehearse } from '../storage/database/migrate.js';
import type { MigrationWait } from '../storage/database/lock-patience.js';
import { migrations } from '../storage/migrations/index.js';
import { oldestAfter } from '../storage/migrations/migration.js';
import { runBackup, runRestore } from './backup-commands.js';
import { UsageError } from './commands.js';
import { runReseal } from './reseal-command.js';
import { mustExist, type StoreInput, type StoreOptions, withStore } from './store.js';

interface StoreCommand {
  readonly name: string;
  readonly usage: string;
  readonly help: string;
  readonly operands: number;
  readonly flags: readonly string[];
  readonly run: (input: StoreInput, options: StoreOptions) => Promise<void>;
}

const runMigrate = async ({ flags }: StoreInput, options: StoreOptions): Promise<void> => {
  const dry = flags.has('dry-run');
  if (dry) await mustExist(options);
  const onWait = (wait: MigrationWait): void =>
    options.print(
      wait.kind === 'another'
        ? 'another relay or command migrates this database: waiting until it is done\n'
        : `the tables are in use by ${wait.users}: tried ${wait.tries === 1 ? 'once' : `${wait.tries} times`}, trying again while requests go on\n`,
    );
  const { ran, seconds, newer } = await withStore(options, ({ queries }) =>
    dry
      ? rehearse(queries, { onWait })
      : migrate(queries, { onWait, onBegin: (name) => options.print(`${name} begins\n`) }),
  );
  if (newer.length > 0) {
    options.print(
      `a newer relay migrated this database (${newer.join(', ')}): this version may run on it as well\n`,
    );
  }
  if (ran.length === 0) {
    options.print('the database is up to date: no migration is to run\n');
    return;
  }
  const verb = dry ? 'would run' : 'ran';
  options.print(ran.map((name) => `${verb} ${name} (${stepOf(name)})${lasting(seconds[name])}\n`).join(''));
  options.print(whoMayRun(ran, dry));
  if (dry) options.print('all of them succeeded and were taken back: nothing was changed\n');
};

/** Said of what takes long enough for somebody to notice. */
const lasting = (seconds = 0): string => (seconds < 1 ? '' : `: ${Math.round(seconds)} s`);

const stepOf = (name: string): string => migrations[name]?.step ?? '';

/** Which relays may run on the database afterward, and whether running ones have to be stopped before. */
const whoMayRun = (ran: readonly string[], dry: boolean): string => {
  const oldest = oldestAfter(migrations).get(ran.at(-1) ?? '');
  const who = oldest === undefined ? 'every relay' : `every relay that knows ${oldest}`;
  const last = `${who} may run on this database ${dry ? 'afterward' : 'now'}\n`;
  const isNew = ran.length === Object.keys(migrations).length;
  if (isNew) return last;
  const isContract = ran.some((name) => stepOf(name) === 'contract');
  const first = isContract
    ? `this takes something away: relays that do not know ${oldest ?? ''} ${dry ? 'have' : 'had'} to be stopped before\n`
    : 'this only adds: relays of the version before go on, and may be started again\n';
  return `${first}${last}`;
};

/** The commands that open the store themselves, instead of calling a relay. */
export const STORE_COMMANDS: readonly StoreCommand[] = [
  {
    name: 'migrate',
    usage: '[--dry-run]',
    help: 'brings the schema up to date; with --dry-run only tells what would run and which relays may run afterward, having tried it in a transaction',
    operands: 0,
    flags: ['dry-run'],
    run: runMigrate,
  },
  {
    name: 'backup',
    usage: 'FILE [--without-secrets]',
    help: 'writes the whole database to a new file, with the secrets that are kept in the data folder; beside running relays if on a server',
    operands: 1,
    flags: ['without-secrets'],
    run: runBackup,
  },
  {
    name: 'restore',
    usage: 'FILE [--replace]',
    help: 'puts a backup into an empty store of either kind, or with --replace in place of what the store holds; stop every relay first',
    operands: 1,
    flags: ['replace'],
    run: runRestore,
  },
  {
    name: 'reseal',
    usage: '',
    help: 'seals stored webhook secrets and voices with the first key of UNDERTONE_SECRETS_KEY; beside running relays if on a server',
    operands: 0,
    flags: [],
    run: runReseal,
  },
];

/** Whether a command line is one of {@link STORE_COMMANDS}. */
export const isStoreCommand = ([name]: readonly string[]): boolean =>
  STORE_COMMANDS.some((command) => command.name === name);

/** The part of `--help` about these commands. */
export const storeHelp = (): string =>
  [
    'These commands open the store itself, at DATABASE_URL or in UNDERTONE_DATA_DIR. Stop a relay with an embedded database first.',
    '',
    ...STORE_COMMANDS.map(({ name, usage, help }) => `  ${name} ${usage}\n      ${help}`),
    '',
  ].join('\n');

/**
 * Runs one of the commands on the store.
 * @throws UsageError, StoreError, DirectoryLockedError when a relay uses the data folder, or what the store throws
 */
export const runStoreCommand = async (args: readonly string[], options: StoreOptions): Promise<void> => {
  const [name, ...rest] = args;
  const command = STORE_COMMANDS.find((each) => each.name === name);
  if (command === undefined) throw new UsageError(`there is no command ${name ?? ''}\n\n${storeHelp()}`);
  const usage = `usage: undertone-relay ${command.name} ${command.usage}`;
  if (rest[0] === 'help' || rest.some((arg) => arg === '--help' || arg === '-h')) {
    options.print(`${usage}\n    ${command.help}\n`);
    return;
  }
  const { values, positionals } = parse(command, rest, usage);
  if (positionals.length !== command.operands) throw new UsageError(usage);
  const flags = new Set(Object.keys(values).filter((flag) => values[flag] === true));
  await command.run({ operands: positionals, flags }, options);
};

const parse = (
  { flags }: StoreCommand,
  args: readonly string[],
  usage: string,
): { values: Readonly<Record<string, unknown>>; positionals: readonly string[] } => {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' } as const])),
    });
  } catch (cause) {
    throw new UsageError(`${cause instanceof Error ? cause.message : String(cause)}\n${usage}`, { cause });
  }
};
