/** Which names the client's build may shorten. A wrong one would break a page without an error. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { privateNames } from '../../packages/client/scripts/private-names.mjs';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'undertone-names-'));
});

afterEach(() => rm(folder, { recursive: true }));

const namesOf = async (source: string) => {
  await writeFile(join(folder, 'one.ts'), source);
  return privateNames([folder]);
};

it('includes private members of every kind, also when `this` is destructured', async () => {
  const names = await namesOf(`
    class Counter {
      private count = 0;
      private get twice() { return 2 * this.count; }
      private constructor(private readonly step: number, readonly name: string) {}
      private add() { const { step, count } = this; return step + count; }
      total() { return this.twice + this.add(); }
    }`);
  expect(names.sort()).toEqual(['add', 'count', 'step', 'twice']);
});

it.each([
  ['a field of a message', 'interface Message { port: number }'],
  ['what a literal sets', 'export const options = { port: 1 };'],
  ['what is read of another object', 'export const read = (event: { data: any }) => event.data.port;'],
  ['what is taken out of another object', 'export const take = ({ port }: any) => port;'],
  ['what a string names', "export const has = (value: object) => 'port' in value;"],
  [
    'what a class has from a base that is not ours',
    'class Node extends Base { end() { this.port.close(); } }',
  ],
  ['a public member of another class', 'class Other { port = 1; }'],
  ['a public parameter property', 'class Other { constructor(readonly port: number) {} }'],
])('excludes a private name that is also %s', async (_what, other) => {
  expect(await namesOf(`class Link { private port = 1; open() { return this.port; } }\n${other}`)).toEqual(
    [],
  );
});

it('ignores names in tests and their helpers', async () => {
  await mkdir(join(folder, 'testing'));
  await writeFile(join(folder, 'testing', 'rig.ts'), 'export const rig = { port: 1 };');
  await writeFile(join(folder, 'one.test.ts'), 'export const rig = { port: 1 };');
  expect(await namesOf('class Link { private port = 1; }')).toEqual(['port']);
});
