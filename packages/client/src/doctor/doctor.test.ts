import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakePage, FakeTrack } from '../testing/fake-page.js';
import { FakeProcessors } from '../testing/fake-worklet.js';
import type { Check, CheckId } from './check.js';
import type { CheckedPage } from './checked-page.js';
import { doctor } from './run-doctor.js';
import type { DoctorOptions } from './doctor.js';

let page: FakePage;
let isImpatient = false;
let sockets: FakeSocket[];

beforeAll(() => FakeProcessors.load());
beforeEach(() => {
  page = new FakePage();
  sockets = [];
  isImpatient = false;
});

class FakeSocket {
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  isClosed = false;

  constructor(
    readonly protocols: string[],
    private readonly answer: 'accept' | 'refuse',
  ) {
    queueMicrotask(() => (this.answer === 'accept' ? this.onopen?.() : this.onclose?.({ code: 1006 })));
  }

  get protocol(): string {
    return this.protocols[0] ?? '';
  }

  close(): void {
    this.isClosed = true;
  }
}

const examine = async (
  options: Partial<DoctorOptions> = {},
  overrides: Partial<CheckedPage> = {},
  { amplitude = 0.3, stream = 'accept' }: { amplitude?: number; stream?: 'accept' | 'refuse' } = {},
): Promise<Map<CheckId, Check>> => {
  const input = new Float32Array(128).map((_, index) => amplitude * Math.sin(index / 5));
  const environment = page.environment({
    wallClockMs: () => Date.parse('2026-01-01T00:00:00Z'),
    fetch: (url) =>
      Promise.resolve(
        new Response('', {
          headers: url.endsWith('.js')
            ? { 'content-type': 'text/javascript' }
            : { date: 'Thu, 01 Jan 2026 00:00:01 GMT' },
        }),
      ),
    createSocket: (_url, protocols) => {
      const socket = new FakeSocket(protocols, stream);
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    // Listening takes one second. The audio thread runs for that time in steps of 100 ms.
    scheduler: {
      nowMs: () => page.scheduler.nowMs(),
      after(delayMs, run) {
        if (delayMs < 1_000) return page.scheduler.after(delayMs, run);
        if (page.processors.all.length > 0 && !page.processor.isDisconnected) void hear(delayMs).then(run);
        else if (delayMs > 10_000 && isImpatient) setImmediate(run);
        return () => undefined;
      },
    },
    ...overrides,
  });
  const hear = async (ms: number) => {
    for (let heardMs = 0; heardMs < ms; heardMs += 100) {
      for (let quantum = 0; quantum < 37.5; quantum++) page.processor.process([[input]]);
      await page.scheduler.advance(100);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const checks = await doctor(
    { getToken: () => Promise.resolve('token'), assets: '/undertone/', ...options },
    environment,
  );
  return new Map(checks.map((check) => [check.id, check]));
};

const statuses = (checks: Map<CheckId, Check>) =>
  Object.fromEntries([...checks.values()].map(({ id, status }) => [id, status]));

describe('The doctor', () => {
  it('finds no problem in a working page and leaves nothing open', async () => {
    const checks = await examine();
    expect(statuses(checks)).toEqual({
      secure_context: 'ok',
      device: 'ok',
      permission: 'ok',
      microphone: 'ok',
      worklet: 'ok',
      context: 'ok',
      clock: 'ok',
      sound: 'ok',
      worker: 'ok',
      relay_http: 'ok',
      token: 'ok',
      relay_stream: 'ok',
    });
    expect(page.openMicrophones).toBe(0);
    expect(page.opened).toMatchObject({ contexts: 0, sources: 0, elements: 0 });
    expect(sockets.every((socket) => socket.isClosed)).toBe(true);
  });

  it('loads what a page hears with where no audio may leave it', async () => {
    const checks = await examine({ privacy: 'features' });
    expect(checks.get('hearing')).toMatchObject({ status: 'ok', message: 'the page hears with reader 1' });
    expect(page.opened.workers).toBe(0);
  });

  it.each([
    [
      'the reader is missing',
      () => Promise.reject(new Error('https://relay.example/live.onnx: answered 404')),
      {},
      /live\.onnx: answered 404$/,
    ],
    [
      'no worker starts',
      () => new Promise<never>(() => undefined),
      {
        createWorker: () => {
          throw new DOMException('refused', 'SecurityError');
        },
      },
      /refused$/,
    ],
  ] satisfies [string, FakePage['hearing']['load'], Partial<CheckedPage>, RegExp][])(
    'says of a page that should hear by itself that %s',
    async (_what, load, overrides, message) => {
      page.hearing.load = load;
      const checks = await examine({ privacy: 'features' }, overrides);
      expect(checks.get('hearing')).toMatchObject({
        status: 'fail',
        message: expect.stringMatching(message) as string,
        fix: expect.stringContaining('hearing.worker.js') as string,
      });
      expect(page.opened.workers).toBe(0);
    },
  );

  it('finds a denied microphone and says how to allow it', async () => {
    page.failing.microphone = new DOMException('no', 'NotAllowedError');
    const checks = await examine({}, { microphonePermission: () => Promise.resolve('denied') });
    expect(checks.get('permission')?.status).toBe('fail');
    expect(checks.get('microphone')?.fix).toContain('site settings');
    expect(checks.get('relay_stream')?.status).toBe('ok');
  });

  it('finds an insecure page and a missing device', async () => {
    const checks = await examine({}, { isSecureContext: false, enumerateDevices: () => Promise.resolve([]) });
    expect(checks.get('secure_context')?.status).toBe('fail');
    expect(checks.get('device')?.status).toBe('fail');
  });

  it('finds a worklet that the CSP blocks', async () => {
    page.failing.worklet = new DOMException('blocked', 'AbortError');
    const checks = await examine();
    expect(checks.get('worklet')).toMatchObject({ status: 'fail' });
    expect(checks.get('worklet')?.fix).toContain('script-src');
    expect(page.opened.contexts).toBe(0);
  });

  it('finds a missing analysis script', async () => {
    page.failing.prosody = new DOMException('missing', 'AbortError');
    const checks = await examine();
    expect(checks.get('worklet')).toMatchObject({ status: 'fail' });
    expect(checks.get('worklet')?.fix).toContain('prosody.js');
    expect(page.opened.contexts).toBe(0);
  });

  it('finds a silent track', async () => {
    const checks = await examine({}, {}, { amplitude: 0 });
    expect(checks.get('sound')).toMatchObject({ status: 'warn' });
  });

  it('finds a track that the system muted', async () => {
    const track = new FakeTrack();
    track.muted = true;
    const checks = await examine({ sources: [{ track: track.asTrack(), subject: 'customer' }] });
    expect(checks.get('sound')).toMatchObject({
      status: 'fail',
      message: 'the track is muted by the system',
    });
    expect(track.readyState).toBe('live');
  });

  it('finds a context that waits for a gesture', async () => {
    page.contextState = 'suspended';
    expect((await examine()).get('context')?.fix).toContain('click');
  });

  it('finds an API key in place of a token, without connecting', async () => {
    const checks = await examine({ getToken: () => Promise.resolve('psk_live_1') });
    expect(checks.get('token')).toMatchObject({ status: 'fail' });
    expect(checks.get('token')?.fix).toContain('/v1/stream/tokens');
    expect(sockets).toHaveLength(0);
  });

  it('finds a server that gives no token in time, and a file that never comes', async () => {
    isImpatient = true;
    const checks = await examine({ getToken: () => new Promise(() => undefined) });
    expect(checks.get('token')).toMatchObject({
      status: 'fail',
      message: 'getToken gave no answer within 15000 ms',
    });
    const signals: unknown[] = [];
    await examine(
      {},
      { fetch: (_url, init) => Promise.reject(new Error(String(signals.push(init?.signal)))) },
    );
    expect(signals.every((signal) => signal instanceof AbortSignal)).toBe(true);
  });

  it('finds a relay that is down, and one that refuses', async () => {
    const gone = await examine({}, { fetch: () => Promise.reject(new TypeError('Failed to fetch')) });
    expect(gone.get('relay_http')?.status).toBe('fail');
    expect(gone.get('worker')?.status).toBe('fail');
    const answering = (status: number): Partial<CheckedPage> => ({
      fetch: (url) =>
        Promise.resolve(
          url.includes('/v1/stream')
            ? new Response('', { status })
            : new Response('', { headers: { 'content-type': 'text/javascript' } }),
        ),
    });
    const refusing = await examine({}, answering(426), { stream: 'refuse' });
    expect(refusing.get('relay_stream')?.message).toContain('1006');
    const elsewhere = await examine({}, answering(404), { stream: 'refuse' });
    expect(elsewhere.get('relay_stream')).toMatchObject({
      message: 'no relay at wss://page.example/v1/stream/realtime: it answers 404 to a stream',
    });
    expect(elsewhere.get('relay_stream')?.fix).toContain('url');
  });

  it('finds out whether workers of another origin can be started', async () => {
    const assets = 'https://cdn.example/undertone/';
    expect((await examine({ assets })).get('worker')).toMatchObject({ status: 'ok' });
    page.failing.worker = true;
    const strict = await examine({ assets });
    expect(strict.get('worker')).toMatchObject({ status: 'warn' });
    expect(strict.get('worker')?.fix).toContain('blob:');
    expect((await examine()).get('worker')).toMatchObject({ status: 'fail' });
    expect(page.opened.workers).toBe(0);
  });

  it('finds clocks that disagree', async () => {
    const checks = await examine({}, { wallClockMs: () => Date.parse('2026-01-01T01:00:00Z') });
    expect(checks.get('relay_clock')).toMatchObject({ status: 'warn' });
    expect(checks.get('clock')).toMatchObject({ status: 'ok' });
  });

  it('finds an invalid address', async () => {
    const checks = await examine({ url: 'ftp://relay' });
    expect(checks.get('relay_http')?.status).toBe('fail');
  });
});
