import type { ServerBody } from '@undertone/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { TransportRig } from '../testing/transport-rig.js';

let rig: TransportRig;

beforeEach(() => {
  rig = new TransportRig();
});

describe('Flush and end', () => {
  const ended: ServerBody = {
    kind: 'session_end',
    value: {
      reason: 'ended_by_client',
      durationS: 1,
      utteranceCount: 1,
      transcript: { turns: [] },
      emotionTrajectory: [],
      summary: {},
      usage: { receivedMs: 1, processedMs: 1 },
    },
  };

  it('[RT37] flush after the audio and resolve with the position', async () => {
    await rig.goLive();
    rig.capture(3);
    const flushed = rig.transport.flush();
    expect(rig.relay.last.received.at(-1)?.body?.kind).toBe('flush');
    rig.relay.last.send({ kind: 'flushed', value: { throughSample: [1_920] } });
    await expect(flushed).resolves.toEqual([1_920]);
  });

  it('request the flush again on the next connection', async () => {
    await rig.goLive();
    rig.capture(3);
    const flushed = rig.transport.flush();
    rig.relay.last.drop();
    await rig.scheduler.advance(0);
    await rig.resume([0]);
    expect(rig.relay.last.received.map((message) => message.body?.kind)).toEqual([
      'session.hello',
      'audio',
      'audio',
      'audio',
      'flush',
    ]);
    rig.relay.last.send({ kind: 'flushed', value: { throughSample: [1_920] } });
    await expect(flushed).resolves.toEqual([1_920]);
  });

  it('[RT121] finish with the summary that the next connection brings when this one broke before it', async () => {
    await rig.goLive();
    rig.transport.end({ reason: 'ended_by_client' });
    rig.relay.last.drop();
    await rig.scheduler.advance(0);
    rig.relay.last.accept();
    rig.relay.last.send(ended);
    expect(rig.outcome()).toMatchObject({ kind: 'ended', summary: ended.value });
  });

  it('[RT38] send the last audio, then session.end, and finish with the summary', async () => {
    await rig.goLive();
    rig.capture(2);
    rig.transport.end({ reason: 'ended_by_client', outcome: { resolved: true } });
    expect(rig.relay.last.received.map((message) => message.body?.kind).slice(-2)).toEqual([
      'audio',
      'session.end',
    ]);
    rig.relay.last.send(ended);
    expect(rig.outcome()).toMatchObject({
      kind: 'ended',
      reason: 'ended_by_client',
      summary: { utteranceCount: 1 },
    });
    expect(rig.relay.last.clientClose?.code).toBe(1000);
    expect(rig.scheduler.pending).toBe(0);
  });

  it('do not send audio that is captured after the end was requested', async () => {
    await rig.goLive();
    rig.capture(2);
    rig.transport.end({ reason: 'ended_by_client' });
    rig.capture(3);
    await rig.scheduler.advance(500);
    expect(rig.relay.last.bodies('audio')).toHaveLength(2);
    expect(rig.relay.last.received.at(-1)?.body?.kind).toBe('session.end');
  });

  it('finish after the resume when the connection is down', async () => {
    await rig.goLive();
    rig.capture(2);
    rig.relay.last.drop();
    rig.transport.end({ reason: 'ended_by_client' });
    await rig.scheduler.advance(0);
    await rig.resume([0]);
    expect(rig.relay.last.bodies('audio')).toHaveLength(2);
    rig.relay.last.send(ended);
    expect(rig.outcome()).toMatchObject({ kind: 'ended' });
  });

  it('do not wait forever for a summary', async () => {
    await rig.goLive();
    rig.transport.end({ reason: 'ended_by_client' });
    await rig.scheduler.advance(15_000);
    expect(rig.outcome()).toEqual({ kind: 'ended', reason: 'unconfirmed' });
  });

  it('reject a flush that was never confirmed', async () => {
    await rig.goLive();
    const flushed = rig.transport.flush();
    rig.transport.dispose();
    await expect(flushed).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('allow dispose in any state, leave no timer, and tell a connected relay', async () => {
    await rig.goLive();
    rig.transport.dispose();
    rig.transport.dispose();
    expect(rig.relay.last.bodies('session.end')).toEqual([{ reason: 'disposed' }]);
    expect(rig.events.filter((event) => event.type === 'closed')).toHaveLength(1);
    expect(rig.scheduler.pending).toBe(0);
    const never = rig.make();
    never.dispose();
    expect(rig.scheduler.pending).toBe(0);
  });
});
