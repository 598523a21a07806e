import { expect, expectTypeOf, it } from 'vitest';
import { defined } from './defined.js';

it('leaves out what is undefined, and nothing else', () => {
  const given = defined({ a: 1, b: undefined, c: null, d: false, e: '' });
  expect(Object.keys(given)).toEqual(['a', 'c', 'd', 'e']);
});

it('makes optional what may be undefined', () => {
  const maybe = ['x'].at(0);
  const given: { readonly name: string; readonly key?: string } = defined({ name: 'n', key: maybe });
  expect(given).toEqual({ name: 'n', key: 'x' });
  expectTypeOf(given.key).toEqualTypeOf<string | undefined>();
});
