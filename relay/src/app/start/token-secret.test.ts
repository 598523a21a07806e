import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadTokenSecret } from './token-secret.js';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'undertone-secret-'));
});
afterAll(() => rm(directory, { recursive: true }));

describe('the token secret', () => {
  it('is the operator’s if the operator sets one', async () => {
    const chosen = 'x'.repeat(32);
    expect(Buffer.from(await loadTokenSecret(chosen, '/nowhere')).toString()).toBe(chosen);
  });

  it('is made once even by simultaneous starts, and only its owner can read it', async () => {
    const folder = join(directory, 'fresh');
    const secrets = await Promise.all(Array.from({ length: 8 }, () => loadTokenSecret(undefined, folder)));
    expect(new Set(secrets.map((secret) => Buffer.from(secret).toString('hex'))).size).toBe(1);
    expect(secrets[0]).toHaveLength(32);
    expect((await stat(join(folder, 'token-secret'))).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['token-secret']);
    expect(await loadTokenSecret(undefined, folder)).toEqual(secrets[0]);
  });

  it('says what to do when its file is damaged', async () => {
    await writeFile(join(directory, 'token-secret'), 'short');
    await expect(loadTokenSecret(undefined, directory)).rejects.toThrow('remove it');
  });
});
