import { AUTH_PREFIX, SUBPROTOCOL_PROTO, type ServerBody } from '@undertone/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { CredentialError } from '../common/undertone-error.js';
import { ScriptedRelay, sessionReady } from '../testing/scripted-relay.js';
import { settle, VirtualScheduler } from '../testing/virtual-scheduler.js';
import { Transport } from './transport.js';
import type { TokenContext, TransportEvent, TransportPhase } from './transport-types.js';

const FRAME = 640;

let relay: ScriptedRelay;
let scheduler: VirtualScheduler;
let events: TransportEvent[];
let tokens: TokenContext[];
let getToken: (context: TokenContext) => Promise<string>;
let isUp: boolean;
let transport: Transport;

function make(channelCount = 1): Transport {
  return new Transport(
    {
      url: 'ws://relay/v1/stream/realtime',
      sampleRateHz: 16_000,
      hello: { channels: Array.from({ length: channelCount }, () => ({})), features: [], metadata: {} },
    },
    {
      openSocket: relay.openSocket,
      scheduler,
      random: () => 0.5,
      getToken: (context) => {
        tokens.push(context);
        return getToken(context);
      },
      probe: () => Promise.resolve(isUp),
      onEvent: (event) => events.push(event),
    },
  );
}

beforeEach(() => {
  relay = new ScriptedRelay();
  scheduler = new VirtualScheduler();
  events = [];
  tokens = [];
  isUp = false;
  getToken = () => Promise.resolve(`token-${tokens.length}`);
  transport = make();
});

function capture(frames: number, channel = 0): void {
  for (let index = 0; index < frames; index++) {
    const firstSample = transport.positions[channel] ?? 0;
    const payload = new Uint8Array(2 * FRAME).fill(firstSample / FRAME + 1);
    transport.captured({ channel, firstSample, sampleCount: FRAME, payload, speech: true });
  }
}

async function goLive(nextSample = [0]): Promise<void> {
  transport.start();
  await settle();
  relay.last.accept();
  relay.last.send(sessionReady(nextSample), 0);
}

async function resume(nextSample: number[], generation = 2): Promise<void> {
  await settle();
  relay.last.accept();
  relay.last.send(sessionReady(nextSample, { generation }), 0);
}

const phases = (): TransportPhase[] =>
  events.flatMap((event) => (event.type === 'phase' ? [event.phase] : []));
const messages = (): ServerBody[] =>
  events.flatMap((event) => (event.type === 'message' ? [event.body] : []));
const outcome = () => events.find((event) => event.type === 'closed')?.outcome;
const ack = (throughSample: number, channel = 0): ServerBody => ({
  kind: 'audio.ack',
  value: { channel, throughSample, lagMs: 5 },
});
const warning = (code: string): ServerBody => ({ kind: 'warning', value: { code, message: '', detail: {} } });

