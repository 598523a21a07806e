/** The code in the repository's READMEs, written to files so that compilers can judge it. */
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { repositoryRoot } from './relay-process.js';

export interface Snippet {
  /** The README, from the repository's root. */
  readonly file: string;
  /** The line of the README with the snippet's first line. */
  readonly line: number;
  /** What follows the three backticks. */
  readonly language: string;
  readonly code: string;
  /** The snippet's own file name: what its first line names, or a number. Names are seen by its neighbors of the same README. */
  readonly name: string;
}

/** The snippets of a README in these languages. */
export const snippetsOf = async (path: string, languages: readonly string[]): Promise<Snippet[]> => {
  const text = await readFile(path, 'utf8');
  const fences = new RegExp(`^\`\`\`(${languages.join('|')})\\n([\\s\\S]*?)^\`\`\``, 'gm');
  return [...text.matchAll(fences)].map(([, language = '', code = ''], index) => ({
    file: relative(repositoryRoot, path),
    line: (text.slice(0, text.indexOf(code)).match(/\n/g)?.length ?? 0) + 1,
    language,
    code,
    name: /^\/\/ (\S+\.tsx?)\n/.exec(code)?.[1] ?? `snippet-${index}.${language}`,
  }));
};

/** What a customer's strict project says to the compiler. */
export const STRICT = {
  target: 'ES2022',
  module: 'NodeNext',
  moduleResolution: 'NodeNext',
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  jsx: 'react-jsx',
  // Angular's decorators are of this kind.
  experimentalDecorators: true,
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  types: ['node'],
  typeRoots: [join(repositoryRoot, 'node_modules/@types')],
};

/** Writes a project: the sources by path, a `tsconfig.json`, and this repository's packages. */
export const writeProject = async (
  folder: string,
  sources: ReadonlyMap<string, string>,
  tsconfig: object,
): Promise<void> => {
  await symlink(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'));
  for (const [path, code] of sources) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), code);
  }
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
};
