// @ts-check
/** What a command was asked for on its command line, its help, and its refusal of what it does not know. No dependencies. */
import { parseArgs } from 'node:util';

/** A command line that the command does not understand; `code` says in which way. */
export class CommandLineError extends Error {
  /**
   * @param {'unknown_option' | 'missing_argument' | 'unexpected_argument'} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.name = 'CommandLineError';
    this.code = code;
  }
}

/**
 * Reads options and arguments strictly.
 * @template {import('node:util').ParseArgsConfig['options']} O
 * @param {readonly string[]} args
 * @param {{ options?: O, least?: number, most?: number }} command how many arguments there may be besides options; none by default
 * @throws CommandLineError
 */
export function readArguments(args, { options, least = 0, most = 0 }) {
  let read;
  try {
    read = parseArgs({ args: [...args], allowPositionals: true, options: options ?? {} });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Behind the first sentence comes advice for whoever meant something else.
    throw new CommandLineError('unknown_option', message.split('. ')[0] ?? message);
  }
  const { values, positionals } = read;
  if (positionals.length < least) {
    throw new CommandLineError(
      'missing_argument',
      `${least} argument(s) expected, got ${positionals.length}`,
    );
  }
  if (positionals.length > most) {
    throw new CommandLineError('unexpected_argument', `unexpected argument: ${positionals[most]}`);
  }
  return { values, positionals };
}

/**
 * As {@link readArguments} of this process: `--help` prints the help and ends it with 0, what the command does not know ends
 * it with 2 and says so.
 * @template {import('node:util').ParseArgsConfig['options']} O
 * @param {{ help: string, options?: O, least?: number, most?: number }} command
 */
export function commandLine({ help, ...command }) {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${help.trim()}\n`);
    process.exit(0);
  }
  try {
    return readArguments(args, command);
  } catch (error) {
    if (!(error instanceof CommandLineError)) throw error;
    process.stderr.write(
      `${error.code}: ${error.message}\n${help.trim().split('\n')[0]}\n--help says more.\n`,
    );
    process.exit(2);
  }
}
