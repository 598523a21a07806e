/** What users install: the packed tarballs, loaded as ESM from an empty folder. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repositoryRoot } from '../support/relay-process.js';

const execute = promisify(execFile);
const names = ['protocol', 'prosody', 'client', 'widget', 'sdk'] as const;

let folder: string;

/** Unpacks each tarball as npm would, and links this repository's third-party packages into the folder. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'undertone-install-'));
  const scope = join(folder, 'node_modules/@undertone');
  await mkdir(scope, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"type":"module","private":true}');
  for (const name of names) {
    const source = join(repositoryRoot, 'packages', name);
    await execute('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: source });
    const tarball = (await readdir(folder)).find((file) => file.includes(`-${name}-`));
    if (tarball === undefined) throw new Error(`${name} was not packed`);
    await mkdir(join(scope, name));
    await execute('tar', ['-xzf', join(folder, tarball), '-C', join(scope, name), '--strip-components=1']);
  }
  const theirs = join(repositoryRoot, 'node_modules');
  for (const entry of await readdir(theirs)) {
    if (entry === '@undertone' || entry.startsWith('.')) continue;
    await symlink(join(theirs, entry), join(folder, 'node_modules', entry));
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const evaluate = async (script: string): Promise<string> => {
  const { stdout } = await execute(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: folder,
  });
  return stdout.trim();
};

describe('a package that is packed and installed elsewhere', () => {
  it('as protocol encodes and decodes a message', async () => {
    const script = `
      import { LABELS } from '@undertone/protocol';
      import { encodeClientMessage } from '@undertone/protocol/client-codec';
      import { decodeClientMessage } from '@undertone/protocol/server-codec';
      const bytes = encodeClientMessage({ seq: 1, ack: 0, generation: 0, audioPos: 0, body: { kind: 'flush', value: {} } });
      console.log(LABELS.length, decodeClientMessage(bytes).body.kind);`;
    expect(await evaluate(script)).toBe('14 flush');
  });

  it('as prosody resamples', async () => {
    const script = `
      import { Resampler } from '@undertone/prosody';
      const resampler = new Resampler(48000, 16000);
      const out = new Float32Array(resampler.maxOutput(4800));
      console.log(resampler.process(new Float32Array(4800), out) > 1000);`;
    expect(await evaluate(script)).toBe('true');
  });

  it('as client or widget can be imported outside a page, without an error', async () => {
    const script = `
      const client = await import('@undertone/client');
      console.log(typeof client.createSession);`;
    expect(await evaluate(script)).toBe('function');
    await execute(process.execPath, ['--input-type=module', '--eval', "await import('@undertone/widget')"], {
      cwd: folder,
    });
  });

  it('as sdk creates a client, verifies a webhook it signed, and includes the command line', async () => {
    const script = `
      import { Undertone } from '@undertone/sdk';
      import { makeTestHeaders, verifyWebhook } from '@undertone/sdk/webhooks';
      new Undertone({ apiKey: 'psk_x', baseUrl: 'http://localhost:1' });
      const body = JSON.stringify({ id: 'evt_1', type: 'session.end', created_at: new Date().toISOString(), data: {} });
      const secret = 'a secret of 24 characters';
      const headers = await makeTestHeaders({ body, secret, id: 'evt_1' });
      console.log((await verifyWebhook({ body, headers, secret })).type);`;
    expect(await evaluate(script)).toBe('session.end');
    const cli = join(folder, 'node_modules/@undertone/sdk/bin/undertone.mjs');
    const { stdout } = await execute(process.execPath, [cli, '--help'], { cwd: folder });
    expect(stdout).toContain('undertone <command>');
  });

  it.each(names)(
    'as %s ships the files of its exports, their types and a README, and no sources or tests',
    async (name) => {
      const root = join(folder, 'node_modules/@undertone', name);
      const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
        exports: Record<string, string | { types: string; default: string }>;
        dependencies?: Record<string, string>;
      };
      for (const target of Object.values(manifest.exports)) {
        if (typeof target === 'string') continue;
        await readFile(join(root, target.types));
        await readFile(join(root, target.default));
      }
      const files = (await readdir(root, { recursive: true })).map(String);
      expect(files).toContain('README.md');
      expect(files.filter((file) => /\.test\.|\.tsbuildinfo$|(^|\/)src\//.test(file))).toEqual([]);
    },
  );
});
