/**
 * Seeded noise against a running relay. For any input, the relay answers or closes, keeps running, and its
 * memory stays bounded. UNDERTONE_FUZZ_SEED repeats a run, UNDERTONE_FUZZ_ROUNDS lengthens it.
 */
import { CLOSE, type ClientBody, SUBPROTOCOL_JSON } from '@undertone/protocol';
import { encodeClientMessage } from '@undertone/protocol/client-codec';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchange } from '../support/raw-http.js';
import { ProtoClient } from '../support/proto-client.js';
import { RelayProcess } from '../support/relay-process.js';
import { openSocket, closeOf, type Close } from '../support/stream-socket.js';
import { randomNumbers } from '../support/voices.js';

const seed = Number(process.env['UNDERTONE_FUZZ_SEED'] ?? 20_261_121);
const rounds = Number(process.env['UNDERTONE_FUZZ_ROUNDS'] ?? 400);
const memoryBoundKb = 64 * 1024;
const knownCloses = new Set<number>([
  ...Object.values(CLOSE).map(({ code }) => code),
  1002,
  1005,
  1006,
  1009,
]);

let relay: RelayProcess;

beforeAll(async () => {
  relay = await RelayProcess.start({
    env: { UNDERTONE_HANDSHAKES_PER_MINUTE: '1000000', UNDERTONE_BOOTSTRAP_PLAN: 'enterprise' },
  });
});
afterAll(() => relay.stop());

class Dice {
  private readonly next: () => number;
  constructor(start: number) {
    this.next = randomNumbers(start);
  }
  upTo(limit: number): number {
    return Math.floor(this.next() * limit);
  }
  pick<T>(options: readonly T[]): T {
    return options[this.upTo(options.length)]!;
  }
  bytes(length: number): Buffer {
    return Buffer.from(Uint8Array.from({ length }, () => this.upTo(256)));
  }
}

const bigNumbers = [0, 1, 2 ** 31, 2 ** 32 - 1, Number.MAX_SAFE_INTEGER];

/** A nearly valid message: one field wrong, cut short, or with bits flipped. */
const nearlyRight = (dice: Dice): Buffer => {
  const sampleCount = dice.pick([0, 1, 320, 640, 641, ...bigNumbers.slice(2, 4)]);
  const value = {
    channel: dice.pick([0, 1, 2, 255, 2 ** 32 - 1]),
    firstSample: dice.pick([...bigNumbers, dice.upTo(100_000)]),
    sampleCount,
    payload: new Uint8Array(dice.pick([0, 1, 640, 1_280, 1_281, 60_000])),
  };
  const body = dice.pick<ClientBody>([
    { kind: 'audio', value },
    {
      kind: 'audio.gap',
      value: {
        channel: value.channel,
        firstSample: value.firstSample,
        sampleCount: dice.pick(bigNumbers),
        reason: 'muted',
      },
    },
    {
      kind: 'session.hello',
      value: { channels: [], features: [], metadata: {}, sampleRate: dice.pick(bigNumbers.slice(0, 4)) },
    },
    {
      kind: 'session.update',
      value: { features: [], metadata: {}, outputs: { intervalMs: dice.pick(bigNumbers.slice(0, 4)) } },
    },
    {
      kind: 'transcript',
      value: {
        itemId: 'a',
        text: '\u0000'.repeat(dice.upTo(1_000)),
        startMs: dice.pick(bigNumbers),
        endMs: 0,
        isFinal: true,
      },
    },
    { kind: 'flush', value: {} },
    { kind: 'pause', value: { reason: 'hold' } },
    { kind: 'resume', value: {} },
    { kind: 'turn.force_end', value: {} },
    { kind: 'steering.feedback', value: { cueId: '../../etc', action: 'accepted' } },
  ]);
  const bytes = Buffer.from(
    encodeClientMessage({
      seq: dice.pick(bigNumbers),
      ack: dice.pick(bigNumbers),
      generation: dice.upTo(5),
      audioPos: dice.pick(bigNumbers),
      body,
    }),
  );
  const harm = dice.upTo(4);
  if (harm === 0) return bytes.subarray(0, dice.upTo(bytes.length));
  if (harm === 1 && bytes.length > 0)
    for (let n = 0; n < 3; n += 1) bytes[dice.upTo(bytes.length)]! ^= 1 << dice.upTo(8);
  return bytes;
};

