import { describe, expect, it } from 'vitest';
import { anAuth, countingPcm, Rig, type Peer } from '../testing/rig.js';

const twoChannels = [
  { id: 'caller', subject: 'customer' as const, encoding: 'pcm_s16le' as const, sampleRate: 16_000 },
  { id: 'agent', subject: 'agent' as const, encoding: 'pcm_s16le' as const, sampleRate: 8_000 },
];

const gap = (
  peer: Peer,
  firstSample: number,
  sampleCount: number,
  reason: 'offline' | 'muted' | 'privacy',
) => {
  peer.say({ kind: 'audio.gap', value: { channel: 0, firstSample, sampleCount, reason } });
};

describe('audio input', () => {
  it('[RT29] acknowledges audio that has a result, after the result, in one packet', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    for (let i = 0; i < 7; i += 1) peer.audio(640);
    expect(peer.socket.all('audio.ack')).toEqual([]);
    await rig.clock.advance(20);
    rig.inference.last.answer();
    const kinds = peer.socket.kinds();
    expect(kinds.indexOf('directive')).toBeGreaterThan(0);
    expect(kinds.indexOf('directive')).toBeLessThan(kinds.indexOf('audio.ack'));
    expect(peer.socket.last('audio.ack')).toEqual({ channel: 0, throughSample: 4_480, lagMs: 0 });
    expect(rig.inference.last.bytesOf(0)).toEqual([...countingPcm(0, 4_480)]);
  });

  it('[RT29] repeats the acknowledgement within 500 ms while results are late, with a growing lag', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    peer.audio(640);
    await rig.clock.advance(1_000);
    const acks = peer.socket.all('audio.ack');
    expect(acks.length).toBeGreaterThanOrEqual(2);
    expect(acks.every(({ throughSample }) => throughSample === 0)).toBe(true);
    expect(acks.at(-1)?.lagMs).toBeGreaterThan(acks[0]?.lagMs ?? 0);
  });

  it('[RT21] drops a repeated frame, and takes only the new part of an overlapping one', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    peer.audio(640);
    peer.audio(640, 0, 0);
    peer.audio(640, 0, 320);
    expect(rig.inference.last.bytesOf(0)).toEqual([...countingPcm(0, 960)]);
    expect(rig.counters.get('audio_duplicate_samples')).toBe(960);
    expect(peer.socket.warnings()).toEqual([]);
  });

  it('[RT21] moves the clock over a hole and reports it', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    peer.audio(640);
    peer.audio(640, 0, 1_280);
    rig.inference.last.answer();
    expect(peer.socket.last('audio.ack').throughSample).toBe(1_920);
    expect(peer.socket.all('warning')).toMatchObject([
      {
        code: 'audio_gap',
        detail: { channel: '0', first_sample: '640', sample_count: '640', reason: 'hole' },
      },
    ]);
    expect(rig.inference.last.bytesOf(0)).toEqual([...countingPcm(0, 640), ...countingPcm(1_280, 640)]);
  });

  it('[RT22] moves the clock over a declared gap, and warns only when audio was lost', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    peer.audio(640);
    gap(peer, 640, 16_000, 'privacy');
    expect(peer.socket.warnings()).toEqual([]);
    await rig.clock.advance(30_000);
    gap(peer, 16_640, 320_000, 'offline');
    expect(peer.socket.warnings()).toEqual(['audio_gap']);
    rig.inference.last.answer();
    await rig.clock.advance(600);
    expect(peer.socket.last('audio.ack').throughSample).toBe(336_640);
  });

  it('refuses a gap into the future, even when the wall clock would allow it', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    rig.clock.stepWall(86_400_000);
    gap(peer, 0, 16_000 * 3_600, 'offline');
    expect(peer.socket.last('error')).toMatchObject({
      code: 'protocol_error',
      param: 'sample_count',
      refSeq: 2,
    });
    expect(peer.socket.closedWith?.code).toBe(4400);
  });

  it('treats a muted frame as a gap and discards its samples', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    const value = { channel: 0, firstSample: 0, sampleCount: 640, payload: countingPcm(0, 640) };
    peer.say({ kind: 'audio', value: { ...value, flags: { muted: true } } });
    expect(rig.inference.last.bytesOf(0)).toEqual([]);
    expect(rig.inference.last.nextSample(0)).toBe(640);
  });

  it('[RT17] drops an agent’s audio on arrival, reports it once, and acknowledges it', async () => {
    const rig = new Rig();
    const peer = await rig.open({ channels: twoChannels });
    expect(peer.socket.all('warning')).toMatchObject([
      { code: 'agent_analysis_off', detail: { channel: '1' } },
    ]);
    for (let i = 0; i < 10; i += 1) peer.audio(320, 1);
    peer.audio(640, 0);
    rig.inference.last.answer();
    await rig.clock.advance(600);
    expect(rig.inference.last.bytesOf(1)).toEqual([]);
    expect(rig.inference.last.spec.channels[1]?.analyse).toBe(false);
    const acks = peer.socket.all('audio.ack').filter(({ channel }) => channel === 1);
    expect(acks.at(-1)?.throughSample).toBe(3_200);
    expect(peer.socket.all('directive').every(({ channel }) => channel === 0)).toBe(true);
    expect(peer.socket.warnings()).toEqual(['agent_analysis_off']);
  });

  it('[RT17] analyzes an agent when the policy allows it', async () => {
    const rig = new Rig();
    const peer = await rig.open({ channels: twoChannels }, anAuth({ agentAnalysis: true }));
    peer.audio(320, 1);
    expect(rig.inference.last.bytesOf(1)).toEqual([...countingPcm(0, 320)]);
    expect(peer.socket.warnings()).toEqual([]);
    expect(peer.socket.last('session.ready').policy.agentAnalysis).toBe(true);
  });

  it('[RT52] reads raw samples on the JSON forms, interleaved when there are two channels', async () => {
    const rig = new Rig();
    const channels = [{ id: 'left' }, { id: 'right' }].map((channel) => ({ ...channel, sampleRate: 16_000 }));
    for (const kind of ['json', 'plain'] as const) {
      const peer = await rig.open({ channels }, anAuth(), kind);
      peer.binary(countingPcm(0, 8));
      expect(rig.inference.last.bytesOf(0)).toEqual([0, 0, 2, 0, 4, 0, 6, 0]);
      expect(rig.inference.last.bytesOf(1)).toEqual([1, 0, 3, 0, 5, 0, 7, 0]);
      peer.binary(countingPcm(8, 2));
      expect(rig.inference.last.nextSample(1)).toBe(5);
    }
  });

  it('handles the same audio alike in the protobuf and the plain form', async () => {
    const rig = new Rig();
    const framed = await rig.open();
    for (let i = 0; i < 5; i += 1) framed.audio(640);
    const first = rig.inference.last;
    const plain = await rig.open({}, anAuth(), 'plain');
    plain.binary(countingPcm(0, 3_200));
    expect(rig.inference.last.bytesOf(0)).toEqual(first.bytesOf(0));
    first.answer();
    rig.inference.last.answer();
    expect(plain.socket.last('audio.ack').throughSample).toBe(framed.socket.last('audio.ack').throughSample);
  });

  it('[RT25] accepts the buffered audio of a stalled link without a warning', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    for (let i = 0; i < 25; i += 1) {
      peer.audio(640);
      await rig.clock.advance(40);
    }
    await rig.clock.advance(25_000);
    for (let i = 0; i < 625; i += 1) peer.audio(640);
    expect(peer.socket.warnings()).toEqual([]);
    expect(peer.socket.closedWith).toBeUndefined();
  });

  it('[RT25] warns once about audio ahead of real time, then closes with 4429', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    for (let i = 0; i < 1_000 && peer.socket.closedWith === undefined; i += 1) {
      peer.audio(640);
      await rig.clock.advance(20);
    }
    expect(peer.socket.warnings()).toEqual(['ahead_of_realtime']);
    expect(peer.socket.last('error')).toMatchObject({
      code: 'rate_limited',
      retryable: true,
      retryAfterMs: 5_000,
    });
    expect(peer.socket.closedWith?.code).toBe(4429);
    expect(rig.streams.counts().detached).toBe(1);
  });

  it('[RT25] takes what came while the relay itself stood still', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    for (let i = 0; i < 100; i += 1) {
      peer.audio(640);
      await rig.clock.advance(40);
    }
    rig.clock.freeze(60_000);
    for (let i = 0; i < 60_000 / 40; i += 1) peer.audio(640);
    expect(peer.socket.warnings()).toEqual([]);
    expect(peer.socket.closedWith).toBeUndefined();
    // It is no license to hurry afterwards.
    for (let i = 0; i < 2_500 && peer.socket.closedWith === undefined; i += 1) peer.audio(640);
    expect(peer.socket.closedWith?.code).toBe(4429);
  });

  it('[RT48] merges directives for a slow reader, and keeps the acknowledgements in order', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    const before = peer.socket.received.length;
    Object.assign(peer.socket, { outcome: 'buffered', buffered: 300_000 });
    for (let i = 0; i < 12; i += 1) {
      peer.audio(4_000);
      rig.inference.last.answer();
    }
    const congested = peer.socket.received.length;
    expect(congested - before).toBeLessThanOrEqual(1);
    Object.assign(peer.socket, { outcome: 'sent', buffered: 0 });
    peer.handler.drain();
    const late = peer.socket.received.slice(congested);
    const kinds = late.map(({ body }) => body?.kind);
    expect(kinds.filter((kind) => kind === 'directive')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'audio.ack')).toHaveLength(1);
    expect(kinds.at(-1)).toBe('audio.ack');
    expect(peer.socket.last('audio.ack').throughSample).toBe(48_000);
    const numbered = peer.socket.received.map(({ seq }) => seq).filter((seq) => seq > 0);
    expect(numbered).toEqual(numbered.map((_, index) => index + 1));
    expect(rig.counters.get('coalesced')).toBeGreaterThan(10);
  });

  it('[RT35] [RT48] warns a slow reader once that it gets the newest results only, and again after the next time', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    const fallBehind = async (): Promise<void> => {
      Object.assign(peer.socket, { outcome: 'buffered', buffered: 300_000 });
      for (let i = 0; i < 8; i += 1) {
        peer.audio(4_000);
        rig.inference.last.answer();
        await rig.clock.advance(250);
      }
      Object.assign(peer.socket, { outcome: 'sent', buffered: 0 });
      peer.handler.drain();
    };
    await fallBehind();
    await rig.clock.advance(250);
    expect(peer.socket.warnings()).toEqual(['backpressure']);
    await fallBehind();
    expect(peer.socket.warnings()).toEqual(['backpressure', 'backpressure']);
  });

  it('[RT48] closes the connection of a client that never reads, and its session can be resumed', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    Object.assign(peer.socket, { outcome: 'buffered', buffered: 300_000 });
    for (let i = 0; i < 120 && peer.socket.closedWith === undefined; i += 1) {
      peer.audio(4_000);
      rig.inference.last.answer();
      await rig.clock.advance(250);
    }
    expect(peer.socket.last('error')).toMatchObject({ code: 'client_too_slow', retryable: true });
    expect(peer.socket.closedWith?.code).toBe(4504);
    const again = await rig.resume(peer);
    expect(again.socket.last('session.ready').generation).toBe(2);
  });

  it('detaches at once when the socket drops a message, and replays the message on resume', async () => {
    const rig = new Rig();
    const peer = await rig.open();
    peer.socket.outcome = 'dropped';
    peer.audio(4_000);
    rig.inference.last.answer();
    expect(peer.socket.closedWith?.code).toBe(4504);
    const again = await rig.resume(peer);
    expect(again.socket.all('directive')).toHaveLength(1);
    const numbered = again.socket.received.map(({ seq }) => seq).filter((seq) => seq > 0);
    expect(numbered).toEqual([...numbered].sort((a, b) => a - b));
  });
});
