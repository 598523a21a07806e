import { expect, it } from 'vitest';

it('the library exports exactly these names, and importing it adds no global, even on a server', async () => {
  const before = Object.keys(globalThis);
  const surface = await import('./index.js');
  expect(Object.keys(surface).sort()).toEqual([
    'CaptureError',
    'ConnectionError',
    'CredentialError',
    'DEFAULT_CONSTRAINTS',
    'RelayError',
    'UndertoneError',
    'UndertoneSession',
    'UsageError',
    'browserEnvironment',
    'createSession',
    'doctor',
    'tokenFrom',
    'transition',
  ]);
  expect(Object.keys(globalThis)).toEqual(before);
});
