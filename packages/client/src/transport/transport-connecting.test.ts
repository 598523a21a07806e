import { AUTH_PREFIX, SUBPROTOCOL_PROTO } from '@undertone/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { CredentialError } from '../common/undertone-error.js';
import { sessionReady } from '../testing/scripted-relay.js';
import { TransportRig } from '../testing/transport-rig.js';
import { settle } from '../testing/virtual-scheduler.js';
import { Transport } from './transport.js';

let rig: TransportRig;

beforeEach(() => {
  rig = new TransportRig();
});

describe('Connecting', () => {
  it('[RT1][RT3] offers undertone.v1.proto and the token as sub-protocol entries', async () => {
    rig.transport.start();
    await settle();
    expect(rig.relay.last.protocols).toEqual([SUBPROTOCOL_PROTO, `${AUTH_PREFIX}token-1`]);
  });

  it('[RT13] says hello first, and sends nothing else before session.ready', async () => {
    rig.transport.start();
    rig.capture(3);
    await settle();
    rig.relay.last.accept();
    expect(rig.relay.last.received.map((message) => message.body?.kind)).toEqual(['session.hello']);
    rig.relay.last.send(sessionReady([0]), 0);
    expect(rig.relay.last.bodies('audio').map((audio) => audio.firstSample)).toEqual([0, 640, 1280]);
  });

  it('[RT8] numbers its messages one by one from 1', async () => {
    await rig.goLive();
    rig.capture(2);
    expect(rig.relay.last.received.map((message) => message.seq)).toEqual([1, 2, 3]);
  });

  it('fails with the page’s own error when the page refuses a token', async () => {
    rig.getToken = () => Promise.reject(new CredentialError('psk_in_browser', 'no'));
    rig.transport.start();
    await settle();
    expect(rig.outcome()).toMatchObject({
      kind: 'failed',
      error: { code: 'psk_in_browser', family: 'credential' },
    });
  });

  it('asks again when the page fails to get a token for the moment', async () => {
    rig.getToken = () => Promise.reject(new Error('fetch failed'));
    rig.transport.start();
    await settle();
    rig.getToken = () => Promise.resolve('late');
    await rig.scheduler.advance(10);
    expect(rig.relay.last.protocols[1]).toBe(`${AUTH_PREFIX}late`);
  });

  it('gives up when the page fails to get a token six times, unless the session was live', async () => {
    const noToken = () => Promise.reject(new Error('/token answered 500'));
    rig.getToken = noToken;
    rig.transport.start();
    await rig.scheduler.advance(30_000);
    expect(rig.phases().filter(({ kind }) => kind === 'connecting')).toHaveLength(6);
    expect(rig.outcome()).toMatchObject({
      kind: 'failed',
      error: { code: 'token_unavailable', message: 'no token: /token answered 500', retryable: true },
    });
    const started = new TransportRig();
    await started.goLive();
    started.getToken = noToken;
    started.relay.last.drop();
    await started.scheduler.advance(120_000);
    expect(started.outcome()).toBeUndefined();
  });

  it('does not wait forever for a token', async () => {
    rig.getToken = () => new Promise(() => undefined);
    rig.transport.start();
    await rig.scheduler.advance(14_000);
    rig.getToken = () => Promise.resolve('late');
    await rig.scheduler.advance(2_000);
    expect(rig.relay.last.protocols[1]).toBe(`${AUTH_PREFIX}late`);
    rig.relay.last.accept();
    rig.relay.last.send(sessionReady([0]), 0);
    await rig.scheduler.advance(20_000);
    expect(rig.phases().at(-1)?.kind).toBe('live');
  });

  it('does not treat an invalid token as an outage', async () => {
    rig.transport = new Transport(
      { url: 'ws://relay', sampleRateHz: 16_000, hello: { channels: [{}], features: [], metadata: {} } },
      {
        openSocket: () => {
          throw new SyntaxError('bad sub-protocol');
        },
        scheduler: rig.scheduler,
        random: () => 0,
        getToken: () => Promise.resolve('not a token'),
        probe: () => Promise.resolve({ kind: 'relay' }),
        onEvent: (event) => rig.events.push(event),
      },
    );
    rig.transport.start();
    await settle();
    expect(rig.outcome()).toMatchObject({ kind: 'failed', error: { code: 'token_invalid' } });
    expect(rig.scheduler.pending).toBe(0);
  });

  it('gives up when a relay that is up refuses four upgrades, each with a fresh token', async () => {
    rig.reach = { kind: 'relay' };
    rig.transport.start();
    await settle();
    for (let attempt = 0; attempt < 4; attempt++) {
      rig.relay.last.drop();
      await rig.scheduler.advance(10_000);
    }
    expect(rig.relay.sockets).toHaveLength(4);
    expect(new Set(rig.relay.sockets.map((socket) => socket.protocols[1])).size).toBe(4);
    expect(rig.outcome()).toMatchObject({ kind: 'failed', error: { code: 'unauthorized' } });
  });

  it.each([200, 404])(
    'gives up after three tries, with one token, where %i answers an upgrade',
    async (status) => {
      rig.reach = { kind: 'other', status };
      rig.transport.start();
      await settle();
      rig.relay.last.drop();
      await rig.scheduler.advance(10_000);
      expect(rig.outcome()).toMatchObject({
        kind: 'failed',
        error: {
          code: 'not_a_relay',
          retryable: false,
          message: `no relay at ws://relay/v1/stream/realtime: it answers ${status} to a stream. Check url`,
          details: { status },
        },
      });
      expect(rig.phases().filter(({ kind }) => kind === 'connecting')).toHaveLength(3);
      expect(rig.tokens).toHaveLength(1);
    },
  );

  it('gives up after six tries, with one token, where nothing answers', async () => {
    rig.transport.start();
    await settle();
    rig.relay.last.drop();
    await rig.scheduler.advance(30_000);
    expect(rig.outcome()).toMatchObject({
      kind: 'failed',
      error: { code: 'relay_unreachable', retryable: true },
    });
    expect(rig.phases().filter(({ kind }) => kind === 'connecting')).toHaveLength(6);
    expect(rig.tokens).toHaveLength(1);
  });

  it('connects, with a fresh token, as soon as a relay answers', async () => {
    rig.transport.start();
    await settle();
    rig.relay.last.drop();
    await rig.scheduler.advance(2_000);
    rig.reach = { kind: 'relay' };
    await rig.scheduler.advance(5_000);
    expect(rig.relay.sockets.map(({ protocols }) => protocols[1])).toEqual([
      `${AUTH_PREFIX}token-1`,
      `${AUTH_PREFIX}token-2`,
    ]);
  });

  it('keeps trying a relay that went down, and gives up after ten minutes', async () => {
    await rig.goLive();
    rig.relay.last.drop();
    for (let attempt = 0; attempt < 200 && rig.outcome() === undefined; attempt++) {
      await settle();
      if (attempt === 0) rig.relay.last.drop();
      await rig.scheduler.advance(8_000);
    }
    expect(rig.outcome()).toMatchObject({ kind: 'failed', error: { code: 'gave_up', retryable: true } });
    expect(rig.scheduler.nowMs()).toBeGreaterThan(600_000);
  });

  it('waits 0, 300, 1200, 2700, 4800, 7000 ms plus jitter between attempts', async () => {
    await rig.goLive();
    for (let attempt = 0; attempt < 7; attempt++) {
      await settle();
      rig.relay.last.drop();
      await rig.scheduler.advance(9_000);
    }
    const delays = rig.phases().flatMap((phase) => (phase.kind === 'reconnecting' ? [phase.delayMs] : []));
    expect(delays.slice(0, 7)).toEqual([0, 800, 1_700, 3_200, 5_300, 7_500, 7_500]);
  });
});
