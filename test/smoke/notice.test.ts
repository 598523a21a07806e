/** NOTICE names every production dependency whose license is not permissive, with its version. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const pathOf = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));
const notice = readFileSync(pathOf('NOTICE'), 'utf8');

const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PostgreSQL',
  'Unlicense',
]);

/** For `A OR B` one permissive license is enough; for `A AND B` both count. Parentheses only around the whole. */
const isPermissive = (license: string): boolean =>
  license
    .replace(/^\((.*)\)$/u, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((part) => PERMISSIVE.has(part)));

interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

const { packages } = JSON.parse(readFileSync(pathOf('package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};
const nameOf = (path: string): string => path.replace(/^.*node_modules\//u, '');

/** The packages that `npm install` installs for users of the product, optional ones too. */
const productionDependencies = (): { name: string; version: string; license: string }[] =>
  Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && dev !== true && link !== true)
    .map(([path, locked]) => {
      const manifest = pathOf(`${path}/package.json`);
      // The lock file lacks the license of some packages; their installed manifest has it.
      const installed = existsSync(manifest)
        ? (JSON.parse(readFileSync(manifest, 'utf8')) as { license?: string })
        : {};
      return {
        name: nameOf(path),
        version: locked.version ?? '',
        license: installed.license ?? locked.license ?? 'none stated',
      };
    });

/** The versions of all packages: what a bundle of ours holds is not installed by its users, but shipped to them. */
const lockedVersions = (): Map<string, string | undefined> =>
  new Map(
    Object.entries(packages)
      .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
      .sort(([one], [other]) => other.length - one.length)
      .map(([path, { version }]) => [nameOf(path), version]),
  );

describe('NOTICE', () => {
  const dependencies = productionDependencies();
  const demanding = dependencies.filter(({ license }) => !isPermissive(license));

  it('covers at least one non-permissive dependency', () => {
    expect(dependencies.length).toBeGreaterThan(50);
    expect(demanding.map(({ name }) => name)).toContain('codec-parser');
  });

  it.each(demanding)(
    'names $name with its version and its license, $license',
    ({ name, version, license }) => {
      const line = notice.split('\n').find((text) => text.startsWith(`${name} ${version} `));
      expect(line, `NOTICE needs a line "${name} ${version}  ${license}"`).toContain(license);
    },
  );

  it('gives the installed version of each package it names', () => {
    const versions = lockedVersions();
    const named = [...notice.matchAll(/^((?:@[\w-]+\/)?[\w.-]+) (\d+\.\d+\.\d+)/gmu)];
    expect(named.length).toBeGreaterThan(5);
    for (const [, name = '', version] of named) expect([name, versions.get(name)]).toEqual([name, version]);
  });
});

describe('isPermissive', () => {
  it.each([
    ['MIT', true],
    ['(MIT OR CC0-1.0)', true],
    ['(Apache-2.0 AND BSD-3-Clause)', true],
    ['(MIT OR GPL-3.0)', true],
    ['(MIT AND GPL-3.0)', false],
    ['LGPL-3.0-or-later', false],
    ['SEE LICENSE IN LICENSE.txt', false],
    ['none stated', false],
  ])('for %s: returns %s', (license, permissive) => {
    expect(isPermissive(license)).toBe(permissive);
  });
});
