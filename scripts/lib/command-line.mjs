// @ts-check
/** What a command was asked for on its command line, its help, and its refusal of what it does not know. No dependencies. */
import { parseArgs } from 'node:util';

/** A command line that the command does not understand; `code` says in which way. */
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
 * What a command understands.
 * @typedef {object} Command
 * @property {import('node:util').ParseArgsConfig['options']} [options]
 * @property {number} [least] how many arguments there must be besides options; none by default
 * @property {number} [most] how many there may be
 * @property {readonly string[]} [whole] options that are whole numbers above 0, and come as numbers
 * @property {Readonly<Record<string, readonly string[]>>} [choices] what an option may be
 * @property {Readonly<Record<string, readonly string[]>>} [lists] what the parts of an option with commas may be; it comes as an array
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
    // Behind the first sentence comes advice for whoever meant something else.
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
 * As {@link readArguments} of this process: `--help` prints the help and ends it with 0, what the command does not know ends
 * it with 2 and says so.
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
