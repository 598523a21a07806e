/** `config/arrows.mjs`: every folder has a row, and the rows form no cycle. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { domainArrows, packageArrows, relayArrows } from '../../config/arrows.mjs';
import { repositoryRoot } from '../support/relay-process.js';

type Arrows = Readonly<Record<string, readonly string[]>>;

const foldersOf = (path: string): string[] =>
  readdirSync(join(repositoryRoot, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

/** The rooms along a cycle; empty when there is none. */
const circleIn = (arrows: Arrows): readonly string[] => {
  const done = new Set<string>();
  const visit = (room: string, way: readonly string[]): readonly string[] => {
    if (way.includes(room)) return [...way.slice(way.indexOf(room)), room];
    if (done.has(room)) return [];
    for (const next of arrows[room] ?? []) {
      const circle = visit(next.split('/').at(-1) ?? next, [...way, room]);
      if (circle.length > 0) return circle;
    }
    done.add(room);
    return [];
  };
  return Object.keys(arrows)
    .map((room) => visit(room, []))
    .reduce((longest, circle) => (circle.length > longest.length ? circle : longest), []);
};

describe.each([
  ['packages', packageArrows],
  ['relay/src', relayArrows],
  ['relay/src/domain', domainArrows],
])('the arrows between the folders of %s', (folder, arrows) => {
  it('have a row for every folder and no other rows', () => {
    expect(Object.keys(arrows).sort()).toEqual(foldersOf(folder));
  });

  it('form no cycle', () => {
    expect(circleIn(arrows)).toEqual([]);
  });
});

it('finds a cycle when there is one', () => {
  expect(circleIn({ a: ['b'], b: ['c'], c: ['a'], d: [] })).toEqual(['a', 'b', 'c', 'a']);
});
