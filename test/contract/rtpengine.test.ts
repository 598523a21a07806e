/**
 * Calls through Debian's rtpengine, forked to a relay: both parties are heard like the same audio over `/v1/stream`, and the call hears no
 * difference. One of them is a real SIP call: sipp, Kamailio with the recipe's configuration, sipp.
 */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import type { ServerBody } from '@undertone/protocol';
import { Resampler } from '@undertone/prosody';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallGap } from '../../packages/sdk/examples/call-stream.js';
import { forkCall } from '../../packages/sdk/examples/rtp/fork-call.js';
import { parseRtp } from '../../packages/sdk/examples/rtp/packet-order.js';
import {
  RecordingServer,
  type RecordingServerOptions,
} from '../../packages/sdk/examples/siprec/recording-server.js';
import { ForkServer } from '../../packages/sdk/examples/rtp/fork-server.js';
import { RtpEngine } from '../../packages/sdk/examples/rtp/rtpengine.js';
import { expectOnlyBeginnings, expectSameCall, PACKET } from '../support/forked-call.js';
import { paced } from '../support/pace.js';
import { encodePcm } from '../support/pcm.js';
import type { BodyOf } from '../support/proto-client.js';
import { RelayProcess } from '../support/relay-process.js';
import { RtpEngineProcess } from '../support/rtpengine-process.js';
import { ensureSip, sipCall } from '../support/sip-call.js';
import { type SiprecCall, siprecCall } from '../support/siprec-call.js';
import { someSpeech, speechRate } from '../support/speech.js';

const SECONDS = 5;
let relay: RelayProcess;
let daemon: RtpEngineProcess;
let engine: RtpEngine;
/** What the caller and the called party say, in G.711. */
let said: readonly [Buffer, Buffer];

beforeAll(async () => {
  [relay, daemon] = await Promise.all([RelayProcess.start(), RtpEngineProcess.start()]);
  engine = await RtpEngine.open({ host: '127.0.0.1', port: daemon.port });
  const speech = await someSpeech(2 * SECONDS);
  const narrow = new Float32Array(speech.length);
  const written = new Resampler(speechRate, 8_000).process(speech, narrow);
  const codes = encodePcm(narrow.subarray(0, written), 'mulaw');
  const half = SECONDS * 8_000;
  said = [codes.subarray(0, half - PACKET), codes.subarray(half - PACKET, 2 * half - 2 * PACKET)];
});
afterAll(async () => {
  engine.close();
  await daemon.stop();
  await relay.stop();
});

const sdp = (port: number, type = 0): string =>
  [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    'c=IN IP4 127.0.0.1',
    't=0 0',
    `m=audio ${port} RTP/AVP ${type}`,
    '',
  ].join('\r\n');

const mediaPort = (answer: Readonly<Record<string, unknown>>): number =>
  Number(/^m=audio (\d+)/mu.exec(String(answer['sdp']))?.[1]);

/** A phone: sends what it says to where its SDP told it, and keeps what it hears. */
class Phone {
  readonly heard: Buffer[] = [];
  target = 0;
  private sent = 0;

  private constructor(
    private readonly socket: Socket,
    private readonly ssrc: number,
  ) {
    socket.on('message', (datagram: Buffer) => {
      const packet = parseRtp(datagram);
      if (packet !== undefined) this.heard.push(Buffer.from(packet.payload));
    });
  }

  static async make(ssrc: number): Promise<Phone> {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new Phone(socket, ssrc);
  }

  get port(): number {
    return this.socket.address().port;
  }

  say(codes: Buffer): void {
    const header = Buffer.alloc(12);
    header.writeUInt16BE(0x8000, 0);
    header.writeUInt16BE(this.sent & 0xffff, 2);
    header.writeUInt32BE(this.sent * PACKET, 4);
    header.writeUInt32BE(this.ssrc, 8);
    this.sent += 1;
    this.socket.send(Buffer.concat([header, codes]), this.target, '127.0.0.1');
  }

  hangUp(): void {
    this.socket.close();
  }
}

/** What the SIP proxy tells rtpengine of an INVITE and its answer. */
const connect = async (callId: string, type = 0): Promise<readonly [Phone, Phone]> => {
  const phones = [await Phone.make(1), await Phone.make(2)] as const;
  const call = { 'call-id': callId, 'from-tag': 'caller', ICE: 'remove' };
  phones[1].target = mediaPort(await engine.command('offer', { ...call, sdp: sdp(phones[0].port, type) }));
  const answer = { ...call, 'to-tag': 'called', sdp: sdp(phones[1].port, type) };
  phones[0].target = mediaPort(await engine.command('answer', answer));
  return phones;
};