describe('connecting', () => {
  it('[RT1][RT3] offers undertone.v1.proto and the token as sub-protocol entries', async () => {
    transport.start();
    await settle();
    expect(relay.last.protocols).toEqual([SUBPROTOCOL_PROTO, `${AUTH_PREFIX}token-1`]);
  });

  it('[RT13] says hello first, and nothing else before session.ready', async () => {
    transport.start();
    capture(3);
    await settle();
    relay.last.accept();
    expect(relay.last.received.map((message) => message.body?.kind)).toEqual(['session.hello']);
    relay.last.send(sessionReady([0]), 0);
    expect(relay.last.bodies('audio').map((audio) => audio.firstSample)).toEqual([0, 640, 1280]);
  });

  it('[RT8] numbers its messages one by one from 1', async () => {
    await goLive();
    capture(2);
    expect(relay.last.received.map((message) => message.seq)).toEqual([1, 2, 3]);
  });

  it('ends with the reason the page gave for having no token', async () => {
    getToken = () => Promise.reject(new CredentialError('psk_in_browser', 'no'));
    transport.start();
    await settle();
    expect(outcome()).toMatchObject({
      kind: 'failed',
      error: { code: 'psk_in_browser', family: 'credential' },
    });
  });

  it('asks again when the page could not get a token for now', async () => {
    getToken = () => Promise.reject(new Error('fetch failed'));
    transport.start();
    await settle();
    getToken = () => Promise.resolve('late');
    await scheduler.advance(10);
    expect(relay.last.protocols[1]).toBe(`${AUTH_PREFIX}late`);
  });

  it('does not wait for ever for a token', async () => {
    getToken = () => new Promise(() => undefined);
    transport.start();
    await scheduler.advance(14_000);
    getToken = () => Promise.resolve('late');
    await scheduler.advance(2_000);
    expect(relay.last.protocols[1]).toBe(`${AUTH_PREFIX}late`);
    relay.last.accept();
    relay.last.send(sessionReady([0]), 0);
    await scheduler.advance(20_000);
    expect(phases().at(-1)?.kind).toBe('live');
  });

  it('does not take a token that is no token for an outage', async () => {
    transport = new Transport(
      { url: 'ws://relay', sampleRateHz: 16_000, hello: { channels: [{}], features: [], metadata: {} } },
      {
        openSocket: () => {
          throw new SyntaxError('bad sub-protocol');
        },
        scheduler,
        random: () => 0,
        getToken: () => Promise.resolve('not a token'),
        probe: () => Promise.resolve(true),
        onEvent: (event) => events.push(event),
      },
    );
    transport.start();
    await settle();
    expect(outcome()).toMatchObject({ kind: 'failed', error: { code: 'token_invalid' } });
    expect(scheduler.pending).toBe(0);
  });

  it('believes a relay that is up and refuses four upgrades, each with a fresh token', async () => {
    isUp = true;
    transport.start();
    await settle();
    for (let attempt = 0; attempt < 4; attempt++) {
      relay.last.drop();
      await scheduler.advance(10_000);
    }
    expect(relay.sockets).toHaveLength(4);
    expect(new Set(relay.sockets.map((socket) => socket.protocols[1])).size).toBe(4);
    expect(outcome()).toMatchObject({ kind: 'failed', error: { code: 'unauthorized' } });
  });

  it('keeps trying a relay that is not there, and gives up after ten minutes', async () => {
    transport.start();
    for (let attempt = 0; attempt < 200 && outcome() === undefined; attempt++) {
      await settle();
      relay.last.drop();
      await scheduler.advance(8_000);
    }
    expect(outcome()).toMatchObject({ kind: 'failed', error: { code: 'gave_up', retryable: true } });
    expect(scheduler.nowMs()).toBeGreaterThan(600_000);
  });

  it('waits 0, 300, 1200, 2700, 4800, 7000 ms plus jitter between tries', async () => {
    transport.start();
    for (let attempt = 0; attempt < 7; attempt++) {
      await settle();
      relay.last.drop();
      await scheduler.advance(9_000);
    }
    const delays = phases().flatMap((phase) => (phase.kind === 'reconnecting' ? [phase.delayMs] : []));
    expect(delays.slice(0, 7)).toEqual([0, 800, 1_700, 3_200, 5_300, 7_500, 7_500]);
  });
});

