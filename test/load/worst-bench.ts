/**
 * A free key does its worst for a minute, beside the live streams of another organization: what each request of the audit did that froze
 * the relay once, all at the same time and again and again. `npm run bench:worst`.
 */
import { rm } from 'node:fs/promises';
import { constantFlac } from '../../relay/src/media/testing/flac-file.js';
import { silentOpus } from '../../relay/src/media/testing/ogg-file.js';
import type { RelayProcess } from '../support/relay-process.js';
import { ProtoClient } from '../support/proto-client.js';
import { makeClips } from './clips.js';
import { startRelay } from './relay-under-load.js';
import { line, listen, percentile } from './uploads-bench.js';

export interface WorstBenchOptions {
  readonly streams: number;
  readonly seconds: number;
}

const ADMIN_TOKEN = 'operator-token-of-the-worst-minute-012345';
/** What the streams of others may wait for a result while it goes on. */
const MOST_P95_MS = 100;

interface Worst {
  readonly name: string;
  readonly path: string;
  readonly type: string;
  readonly body: Uint8Array<ArrayBuffer>;
}

const json = (name: string, path: string, text: string): Worst => ({
  name,
  path,
  type: 'application/json',
  body: Uint8Array.from(Buffer.from(text)),
});
const file = (name: string, type: string, bytes: Uint8Array): Worst => ({
  name,
  path: '/v1/analyze/audio',
  type,
  body: Uint8Array.from(bytes),
});

const worstRequests = (): readonly Worst[] => [
  json(
    '2.4 million unknown keys',
    '/v1/analyze/batch',
    `{${Array.from({ length: 2_400_000 }, (_, n) => `"${n}":1`).join()}}`,
  ),
  json('25 MB of []', '/v1/analyze/batch', `[${'[],'.repeat(8_700_000)}[]]`),
  json('30 MB of \\u0041', '/v1/analyze/base64', `{"audio":"${'\\u0041'.repeat(5_000_000)}"}`),
  json('100,000 levels', '/v1/sessions', `${'['.repeat(30_000)}${']'.repeat(30_000)}`),
  file('10 hours of FLAC', 'audio/flac', constantFlac(27_000)),
  file('24 hours of Opus', 'audio/ogg', silentOpus(24 * 3_600)),
];

const createFreeKey = async ({ url }: RelayProcess): Promise<string> => {
  const admin = async (path: string, body: object): Promise<Record<string, Record<string, string>>> => {
    const answer = await fetch(`${url}/admin/v1/organizations${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: HTTP ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, Record<string, string>>;
  };
  const id = (await admin('', { name: 'Worst', plan: 'free' }))['organization']?.['id'] ?? '';
  await admin(`/${id}/wallet/top-ups`, { reference: 'worst', credits: 100_000 });
  return (await admin(`/${id}/api-keys`, { name: 'Worst' }))['api_key']?.['key'] ?? '';
};

/** Sends until it is told to stop. @returns the counts of answers, by what was sent */
const attack = (
  relay: RelayProcess,
  key: string,
): { stop: () => void; over: Promise<Map<string, number>> } => {
  const counts = new Map<string, number>();
  let going = true;
  const hasEnded = (): boolean => !going;
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
  const again = async ({ name, path, type, body }: Worst): Promise<void> => {
    while (going) {
      const headers = { authorization: `Bearer ${key}`, 'content-type': type };
      const answer = await fetch(`${relay.url}${path}`, { method: 'POST', headers, body }).catch(
        () => undefined,
      );
      await answer?.arrayBuffer().catch(() => undefined); // closed in the middle: it counts as it was
      count(`${name}: ${answer?.status ?? 'closed'}`);
    }
  };
  /** Faster than real time, in small frames, until the relay closes; then the next one. */
  const flood = async (): Promise<void> => {
    while (going) {
      const client = await ProtoClient.connect(relay.wsUrl, { key }).catch(() => undefined);
      if (client === undefined) {
        count('stream: refused');
        await new Promise((resolve) => setTimeout(resolve, 100));
        continue;
      }
      client.send({
        kind: 'session.hello',
        value: { channels: [], features: [], metadata: {}, sampleRate: 48_000 },
      });
      const { socket } = client;
      const closed = client.closed.then(({ code }) => count(`stream: ${code}`));
      while (socket.readyState === socket.OPEN) {
        for (let n = 0; n < 50; n++) client.audio(Buffer.alloc(1_920), 960);
        await new Promise((resolve) => setImmediate(resolve));
        if (hasEnded()) client.drop();
      }
      client.drop();
      await closed;
    }
  };
  const all = [...worstRequests().map(again), ...Array.from({ length: 5 }, flood)];
  return { stop: () => (going = false), over: Promise.all(all).then(() => counts) };
};

/** @returns 1 when a stream suffered, or results came later than they may */
export const main = async ({ streams, seconds }: WorstBenchOptions): Promise<number> => {
  const clips = await makeClips(4);
  const order = {
    streams,
    warmUpS: 5,
    measureS: seconds,
    frameMs: 40,
    intervalMs: 250,
    clips: clips.paths,
  };
  const relay = await startRelay(undefined, { UNDERTONE_ADMIN_TOKEN: ADMIN_TOKEN });
  try {
    const key = await createFreeKey(relay);
    const alone = await listen(relay, order, () => undefined);
    console.log(`received → result, inside the relay, ${streams} streams`);
    console.log(line('alone', alone));
    let attacking: ReturnType<typeof attack> | undefined;
    const beside = await listen(relay, order, () => (attacking = attack(relay, key)));
    attacking?.stop();
    console.log(line('beside a free key’s worst', beside));
    const counts = [...((await attacking?.over) ?? [])].sort();
    console.log(`what it was answered: ${counts.map(([what, count]) => `${what} × ${count}`).join(', ')}`);
    const hurt = [alone, beside].some(({ complete, errors }) => complete < streams || errors.length > 0);
    return hurt || percentile(beside.insideMs, 0.95) > MOST_P95_MS ? 1 : 0;
  } finally {
    await relay.stop();
    await rm(clips.folder, { recursive: true, force: true });
  }
};
