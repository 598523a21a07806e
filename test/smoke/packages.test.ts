/** What users install: the packed tarballs, loaded as ESM from an empty folder. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPacked, publicPackages, readManifest } from '../support/packed.js';
import { repositoryRoot } from '../support/relay-process.js';

const execute = promisify(execFile);
const names = [...(await publicPackages()).keys()];

/** As strict as a customer may be. */
const COMPILER: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.Node16,
  moduleResolution: ts.ModuleResolutionKind.Node16,
  types: ['node'],
};

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'undertone-install-'));
  await installPacked(folder, names);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const installed = (name: string): string => join(folder, 'node_modules/@undertone', name);

/** Whether this repository answers for the file. */
const isOurs = (fileName: string): boolean => !/node_modules\/(?!@undertone\/)/.test(fileName);

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
    const cli = join(installed('sdk'), 'bin/undertone.mjs');
    const { stdout } = await execute(process.execPath, [cli, '--help'], { cwd: folder });
    expect(stdout).toContain('undertone <command>');
  });
});

describe('the types of all packages, as they would be published', () => {
  let program: ts.Program;

  beforeAll(async () => {
    const entries: string[] = [];
    for (const name of names) {
      const targets = Object.values((await readManifest(installed(name))).exports);
      const types = targets.flatMap((target) => (typeof target === 'string' ? [] : target.types));
      entries.push(...types.map((path) => join(installed(name), path)));
    }
    program = ts.createProgram(entries, COMPILER);
  }, 120_000);

  it('compile as strictly as a customer may ask', { timeout: 120_000 }, () => {
    const found = ts.getPreEmitDiagnostics(program).filter(({ file }) => isOurs(file?.fileName ?? folder));
    expect(found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))).toEqual([]);
  });

  it.each(names)('name no package that %s does not ask for', async (name) => {
    const { dependencies, peerDependencies } = await readManifest(installed(name));
    const asked = new Set([`@undertone/${name}`, ...Object.keys({ ...dependencies, ...peerDependencies })]);
    const own = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(`${installed(name)}/`));
    const named = own
      .flatMap(({ text }) => ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName))
      .filter((file) => !file.startsWith('.') && !file.startsWith('node:'))
      .map((file) => /^(@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? file);
    expect(named.filter((each) => !asked.has(each) && !asked.has(`@types/${each}`))).toEqual([]);
    expect(own.length).toBeGreaterThan(0);
  });
});

describe.each(names)('%s, as it would be published', (name) => {
  it('can be imported on a server, every entry of it, without an effect', async () => {
    const { exports } = await readManifest(installed(name));
    const entries = Object.entries(exports).flatMap(([entry, target]) =>
      typeof target === 'string' ? [] : [`@undertone/${name}${entry.slice(1)}`],
    );
    expect(entries.length).toBeGreaterThan(0);
    // A server has no DOM. Nothing is written, no DOM is made up, and nothing keeps the process alive.
    const script = `
      for (const entry of ${JSON.stringify(entries)}) await import(entry);
      console.log(typeof document, typeof HTMLElement);`;
    const { stdout, stderr } = await execute(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: folder,
    });
    expect([stdout.trim(), stderr]).toEqual(['undefined undefined', '']);
  });

  it('has the files of its exports, their types, and the documents; no tests and no test helpers', async () => {
    const root = installed(name);
    for (const target of Object.values((await readManifest(root)).exports)) {
      const paths = typeof target === 'string' ? [target] : [target.types, target.default];
      for (const path of paths.filter((each) => !each.includes('*'))) await readFile(join(root, path));
    }
    const files = (await readdir(root, { recursive: true })).map(String);
    for (const document of ['README.md', 'LICENSE', 'CHANGELOG.md', 'NOTICE']) {
      expect(files).toContain(document);
    }
    expect(
      files.filter((file) => /\.test\.|\.tsbuildinfo$|(^|\/)(testing|test|fixtures)\//.test(file)),
    ).toEqual([]);
  });

  it('says what it is and where it comes from, with the version of all', async () => {
    const { version } = await readManifest(repositoryRoot);
    const manifest = await readManifest(installed(name));
    const source = (await publicPackages()).get(name) ?? '';
    expect(manifest).toMatchObject({ version, license: 'Apache-2.0' });
    expect(manifest.repository?.url).toMatch(/^git\+https:\/\//);
    expect(resolve(repositoryRoot, manifest.repository?.directory ?? '')).toBe(source);
    expect(manifest.homepage).toMatch(/^https:\/\//);
    // npm drops a command whose path begins like this when it publishes.
    for (const path of Object.values(manifest.bin ?? {})) expect(path).not.toMatch(/^\.\//);
    expect(manifest.keywords?.length).toBeGreaterThan(2);
    for (const [dependency, wanted] of Object.entries(manifest.dependencies ?? {})) {
      if (dependency.startsWith('@undertone/')) expect([dependency, wanted]).toEqual([dependency, version]);
    }
  });

  it('has source maps whose sources are there', async () => {
    const root = installed(name);
    const maps = (await readdir(root, { recursive: true }))
      .map(String)
      .filter((file) => /\.(m?js|ts|css)\.map$/.test(file));
    expect(maps.length).toBeGreaterThan(0);
    const missing: string[] = [];
    for (const file of maps) {
      const map = JSON.parse(await readFile(join(root, file), 'utf8')) as {
        sources: string[];
        sourcesContent?: (string | null)[];
      };
      map.sources.forEach((source, index) => {
        const isInside = typeof map.sourcesContent?.[index] === 'string';
        if (!isInside && !existsSync(join(root, dirname(file), source))) missing.push(`${file}: ${source}`);
      });
    }
    expect(missing).toEqual([]);
  });
});
