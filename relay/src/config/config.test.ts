import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config.js';
import { helpText, VARIABLES } from './config-variables.js';

const problemsOf = (env: Record<string, string>): readonly string[] => {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};

describe('configuration', () => {
  it('starts without any variable: this machine only, port 8787, embedded database, demo on', () => {
    expect(loadConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 8787,
      databaseUrl: undefined,
      demo: true,
      trustProxy: false,
      logLevel: 'info',
    });
    expect(loadConfig({}).dataDir.endsWith('/.data')).toBe(true);
  });

  it('turns the demo and its open token endpoint off if other machines can reach it, unless asked for', () => {
    expect(loadConfig({ HOST: '0.0.0.0' }).demo).toBe(false);
    expect(loadConfig({ HOST: '0.0.0.0', UNDERTONE_DEMO: 'on' }).demo).toBe(true);
    expect(loadConfig({ UNDERTONE_DEMO: 'off' }).demo).toBe(false);
  });

  it('treats an empty variable as not set', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 8787, databaseUrl: undefined });
  });

  it('reads any value from the file that NAME_FILE names, without the line break at its end', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'undertone-config-'));
    try {
      const file = async (name: string, text: string): Promise<string> => {
        await writeFile(join(folder, name), text);
        return join(folder, name);
      };
      const secret = 'a-secret-of-thirty-two-characters';
      const config = loadConfig({
        DATABASE_URL_FILE: await file('url', 'postgres://relay:secret@db/undertone\n'),
        UNDERTONE_TOKEN_SECRET_FILE: await file('token', `${secret}\r\n`),
        UNDERTONE_SECRETS_KEY_FILE: await file('keys', `${secret}-2\n${secret}-1\n`),
        UNDERTONE_ADMIN_TOKEN_FILE: await file('empty', '\n'),
        PORT_FILE: await file('port', '9000'),
      });
      expect(config).toMatchObject({
        databaseUrl: 'postgres://relay:secret@db/undertone',
        tokenSecret: secret,
        secretsKeys: [`${secret}-2`, `${secret}-1`],
        adminToken: undefined,
        port: 9000,
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('refuses a file that cannot be read, and a value that is given twice, and shows neither value', () => {
    const problems = problemsOf({
      UNDERTONE_TOKEN_SECRET_FILE: '/nowhere/token',
      UNDERTONE_ADMIN_TOKEN: 'the-operator-0123456789-0123456789',
      UNDERTONE_ADMIN_TOKEN_FILE: '/nowhere/admin',
    });
    expect(problems).toHaveLength(2);
    expect(problems[0]).toMatch(/^UNDERTONE_TOKEN_SECRET_FILE cannot be read: ENOENT.*\/nowhere\/token/);
    expect(problems[1]).toBe(
      'UNDERTONE_ADMIN_TOKEN and UNDERTONE_ADMIN_TOKEN_FILE are both set: unset one of them',
    );
  });

  it('runs a built-in model by its name, and a file by its path', () => {
    expect(loadConfig({}).model).toEqual({ builtIn: 'everything' });
    expect(loadConfig({ UNDERTONE_MODEL: 'open' }).model).toEqual({ builtIn: 'open' });
    expect(loadConfig({ UNDERTONE_MODEL: '/srv/my-live.onnx' }).model).toEqual({ path: '/srv/my-live.onnx' });
  });

  it('names every problem at once', () => {
    const problems = problemsOf({
      PORT: '70000',
      DATABASE_URL: 'mysql://x',
      UNDERTONE_BOOTSTRAP_KEY: 'short',
      UNDERTONE_BOOTSTRAP_PLAN: 'gold',
      UNDERTONE_TOKEN_SECRET: 'weak',
      UNDERTONE_WORKERS: '1.5',
      UNDERTONE_DEMO: 'yes',
      UNDERTONE_LOG_LEVEL: 'loud',
    });
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual([
      'PORT',
      'DATABASE_URL',
      'UNDERTONE_BOOTSTRAP_KEY',
      'UNDERTONE_BOOTSTRAP_PLAN',
      'UNDERTONE_TOKEN_SECRET',
      'UNDERTONE_WORKERS',
      'UNDERTONE_DEMO',
      'UNDERTONE_LOG_LEVEL',
    ]);
  });

  it.each(['-1', '65536', '8787x', '0x10', '1e3', ' '.repeat(2) + 'a'])('refuses the port %s', (port) => {
    expect(problemsOf({ PORT: port })).toEqual(['PORT must be a whole number from 0 to 65535']);
  });

  it('never repeats a secret in a problem', () => {
    const secret = 'psk_ shall not appear';
    expect(
      problemsOf({ UNDERTONE_BOOTSTRAP_KEY: secret, UNDERTONE_TOKEN_SECRET: 'weak-secret' }).join(),
    ).not.toMatch(/shall not appear|weak-secret/);
  });

  it('lists in --help every variable it reads, and reads no other', async () => {
    const source = await readFile(new URL('./config.ts', import.meta.url), 'utf8');
    const read = new Set(Array.from(source.matchAll(/'([A-Z][A-Z_]+)'/g), ([, name]) => name));
    expect([...read].sort()).toEqual(VARIABLES.map(({ name }) => name).sort());
    for (const { name } of VARIABLES) expect(helpText()).toContain(name);
  });
});
