import { beforeEach, describe, expect, it } from 'vitest';
import { sessionReady } from '../testing/scripted-relay.js';
import { FRAME, TransportRig } from '../testing/transport-rig.js';
import { settle } from '../testing/virtual-scheduler.js';

let rig: TransportRig;

beforeEach(() => {
  rig = new TransportRig();
});

describe('The pace of sending', () => {
  it('[RT25] stays below four times real time in a replay', async () => {
    await rig.goLive();
    rig.relay.last.drop();
    await settle();
    rig.capture(500); // 20 s
    await rig.scheduler.advance(0);
    await rig.resume([0]);
    await rig.scheduler.advance(1_000);
    const seconds =
      rig.relay.last.bodies('audio').reduce((sum, audio) => sum + audio.sampleCount, 0) / 16_000;
    expect(seconds).toBeGreaterThan(3);
    expect(seconds).toBeLessThan(4.4);
    await rig.scheduler.advance(6_000);
    expect(rig.relay.last.bodies('audio').at(-1)?.firstSample).toBe(499 * FRAME);
  });

  it('allows at most four seconds of audio from before the session', async () => {
    rig.transport.start();
    rig.capture(250); // 10 s
    await settle();
    rig.relay.last.accept();
    rig.relay.last.send(sessionReady([0]), 0);
    await rig.scheduler.advance(3_000);
    expect(rig.relay.last.bodies('audio.gap')).toMatchObject([{ firstSample: 0, sampleCount: 6 * 16_000 }]);
    expect(rig.relay.last.bodies('audio').reduce((sum, audio) => sum + audio.sampleCount, 0)).toBe(64_000);
  });

  it('drops to zero above 256 kB in the socket’s buffer and resumes below 64 kB', async () => {
    await rig.goLive();
    rig.relay.last.isStuck = true;
    rig.relay.last.bufferedBytes = 300_000;
    rig.capture(5);
    await rig.scheduler.advance(1_000);
    expect(rig.relay.last.bodies('audio')).toHaveLength(0);
    rig.relay.last.bufferedBytes = 100_000;
    await rig.scheduler.advance(1_000);
    expect(rig.relay.last.bodies('audio')).toHaveLength(0);
    rig.relay.last.bufferedBytes = 60_000;
    await rig.scheduler.advance(1_000);
    expect(rig.relay.last.bodies('audio')).toHaveLength(5);
  });

  it('[RT49] drops the oldest audio behind a full socket and declares it as backpressure', async () => {
    await rig.goLive();
    rig.relay.last.bufferedBytes = 300_000;
    rig.capture(300); // 12 s
    await rig.scheduler.advance(100);
    rig.relay.last.bufferedBytes = 0;
    await rig.scheduler.advance(5_000);
    expect(rig.relay.last.bodies('audio.gap')).toMatchObject([
      { firstSample: 0, sampleCount: 64_000, reason: 'backpressure' },
    ]);
    expect(rig.relay.last.bodies('audio').at(-1)?.firstSample).toBe(299 * FRAME);
  });

  it('is the same for two channels', async () => {
    rig.transport = rig.make(2);
    await rig.goLive([0, 0]);
    rig.relay.last.drop();
    await settle();
    rig.capture(50, 0);
    rig.capture(50, 1);
    await rig.scheduler.advance(0);
    await rig.resume([0, 0]);
    await rig.scheduler.advance(300);
    const sent = [0, 1].map(
      (channel) => rig.relay.last.bodies('audio').filter((audio) => audio.channel === channel).length,
    );
    expect(Math.abs((sent[0] ?? 0) - (sent[1] ?? 0))).toBeLessThanOrEqual(1);
  });
});

describe('A pause', () => {
  const kindsSent = () => rig.relay.last.received.map(({ body }) => body?.kind);

  it('[RT36] goes behind the audio from before it, however long the socket is full', async () => {
    await rig.goLive();
    rig.relay.last.isStuck = true;
    rig.relay.last.bufferedBytes = 300_000;
    rig.capture(2);
    rig.transport.send({ kind: 'pause', value: { reason: 'hold' } });
    rig.transport.send({ kind: 'resume', value: {} });
    rig.capture(1);
    await rig.scheduler.advance(100);
    expect(kindsSent()).toEqual(['session.hello']);
    rig.relay.last.bufferedBytes = 0;
    await rig.scheduler.advance(100);
    expect(kindsSent()).toEqual(['session.hello', 'audio', 'audio', 'pause', 'resume', 'audio']);
  });

  it('[RT36] goes behind the audio that is sent again after a reconnect, on every channel', async () => {
    rig.transport = rig.make(2);
    await rig.goLive([0, 0]);
    rig.capture(50, 0);
    rig.capture(50, 1);
    rig.relay.last.drop();
    rig.transport.send({ kind: 'pause', value: { reason: 'payment_data' } });
    await settle();
    await rig.scheduler.advance(0);
    await rig.resume([0, 0]);
    await rig.scheduler.advance(2_000);
    expect(kindsSent().indexOf('pause')).toBe(1 + 2 * 50);
    expect(kindsSent()).toHaveLength(2 + 2 * 50);
  });
});

describe('A withdrawal of consent', () => {
  it('removes audio that was not sent yet', async () => {
    await rig.goLive();
    rig.relay.last.bufferedBytes = 300_000;
    rig.capture(10);
    rig.transport.send({ kind: 'pause', value: { reason: 'consent_withdrawn' } });
    rig.relay.last.bufferedBytes = 0;
    await rig.scheduler.advance(1_000);
    expect(rig.relay.last.bodies('audio')).toHaveLength(0);
    expect(rig.relay.last.bodies('audio.gap')).toMatchObject([
      { sampleCount: 10 * FRAME, reason: 'privacy' },
    ]);
  });
});
