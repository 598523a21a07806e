/** The widget README's sections for React, Vue, Angular and Svelte compile with each framework's own compiler. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compile as compileSvelte } from 'svelte/compiler';
import { compileScript, parse } from 'vue/compiler-sfc';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { repositoryRoot } from '../support/relay-process.js';
import { snippetsOf, STRICT, writeProject, type Snippet } from '../support/snippets.js';

const execute = promisify(execFile);
const modules = join(repositoryRoot, 'node_modules');

let snippets: readonly Snippet[];
let folder: string;

beforeAll(async () => {
  snippets = await snippetsOf(join(repositoryRoot, 'packages/widget/README.md'), [
    'ts',
    'tsx',
    'vue',
    'svelte',
  ]);
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'undertone-frameworks-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const named = (name: string): string => {
  const found = snippets.find((snippet) => snippet.name === name || snippet.language === name);
  if (found === undefined) throw new Error(`the README has no ${name}`);
  return found.code;
};

/** Compiles these files beside `call.ts`. @returns what the compiler complains about */
const complaints = async (
  files: Readonly<Record<string, string>>,
  options: object = {},
  compiler = 'typescript/bin/tsc',
): Promise<string> => {
  const sources = new Map([['call.ts', named('call.ts')], ...Object.entries(files)]);
  await writeProject(folder, sources, {
    compilerOptions: { ...STRICT, ...options },
    files: [...sources.keys()],
    angularCompilerOptions: { strictTemplates: true },
  });
  return execute(process.execPath, [join(modules, compiler), '-p', '.'], { cwd: folder }).then(
    () => '',
    (error: unknown) => {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      return stdout + stderr;
    },
  );
};

/** Makes `react` mean its eighteenth version. */
const REACT_18 = {
  paths: {
    react: [join(modules, '@types/react-18/index.d.ts')],
    'react/jsx-runtime': [join(modules, '@types/react-18/jsx-runtime.d.ts')],
  },
};

describe('React', () => {
  it('19 takes the session as a property and listens to events', async () => {
    expect(await complaints({ 'react-19.tsx': named('react-19.tsx') })).toBe('');
  });

  it('18 takes it through a ref, and its types say so', async () => {
    expect(await complaints({ 'react-18.tsx': named('react-18.tsx') }, REACT_18)).toBe('');
    await rm(join(folder, 'node_modules'));
    const refused = await complaints({ 'react-19.tsx': named('react-19.tsx') }, REACT_18);
    expect(refused).toContain("Property 'session' does not exist");
  });

  it.each([
    ['19', {}],
    ['18', REACT_18],
  ])('%s refuses a size that there is not', async (_, options) => {
    const wrong = named('react-18.tsx').replace('size="card"', 'size="huge"');
    expect(wrong).toContain('huge');
    expect(await complaints({ 'wrong.tsx': wrong }, options)).toContain('"huge"');
  });
});

it('Vue compiles its component, and TypeScript the result', async () => {
  const { descriptor, errors } = parse(named('vue'), { filename: 'panel.vue' });
  expect(errors).toEqual([]);
  const { content } = compileScript(descriptor, {
    id: 'panel',
    inlineTemplate: true,
    templateOptions: { compilerOptions: { isCustomElement: (tag) => tag.startsWith('undertone-') } },
  });
  // A property where the element has one, and an event by its whole name.
  expect(content).toContain('onUndertoneMood');
  const { content: script } = compileScript(descriptor, { id: 'panel' });
  expect(await complaints({ 'panel.ts': script })).toBe('');
});

it('Angular’s compiler accepts the component and its template', async () => {
  const angular = {
    emitDecoratorMetadata: false,
    noEmit: false,
    outDir: 'out',
    module: 'ES2022',
    moduleResolution: 'bundler',
  };
  const ngc = '@angular/compiler-cli/bundles/src/bin/ngc.js';
  expect(await complaints({ 'angular.ts': named('angular.ts') }, angular, ngc)).toBe('');
  await rm(join(folder, 'node_modules'));
  const wrong = named('angular.ts').replace('"session()"', '"sesion()"');
  expect(await complaints({ 'wrong.ts': wrong }, angular, ngc)).toContain("'sesion' does not exist");
});

it.each(['client', 'server'] as const)('Svelte compiles its component for the %s', (generate) => {
  const { js, warnings } = compileSvelte(named('svelte'), { generate, filename: 'panel.svelte' });
  expect(warnings).toEqual([]);
  expect(js.code).toContain('undertone-panel');
});
