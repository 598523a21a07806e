import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

const FORMAT = 'undertone-backup';
/** Raised when a relay with the present form could not read a new backup. */
const VERSION = 1;

/** What a backup says of itself, in its first line. */
export interface BackupHeader {
  readonly madeAt: string;
  /** What had run on the database, oldest first. */
  readonly migrations: readonly string[];
  /** SHA-256 of the migrations in the form in which they ran. */
  readonly checksums: Readonly<Record<string, string>>;
  /** The text of the secret files that the backup holds, by name. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** Announces the rows that follow, until the next table. */
export interface BackupTable {
  readonly table: string;
  readonly columns: readonly string[];
}

/** Where the counter of an identity column stood. Its table's rows are complete. */
export interface BackupCounter {
  readonly counter: string;
  readonly column: string;
  readonly last: string;
  readonly used: boolean;
}

/** A row: each column as Postgres writes it as text. */
export type BackupRow = readonly (string | null)[];
export type BackupPart = BackupTable | BackupCounter | BackupRow;

/** A backup that cannot be made or used. The message says why, and what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/**
 * Writes a backup: gzipped lines of JSON, the last of which has the checksum of the others. The file appears under its name when
 * it is complete; only this user can read it.
 * @param parts lines, each a {@link BackupPart} as JSON
 * @throws BackupError when the file exists, or its folder does not
 */
export const writeBackup = async (
  path: string,
  header: BackupHeader,
  parts: AsyncIterable<string>,
): Promise<void> => {
  if (await exists(path)) throw new BackupError(`${path} exists already: choose another name`);
  const folder = dirname(path);
  if (!(await exists(folder))) throw new BackupError(`there is no folder ${folder}`);
  const draft = `${path}.partial`;
  await rm(draft, { force: true });
  try {
    await pipeline(
      Readable.from(sealed(header, parts)),
      createGzip(),
      createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true }),
    );
    await link(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
};

async function* sealed(header: BackupHeader, parts: AsyncIterable<string>): AsyncGenerator<string> {
  const hash = createHash('sha256');
  const first = `${JSON.stringify({ format: FORMAT, version: VERSION, ...header })}\n`;
  hash.update(first);
  yield first;
  for await (const line of parts) {
    const text = `${line}\n`;
    hash.update(text);
    yield text;
  }
  yield `${JSON.stringify({ end: hash.digest('hex') })}\n`;
}

/**
 * Reads a backup to its end and compares its checksum.
 * @returns its header and how many rows it has
 * @throws BackupError when it is none, is damaged, or has a newer form than this relay reads
 */
export const checkBackup = async (path: string): Promise<{ header: BackupHeader; rows: number }> => {
  const hash = createHash('sha256');
  let header: BackupHeader | undefined;
  let rows = 0;
  let ended = false;
  for await (const line of linesOf(path)) {
    if (ended) throw damaged(path);
    if (header === undefined) header = readHeader(path, line);
    else if (isEnd(path, line, hash)) ended = true;
    else if (line.startsWith('[')) rows++;
    hash.update(`${line}\n`);
  }
  if (header === undefined || !ended) throw damaged(path);
  return { header, rows };
};

/** The parts of a backup that {@link checkBackup} has found whole. */
export async function* readBackup(path: string): AsyncGenerator<BackupPart> {
  let first = true;
  for await (const line of linesOf(path)) {
    const isPart = !first && !line.startsWith(END);
    first = false;
    if (isPart) yield JSON.parse(line) as BackupPart;
  }
}

const END = '{"end":';

/** Whether this is the last line. @throws BackupError when it does not match the lines before */
const isEnd = (path: string, line: string, before: Hash): boolean => {
  if (!line.startsWith(END)) return false;
  if (line !== JSON.stringify({ end: before.copy().digest('hex') })) throw damaged(path);
  return true;
};

const readHeader = (path: string, line: string): BackupHeader => {
  const value = parse(line);
  if (value?.format !== FORMAT) throw new BackupError(`${path} is not a backup of a relay`);
  if (value.version !== VERSION) {
    throw new BackupError(`${path} was made by a newer relay: restore it with that version`);
  }
  return value as BackupHeader;
};

const parse = (line: string): (Partial<BackupHeader> & { format?: string; version?: number }) | undefined => {
  try {
    return JSON.parse(line) as Partial<BackupHeader>;
  } catch {
    // Other people's files need not be JSON.
    return undefined;
  }
};

async function* linesOf(path: string): AsyncGenerator<string> {
  if (!(await exists(path))) throw new BackupError(`there is no file ${path}`);
  const file = createReadStream(path);
  const text = file.pipe(createGunzip()).setEncoding('utf8');
  file.once('error', (error) => text.destroy(error));
  let begun: string[] = [];
  try {
    for await (const chunk of text as AsyncIterable<string>) {
      const [first = '', ...others] = chunk.split('\n');
      begun.push(first);
      for (const other of others) {
        yield begun.join('');
        begun = [other];
      }
    }
  } catch (cause) {
    if (isZlib(cause)) throw damaged(path, cause);
    throw cause;
  } finally {
    file.destroy();
  }
  if (begun.join('') !== '') throw damaged(path);
}

const damaged = (path: string, cause?: unknown): BackupError =>
  new BackupError(`${path} is damaged, cut off, or not a backup of a relay`, { cause });

const isZlib = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');

const exists = async (path: string): Promise<boolean> => {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
};