describe('a link that breaks', () => {
  it('[RT42][RT44] resumes with the handle, the last server seq and the first sample whose result was not seen', async () => {
    await goLive();
    capture(10);
    relay.last.send(warning('low_snr'));
    relay.last.send(ack(1_920), 0);
    relay.last.drop();
    await scheduler.advance(0);
    await settle();
    relay.last.accept();
    const [hello] = relay.last.bodies('session.hello');
    expect(hello?.resume).toEqual({ handle: 'handle', lastServerSeq: 1, nextSample: [1_920] });
    expect(tokens.at(-1)).toEqual({ reason: 'resume', attempt: 0, sessionId: 'ses_test' });
  });

  it('[RT43] goes on at the sample that the relay names', async () => {
    await goLive();
    capture(10);
    relay.last.drop();
    capture(5);
    await scheduler.advance(0);
    await resume([3_200]);
    await scheduler.advance(2_000);
    const sent = relay.last.bodies('audio');
    expect(sent[0]?.firstSample).toBe(3_200);
    expect(sent.at(-1)).toMatchObject({ firstSample: 14 * FRAME, sampleCount: FRAME });
    expect(sent[0]?.payload[0]).toBe(6);
  });

  it('a directive that was seen counts as a result, with or without its ack', async () => {
    await goLive();
    capture(25);
    relay.last.send({
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
        quality: {},
        latency: { queueMs: 0, inferenceMs: 0, totalMs: 0 },
        speech: true,
      },
    });
    relay.last.drop();
    await scheduler.advance(0);
    await settle();
    relay.last.accept();
    expect(relay.last.bodies('session.hello')[0]?.resume?.nextSample).toEqual([8_000]);
  });

  it('[RT45] declares what fell out of the ring while the link was down', async () => {
    await goLive();
    capture(1);
    relay.last.drop();
    await settle();
    capture(900); // 36 s
    await scheduler.advance(0);
    await resume([0]);
    expect(relay.last.bodies('audio.gap')).toEqual([
      { channel: 0, firstSample: 0, sampleCount: 901 * FRAME - 480_000, reason: 'offline' },
    ]);
    expect(events.find((event) => event.type === 'gap')).toMatchObject({ reason: 'offline' });
  });

  it('[RT8] drops what the relay sends twice', async () => {
    await goLive();
    relay.last.send(warning('low_snr'), 1);
    relay.last.send(warning('audio_clipping'), 2);
    relay.last.drop();
    await scheduler.advance(0);
    await resume([0]);
    relay.last.send(warning('audio_clipping'), 2);
    relay.last.send(warning('audio_gap'), 3);
    const codes = messages().flatMap((body) => (body.kind === 'warning' ? [body.value.code] : []));
    expect(codes).toEqual(['low_snr', 'audio_clipping', 'audio_gap']);
  });

  it('hears nothing from a socket it has left', async () => {
    await goLive();
    const old = relay.last;
    old.drop();
    await scheduler.advance(0);
    await resume([0]);
    old.send(warning('low_snr'));
    old.drop(4403);
    expect(messages().some((body) => body.kind === 'warning')).toBe(false);
    expect(outcome()).toBeUndefined();
  });

  it('calls a link dead after 25 s of silence, and not while pongs come', async () => {
    await goLive();
    for (let second = 0; second < 60; second++) {
      await scheduler.advance(1_000);
      relay.last.send({ kind: 'pong', value: { serverTUs: 0 } }, 0);
    }
    expect(relay.sockets).toHaveLength(1);
    await scheduler.advance(24_000);
    expect(relay.sockets).toHaveLength(1);
    await scheduler.advance(2_000);
    expect(relay.sockets).toHaveLength(2);
    expect(relay.sockets[0]?.clientClose).not.toBeNull();
  });

  it('pings every 10 s and measures the round trip', async () => {
    await goLive();
    await scheduler.advance(10_000);
    expect(relay.last.bodies('ping')).toHaveLength(1);
    await scheduler.advance(35);
    relay.last.send({ kind: 'pong', value: { serverTUs: 0 } }, 0);
    await scheduler.advance(1_000);
    const stats = events.flatMap((event) => (event.type === 'stats' ? [event.stats] : [])).at(-1);
    expect(stats?.rttMs).toBe(35);
  });

  it('a relay that accepts and drops at once is not hammered', async () => {
    await goLive();
    for (let round = 0; round < 20; round++) {
      relay.last.drop();
      await scheduler.advance(1_000);
      if (relay.last.received.length === 0) await resume([0]);
    }
    expect(relay.sockets.length).toBeLessThan(10);
  });

  it('does not sit out the wait when the network comes back', async () => {
    await goLive();
    relay.last.drop();
    for (let attempt = 0; attempt < 4; attempt++) {
      await scheduler.advance(4_000);
      relay.last.drop();
      await settle();
    }
    const before = relay.sockets.length;
    transport.networkOnline();
    await settle();
    expect(relay.sockets).toHaveLength(before + 1);
  });

  it('gives a message again that the relay had not handled, and not one that it had', async () => {
    await goLive();
    transport.send({ kind: 'steering.feedback', value: { cueId: 'one', action: 'shown' } });
    relay.last.send(warning('low_snr')); // carries the ack
    const { ack: handled } = relay;
    transport.send({ kind: 'steering.feedback', value: { cueId: 'two', action: 'shown' } });
    relay.ack = handled;
    relay.last.drop();
    await scheduler.advance(0);
    relay.heard = () => undefined;
    await resume([0]);
    expect(relay.last.bodies('steering.feedback').map(({ cueId }) => cueId)).toEqual(['two']);
  });
});

