import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const TOKEN_SECRET_FILE = 'token-secret';
/** Where the command line looks for the operator's token. */
export const ADMIN_TOKEN_FILE = 'admin-token';
const SECRET_BYTES = 32;

/**
 * The secret that signs stream tokens. It is the operator's, or it is made at the first start and kept in the data folder,
 * where only this user can read it.
 */
export const loadTokenSecret = async (chosen: string | undefined, dataDir: string): Promise<Uint8Array> =>
  chosen === undefined
    ? Buffer.from(await loadOrMake(dataDir, TOKEN_SECRET_FILE), 'base64url')
    : Buffer.from(chosen, 'utf8');

/** The secret that an earlier start kept in the data folder, if there is one. */
export const keptTokenSecret = async (dataDir: string): Promise<Uint8Array | undefined> => {
  const text = await readFile(join(dataDir, TOKEN_SECRET_FILE), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : Buffer.from(text.trim(), 'base64url');
};

/** The token of the admin API, chosen or made in the same way. */
export const loadAdminToken = async (chosen: string | undefined, dataDir: string): Promise<string> =>
  chosen ?? loadOrMake(dataDir, ADMIN_TOKEN_FILE);

/** The text of a secret file. The file is made if it does not exist. */
const loadOrMake = async (dataDir: string, file: string): Promise<string> => {
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
  const text = (await readFile(path, 'utf8')).trim();
  if (Buffer.from(text, 'base64url').length < SECRET_BYTES)
    throw new Error(`${path} is damaged: remove it, and a new secret is made`);
  return text;
};
