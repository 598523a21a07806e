import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { UndertoneError } from '../common/undertone-error.js';
import { FakeProcessors } from '../testing/fake-worklet.js';
import { SessionRig } from '../testing/session-rig.js';
import { resolveAddresses } from './session-options.js';

let rig: SessionRig;

beforeAll(() => FakeProcessors.load());
beforeEach(() => {
  rig = new SessionRig();
});

describe('Session options', () => {
  it.each([
    [{ sources: [] }, 'sources'],
    [{ url: 'ftp://relay' }, 'url'],
    [{ assets: { worklet: 'http://[' } }, 'assets.worklet'],
  ])('refuse %j and name the option', (options, option) => {
    expect(() => rig.make(options)).toThrow(UndertoneError);
    try {
      rig.make(options);
    } catch (error) {
      expect(error).toMatchObject({ code: 'invalid_option', details: { option } });
    }
  });
});

describe('The address of the relay', () => {
  const streamOf = (url?: string) =>
    resolveAddresses(
      url === undefined ? {} : { url },
      'https://page.example/desk/',
      'https://page.example/lib.js',
    );

  it.each([
    [undefined, 'wss://page.example/v1/stream/realtime'],
    ['https://relay.example', 'wss://relay.example/v1/stream/realtime'],
    ['wss://relay.example/', 'wss://relay.example/v1/stream/realtime'],
    ['http://localhost:8787', 'ws://localhost:8787/v1/stream/realtime'],
    [
      'https://proxy.example/undertone/v1/stream/realtime',
      'wss://proxy.example/undertone/v1/stream/realtime',
    ],
    ['/proxied', 'wss://page.example/proxied'],
  ])('%s leads to %s', (url, stream) => {
    expect(streamOf(url)).toMatchObject({ stream, probe: stream.replace(/^ws/, 'http') });
  });
});
