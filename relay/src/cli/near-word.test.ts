import { expect, it } from 'vitest';
import { nearWord } from './near-word.js';
import { noSuchCommand } from './no-such-command.js';

const WORDS = ['wallet', 'org', 'key', 'restore'];

it.each([
  ['walet', 'wallet'],
  ['wallte', 'wallet'],
  ['ogr', 'org'],
  ['restoer', 'restore'],
  ['start', undefined],
  ['x', undefined],
])('%s was meant to be %s', (typed, meant) => {
  expect(nearWord(typed, WORDS)).toBe(meant);
});

it.each([
  ['walet show', 'there is no command walet show: did you mean wallet show?'],
  ['org shw org_1', 'there is no command org shw: did you mean org show?'],
  ['migrat --dry-run', 'there is no command migrat --dry-run: did you mean migrate?'],
  ['walet', 'there is no command walet: did you mean wallet?'],
  ['start', 'there is no command start'],
  ['org --json', 'org needs a second word before --json'],
  ['--json org list', 'unknown option --json: a command comes first, then its options'],
])('says of %s what it may be', (line, told) => {
  expect(noSuchCommand(line.split(' '))).toBe(told);
});
