/**
 * A free key does its worst for a minute, beside the live streams of another organization: what each request of the audit did that froze
 * the relay once, all at the same time and again and again. `npm run bench:worst`.
 */
import { rm } from 'node:fs/promises';
import { readCounts, readIoThread, sayIoThread, tooLong } from '../support/io-thread.js';
import type { RelayProcess } from '../support/relay-process.js';
import { BenchChild } from './child-process.js';
import { makeClips } from './clips.js';
import { startRelay } from './relay-under-load.js';
import type { WorstOrder, WorstReport } from './worst-attack.js';
import { percentile } from './percentile.js';
import { line, listen } from './uploads-bench.js';

export interface WorstBenchOptions {
  readonly streams: number;
  readonly seconds: number;
}

const ADMIN_TOKEN = 'operator-token-of-the-worst-minute-012345';
/** What the streams of others may wait for a result while it goes on. */
const MOST_P95_MS = 100;

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

const stallsIn = (log: string): readonly string[] =>
  log.split('\n').filter((text) => text.includes('the I/O thread was held'));

/** @returns 1 when a stream suffered, results came later than they may, or a request held the I/O thread too long */
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
  let attacker: BenchChild | undefined;
  try {
    const key = await createFreeKey(relay);
    const alone = await listen(relay, order, () => undefined);
    console.log(`received → result, inside the relay, ${streams} streams`);
    console.log(line('alone', alone));
    const heldBefore = await readCounts(relay.url);
    const worst: WorstOrder = { url: relay.url, wsUrl: relay.wsUrl, key };
    const beside = await listen(relay, order, () => {
      attacker = BenchChild.start('worst-attack.ts', [JSON.stringify(worst)]);
    });
    const report = await attacker?.ask<WorstReport>('stop', 'report', 60_000);
    console.log(line('beside a free key’s worst', beside));
    const ioThread = await readIoThread(relay.url, heldBefore);
    console.log(sayIoThread(ioThread));
    for (const stall of stallsIn(relay.log)) console.log(`  stall: ${stall}`);
    const counts = Object.entries(report?.counts ?? {}).sort();
    console.log(`what it was answered: ${counts.map(([what, count]) => `${what} × ${count}`).join(', ')}`);
    const hurt = [alone, beside].some(({ complete, errors }) => complete < streams || errors.length > 0);
    const late = percentile(beside.insideMs, 0.95) > MOST_P95_MS;
    return hurt || late || tooLong(ioThread).length > 0 ? 1 : 0;
  } finally {
    await attacker?.stop();
    await relay.stop();
    await rm(clips.folder, { recursive: true, force: true });
  }
};
