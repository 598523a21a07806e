/** What a free key does at its worst, in a process of its own: each request of the audit that froze the relay once, again and again. */
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { constantFlac } from '../../relay/src/media/testing/flac-file.js';
import { silentOpus } from '../../relay/src/media/testing/ogg-file.js';
import { ProtoClient } from '../support/proto-client.js';

export interface WorstOrder {
  readonly url: string;
  readonly wsUrl: string;
  readonly key: string;
}

export interface WorstReport {
  readonly kind: 'report';
  /** Answers, by what was sent. */
  readonly counts: Readonly<Record<string, number>>;
}

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

/** Sends until it is told to stop. @returns the counts of answers, by what was sent */
const attack = ({
  url,
  wsUrl,
  key,
}: WorstOrder): { stop: () => void; over: Promise<Map<string, number>> } => {
  const counts = new Map<string, number>();
  let going = true;
  const hasEnded = (): boolean => !going;
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
  const again = async ({ name, path, type, body }: Worst): Promise<void> => {
    while (going) {
      const headers = { authorization: `Bearer ${key}`, 'content-type': type };
      const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body }).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => undefined); // closed in the middle: it counts as it was
      count(`${name}: ${answer?.status ?? 'closed'}`);
    }
  };
  /** Faster than real time, in small frames, until the relay closes; then the next one. */
  const flood = async (): Promise<void> => {
    while (going) {
      const client = await ProtoClient.connect(wsUrl, { key }).catch(() => undefined);
      if (client === undefined) {
        count('stream: refused');
        await pause(100);
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

/** @param args one JSON {@link WorstOrder}; talks to its parent over IPC and attacks until a message comes */
export const main = async (args: readonly string[]): Promise<number> => {
  // Attackers bring their own processors. This one shares the relay's, and so takes what nobody else wants of them.
  setPriority(constants.priority.PRIORITY_LOW);
  const attacking = attack(JSON.parse(args[0] ?? '{}') as WorstOrder);
  process.send?.({ kind: 'attacking' });
  await once(process, 'message');
  attacking.stop();
  const counts = Object.fromEntries(await attacking.over);
  process.send?.({ kind: 'report', counts } satisfies WorstReport);
  return 0;
};