describe('how the relay closes', () => {
  const closeAfterError = (code: number, name: string, retryAfterMs?: number) => {
    relay.last.send({
      kind: 'error',
      value: { code: name, message: 'why', fatal: true, retryable: false, retryAfterMs },
    });
    relay.last.drop(code, name);
  };

  it('4401: one more token, then the end', async () => {
    await goLive();
    closeAfterError(4401, 'unauthorized');
    await scheduler.advance(0);
    expect(tokens.at(-1)?.reason).toBe('unauthorized');
    relay.last.accept();
    closeAfterError(4401, 'unauthorized');
    expect(outcome()).toMatchObject({ kind: 'failed', error: { code: 'unauthorized', family: 'relay' } });
  });

  it('4401 again much later gets its own second chance', async () => {
    await goLive();
    closeAfterError(4401, 'unauthorized');
    await scheduler.advance(0);
    await resume([0]);
    closeAfterError(4401, 'unauthorized');
    await scheduler.advance(0);
    await resume([0]);
    expect(outcome()).toBeUndefined();
  });

  it.each([
    [4400, 'protocol_error'],
    [4402, 'insufficient_credits'],
    [4403, 'forbidden'],
    [4404, 'session_not_found'],
    [4409, 'session_superseded'],
    [4451, 'policy_blocked'],
    [4499, 'something_new'],
  ])('%i %s is final and carries the relay’s words', async (code, name) => {
    await goLive();
    closeAfterError(code, name);
    expect(outcome()).toMatchObject({ kind: 'failed', error: { code: name, message: 'why' } });
    await scheduler.advance(60_000);
    expect(relay.sockets).toHaveLength(1);
    expect(scheduler.pending).toBe(0);
  });

  it.each([1001, 1006, 1011, 1012, 1013, 4500, 4503, 4504, 4599])('%i is resumed', async (code) => {
    await goLive();
    relay.last.drop(code);
    await scheduler.advance(1_500);
    expect(relay.sockets).toHaveLength(2);
  });

  it('4503 with a wait: not before it is over', async () => {
    await goLive();
    closeAfterError(4503, 'overloaded', 9_000);
    await scheduler.advance(8_990);
    expect(relay.sockets).toHaveLength(1);
    await scheduler.advance(20);
    expect(relay.sockets).toHaveLength(2);
  });

  it.each([
    [4000, 'ended_by_server'],
    [4002, 'max_duration'],
    [4003, 'idle_timeout'],
  ])('%i %s ends by design', async (code, name) => {
    await goLive();
    closeAfterError(code, name);
    expect(outcome()).toEqual({ kind: 'ended', reason: name });
  });

  it('[RT41] go_away: moves before the deadline and resumes', async () => {
    await goLive();
    relay.last.send({ kind: 'go_away', value: { reason: 'deploy', deadlineMs: 60_000, resume: true } });
    await scheduler.advance(10_000);
    relay.last.send(warning('idle')); // the link is alive
    expect(relay.sockets).toHaveLength(1);
    await scheduler.advance(10_000);
    expect(relay.sockets).toHaveLength(2);
    expect(phases().at(-1)).toMatchObject({ kind: 'connecting' });
  });

  it('bytes that are no message are a broken link, not a crash', async () => {
    await goLive();
    relay.last.sendBytes(new Uint8Array([0xff, 0xff, 0xff]));
    expect(relay.last.clientClose).not.toBeNull();
    await scheduler.advance(0);
    expect(relay.sockets).toHaveLength(2);
  });
});

describe('pace', () => {
  it('[RT25] replays at less than four times real time', async () => {
    await goLive();
    relay.last.drop();
    await settle();
    capture(500); // 20 s
    await scheduler.advance(0);
    await resume([0]);
    await scheduler.advance(1_000);
    const seconds = relay.last.bodies('audio').reduce((sum, audio) => sum + audio.sampleCount, 0) / 16_000;
    expect(seconds).toBeGreaterThan(3);
    expect(seconds).toBeLessThan(4.4);
    await scheduler.advance(6_000);
    expect(relay.last.bodies('audio').at(-1)?.firstSample).toBe(499 * FRAME);
  });

  it('sends four seconds at most of what came before there was a session', async () => {
    transport.start();
    capture(250); // 10 s
    await settle();
    relay.last.accept();
    relay.last.send(sessionReady([0]), 0);
    await scheduler.advance(3_000);
    expect(relay.last.bodies('audio.gap')).toMatchObject([{ firstSample: 0, sampleCount: 6 * 16_000 }]);
    expect(relay.last.bodies('audio').reduce((sum, audio) => sum + audio.sampleCount, 0)).toBe(64_000);
  });

  it('stops at 256 kB in the socket’s buffer, goes on below 64 kB', async () => {
    await goLive();
    relay.last.isStuck = true;
    relay.last.bufferedBytes = 300_000;
    capture(5);
    await scheduler.advance(1_000);
    expect(relay.last.bodies('audio')).toHaveLength(0);
    relay.last.bufferedBytes = 100_000;
    await scheduler.advance(1_000);
    expect(relay.last.bodies('audio')).toHaveLength(0);
    relay.last.bufferedBytes = 60_000;
    await scheduler.advance(1_000);
    expect(relay.last.bodies('audio')).toHaveLength(5);
  });

  it('[RT49] drops the oldest behind a full socket and declares it as backpressure', async () => {
    await goLive();
    relay.last.bufferedBytes = 300_000;
    capture(300); // 12 s
    await scheduler.advance(100);
    relay.last.bufferedBytes = 0;
    await scheduler.advance(5_000);
    expect(relay.last.bodies('audio.gap')).toMatchObject([
      { firstSample: 0, sampleCount: 64_000, reason: 'backpressure' },
    ]);
    expect(relay.last.bodies('audio').at(-1)?.firstSample).toBe(299 * FRAME);
  });

  it('two channels advance together', async () => {
    transport = make(2);
    await goLive([0, 0]);
    relay.last.drop();
    await settle();
    capture(50, 0);
    capture(50, 1);
    await scheduler.advance(0);
    await resume([0, 0]);
    await scheduler.advance(300);
    const sent = [0, 1].map(
      (channel) => relay.last.bodies('audio').filter((audio) => audio.channel === channel).length,
    );
    expect(Math.abs((sent[0] ?? 0) - (sent[1] ?? 0))).toBeLessThanOrEqual(1);
  });
});

