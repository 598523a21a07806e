/**
 * Forked RTP over real UDP, sent by ffmpeg through a path that reorders and loses packets, into the bridge and a relay; and a relay that goes
 * away during the call.
 */
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RtpBridge } from '../../packages/sdk/examples/rtp/bridge.js';
import { parseRtp } from '../../packages/sdk/examples/rtp/packet-order.js';
import type { ServerBody } from '@undertone/protocol';
import { expectSameReadings, fromJson, fromProto } from '../support/compare.js';
import { encodePcm } from '../support/pcm.js';
import { PlainClient } from '../support/plain-client.js';
import type { BodyOf } from '../support/proto-client.js';
import { RelayProcess } from '../support/relay-process.js';
import { someSpeech, speechRate } from '../support/speech.js';
import { TcpProxy } from '../support/tcp-proxy.js';

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

/** Sends the speech, so many times in a row, as RTP at the pace of speech. Resolves when ffmpeg is done. */
const ffmpegTo = async (port: number, codec: string, times = 1): Promise<void> => {
  const line = `-nostdin -loglevel error -re -stream_loop ${times - 1} -f s16le -ar ${speechRate} -ac 1 -i ${raw} -ar 8000 -c:a ${codec} -f rtp`;
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
  const messages: ServerBody[] = [];
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
  const end = await bridge.end();
  way.close();
  const codes = Buffer.concat(
    [...way.sent.entries()].sort(([left], [right]) => left - right).map(([, bytes]) => bytes),
  );
  return { messages, codes, lost: way.lost, end };
};

const bodiesOf = <K extends ServerBody['kind']>(messages: readonly ServerBody[], kind: K): BodyOf<K>[] =>
  messages.flatMap((body) => (body.kind === kind ? [body.value as BodyOf<K>] : []));

const directivesOf = (messages: readonly ServerBody[]): BodyOf<'directive'>[] =>
  bodiesOf(messages, 'directive').filter(({ channel }) => channel === 0);

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
      expectSameReadings(directivesOf(messages).map(fromProto), wanted, 1e-4);
      expect(bodiesOf(messages, 'warning').map(({ code }) => code)).toContain('agent_analysis_off');
    },
  );

  it('declares lost packets, which cost nothing, and keeps the clock', async () => {
    const { messages, codes, lost, end } = await call('mulaw', (count) =>
      count % 10 === 5 ? 'lose' : 'pass',
    );
    expect(lost.size).toBeGreaterThan(20);
    const allMs = codes.length / 8;
    expect(end!.durationS * 1_000).toBeGreaterThan(allMs - 40);
    expect(end!.usage.billedMs).toBeLessThanOrEqual(allMs - lost.size * 20 + 1_000);
    expect(directivesOf(messages).length).toBeGreaterThan(seconds);
  });

  it('[RT42] [RT43] [RT44] goes on over a broken link and a relay that is replaced (go_away), and hears every sample', async () => {
    const [messages, gaps, states]: [ServerBody[], string[], string[]] = [[], [], []];
    const heard = new Set<() => void>();
    const proxy = await TcpProxy.start(() => relay.port);
    const bridge = await RtpBridge.open({
      url: proxy.url,
      apiKey: relay.key,
      encoding: 'mulaw',
      onMessage: (message) => {
        messages.push(message);
        heard.forEach((hear) => hear());
      },
      onGap: ({ reason, channel }) => channel === 0 && gaps.push(reason),
      onState: (_, reason) => states.push(reason),
    });
    const until = (reached: () => boolean) =>
      new Promise<void>((resolve) => {
        const hear = () => {
          if (!reached()) return;
          heard.delete(hear);
          resolve();
        };
        heard.add(hear);
        hear();
      });
    const readings = (count: number) => until(() => directivesOf(messages).length >= count);
    const resumed = (count: number) => until(() => bodiesOf(messages, 'resumed').length >= count);
    const speaking = ffmpegTo(bridge.ports[0]!, 'pcm_mulaw', 3);
    await readings(4);
    proxy.set({ kind: 'down' });
    proxy.set({ kind: 'open' });
    await resumed(1);
    await readings(12);
    // It says `go_away`, and another process takes up the session from the store.
    await relay.end();
    expect(bodiesOf(messages, 'go_away')).toHaveLength(1);
    await relay.start();
    await resumed(2);
    await speaking;
    const end = await bridge.end();
    await proxy.stop();
    expect(end!.durationS).toBeCloseTo(3 * seconds, 0);
    expect(gaps).toEqual([]);
    const spans = directivesOf(messages).map(
      ({ audioStartMs, audioEndMs }) => `${audioStartMs}-${audioEndMs}`,
    );
    expect(new Set(spans).size).toBe(spans.length);
    expect(bodiesOf(messages, 'session.ready')).toHaveLength(3);
  });

  it('tells a refusal as a typed error', async () => {
    const options = { url: relay.url, apiKey: `${relay.key}x`, encoding: 'mulaw' } as const;
    await expect(RtpBridge.open(options)).rejects.toMatchObject({
      name: 'CredentialError',
      code: 'unauthorized',
    });
  });
});
