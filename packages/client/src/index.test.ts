import { expect, it } from 'vitest';

it('the public surface is this, and importing it does nothing, on a server either', async () => {
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
    'transition',
  ]);
  expect(Object.keys(globalThis)).toEqual(before);
});
