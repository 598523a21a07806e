import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keptTokenSecrets, loadAdminTokens, loadTokenSecrets, sealingKeys } from './kept-secrets.js';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'undertone-secret-'));
});
afterAll(() => rm(directory, { recursive: true }));

describe('the token secret', () => {
  it('is the operator’s if the operator sets one', async () => {
    const chosen = 'x'.repeat(32);
    expect(await loadTokenSecrets([chosen], '/nowhere')).toEqual([Buffer.from(chosen)]);
    expect(await keptTokenSecrets('/nowhere')).toEqual([]);
  });

  it('is made once even by simultaneous starts, and only its owner can read it', async () => {
    const folder = join(directory, 'fresh');
    const secrets = await Promise.all(
      Array.from({ length: 8 }, async () => (await loadTokenSecrets(undefined, folder))[0]),
    );
    expect(new Set(secrets.map((secret) => Buffer.from(secret).toString('hex'))).size).toBe(1);
    expect(secrets[0]).toHaveLength(32);
    expect((await stat(join(folder, 'token-secret'))).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['token-secret']);
    expect(await loadTokenSecrets(undefined, folder)).toEqual([secrets[0]]);
    expect(await keptTokenSecrets(folder)).toEqual([secrets[0]]);
  });

  it('says what to do when its file is damaged', async () => {
    await writeFile(join(directory, 'token-secret'), 'short');
    await expect(loadTokenSecrets(undefined, directory)).rejects.toThrow('remove it');
  });

  it('and the admin token are followed by their earlier ones in the same files', async () => {
    const folder = join(directory, 'rotated');
    const [old] = await loadTokenSecrets(undefined, folder);
    const fresh = Buffer.alloc(33, 250);
    const file = join(folder, 'token-secret');
    await writeFile(file, `${fresh.toString('base64')}\n${await readFile(file, 'utf8')}\n`);
    expect(await loadTokenSecrets(undefined, folder)).toEqual([fresh, old]);
    const [admin] = await loadAdminTokens(undefined, folder);
    await writeFile(join(folder, 'admin-token'), `${'n'.repeat(43)}\n${admin}\n`);
    expect(await loadAdminTokens(undefined, folder)).toEqual(['n'.repeat(43), admin]);
    expect(await loadAdminTokens(['chosen'], folder)).toEqual(['chosen']);
  });
});

describe('the keys that seal', () => {
  const token = Buffer.alloc(32, 1);
  const older = Buffer.alloc(32, 2);

  it('are the operator’s, and the token secrets open what was sealed before there was a key', () => {
    expect(sealingKeys(undefined, [token, older])).toEqual([token, older]);
    expect(sealingKeys(['a', 'b'], [token, older])).toEqual([
      Buffer.from('a'),
      Buffer.from('b'),
      token,
      older,
    ]);
  });
});
