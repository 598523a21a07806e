/** The TypeScript in every README compiles against the built packages. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentsIn } from '../support/documents.js';
import { repositoryRoot } from '../support/relay-process.js';

const execute = promisify(execFile);

interface Snippet {
  file: string;
  line: number;
  code: string;
}

const snippetsOf = async (path: string): Promise<Snippet[]> => {
  const text = await readFile(path, 'utf8');
  return [...text.matchAll(/^```(?:ts|typescript)\n([\s\S]*?)^```/gm)].map((match) => ({
    file: relative(repositoryRoot, path),
    line: text.slice(0, match.index).split('\n').length + 1,
    code: match[1] ?? '',
  }));
};

let folder: string;
let snippets: Snippet[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'undertone-readme-'));
  await symlink(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'));
  const readmes = (await documentsIn(repositoryRoot)).filter((path) => basename(path) === 'README.md');
  snippets = (await Promise.all(readmes.map(snippetsOf))).flat();
  await Promise.all(
    // Each snippet is a module of its own, so that names do not collide.
    snippets.map(({ code }, index) =>
      writeFile(join(folder, `snippet-${index}.ts`), `${code}\nexport {};\n`),
    ),
  );
  const compilerOptions = {
    target: 'ES2022',
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    types: ['node'],
    typeRoots: [join(repositoryRoot, 'node_modules/@types')],
  };
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('the READMEs contain snippets to check', () => {
  expect(snippets.length).toBeGreaterThan(0);
});

it('every TypeScript snippet of every README compiles', { timeout: 120_000 }, async () => {
  const compiler = join(repositoryRoot, 'node_modules/typescript/bin/tsc');
  const report = await execute(process.execPath, [compiler, '-p', '.'], { cwd: folder }).then(
    () => '',
    (error: unknown) => (error as { stdout: string }).stdout,
  );
  const explained = report.replace(/snippet-(\d+)\.ts\((\d+),/g, (_, index: string, line: string) => {
    const snippet = snippets[Number(index)];
    return `${snippet?.file ?? '?'}(${(snippet?.line ?? 0) + Number(line) - 1},`;
  });
  expect(explained).toBe('');
});
