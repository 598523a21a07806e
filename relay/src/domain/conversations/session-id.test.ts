import { expect, it } from 'vitest';
import { isSessionId, sessionIdText } from './session-id.js';

it.each([
  ['ticket 7/3 – größer', true],
  ['...', true],
  ['a'.repeat(128), true],
  ['.', false],
  ['..', false],
  ['', false],
  ['a'.repeat(129), false],
  ['\ud800', false],
  ['a\0b', false],
])('[RT74] %j may name a session: %s', (text, may) => {
  expect(isSessionId(text)).toBe(may);
  expect(sessionIdText.safeParse(text).success).toBe(may);
});