const nearlyJson = (dice: Dice): string => {
  const text = dice.pick([
    '{"type":"session.hello","sample_rate":16000}',
    '{"type":"config","channels":[{"encoding":"pcm_s16le","sample_rate":8000}]}',
    '{"type":"ping","t_us":9007199254740993}',
    '{"type":"session.hello","metadata":{"__proto__":{"admin":true},"constructor":"x"}}',
    `{"type":"session.update","metadata":${'['.repeat(2_000)}${']'.repeat(2_000)}}`,
    `{"type":"transcript","text":"\ud800","item_id":"${'x'.repeat(1_000)}"}`,
    '{"type":"end"}',
  ]);
  const at = dice.upTo(text.length);
  return dice.pick([
    text,
    text.slice(0, at),
    text.slice(0, at) + dice.pick(['"', '}', '\\u0000', '1e999', ',']) + text.slice(at),
  ]);
};

/** Sends noise over one connection. @returns how it was closed */
const attack = async (dice: Dice): Promise<Close> => {
  const json = dice.upTo(2) === 0;
  const path = dice.pick(['/v1/stream', '/v1/stream/realtime']);
  const socket = await openSocket(`${relay.wsUrl}${path}`, {
    key: relay.key,
    protocols: path === '/v1/stream/realtime' && json ? [SUBPROTOCOL_JSON] : [],
  });
  const closed = closeOf(socket, 20_000);
  const text = json || path === '/v1/stream';
  if (dice.upTo(2) === 0) {
    if (text) socket.send('{"type":"session.hello","sample_rate":16000}');
    else
      socket.send(
        encodeClientMessage({
          seq: 1,
          ack: 0,
          generation: 0,
          audioPos: 0,
          body: {
            kind: 'session.hello',
            value: { channels: [], features: [], metadata: {}, sampleRate: 16_000 },
          },
        }),
      );
  }
  for (let count = 1 + dice.upTo(8); count > 0; count -= 1) {
    const kind = dice.upTo(4);
    if (kind === 0) socket.send(dice.bytes(dice.upTo(2_000)));
    else if (text && kind === 1) socket.send(dice.bytes(1 + dice.upTo(5_000)).toString('latin1'));
    else if (text) socket.send(nearlyJson(dice));
    else socket.send(nearlyRight(dice));
  }
  if (dice.upTo(3) === 0) socket.terminate();
  else socket.close();
  return closed;
};

describe(`the relay, seed ${seed}, ${rounds} connections`, () => {
  it('survives frames that are noise or nearly valid', { timeout: 300_000 }, async () => {
    const dice = new Dice(seed);
    const codes = new Map<number, number>();
    const run = async (count: number) => {
      for (let done = 0; done < count; done += 8) {
        const closes = await Promise.all(
          Array.from({ length: 8 }, () => attack(new Dice(dice.upTo(2 ** 31)))),
        );
        for (const { code } of closes) codes.set(code, (codes.get(code) ?? 0) + 1);
      }
    };
    await run(rounds / 4); // warm-up: code and pools that stay in memory
    const before = await relay.usage();
    await run((3 * rounds) / 4);
    const after = await relay.usage();
    expect(relay.running).toBe(true);
    expect(after.residentKb - before.residentKb).toBeLessThan(memoryBoundKb);
    expect([...codes.keys()].filter((code) => !knownCloses.has(code))).toEqual([]);
    // Check that the test means something: many connections were refused with a protocol code, not only cut.
    const refused = [...codes].filter(([code]) => code >= 4400).reduce((sum, [, count]) => sum + count, 0);
    expect(refused).toBeGreaterThan(rounds / 20);
    expect(relay.log).not.toMatch(/unhandledRejection|uncaughtException|TypeError|RangeError/);
  });

  it('survives bytes that are not WebSocket frames', async () => {
    const dice = new Dice(seed + 1);
    const upgrade =
      'GET /v1/stream HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dW5kZXJ0b25lLWZ1enotMQ==\r\nAuthorization: Bearer ${relay.key}\r\n\r\n`;
    const attempts = Array.from({ length: 60 }, () => {
      const noise = dice.bytes(1 + dice.upTo(300)).toString('latin1');
      return dice.pick([upgrade + noise, noise, upgrade.slice(0, dice.upTo(upgrade.length)) + noise]);
    });
    await Promise.all(attempts.map((bytes) => exchange(relay.port, bytes, 1_000)));
    expect(relay.running).toBe(true);
    const client = await ProtoClient.connect(relay.wsUrl, { key: relay.key });
    await client.hello();
    await client.end();
  });
});
