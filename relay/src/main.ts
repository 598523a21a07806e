#!/usr/bin/env node
import type { DestinationStream } from 'pino';
import pretty from 'pino-pretty';
import { type Relay, startRelay } from './app/app.js';
import { bannerText } from './app/start/banner.js';
import { cliHelp, isOperatorCommand, runCli } from './cli/cli.js';
import { UsageError } from './cli/commands.js';
import { noSuchCommand } from './cli/no-such-command.js';
import { isStoreCommand, runStoreCommand, storeHelp } from './cli/store-commands.js';
import { limitGarbageThreads } from './concurrency/garbage-threads.js';
import { type Config, loadConfig } from './config/config.js';
import { helpText } from './config/config-variables.js';
import { explain } from './explain.js';
import { createLogger, type Logger, withoutCredentials } from './telemetry/logger.js';
import { stderrStream } from './telemetry/log-stream.js';
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
  limitGarbageThreads();
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

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`undertone: ${withoutCredentials(explain(error))}\n`);
  process.exitCode = error instanceof UsageError ? WRONG_COMMAND_LINE : 1;
  // Threads that were started before the failure must not keep the process alive.
  process.exit();
}
