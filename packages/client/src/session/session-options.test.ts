import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { UndertoneError } from '../common/undertone-error.js';
import { FakeProcessors } from '../testing/fake-worklet.js';
import { SessionRig } from '../testing/session-rig.js';
import { reconnectPolicy } from '../transport/reconnect-policy.js';
import { resolveAddresses, streamAddresses, type AssetUrls, type SessionOptions } from './session-options.js';
import { workerOptions } from './worker-options.js';

const OWN = {
  worklet: 'https://cdn.example/worklet-1.js',
  prosody: 'https://cdn.example/prosody-1.js',
  transportWorker: 'https://cdn.example/transport-1.js',
  vadWorker: 'https://cdn.example/vad-1.js',
  hearingWorker: 'https://cdn.example/hearing-1.js',
  vadModel: 'https://cdn.example/model-1.onnx',
  vadRuntime: 'https://cdn.example/runtime-1.wasm',
};

let rig: SessionRig;

beforeAll(() => FakeProcessors.load());
beforeEach(() => {
  rig = new SessionRig();
});

describe('Session options', () => {
  it.each([
    [{ sources: [] }, 'sources'],
    [{ sources: [{ track: 'microphone', subject: 'agnt' as never }] }, 'sources[0].subject'],
    [{ url: 'ftp://relay' }, 'url'],
    [{ assets: { worklet: 'http://[' } }, 'assets.worklet'],
  ] satisfies [Partial<SessionOptions>, string][])('refuse %j and name the option', (options, option) => {
    expect(() => rig.make(options)).toThrow(UndertoneError);
    try {
      rig.make(options);
    } catch (error) {
      expect(error).toMatchObject({ code: 'invalid_option', details: { option } });
    }
  });
});

describe('An option that is undefined', () => {
  it('counts as left out, at every depth', () => {
    const bare: SessionOptions = {
      getToken: () => Promise.resolve('token'),
      sources: [{ track: 'microphone', subject: 'customer' }],
    };
    // Also a check of the types: programs under `exactOptionalPropertyTypes` hand over what they may not have.
    const full: Required<{ [Name in keyof SessionOptions]: SessionOptions[Name] | undefined }> &
      SessionOptions = {
      ...bare,
      sources: [
        { track: 'microphone', subject: 'customer', constraints: undefined, id: undefined, mixed: undefined },
      ],
      url: undefined,
      vertical: undefined,
      model: undefined,
      line: undefined,
      source: undefined,
      features: undefined,
      outputs: undefined,
      turn: undefined,
      steering: undefined,
      consent: undefined,
      metadata: undefined,
      traceparent: undefined,
      assets: { worklet: undefined, transportWorker: undefined, vadBase: undefined, reader: undefined },
      privacy: undefined,
      vad: undefined,
      reconnect: undefined,
      logger: undefined,
      signal: undefined,
    };
    const plain = (options: SessionOptions) => {
      rig.make({ assets: undefined, ...options });
      const addresses = resolveAddresses(options, 'https://page.example/', OWN);
      return { addresses, worker: workerOptions(options, addresses, 'test') };
    };
    expect(plain(full)).toEqual(plain(bare));
    expect(reconnectPolicy(() => 0, { delaysMs: undefined, giveUpAfterMs: undefined }).delayMs(1, 0)).toBe(
      300,
    );
  });
});

describe('The address of the relay', () => {
  const streamOf = (url?: string) =>
    streamAddresses(url === undefined ? {} : { url }, 'https://page.example/desk/');

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

describe('The files of the library', () => {
  const addressesOf = (assets?: string | AssetUrls) =>
    resolveAddresses(assets === undefined ? {} : { assets }, 'https://page.example/desk/', OWN);

  it('are where the bundler put them', () => {
    expect(addressesOf()).toMatchObject(OWN);
  });

  it('are whole addresses where the bundler put in a path alone', () => {
    const path = { ...OWN, worklet: '/_next/static/media/worklet.1.js' };
    const { worklet, prosody } = resolveAddresses({}, 'https://page.example/desk/', path);
    expect(worklet).toBe('https://page.example/_next/static/media/worklet.1.js');
    expect(prosody).toBe(OWN.prosody);
  });

  it.each(['/undertone', '/undertone/', 'https://page.example/undertone'])(
    'are in the folder %s',
    (folder) => {
      const at = (name: string) => `https://page.example/undertone/${name}`;
      expect(addressesOf(folder)).toMatchObject({
        worklet: at('worklet.js'),
        prosody: at('prosody.js'),
        transportWorker: at('transport.worker.js'),
        vadWorker: at('vad.worker.js'),
        hearingWorker: at('hearing.worker.js'),
        vadModel: at('vad/silero_vad_v5.onnx'),
        vadRuntime: at('vad/ort-wasm-simd-threaded.wasm'),
      });
    },
  );

  it('are where each option says, and otherwise where the bundler put them', () => {
    expect(addressesOf({ worklet: '/w/worklet.js' })).toMatchObject({
      ...OWN,
      worklet: 'https://page.example/w/worklet.js',
      prosody: 'https://page.example/w/prosody.js',
    });
  });
});
