import type { ServerBody } from '@undertone/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { FRAME, TransportRig, warning } from '../testing/transport-rig.js';
import { settle } from '../testing/virtual-scheduler.js';

let rig: TransportRig;

beforeEach(() => {
  rig = new TransportRig();
});

const ack = (throughSample: number, channel = 0): ServerBody => ({
  kind: 'audio.ack',
  value: { channel, throughSample, lagMs: 5 },
});

describe('A connection that breaks', () => {
  it('[RT42][RT44] resumes with the handle, the last server seq and the first sample whose result was not seen', async () => {
    await rig.goLive();
    rig.capture(10);
    rig.relay.last.send(warning('low_snr'));
    rig.relay.last.send(ack(1_920), 0);
    rig.relay.last.drop();
    await rig.scheduler.advance(0);
    await settle();
    rig.relay.last.accept();
    const [hello] = rig.relay.last.bodies('session.hello');
    expect(hello?.resume).toEqual({ handle: 'handle', lastServerSeq: 1, nextSample: [1_920] });
    expect(rig.tokens.at(-1)).toEqual({ reason: 'resume', attempt: 0, sessionId: 'ses_test' });
  });

  it('[RT43] continues at the sample that the relay names', async () => {
    await rig.goLive();
    rig.capture(10);
    rig.relay.last.drop();
    rig.capture(5);
    await rig.scheduler.advance(0);
    await rig.resume([3_200]);
    await rig.scheduler.advance(2_000);
    const sent = rig.relay.last.bodies('audio');
    expect(sent[0]?.firstSample).toBe(3_200);
    expect(sent.at(-1)).toMatchObject({ firstSample: 14 * FRAME, sampleCount: FRAME });
    expect(sent[0]?.payload[0]).toBe(6);
  });

  it('counts a directive that was seen as a result, with or without its ack', async () => {
    await rig.goLive();
    rig.capture(25);
    rig.relay.last.send({
      kind: 'directive',
      value: {
        directiveId: 'd1',
        revision: 1,
        provenance: 'server',
        speakerId: 's',
        channel: 0,
        audioStartMs: 0,
        audioEndMs: 500,
        emotionProbabilities: {},
        signals: {},
        metrics: {},
        quality: { doubts: [] },
        latency: { queueMs: 0, inferenceMs: 0, totalMs: 0 },
        speech: true,
      },
    });
    rig.relay.last.drop();
    await rig.scheduler.advance(0);
    await settle();
    rig.relay.last.accept();
    expect(rig.relay.last.bodies('session.hello')[0]?.resume?.nextSample).toEqual([8_000]);
  });

  it('[RT45] declares the audio that did not fit into the ring as a gap', async () => {
    await rig.goLive();
    rig.capture(1);
    rig.relay.last.drop();
    await settle();
    rig.capture(900); // 36 s
    await rig.scheduler.advance(0);
    await rig.resume([0]);
    expect(rig.relay.last.bodies('audio.gap')).toEqual([
      { channel: 0, firstSample: 0, sampleCount: 901 * FRAME - 480_000, reason: 'offline' },
    ]);
    expect(rig.events.find((event) => event.type === 'gap')).toMatchObject({ reason: 'offline' });
  });

  it('[RT8] drops a message that the relay sends twice', async () => {
    await rig.goLive();
    rig.relay.last.send(warning('low_snr'), 1);
    rig.relay.last.send(warning('audio_clipping'), 2);
    rig.relay.last.drop();
    await rig.scheduler.advance(0);
    await rig.resume([0]);
    rig.relay.last.send(warning('audio_clipping'), 2);
    rig.relay.last.send(warning('audio_gap'), 3);
    const codes = rig.messages().flatMap((body) => (body.kind === 'warning' ? [body.value.code] : []));
    expect(codes).toEqual(['low_snr', 'audio_clipping', 'audio_gap']);
  });

  it('ignores messages of an old socket', async () => {
    await rig.goLive();
    const old = rig.relay.last;
    old.drop();
    await rig.scheduler.advance(0);
    await rig.resume([0]);
    old.send(warning('low_snr'));
    old.drop(4403);
    expect(rig.messages().some((body) => body.kind === 'warning')).toBe(false);
    expect(rig.outcome()).toBeUndefined();
  });

  it('counts as dead after 25 s of silence, but not while pongs arrive', async () => {
    await rig.goLive();
    for (let second = 0; second < 60; second++) {
      await rig.scheduler.advance(1_000);
      rig.relay.last.send({ kind: 'pong', value: { serverTUs: 0 } }, 0);
    }
    expect(rig.relay.sockets).toHaveLength(1);
    await rig.scheduler.advance(24_000);
    expect(rig.relay.sockets).toHaveLength(1);
    await rig.scheduler.advance(2_000);
    expect(rig.relay.sockets).toHaveLength(2);
    expect(rig.relay.sockets[0]?.clientClose).not.toBeNull();
  });

  it('pings every 10 s and measures the round trip', async () => {
    await rig.goLive();
    await rig.scheduler.advance(10_000);
    expect(rig.relay.last.bodies('ping')).toHaveLength(1);
    await rig.scheduler.advance(35);
    rig.relay.last.send({ kind: 'pong', value: { serverTUs: 0 } }, 0);
    await rig.scheduler.advance(1_000);
    const stats = rig.events.flatMap((event) => (event.type === 'stats' ? [event.stats] : [])).at(-1);
    expect(stats?.rttMs).toBe(35);
  });

  it('does not flood a relay that accepts and drops at once', async () => {
    await rig.goLive();
    for (let round = 0; round < 20; round++) {
      rig.relay.last.drop();
      await rig.scheduler.advance(1_000);
      if (rig.relay.last.received.length === 0) await rig.resume([0]);
    }
    expect(rig.relay.sockets.length).toBeLessThan(10);
  });

  it('tries at once when the network comes back', async () => {
    await rig.goLive();
    rig.relay.last.drop();
    for (let attempt = 0; attempt < 4; attempt++) {
      await rig.scheduler.advance(4_000);
      rig.relay.last.drop();
      await settle();
    }
    const before = rig.relay.sockets.length;
    rig.reach = { kind: 'relay' };
    rig.transport.networkOnline();
    await settle();
    expect(rig.relay.sockets).toHaveLength(before + 1);
  });

  it('sends a message again only if the relay has not handled it', async () => {
    await rig.goLive();
    rig.transport.send({ kind: 'steering.feedback', value: { cueId: 'one', action: 'shown' } });
    rig.relay.last.send(warning('low_snr')); // carries the ack
    const { ack: handled } = rig.relay;
    rig.transport.send({ kind: 'steering.feedback', value: { cueId: 'two', action: 'shown' } });
    rig.relay.ack = handled;
    rig.relay.last.drop();
    await rig.scheduler.advance(0);
    rig.relay.heard = () => undefined;
    await rig.resume([0]);
    expect(rig.relay.last.bodies('steering.feedback').map(({ cueId }) => cueId)).toEqual(['two']);
  });
});