describe('a call that rtpengine carries', () => {
  it('gives the readings and the bill of both parties as the same audio over /v1/stream, and is not touched', async () => {
    const phones = await connect('call-1');
    const [messages, gaps]: [ServerBody[], CallGap[]] = [[], []];
    const fork = await forkCall({
      engine,
      callId: 'call-1',
      fromTag: 'caller',
      url: relay.url,
      apiKey: relay.key,
      line: 'rtpengine',
      called: 'customer',
      metadata: { agent: 'u-7' },
      onMessage: (message) => messages.push(message),
      onGap: (gap) => gaps.push(gap),
    });
    await paced(said[0].length / PACKET, 20, (at) => {
      phones.forEach((phone, party) => phone.say(said[party]!.subarray(at * PACKET, (at + 1) * PACKET)));
    });
    await expect
      .poll(() => phones.map(({ heard }) => heard.length), { timeout: 2_000 })
      .toEqual([said[1].length / PACKET, said[0].length / PACKET]);
    await fork.end();
    await engine.command('delete', { 'call-id': 'call-1', 'from-tag': 'caller' });
    phones.forEach((phone) => phone.hangUp());
    expect(Buffer.concat(phones[1].heard).equals(said[0])).toBe(true);
    expect(Buffer.concat(phones[0].heard).equals(said[1])).toBe(true);
    expectOnlyBeginnings(gaps, 80);
    await expectSameCall(relay, { said, messages, gaps });
  });

  it('is heard from its answer to its BYE when a SIP proxy tells of it: sipp, Kamailio, sipp', async () => {
    await ensureSip();
    const [messages, gaps, faults]: [ServerBody[], CallGap[], unknown[]] = [[], [], []];
    const server = await ForkServer.start({
      engine,
      url: relay.url,
      apiKey: relay.key,
      line: 'sip',
      called: 'customer',
      onMessage: (_, message) => messages.push(message),
      onGap: (gap) => gaps.push(gap),
      onFault: (_, error) => faults.push(error),
    });
    await sipCall({ ngPort: daemon.port, forks: server.url, caller: said[0], called: said[1] });
    await server.stop();
    expect(faults).toEqual([]);
    expectOnlyBeginnings(gaps, 500);
    const end = await expectSameCall(relay, { said, messages, gaps });
    expect(end.durationS).toBeGreaterThan(SECONDS - 0.1);
    const [ready] = messages.flatMap((body) => (body.kind === 'session.ready' ? [body.value] : []));
    const { json } = await relay.request('GET', `/v1/sessions/${ready!.sessionId}`);
    const { metadata } = (json as { session: { metadata: Record<string, string> } }).session;
    expect(metadata).toMatchObject({ caller: '+15551234567', agent: 'trunk' });
    expect(metadata['call_id']).toContain('@127.0.0.1');
  });

  it('is refused with a typed error where rtpengine does not know it, or where it is not G.711 between two parties', async () => {
    const options = { engine, fromTag: 'caller', url: relay.url, apiKey: relay.key };
    const refused = { name: 'RtpEngineError', code: 'refused' };
    await expect(forkCall({ ...options, callId: 'nobody' })).rejects.toMatchObject(refused);
    const phones = await connect('wide', 9);
    await expect(forkCall({ ...options, callId: 'wide' })).rejects.toMatchObject(refused);
    await expect(forkCall({ ...options, callId: 'wide', fromTag: 'else' })).rejects.toMatchObject(refused);
    phones.forEach((phone) => phone.hangUp());
  });

  it('is told to the fork server in words that it knows, and a call that cannot be forked is a fault of that call only', async () => {
    const faults: [string, unknown][] = [];
    const onFault = (callId: string, error: unknown) => faults.push([callId, error]);
    const server = await ForkServer.start({ engine, url: relay.url, apiKey: relay.key, onFault });
    const post = async (path: string, body: string) => {
      const { status } = await fetch(`${server.url}${path}`, { method: 'POST', body });
      return status;
    };
    expect(await post('/begin', '')).toBe(400);
    expect(await post('/else', 'call')).toBe(404);
    expect(await post('/begin', 'x'.repeat(5_000))).toBe(413);
    expect(await post('/end', 'nobody')).toBe(202);
    expect(await post('/begin', 'nobody\ncaller')).toBe(202);
    await expect.poll(() => faults).toMatchObject([['nobody', { name: 'RtpEngineError', code: 'refused' }]]);
    await server.stop();
  });

  it('is refused with a typed error where nothing answers', async () => {
    const nobody = createSocket('udp4').bind(0, '127.0.0.1');
    await once(nobody, 'listening');
    const deaf = await RtpEngine.open({ host: '127.0.0.1', port: nobody.address().port });
    await expect(deaf.command('ping')).rejects.toMatchObject({ name: 'RtpEngineError', code: 'no_answer' });
    deaf.close();
    nobody.close();
  });
});

