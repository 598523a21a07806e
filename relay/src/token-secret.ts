import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const SECRET_FILE = 'token-secret';
const SECRET_BYTES = 32;

/**
 * The secret that signs stream tokens: the operator's, or one made at the first start and kept in the data folder, where
 * only this user can read it.
 */
export const loadTokenSecret = async (chosen: string | undefined, dataDir: string): Promise<Uint8Array> => {
  if (chosen !== undefined) return Buffer.from(chosen, 'utf8');
  const path = join(dataDir, SECRET_FILE);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // Written aside and linked: of two first starts at once, both end with the same secret, and nobody reads half of one.
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  try {
    await writeFile(draft, randomBytes(SECRET_BYTES).toString('base64url'), { mode: 0o600, flag: 'wx' });
    await link(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const secret = Buffer.from((await readFile(path, 'utf8')).trim(), 'base64url');
  if (secret.length < SECRET_BYTES)
    throw new Error(`${path} is damaged: remove it, and a new secret is made`);
  return secret;
};
