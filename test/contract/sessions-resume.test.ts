/** A stream that moves to another relay process: its turns are counted once, and its conversation stays the same. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../../relay/src/storage/testing/postgres.js';
import { encodePcm } from '../support/pcm.js';
import { ProtoClient } from '../support/proto-client.js';
import { RelayProcess } from '../support/relay-process.js';
import { ResumingClient } from '../support/resuming-client.js';
import { RestClient } from '../support/rest-client.js';
import { speechRate } from '../support/speech.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { synthesizeVoice } from '../support/voices.js';

interface Utterance {
  id: string;
  emotion: string;
  start: number;
  end: number;
  valence: number;
}

/** One sentence of two seconds every four seconds. */
const sentences = 4;
const everyS = 4;
const call = new Float32Array(sentences * everyS * speechRate);
for (let i = 0; i < sentences; i++) {
  const label = i % 2 === 0 ? 'angry' : 'sad';
  call.set(synthesizeVoice(label, 2, i), Math.round((i * everyS + 0.5) * speechRate));
}
const pcm = encodePcm(call, 'pcm_s16le');

let postgres: TestPostgres;
let relays: [RelayProcess, RelayProcess];
let client: RestClient;
let uninterrupted: Utterance[];

const read = async (id: string): Promise<{ state: string; utterances: Utterance[] }> => {
  const { json } = await client.send('GET', `/v1/sessions/${encodeURIComponent(id)}`);
  return json['session'] as { state: string; utterances: Utterance[] };
};

beforeAll(async () => {
  postgres = await startPostgres();
  const env = {
    DATABASE_URL: postgres.url,
    UNDERTONE_TOKEN_SECRET: 'one-secret-for-both-relays-0123456789',
    UNDERTONE_WORKERS: '1',
  };
  const first = await RelayProcess.start({ env });
  relays = [first, await RelayProcess.start({ env })];
  client = new RestClient(relays[1]);
  const calm = await ProtoClient.connect(relays[1].wsUrl, { key: relays[1].key });
  await calm.hello({ sampleRate: speechRate, sessionId: 'uninterrupted' });
  await calm.stream([pcm], speechRate);
  await calm.end();
  uninterrupted = (await read('uninterrupted')).utterances;
  expect(uninterrupted).toHaveLength(sentences);
});
afterAll(async () => {
  await Promise.all(relays.map((relay) => relay.stop()));
  await postgres.stop();
});

/** Streams the call to the first relay, kills that relay with `signal` when it was sent `atMs`, and lets the client resume at the second. */
const callThrough = async (id: string, atMs: number, signal: NodeJS.Signals): Promise<Utterance[]> => {
  let place = 0;
  const proxy = await TcpProxy.start(() => relays[place === 0 ? 0 : 1].port);
  const speaker = new ResumingClient({
    wsUrl: () => proxy.wsUrl,
    sampleRate: speechRate,
    fetchToken: async () => (await relays[1].token({ session_id: id })).token,
  });
  const speaking = speaker.speak(pcm);
  await speaker.sentUpTo(atMs);
  place = 1;
  await relays[0].kill(signal);
  await speaking;
  await speaker.current.end();
  expect(speaker.connections.length).toBe(2);
  await proxy.stop();
  await relays[0].start();
  const { state, utterances } = await read(id);
  expect(state).toBe('ended');
  return utterances;
};

describe('[RT76] a session that is ended or deleted through another relay', () => {
  it.each([
    ['ended', (id: string) => client.post(`/v1/sessions/${id}/end`, {})],
    ['deleted', (id: string) => client.send('DELETE', `/v1/sessions/${id}`)],
  ])('when %s: its stream ends within 5 s', async (how, finish) => {
    const live = await ProtoClient.connect(relays[0].wsUrl, { key: relays[0].key });
    await live.hello({ sampleRate: speechRate, sessionId: `elsewhere-${how}` });
    await live.stream([pcm.subarray(0, 2 * speechRate)], speechRate);
    const startedMs = performance.now();
    expect((await finish(`elsewhere-${how}`)).status).toBeLessThan(300);
    expect((await live.waitFor('error')).value.code).toBe('ended_by_server');
    expect((await live.closed).code).toBe(4000);
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  });
});

describe('a relay that dies during a call, with another one that takes over', () => {
  it.each([
    ['in a sentence, long after the last checkpoint', 9_500],
    ['in the silence after a sentence', 7_600],
    ['a moment after a sentence began', 8_900],
  ])('%s: keeps every turn as one utterance, at the same time', async (moment, atMs) => {
    const utterances = await callThrough(`killed ${moment}`, atMs, 'SIGKILL');
    for (const { start, end } of utterances) {
      const same = uninterrupted.filter((known) => known.start < end && start < known.end);
      expect(same, moment).toHaveLength(1);
    }
    const heard = uninterrupted.filter((known) =>
      utterances.some(({ start, end }) => known.start < end && start < known.end),
    );
    // One sentence may be missing, if it came after the last checkpoint and was never stored; no other may be.
    expect(heard.length).toBeGreaterThanOrEqual(sentences - 1);
    utterances.slice(1).forEach(({ start }, i) => {
      expect(start, 'no turn lies over the one before').toBeGreaterThanOrEqual(utterances[i]?.end ?? NaN);
    });
    // The sentence in which the relay died may become two: its beginning, and the rest.
    expect(utterances.length).toBeLessThanOrEqual(sentences + 1);
  });

  it('hands its turns over on SIGTERM: the session matches that of an uninterrupted call', async () => {
    const utterances = await callThrough('handed over', 9_200, 'SIGTERM');
    expect(utterances.map(({ emotion }) => emotion)).toEqual(uninterrupted.map(({ emotion }) => emotion));
    utterances.forEach(({ start, end, valence }, i) => {
      const known = uninterrupted[i];
      expect(Math.abs(start - (known?.start ?? NaN))).toBeLessThanOrEqual(0.25);
      expect(Math.abs(end - (known?.end ?? NaN))).toBeLessThanOrEqual(0.25);
      // The sentence in which it moved is heard in two parts.
      expect(Math.abs(valence - (known?.valence ?? NaN))).toBeLessThanOrEqual(0.25);
    });
  });
});
