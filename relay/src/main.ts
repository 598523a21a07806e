#!/usr/bin/env node
import type { DestinationStream } from 'pino';
import pretty from 'pino-pretty';
import { type Relay, startRelay } from './app/app.js';
import { bannerText } from './app/start/banner.js';
import { MissingSecretError } from './app/start/secret-check.js';
import { AdminError } from './cli/admin-client.js';
import { cliHelp, isOperatorCommand, runCli } from './cli/cli.js';
import { UsageError } from './cli/commands.js';
import { noSuchCommand } from './cli/no-such-command.js';
import { StoreError } from './cli/store.js';
import { isStoreCommand, runStoreCommand, storeHelp } from './cli/store-commands.js';
import { TelephonyAccountsError } from './domain/telephony/telephony-accounts.js';
import { type Config, ConfigError, loadConfig } from './config/config.js';
import { helpText } from './config/config-variables.js';
import { BackupError } from './storage/backup/backup-file.js';
import { NewerSchemaError } from './storage/database/newer-schema.js';
import { DirectoryLockedError } from './storage/pglite/directory-lock.js';
import { EmbeddedNotOpenedError } from './storage/pglite/not-opened.js';
import { createLogger, type Logger, withoutCredentials } from './telemetry/logger.js';
import { stderrStream } from './telemetry/log-stream.js';
import { ListenError } from './transport/listen-error.js';
import { VERSION } from './config/version.js';

const STDERR = 2;
/** The exit code by which a script tells a mistyped command from one that failed. */
const WRONG_COMMAND_LINE = 2;
/** How long the last lines of the log may take. A reader that is stuck does not keep the relay from ending. */
const LOG_FLUSH_MS = 1_000;

/** A reader that has seen enough (`| head`) does not keep a command from its end. */
const outliveReaders = (): void =>
  void process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

const main = async (args: readonly string[]): Promise<void> => {
  outliveReaders();
  const print = (text: string): void => void process.stdout.write(text);
  if (isStoreCommand(args)) {
    await runStoreCommand(args, { ...loadConfig(process.env), print });
    return;
  }
  if (isOperatorCommand(args)) {
    process.exitCode = await runCli(args, { ...loadConfig(process.env), print });
    return;
  }
  if (args[0] === 'help' || args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${helpText()}\n${cliHelp()}\n${storeHelp()}`);
    return;
  }
  if (args.includes('--version')) {
    process.stdout.write(`${VERSION}\n`);
    return;
  }
  if (args.length > 0) {
    throw new UsageError(
      `${noSuchCommand(args)}\nundertone-relay --help lists them; with no argument at all it starts the relay`,
    );
  }
  const config = loadConfig(process.env);
  const lines = stderrStream();
  const log = createLogger(config.logLevel, process.stderr.isTTY ? prettyLines() : lines);
  const leave = (code: number): void => void lines.flush(LOG_FLUSH_MS).then(() => process.exit(code));
  process.once('uncaughtException', (error) => {
    log.fatal({ err: error }, 'the relay broke');
    leave(1);
  });
  const relay = await startRelay(config, log, { droppedLogLines: () => lines.dropped });
  process.stdout.write(bannerText({ ...config, ...relay, storage: describeStorage(config) }));
  stopOnSignal(relay, log, leave);
};

/** The log goes to stderr, as JSON lines or, on a terminal, as text. stdout is for the person who started the relay. */
const prettyLines = (): DestinationStream =>
  pretty({
    destination: STDERR,
    sync: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname',
    singleLine: true,
  });

const describeStorage = ({ databaseUrl, dataDir }: Config): string =>
  databaseUrl === undefined ? `embedded, in ${dataDir}` : 'Postgres (DATABASE_URL)';

/** The first signal stops the relay in an orderly way, the second one at once. A terminal that is closed may send several. */
const stopOnSignal = (relay: Relay, log: Logger, leave: (code: number) => void): void => {
  let asked = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (asked) {
      if (signal === 'SIGHUP') return;
      log.warn({ signal }, 'stopping at once');
      leave(1);
      return;
    }
    asked = true;
    relay.stop().then(
      () => leave(0),
      (error: unknown) => {
        log.error({ err: error }, 'did not stop cleanly');
        leave(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  process.on('SIGHUP', onSignal);
};

/** An error that a person can fix is explained in one sentence. Any other error is shown with its stack. */
const explain = (error: unknown): string => {
  if (error instanceof ConfigError || error instanceof ListenError) return error.message;
  if (error instanceof TelephonyAccountsError) return error.message;
  if (error instanceof MissingSecretError || error instanceof NewerSchemaError) return error.message;
  if (error instanceof UsageError || error instanceof StoreError || error instanceof AdminError)
    return error.message;
  if (error instanceof BackupError || error instanceof EmbeddedNotOpenedError) return error.message;
  if (error instanceof DirectoryLockedError) {
    return `${error.message}: stop that relay, or set UNDERTONE_DATA_DIR to another folder`;
  }
  if (!(error instanceof Error)) return String(error);
  const advice = ADVICE[codeOf(error)];
  if (advice !== undefined) return `${error.message}\n${advice}`;
  // Of a migration, for which the database said why.
  const below = ADVICE[codeOf(error.cause)];
  if (below !== undefined && error.cause instanceof Error) {
    return `${error.message}: ${error.cause.message}\n${below}`;
  }
  const cause = error.cause instanceof Error ? `\ncaused by ${error.cause.stack ?? error.cause.message}` : '';
  return `${error.stack ?? error.message}${cause}`;
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const ADVICE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing answers at DATABASE_URL: is the Postgres server running?',
  ENOTFOUND: 'The host name in DATABASE_URL is unknown.',
  '28P01': 'Postgres refuses the user or password of DATABASE_URL.',
  '42501':
    'The user of DATABASE_URL may not do that. It has to own the database and, when a version makes roles (the first start), have CREATEROLE: docs/operate.md.',
  '25006': 'The database takes no writes: DATABASE_URL names a standby, or the server was set read-only.',
  '28000': 'Postgres lets nobody in from here with that user: its pg_hba.conf says who may.',
  '53100': 'The disk of the database is full.',
  '53300': 'Postgres has no connection left: raise max_connections, 10 for each relay.',
  '57P03': 'Postgres is starting or stopping: try again in a moment.',
  '3D000': 'The database named in DATABASE_URL does not exist: create it with createdb.',
  EACCES: 'This user may not use that file or folder: choose another one with UNDERTONE_DATA_DIR.',
  EROFS: 'That folder is read-only: choose another one with UNDERTONE_DATA_DIR.',
  ENOSPC: 'The disk is full.',
  model_unavailable:
    'The emotion model could not be loaded: check UNDERTONE_MODEL, or unset it for the built-in one.',
};

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`undertone: ${withoutCredentials(explain(error))}\n`);
  process.exitCode = error instanceof UsageError ? WRONG_COMMAND_LINE : 1;
  // Threads that were started before the failure must not keep the process alive.
  process.exit();
}
