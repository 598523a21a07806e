/**
 * The relay's image, as far as that takes seconds: what its build copies exists, and the assembled folder alone runs. The whole
 * build, in a container's limits, is `npm run image -- --try`.
 */
import { execFile } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodePcm } from '../support/pcm.js';
import { PlainClient } from '../support/plain-client.js';
import { RelayProcess, repositoryRoot } from '../support/relay-process.js';
import { RestClient } from '../support/rest-client.js';
import { synthesizeVoice } from '../support/voices.js';

const run = promisify(execFile);
const read = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8');

/** Instructions of a Containerfile, continuation lines joined. */
const instructions = read('deploy/image/Containerfile')
  .replace(/^#.*\n/gmu, '')
  .replace(/\\\n/gu, ' ')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => ({ name: line.split(' ')[0]!, rest: line.slice(line.indexOf(' ') + 1) }));
const last = (name: string) =>
  instructions.filter((instruction) => instruction.name === name).at(-1)?.rest ?? '';

let target: string;
let app: string;

beforeAll(async () => {
  target = mkdtempSync(join(tmpdir(), 'undertone-image-'));
  app = join(target, 'app');
  await run(process.execPath, [join(repositoryRoot, 'deploy/image/assemble.mjs'), target]);
});
afterAll(() => {
  rmSync(target, { recursive: true, force: true });
});

describe('the Containerfile', () => {
  it('copies only what the build stage makes', () => {
    const copied = instructions
      .filter(({ name, rest }) => name === 'COPY' && rest.includes('--from=build'))
      .map(({ rest }) => rest.split(' ').filter((word) => !word.startsWith('--'))[0]!);
    const assembled = copied.filter((path) => path.startsWith('/image/'));
    expect(assembled).toEqual(['/image/app', '/image/data']);
    expect(assembled.filter((path) => !existsSync(join(target, path.slice('/image/'.length))))).toEqual([]);
  });

  it('lets into the build only what exists, and all workspaces', () => {
    const admitted = read('deploy/image/Containerfile.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    expect(admitted.filter((path) => !existsSync(join(repositoryRoot, path)))).toEqual([]);
    const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
    const isAdmitted = (folder: string) =>
      admitted.some((path) => path === folder || path === `${folder}/package.json`);
    expect(workspaces.filter((folder) => !isAdmitted(folder.replace('/*', '')))).toEqual([]);
  });

  it('runs as a user that is not root, and starts a file that is there', () => {
    expect(last('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/u);
    const files = [last('ENTRYPOINT'), last('HEALTHCHECK').replace(/^.*CMD /u, '')].flatMap((words) =>
      (JSON.parse(words) as string[]).filter((word) => word.startsWith('/app/')),
    );
    expect(files).toHaveLength(2);
    expect(files.filter((file) => !existsSync(join(app, file.slice('/app/'.length))))).toEqual([]);
  });
});

describe('the assembled folder', () => {
  it('has binaries for this machine only', () => {
    const binaries = readdirSync(join(app, 'node_modules'), { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.(?:node|dll|dylib)$|\.so(?:\.|$)/u.test(file),
    );
    const mine = [`linux_${process.arch}_${process.versions.modules}`, `linux/${process.arch}/`];
    expect(binaries.filter((file) => !mine.some((part) => file.includes(part)))).toEqual([]);
    expect(binaries.length).toBeGreaterThanOrEqual(3);
  });

  it('has a bill of materials that names every package in it', () => {
    const { components, metadata } = JSON.parse(readFileSync(join(app, 'sbom.cdx.json'), 'utf8')) as {
      components: { name: string }[];
      metadata: { component: { name: string } };
    };
    const named = new Set([metadata.component, ...components].map(({ name }) => name));
    const folders = readdirSync(join(app, 'node_modules')).flatMap((name) =>
      name.startsWith('@')
        ? readdirSync(join(app, 'node_modules', name)).map((part) => `${name}/${part}`)
        : [name],
    );
    // By its manifest, because a folder may be an alias.
    const installed = folders.map((folder) => {
      const manifest = readFileSync(join(app, 'node_modules', folder, 'package.json'), 'utf8');
      return (JSON.parse(manifest) as { name: string }).name;
    });
    expect(installed.length).toBeGreaterThan(50);
    expect(installed.filter((name) => !named.has(name))).toEqual([]);
    expect(named.has('typescript')).toBe(false);
  });

  it('is readable to everybody', () => {
    const closed = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((file) => {
      const status = lstatSync(join(app, file));
      return !status.isSymbolicLink() && (status.mode & 0o004) === 0;
    });
    expect(closed).toEqual([]);
  });

  it('alone is a relay: healthy, with pages, decoding and streaming, and writes nowhere but into its data folder', async () => {
    const home = join(target, 'home');
    mkdirSync(home);
    const relay = await RelayProcess.start({
      entry: join(app, 'relay/dist/main.js'),
      // A named plan makes it begin with an empty data folder, and so with its own template.
      env: {
        UNDERTONE_DEMO: 'off',
        UNDERTONE_BOOTSTRAP_PLAN: 'pro',
        NODE_PATH: '',
        HOME: home,
        XDG_CACHE_HOME: home,
      },
    });
    try {
      const healthcheck = (port: number) =>
        run(process.execPath, [join(app, 'healthcheck.mjs')], { env: { PORT: String(port) } });
      await healthcheck(relay.port);
      for (const path of ['/console/', '/docs', '/undertone/embed.js'])
        expect([path, (await fetch(`${relay.url}${path}`)).status]).toEqual([path, 200]);
      const decoded = await Promise.all(recordings.map((file) => statusOfAnalysis(relay, file)));
      expect(decoded).toEqual(recordings.map((file) => [file, 200]));
      expect(await directivesOf(relay)).toBeGreaterThan(0);
      // The model runtime would keep a device id there, and tell Microsoft about sessions.
      expect(readdirSync(home, { recursive: true })).toEqual([]);
      const { port } = relay;
      expect(await relay.end()).toBe('0');
      await expect(healthcheck(port)).rejects.toMatchObject({ code: 1 });
    } finally {
      await relay.stop();
    }
  });
});

/** One of each decoder. */
const recordings = ['mp3', 'flac', 'vorbis.ogg', 'opus.ogg', 'aac.m4a', 'webm'].map(
  (format) => `mono-16000.${format}`,
);

const statusOfAnalysis = async (relay: RelayProcess, file: string): Promise<[string, number]> => {
  const bytes = readFileSync(join(repositoryRoot, 'relay/src/media/fixtures', file));
  const { status } = await new RestClient(relay).send('POST', '/v1/analyze/audio', bytes, {
    'content-type': 'application/octet-stream',
  });
  return [file, status];
};

/** Two seconds of a voice, as fast as they go. */
const directivesOf = async (relay: RelayProcess): Promise<number> => {
  const client = await PlainClient.connect(relay.wsUrl, { key: relay.key });
  await client.hello();
  client.audio(encodePcm(synthesizeVoice('sad', 2), 'pcm_s16le'));
  await client.waitFor('directive');
  await client.end();
  return client.directives().length;
};