describe('consent that is withdrawn', () => {
  it('takes back what was not sent yet', async () => {
    await goLive();
    relay.last.bufferedBytes = 300_000;
    capture(10);
    transport.send({ kind: 'pause', value: { reason: 'consent_withdrawn' } });
    relay.last.bufferedBytes = 0;
    await scheduler.advance(1_000);
    expect(relay.last.bodies('audio')).toHaveLength(0);
    expect(relay.last.bodies('audio.gap')).toMatchObject([{ sampleCount: 10 * FRAME, reason: 'privacy' }]);
  });
});

describe('flush and end', () => {
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

  it('[RT37] flushes behind the audio and resolves with the position', async () => {
    await goLive();
    capture(3);
    const flushed = transport.flush();
    expect(relay.last.received.at(-1)?.body?.kind).toBe('flush');
    relay.last.send({ kind: 'flushed', value: { throughSample: [1_920] } });
    await expect(flushed).resolves.toEqual([1_920]);
  });

  it('asks for the flush again on the next link', async () => {
    await goLive();
    capture(3);
    const flushed = transport.flush();
    relay.last.drop();
    await scheduler.advance(0);
    await resume([0]);
    expect(relay.last.received.map((message) => message.body?.kind)).toEqual([
      'session.hello',
      'audio',
      'audio',
      'audio',
      'flush',
    ]);
    relay.last.send({ kind: 'flushed', value: { throughSample: [1_920] } });
    await expect(flushed).resolves.toEqual([1_920]);
  });

  it('[RT38] sends the last audio, then session.end, and ends with the summary', async () => {
    await goLive();
    capture(2);
    transport.end({ reason: 'ended_by_client', outcome: { resolved: true } });
    expect(relay.last.received.map((message) => message.body?.kind).slice(-2)).toEqual([
      'audio',
      'session.end',
    ]);
    relay.last.send(ended);
    expect(outcome()).toMatchObject({
      kind: 'ended',
      reason: 'ended_by_client',
      summary: { utteranceCount: 1 },
    });
    expect(relay.last.clientClose?.code).toBe(1000);
    expect(scheduler.pending).toBe(0);
  });

  it('what is captured after the end was asked for is not sent', async () => {
    await goLive();
    capture(2);
    transport.end({ reason: 'ended_by_client' });
    capture(3);
    await scheduler.advance(500);
    expect(relay.last.bodies('audio')).toHaveLength(2);
    expect(relay.last.received.at(-1)?.body?.kind).toBe('session.end');
  });

  it('ends after the resume when the link is down', async () => {
    await goLive();
    capture(2);
    relay.last.drop();
    transport.end({ reason: 'ended_by_client' });
    await scheduler.advance(0);
    await resume([0]);
    expect(relay.last.bodies('audio')).toHaveLength(2);
    relay.last.send(ended);
    expect(outcome()).toMatchObject({ kind: 'ended' });
  });

  it('does not wait for ever for a summary', async () => {
    await goLive();
    transport.end({ reason: 'ended_by_client' });
    await scheduler.advance(10_000);
    expect(outcome()).toEqual({ kind: 'ended', reason: 'unconfirmed' });
  });

  it('a flush that was never confirmed is rejected, not forgotten', async () => {
    await goLive();
    const flushed = transport.flush();
    transport.dispose();
    await expect(flushed).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('dispose from any state leaves no timer, and tells a relay that listens', async () => {
    await goLive();
    transport.dispose();
    transport.dispose();
    expect(relay.last.bodies('session.end')).toEqual([{ reason: 'disposed' }]);
    expect(events.filter((event) => event.type === 'closed')).toHaveLength(1);
    expect(scheduler.pending).toBe(0);
    const never = make();
    never.dispose();
    expect(scheduler.pending).toBe(0);
  });
});
