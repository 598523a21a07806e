/**
 * Measures how large uploads affect live streams: the latency of 50 streams alone, and again while ten files of 25 MB are
 * analyzed at the same time. `npm run bench:uploads`.
 */
import { rm } from 'node:fs/promises';
import type { RelayProcess } from '../support/relay-process.js';
import { RestClient } from '../support/rest-client.js';
import { someSpeech, speechRate } from '../support/speech.js';
import { wavBytes } from '../support/wav.js';
import { BenchChild } from './child-process.js';
import { makeClips } from './clips.js';
import type { Order, Report } from './generator.js';
import { percentile } from './percentile.js';
import { startRelay } from './relay-under-load.js';

export interface UploadsBenchOptions {
  readonly streams: number;
  /** The number of 25 MB files uploaded at the same time. */
  readonly uploads: number;
  readonly seconds: number;
}

const uploadBytes = 25 * 1024 * 1024;

export const listen = async (
  relay: RelayProcess,
  order: Omit<Order, 'port' | 'key'>,
  meanwhile: () => void,
): Promise<Report> => {
  const full: Order = { ...order, port: relay.port, key: relay.key };
  const generator = BenchChild.start('generator.ts', [JSON.stringify(full)]);
  try {
    await generator.next('connected', 120_000);
    await generator.next('measuring', 1000 * order.warmUpS + 60_000);
    meanwhile();
    return await generator.next<Report>('report', 1000 * order.measureS + 120_000);
  } finally {
    await generator.stop();
  }
};

export const line = (what: string, { insideMs, errors, closes, complete }: Report): string => {
  const figures = [0.5, 0.95, 0.99].map(
    (share) => `p${100 * share} ${percentile(insideMs, share).toFixed(1)} ms`,
  );
  return `${what.padEnd(26)}${figures.join('  ')}  (${complete} streams complete, ${errors.length} errors, ${closes.length} closes)`;
};

/** @returns 1 when a stream suffered: it was not complete, or had an error */
export const main = async (options: UploadsBenchOptions): Promise<number> => {
  const clips = await makeClips(4);
  const order = {
    streams: options.streams,
    warmUpS: 5,
    measureS: options.seconds,
    frameMs: 40,
    intervalMs: 250,
    clips: clips.paths,
  };
  const speech = await someSpeech(60);
  const whole = new Float32Array(uploadBytes / 2 - 22);
  for (let at = 0; at < whole.length; at += speech.length)
    whole.set(speech.subarray(0, whole.length - at), at);
  const file = wavBytes(whole, speechRate);
  const relay = await startRelay(undefined);
  const client = new RestClient(relay);
  const answers: Promise<string>[] = [];
  const upload = async (): Promise<string> => {
    const startedMs = performance.now();
    const { status } = await client.send('POST', '/v1/analyze/audio', file, { 'content-type': 'audio/wav' });
    return `HTTP ${status} after ${((performance.now() - startedMs) / 1000).toFixed(1)} s`;
  };
  try {
    const alone = await listen(relay, order, () => undefined);
    console.log(`received → result, inside the relay, ${order.streams} streams`);
    console.log(line('alone', alone));
    const beside = await listen(relay, order, () => {
      for (let i = 0; i < options.uploads; i += 1) answers.push(upload());
    });
    console.log(line(`beside ${options.uploads} uploads`, beside));
    console.log(`uploads: ${(await Promise.all(answers)).join(', ')}`);
    const hurt = [alone, beside].some(
      ({ complete, errors }) => complete < order.streams || errors.length > 0,
    );
    return hurt ? 1 : 0;
  } finally {
    await relay.stop();
    await rm(clips.folder, { recursive: true, force: true });
  }
};
