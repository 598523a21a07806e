/** The training scripts need PyTorch, which this suite lacks. So it checks as text what they import from each other. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const folderOf = (name: string) =>
  fileURLToPath(new URL(`../../packages/${name}/training/`, import.meta.url));
const model = folderOf('model');
// The speaker's training also imports modules of the emotion model (shared_training.py).
const folders: readonly [string, readonly string[]][] = [
  [model, [model]],
  [folderOf('speaker'), [folderOf('speaker'), model]],
];
const scriptsOf = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.py'));

/** The names that a module defines at its top level. */
const namesOf = (file: string): Set<string> => {
  const text = readFileSync(file, 'utf8');
  const names = [...text.matchAll(/^(?:def|class) (\w+)/gmu)].map((match) => match[1] ?? '');
  for (const [, targets = ''] of text.matchAll(/^((?:\w+(?:, )?)+)(?:: [^=\n]+)? = /gmu))
    names.push(...targets.split(', '));
  for (const { imported } of importsOf(file)) names.push(...imported);
  return new Set(names);
};

/** The modules and names that a file imports. */
const importsOf = (file: string): { module: string; imported: string[] }[] => {
  const text = readFileSync(file, 'utf8');
  const plain = [...text.matchAll(/^import (\w+)/gmu)].map(([, module = '']) => ({ module, imported: [] }));
  const named = [...text.matchAll(/^from (\w+) import (?:\(([^)]*)\)|(.+))$/gmu)].map(
    ([, from = '', wrapped, line = '']) => ({
      module: from,
      imported: (wrapped ?? line.replace(/#.*/u, ''))
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    }),
  );
  return [...plain, ...named];
};

/** Whether a script imports shared_training, which adds the other folder, before it imports one of that folder's modules. */
const shares = (file: string, module: string): boolean => {
  const text = readFileSync(file, 'utf8');
  const known = text.indexOf('import shared_training');
  return known >= 0 && known < text.search(new RegExp(`^(?:from|import) ${module}\\b`, 'mu'));
};

describe.each(folders)('%s', (folder, path) => {
  it.each(scriptsOf(folder))('%s imports only names that its modules define', (script) => {
    for (const { module: name, imported } of importsOf(folder + script)) {
      const home = path.find((each) => existsSync(`${each}${name}.py`));
      if (home === undefined) continue;
      if (home !== folder) expect(shares(folder + script, name), `${script} before ${name}`).toBe(true);
      const there = namesOf(`${home}${name}.py`);
      expect(
        imported.filter((each) => !there.has(each)),
        `${basename(script)} from ${name}`,
      ).toEqual([]);
    }
  });
});
