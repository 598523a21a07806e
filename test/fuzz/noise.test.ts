/** Seeded noise where WebSocket frames should be. UNDERTONE_FUZZ_SEED repeats a run. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchange } from '../support/raw-http.js';
import { ProtoClient } from '../support/proto-client.js';
import { RelayProcess } from '../support/relay-process.js';
import { Dice } from './dice.js';

const seed = Number(process.env['UNDERTONE_FUZZ_SEED'] ?? 20_261_121);
let relay: RelayProcess;

beforeAll(async () => {
  relay = await RelayProcess.start({
    env: { UNDERTONE_HANDSHAKES_PER_MINUTE: '1000000', UNDERTONE_BOOTSTRAP_PLAN: 'enterprise' },
  });
});
afterAll(() => relay.stop());

describe(`the relay, seed ${seed}`, () => {
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
