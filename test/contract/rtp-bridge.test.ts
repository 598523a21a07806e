/** Forked RTP over real UDP, sent by ffmpeg through a path that reorders and loses packets, into the bridge and a relay. */
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RtpBridge } from '../../packages/sdk/examples/rtp/bridge.js';
import { parseRtp } from '../../packages/sdk/examples/rtp/packet-order.js';
import { expectSameReadings, fromJson } from '../support/compare.js';
import { encodePcm } from '../support/pcm.js';
import { PlainClient, type JsonDirective } from '../support/plain-client.js';
import { RelayProcess } from '../support/relay-process.js';
import { someSpeech, speechRate } from '../support/speech.js';

const seconds = 5;
let relay: RelayProcess;
let raw: string;

beforeAll(async () => {
  relay = await RelayProcess.start();
  raw = join(tmpdir(), `undertone-rtp-${process.pid}.s16`);
  await writeFile(raw, encodePcm(await someSpeech(seconds), 'pcm_s16le'));
});
afterAll(async () => {
  await relay.stop();
  await rm(raw, { force: true });
});

/** Sends the speech as RTP at the pace of speech. Resolves when ffmpeg is done. */
const ffmpegTo = async (port: number, codec: string): Promise<void> => {
  const line = `-nostdin -loglevel error -re -f s16le -ar ${speechRate} -ac 1 -i ${raw} -ar 8000 -c:a ${codec} -f rtp`;
  const child = spawn('ffmpeg', [...line.split(' '), `rtp://127.0.0.1:${port}?pkt_size=172`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number];
  expect(code, 'ffmpeg (apt-get install ffmpeg)').toBe(0);
};

/** A path of the network. `fate` says what happens to a packet: it is lost, or it waits until the next one passed. */
const path = async (port: number, fate: (count: number) => 'pass' | 'lose' | 'wait') => {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const sent = new Map<number, Buffer>();
  const lost = new Set<number>();
  const held: Buffer[] = [];
  socket.on('message', (datagram: Buffer) => {
    const { sequence, payload } = parseRtp(datagram)!;
    const what = fate(sent.size);
    sent.set(sequence, Buffer.from(payload));
    if (what === 'lose') lost.add(sequence);
    else if (what === 'wait') held.push(datagram);
    else for (const each of [datagram, ...held.splice(0)]) socket.send(each, port, '127.0.0.1');
  });
  const begun = once(socket, 'message');
  return { begun, port: socket.address().port, sent, lost, close: () => socket.close() };
};

const call = async (encoding: 'mulaw' | 'alaw', fate: Parameters<typeof path>[1]) => {
  const messages: Readonly<Record<string, unknown>>[] = [];
  const bridge = await RtpBridge.open({
    url: relay.url,
    apiKey: relay.key,
    encoding,
    // A line that nothing is known of yet, so that two calls can be compared.
    line: `rtp-${encoding}`,
    metadata: { call_id: `rtp-${encoding}` },
    onMessage: (message) => messages.push(message),
  });
  const way = await path(bridge.ports[0]!, fate);
  const codec = `pcm_${encoding}`;
  const speaking = ffmpegTo(way.port, codec);
  // The caller begins the call's clock.
  await way.begun;
  await Promise.all([speaking, ffmpegTo(bridge.ports[1]!, codec)]);
  await bridge.end();
  way.close();
  const codes = Buffer.concat(
    [...way.sent.entries()].sort(([left], [right]) => left - right).map(([, bytes]) => bytes),
  );
  return { messages, codes, lost: way.lost };
};

const directivesOf = (messages: readonly Readonly<Record<string, unknown>>[]) =>
  messages.filter(
    ({ type, channel = 0 }) => type === 'directive' && channel === 0,
  ) as unknown as JsonDirective[];

describe('forked RTP through the bridge', () => {
  it.each(['mulaw', 'alaw'] as const)(
    '%s out of order gives the readings of the same codes on /v1/stream',
    async (encoding) => {
      const { messages, codes } = await call(encoding, (count) => (count % 5 === 3 ? 'wait' : 'pass'));
      const client = await PlainClient.connect(relay.wsUrl, { key: relay.key });
      await client.hello({ line: `plain-${encoding}`, channels: [{ encoding, sample_rate: 8_000 }] });
      await client.stream(codes, 8_000);
      await client.end();
      const wanted = client.directives().map(fromJson);
      expect(wanted.length).toBeGreaterThan(seconds);
      expectSameReadings(directivesOf(messages).map(fromJson), wanted, 1e-4);
      expect(messages.map(({ code }) => code)).toContain('agent_analysis_off');
    },
  );

  it('declares lost packets, which cost nothing, and keeps the clock', async () => {
    const { messages, codes, lost } = await call('mulaw', (count) => (count % 10 === 5 ? 'lose' : 'pass'));
    expect(lost.size).toBeGreaterThan(20);
    const end = messages.find(({ type }) => type === 'session_end')!;
    const usage = end['usage'] as { received_ms: number; billed_ms: number };
    const allMs = codes.length / 8;
    expect(Number(end['duration_s']) * 1_000).toBeGreaterThan(allMs - 40);
    expect(usage.billed_ms).toBeLessThanOrEqual(allMs - lost.size * 20 + 1_000);
    expect(directivesOf(messages).length).toBeGreaterThan(seconds);
  });
});
