import { expect, it } from 'vitest';
import { nameOf } from './call-name.js';

it.each([
  [{ name: 'Maria Keller' }, 'case 7', 'Maria Keller'],
  [{ name: '' }, 'case 7', 'case 7'],
  [{ name: 7 }, null, 'ses_1'],
  [{}, null, 'ses_1'],
])('a call with %j and the reference %j is called %s', (metadata, reference, name) => {
  expect(nameOf({ id: 'ses_1', external_id: reference, metadata })).toBe(name);
});
