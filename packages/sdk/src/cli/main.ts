#!/usr/bin/env node
import { UndertoneError } from '../http/errors.js';
import { analyze, ANALYZE_HELP } from './analyze.js';
import { CliError } from './cli-error.js';
import { listen, LISTEN_HELP } from './listen.js';

const HELP = `Undertone listens to how people sound.

Usage: undertone <command> [options]

Commands
  analyze FILE...   emotion and prosody of recordings, as a table, JSON or CSV
  listen            the same, live, from the microphone or from PCM on standard input;
                    with --forward-to, webhook events on this machine

Environment
  UNDERTONE_API_KEY   the API key (psk_…)
  UNDERTONE_URL       the relay's address [http://localhost:8787]

undertone <command> --help says more.
`;

const run = async ([command, ...args]: readonly string[]): Promise<number> => {
  const wantsHelp = args.includes('--help') || args.includes('-h');
  switch (command) {
    case 'analyze':
      if (wantsHelp) process.stdout.write(ANALYZE_HELP);
      return wantsHelp ? 0 : analyze(args);
    case 'listen':
      if (wantsHelp) process.stdout.write(LISTEN_HELP);
      return wantsHelp ? 0 : listen(args);
    case undefined:
    case '--help':
    case '-h':
    case 'help':
      process.stdout.write(HELP);
      return command === undefined ? 2 : 0;
    default:
      throw new CliError(`there is no command ${command}: try undertone --help`);
  }
};

/** An error that the user can fix is printed as one sentence. Anything else is a bug and is printed with its stack. */
const explain = (error: unknown): string => {
  if (error instanceof CliError) return error.message;
  if (error instanceof UndertoneError) return `${error.message} (${error.code})`;
  // node:util's parseArgs
  if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
    return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`undertone: ${explain(error)}\n`);
  process.exitCode = error instanceof CliError || error instanceof TypeError ? 2 : 1;
}
