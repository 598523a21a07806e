import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const TOKEN_SECRET_FILE = 'token-secret';
/** Where the command line looks for the operator's token. */
const ADMIN_TOKEN_FILE = 'admin-token';
const SECRET_BYTES = 32;

/** Secrets with one purpose. The first one signs or seals; the others go on to verify and to open. */
export type Several<T> = readonly [T, ...T[]];

/**
 * The secrets that sign stream tokens. They are the operator's, or one is made at the first start and kept in the data folder,
 * where only this user can read it. A line that is put above it there takes its place.
 */
export const loadTokenSecrets = async (
  chosen: readonly string[] | undefined,
  dataDir: string,
): Promise<Several<Uint8Array>> =>
  asSeveral(
    chosen?.map((text) => Buffer.from(text, 'utf8')) ??
      (await loadOrMake(dataDir, TOKEN_SECRET_FILE)).map((text) => Buffer.from(text, 'base64url')),
  );

/** The secrets that an earlier start kept in the data folder. */
export const keptTokenSecrets = async (dataDir: string): Promise<readonly Uint8Array[]> => {
  const text = await readFile(join(dataDir, TOKEN_SECRET_FILE), 'utf8').catch(() => '');
  return linesOf(text).map((line) => Buffer.from(line, 'base64url'));
};

/** The tokens of the admin API, chosen or made in the same way. All of them open it. */
export const loadAdminTokens = async (
  chosen: readonly string[] | undefined,
  dataDir: string,
): Promise<Several<string>> => asSeveral(chosen ?? (await loadOrMake(dataDir, ADMIN_TOKEN_FILE)));

/**
 * The keys that seal stored secrets and voices, the first one, and open them, all of them.
 * @param keys the operator's, newest first. Absent: the token secrets are used
 * @param tokenSecrets open what was sealed before there was a key
 */
export const sealingKeys = (
  keys: readonly string[] | undefined,
  tokenSecrets: Several<Uint8Array>,
): Several<Uint8Array> =>
  asSeveral([...(keys ?? []).map((key) => Buffer.from(key, 'utf8')), ...tokenSecrets]);

const asSeveral = <T>([first, ...others]: readonly T[]): Several<T> => {
  if (first === undefined) throw new Error('there is no secret');
  return [first, ...others];
};

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The lines of a secret file. The file is made if it does not exist. */
const loadOrMake = async (dataDir: string, file: string): Promise<readonly string[]> => {
  const path = join(dataDir, file);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // Written to a draft and linked: two first starts at once end with the same secret, and nobody reads half of one.
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  try {
    await writeFile(draft, randomBytes(SECRET_BYTES).toString('base64url'), { mode: 0o600, flag: 'wx' });
    await link(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const lines = linesOf(await readFile(path, 'utf8'));
  if (lines.length === 0 || lines.some((line) => Buffer.from(line, 'base64url').length < SECRET_BYTES))
    throw new Error(`${path} is damaged: remove it, and a new secret is made`);
  return lines;
};
