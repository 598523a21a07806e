import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CLIENT_VERSION } from './version.js';

it('The version in session.hello is the one in package.json', () => {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  expect(CLIENT_VERSION).toBe((JSON.parse(text) as { version: string }).version);
});
