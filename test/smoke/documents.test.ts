/** Documents name only commands, sources, links and headings that exist, and no folder that a clone lacks. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { filesIn } from '../support/documents.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
/** Groups of commands that documents also name without `npm run`: `bench:prosody`, `soak:kill` … */
const GROUPS = [...new Set(Object.keys(scripts).flatMap((name) => /^\w+(?=:)/u.exec(name)?.[0] ?? []))];
const files = (await filesIn(root)).map((path) => ({ path, name: relative(root, path) }));
const documents = files
  .filter(({ name }) => name.endsWith('.md'))
  .map(({ path, name }) => ({ path, name, text: readFileSync(path, 'utf8') }));

/** Every path suffix of every file, since a document may name `session.ts`, `stream/session.ts` or `../stream/session.ts`. */
const ends = new Set(
  files.flatMap(({ name }) => name.split(sep).map((_, from, parts) => parts.slice(from).join('/'))),
);

/** Builds heading anchors as GitHub does. */
const anchorsOf = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/^#+ (.+)$/gmu)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

describe.each(documents)('$name', ({ path, text }) => {
  it('names only commands that exist', () => {
    const named = [
      ...text.matchAll(/npm run ([\w:-]+)/gu),
      ...text.matchAll(new RegExp(`\`((?:${GROUPS.join('|')}):[\\w-]+)`, 'gu')),
    ].map(([, command = '']) => command);
    expect(named.filter((command) => !(command in scripts))).toEqual([]);
  });

  it('names only sources that exist', () => {
    const named = [...text.matchAll(/`(?:\.{1,2}\/)*([\w@./-]+\.(?:ts|mjs|py))`/gu)].map(
      ([, source = '']) => source,
    );
    expect(named.filter((source) => !ends.has(source))).toEqual([]);
  });

  it('links only to files and headings that exist', () => {
    const missing = [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]+))?\)/gu)]
      .map(([, file = '', anchor]) => ({ file: file === '' ? path : join(dirname(path), file), anchor }))
      .filter(({ file, anchor }) => {
        if (!existsSync(file)) return true;
        if (anchor === undefined || statSync(file).isDirectory()) return false;
        return !anchorsOf(readFileSync(file, 'utf8')).has(anchor);
      })
      .map(({ file, anchor }) => `${relative(root, file)}${anchor === undefined ? '' : `#${anchor}`}`);
    expect(missing).toEqual([]);
  });
});

it.each(documents)('$name names no folder outside of the repository', ({ text }) => {
  expect(text.split('\n').filter((line) => line.includes('../shared/'))).toEqual([]);
});

/** A table of files: a newcomer who reads it believes that it is all of the folder. */
const FILE_TABLE = /^\| (?:file\b|`[\w./-]+\.(?:ts|mjs|py)`)/mu;
const IS_SOURCE = /^(?!index\.|test_).*(?<!\.test|\.d)\.(?:ts|mjs|py)$/u;

it.each(documents.filter(({ name, text }) => name.endsWith('README.md') && FILE_TABLE.test(text)))(
  '$name names every source of its folder',
  ({ path, text }) => {
    const beside = files
      .filter((file) => dirname(file.path) === dirname(path))
      .map(({ path: at }) => basename(at));
    expect(beside.filter((source) => IS_SOURCE.test(source) && !text.includes(source))).toEqual([]);
  },
);
