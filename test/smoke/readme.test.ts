/** The TypeScript in every README compiles against the built packages. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentsIn } from '../support/documents.js';
import { repositoryRoot } from '../support/relay-process.js';
import { snippetsOf, STRICT, writeProject, type Snippet } from '../support/snippets.js';

const execute = promisify(execFile);

let folder: string;
let snippets: ReadonlyMap<string, Snippet>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'undertone-readme-'));
  const readmes = (await documentsIn(repositoryRoot)).filter((path) => basename(path) === 'README.md');
  const found = await Promise.all(readmes.map((path) => snippetsOf(path, ['ts', 'typescript', 'tsx'])));
  // Each README has a folder of its own, and each snippet is a module of its own, so that names do not collide.
  snippets = new Map(
    found.flat().map((snippet) => [join('at', dirname(snippet.file), snippet.name), snippet]),
  );
  const sources = [...snippets].map(([path, { code }]) => [path, `${code}\nexport {};\n`] as const);
  await writeProject(folder, new Map(sources), { compilerOptions: STRICT, include: ['at'] });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('the READMEs contain snippets to check', () => {
  expect(snippets.size).toBeGreaterThan(0);
});

it('every TypeScript snippet of every README compiles', { timeout: 120_000 }, async () => {
  const compiler = join(repositoryRoot, 'node_modules/typescript/bin/tsc');
  const report = await execute(process.execPath, [compiler, '-p', '.'], { cwd: folder }).then(
    () => '',
    (error: unknown) => (error as { stdout: string }).stdout,
  );
  const explained = report.replace(/^(at\/[^(]+)\((\d+),/gm, (_, path: string, line: string) => {
    const snippet = snippets.get(path);
    return `${snippet?.file ?? path}(${(snippet?.line ?? 0) + Number(line) - 1},`;
  });
  expect(explained).toBe('');
});
