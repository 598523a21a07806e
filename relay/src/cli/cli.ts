import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { AdminError, type AdminTarget, type Call, callAdmin } from './admin-client.js';
import { type Command, type CommandInput, COMMANDS, UsageError } from './commands.js';
import { formatAnswer } from './format.js';
import { noSuchCommand } from './no-such-command.js';

const TOKEN_FILE = 'admin-token';
/** The exit code of an audit log that somebody changed. 1 would also be that of a command that reached no relay. */
const TAMPERED = 3;

export interface CliOptions {
  readonly port: number;
  readonly dataDir: string;
  readonly adminTokens: readonly string[] | undefined;
  readonly adminUrl: string | undefined;
  readonly print: (text: string) => void;
}

const NOUNS = new Set(COMMANDS.map(({ name }) => name.split(' ')[0]));

/** Whether a command line is an operator's command. Otherwise it starts the relay. */
export const isOperatorCommand = ([noun]: readonly string[]): boolean => NOUNS.has(noun);

/** The text of `--help` for the operator's commands. */
export const cliHelp = (noun?: string): string => {
  const shown = COMMANDS.filter(({ name }) => noun === undefined || name.startsWith(`${noun} `));
  const lines = shown.map(({ name, usage, help }) => `  ${`${name} ${usage}`.trim()}\n      ${help}`);
  return [
    'Usage: undertone-relay COMMAND [--json] [--url URL]',
    '',
    'The commands call a running relay. They find it at UNDERTONE_ADMIN_URL or on this machine at PORT, and open it with',
    'UNDERTONE_ADMIN_TOKEN or the admin-token file in UNDERTONE_DATA_DIR.',
    '',
    ...lines,
    '',
  ].join('\n');
};

/**
 * Runs one of the operator's commands.
 * @returns the exit code
 * @throws UsageError, AdminError
 */
export const runCli = async (args: readonly string[], options: CliOptions): Promise<number> => {
  const [noun, verb, ...rest] = args;
  if (
    verb === undefined ||
    verb === 'help' ||
    [verb, ...rest].some((arg) => arg === '--help' || arg === '-h')
  ) {
    options.print(cliHelp(noun));
    return 0;
  }
  const command = COMMANDS.find(({ name }) => name === `${noun} ${verb}`);
  if (command === undefined) throw new UsageError(`${noSuchCommand(args)}\n\n${cliHelp(noun)}`);
  const { input, json, url } = readInput(command, rest);
  const call = command.toCall(input);
  if (command.pages !== undefined) {
    await printPages(await targetOf(options, url), call, command.pages, options.print);
    return 0;
  }
  const answer = await callAdmin(await targetOf(options, url), call);
  options.print(json ? `${JSON.stringify(answer ?? {}, null, 2)}\n` : formatAnswer(command, answer));
  return isBroken(answer) ? TAMPERED : 0;
};

/** Prints all pages of a list, a line for each entry, so that a large one never is in memory. */
const printPages = async (
  target: AdminTarget,
  call: Call,
  field: string,
  print: CliOptions['print'],
): Promise<void> => {
  for (let cursor: string | undefined = ''; cursor !== undefined;) {
    const path = cursor === '' ? call.path : `${call.path}?cursor=${encodeURIComponent(cursor)}`;
    const page = (await callAdmin(target, { ...call, path })) as Record<string, unknown>;
    for (const entry of page[field] as readonly unknown[]) print(`${JSON.stringify(entry)}\n`);
    cursor = typeof page['next_cursor'] === 'string' ? page['next_cursor'] : undefined;
  }
};

const readInput = (
  command: Command,
  args: readonly string[],
): { input: CommandInput; json: boolean; url: string | undefined } => {
  const { values, positionals } = parse(command, args);
  const { json, url, org, ...options } = values;
  const operands = typeof org === 'string' ? [org, ...positionals] : positionals;
  if (operands.length !== command.operands.length) {
    throw new UsageError(`usage: undertone-relay ${command.name} ${command.usage}`);
  }
  const texts = Object.fromEntries(
    Object.entries(options).map(([name, value]) => [name, typeof value === 'string' ? value : undefined]),
  );
  return {
    input: { operands, options: texts },
    json: json === true,
    url: typeof url === 'string' ? url : undefined,
  };
};

const parse = (command: Command, args: readonly string[]) => {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        url: text,
        ...(command.operands[0] === 'ORG' && { org: text }),
        ...Object.fromEntries(command.options.map((name) => [name, text])),
      },
    });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`${why}\nusage: undertone-relay ${command.name} ${command.usage}`, { cause });
  }
};

const targetOf = async (
  { port, dataDir, adminTokens, adminUrl }: CliOptions,
  url: string | undefined,
): Promise<AdminTarget> => {
  const target = url ?? adminUrl ?? `http://localhost:${port}`;
  if (!/^https?:\/\//.test(target) || !URL.canParse(target)) {
    const name = url === undefined ? 'UNDERTONE_ADMIN_URL' : '--url';
    throw new UsageError(`${name} must look like http://localhost:8787`);
  }
  return { url: target, token: adminTokens?.[0] ?? (await readTokenFile(dataDir)) };
};

const readTokenFile = async (dataDir: string): Promise<string> => {
  const path = join(dataDir, TOKEN_FILE);
  try {
    const [newest = ''] = (await readFile(path, 'utf8')).trim().split('\n');
    return newest.trim();
  } catch (cause) {
    throw new AdminError(
      `${path} cannot be read: set UNDERTONE_DATA_DIR to the relay’s data folder, or UNDERTONE_ADMIN_TOKEN`,
      { cause },
    );
  }
};

/** Whether it is the answer of an audit log that does not verify. */
const isBroken = (answer: unknown): boolean =>
  typeof answer === 'object' &&
  answer !== null &&
  'verification' in answer &&
  (answer.verification as { intact?: boolean }).intact === false;