describe('a call that a border controller copies (SIPREC)', () => {
  const CALLER = { aor: 'sip:+15551234567@trunk.example', name: 'A. Caller' };
  const AGENT = { aor: 'sip:u-7@desk.example', name: 'An Agent' };

  /** Copies a call to a recording server. @returns what the relay told of it */
  const copied = async (call: Partial<SiprecCall>, over: Partial<RecordingServerOptions>) => {
    await ensureSip();
    const [messages, gaps, faults]: [ServerBody[], CallGap[], unknown[]] = [[], [], []];
    const server = await RecordingServer.start({
      url: relay.url,
      apiKey: relay.key,
      called: 'customer',
      onMessage: (_, message) => messages.push(message),
      onGap: (gap) => gaps.push(gap),
      onFault: (_, error) => faults.push(error),
      ...over,
    });
    await siprecCall({ recorder: server.url, parties: [CALLER, AGENT], said, ...call });
    await server.stop();
    expect(faults).toEqual([]);
    const of = <K extends ServerBody['kind']>(kind: K) =>
      messages.flatMap((body) => (body.kind === kind ? [body.value as BodyOf<K>] : []));
    const { json } = await relay.request('GET', `/v1/sessions/${of('session.ready')[0]!.sessionId}`);
    const { metadata } = (json as { session: { metadata: Record<string, string> } }).session;
    return { messages, gaps, of, metadata };
  };

  it('gives the readings and the bill of both labelled lines as the same audio over /v1/stream, with the people of its metadata', async () => {
    const { messages, gaps, metadata } = await copied({}, { line: 'siprec' });
    expectOnlyBeginnings(gaps, 500);
    await expectSameCall(relay, { said, messages, gaps });
    expect(metadata).toMatchObject({
      caller: '+15551234567@trunk.example',
      caller_name: 'A. Caller',
      agent: 'u-7@desk.example',
      agent_name: 'An Agent',
    });
  });

  it('is taken as SRTP through rtpengine, paused while both parties are on hold, and an agent is known wherever the line is', async () => {
    const keys = [1, 2].map((seed) => Buffer.alloc(30, seed).toString('base64')) as [string, string];
    const short = said.map((codes) => codes.subarray(0, 2 * 8_000)) as [Buffer, Buffer];
    const { of, gaps, metadata } = await copied(
      { keys, holdMs: 600, parties: [AGENT, CALLER], said: short },
      { line: 'srtp', engine, isAgent: ({ aor }) => aor.endsWith('@desk.example') },
    );
    expect(metadata).toMatchObject({ caller_name: 'A. Caller', agent_name: 'An Agent' });
    expectOnlyBeginnings(gaps, 500);
    expect(of('paused').map(({ reason }) => reason)).toEqual(['hold']);
    expect(of('resumed_analysis')).toHaveLength(1);
    // The agent's line came first, and spoke once more after the hold. Which time is missing at the beginning was only declared.
    const heardMs = (channel: number) =>
      Math.max(...of('directive').map((each) => (each.channel === channel ? each.audioEndMs : 0))) -
      gaps.reduce((sum, gap) => (gap.channel === channel ? sum + gap.sampleCount / 8 : sum), 0);
    const lostMs = 6_000 - (of('session_end')[0]!.usage.billedMs ?? 0);
    // A packet of 20 ms or two may come before the engine knows the line's address.
    expect(lostMs).toBeGreaterThanOrEqual(0);
    expect(lostMs).toBeLessThanOrEqual(80);
    expect(Math.abs(heardMs(0) - 2_000)).toBeLessThanOrEqual(lostMs + 5);
    expect(Math.abs(heardMs(1) - 4_000)).toBeLessThanOrEqual(lostMs + 5);
  });

  it('is forgotten when the relay ends it, although no BYE came', async () => {
    const ended: string[] = [];
    const server = await RecordingServer.start({
      url: relay.url,
      apiKey: relay.key,
      sessionId: 'siprec-without-bye',
      onEnd: (callId) => ended.push(callId),
    });
    const two = `${sdp(1_000)}m=audio 1002 RTP/AVP 0\r\n`;
    const answer = await fetch(`${server.url}/offer`, {
      method: 'POST',
      body: `lost\napplication/sdp\n${two}`,
    });
    expect(await answer.text()).toMatch(/^m=audio \d+ RTP\/AVP 0\r$/mu);
    expect((await relay.request('POST', '/v1/sessions/siprec-without-bye/end', {})).status).toBe(200);
    await expect.poll(() => ended, { timeout: 10_000 }).toEqual(['lost']);
    await server.stop();
  });

  it('is refused with 488 where it cannot be recorded, and with 400 where it cannot be read', async () => {
    const server = await RecordingServer.start({ url: relay.url, apiKey: relay.key });
    const told = (path: string, body: string) =>
      fetch(`${server.url}${path}`, { method: 'POST', body }).then(({ status }) => status);
    const offered = (text: string) => told('/offer', `call-1\napplication/sdp\n${text}`);
    const secure = sdp(1_000).replace('RTP/AVP', 'RTP/SAVP');
    expect([
      await offered(sdp(1_000)),
      await offered(sdp(1_000, 9) + sdp(1_002, 9)),
      await offered(secure + secure),
      await told('/offer', 'call-1\nmultipart/mixed;boundary=x\n--x\r\n'),
      await told('/offer', ''),
      await told('/offer', 'x'.repeat(70_000)),
      await told('/elsewhere', 'call-1'),
      await told('/bye', 'nobody'),
    ]).toEqual([488, 488, 488, 400, 400, 413, 404, 200]);
    await server.stop();
  });
});
