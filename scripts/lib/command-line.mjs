// @ts-check
/** Reads a command line, prints its help, and refuses unknown options. No dependencies. */
import { parseArgs } from 'node:util';

/** A command line that the command does not accept; `code` names the reason. */
export class CommandLineError extends Error {
  /**
   * @param {'unknown_option' | 'missing_argument' | 'unexpected_argument' | 'invalid_value'} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.name = 'CommandLineError';
    this.code = code;
  }
}

/**
 * The options and arguments of a command.
 * @typedef {object} Command
 * @property {import('node:util').ParseArgsConfig['options']} [options]
 * @property {number} [least] minimum number of arguments besides options; none by default
 * @property {number} [most] maximum number of arguments besides options; none by default
 * @property {readonly string[]} [whole] options that are whole numbers above 0, returned as numbers
 * @property {Readonly<Record<string, readonly string[]>>} [choices] allowed values of an option
 * @property {Readonly<Record<string, readonly string[]>>} [lists] allowed parts of a comma-separated option, which is returned as an array
 */

/**
 * Reads options and arguments strictly.
 * @param {readonly string[]} args
 * @param {Command} command
 * @throws CommandLineError
 */
export function readArguments(args, { options, least = 0, most = 0, whole = [], choices = {}, lists = {} }) {
  let read;
  try {
    read = parseArgs({ args: [...args], allowPositionals: true, options: options ?? {} });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // The first sentence names the problem; the rest is generic advice.
    throw new CommandLineError('unknown_option', message.split('. ')[0] ?? message);
  }
  const { positionals } = read;
  if (positionals.length < least) {
    throw new CommandLineError(
      'missing_argument',
      `${least} argument(s) expected, got ${positionals.length}`,
    );
  }
  if (positionals.length > most) {
    throw new CommandLineError('unexpected_argument', `unexpected argument: ${positionals[most]}`);
  }
  return { values: understand(read.values, { whole, choices, lists }), positionals };
}

/**
 * @param {Readonly<Record<string, unknown>>} given
 * @param {Required<Pick<Command, 'whole' | 'choices' | 'lists'>>} command
 */
function understand(given, { whole, choices, lists }) {
  const values = { ...given };
  const refuse = (/** @type {string} */ name, /** @type {string} */ expected) => {
    throw new CommandLineError('invalid_value', `--${name} ${given[name]}: expected ${expected}`);
  };
  const isGiven = (/** @type {string} */ name) => given[name] !== undefined;
  for (const name of whole.filter(isGiven)) {
    const number = Number(given[name]);
    if (!Number.isSafeInteger(number) || number < 1) refuse(name, 'a whole number above 0');
    values[name] = number;
  }
  for (const [name, known] of Object.entries(choices)) {
    if (isGiven(name) && !known.includes(String(given[name]))) refuse(name, known.join(' or '));
  }
  for (const [name, known] of Object.entries(lists)) {
    if (!isGiven(name)) continue;
    const parts = String(given[name]).split(',');
    if (!parts.every((part) => known.includes(part))) refuse(name, `some of ${known.join(',')}`);
    values[name] = parts;
  }
  return values;
}

/**
 * {@link readArguments} for this process: `--help` prints the help and exits with 0; a command line that is not accepted
 * prints the error and exits with 2.
 * @param {Command & { help: string }} command
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
