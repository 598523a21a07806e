/** Measures a page that hears by itself beside one that streams. `npm run bench:hearing`. */
import { copyFile, stat } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/chromium.js';
import { makeHarness, openHarness } from '../support/harness.js';
import { recordMicrophone } from '../support/microphone.js';
import { RelayProcess, repositoryRoot } from '../support/relay-process.js';
import { angryAndSad } from '../support/speech.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { Wiretap } from '../support/wiretap.js';
import { percentile } from './percentile.js';

type Mode = 'none' | 'audio' | 'features';

interface Run {
  readonly startMs: number;
  readonly playedMs: number;
}

/** CPU time of the browser's page processes, ms. */
const pageCpuMs = async (browser: Browser): Promise<number> => {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return processInfo
    .filter(({ type }) => type === 'renderer')
    .reduce((sum, { cpuTime }) => sum + 1_000 * cpuTime, 0);
};

const play = (page: Page, mode: Mode): Promise<Run> =>
  page.evaluate(async (how) => {
    const recording = await recordingOnTrack('/clip.wav');
    await recording.resume();
    const session =
      how === 'none'
        ? undefined
        : undertone.createSession({
            getToken: () => fetchToken(),
            sources: [{ track: recording.track, subject: 'customer' }],
            outputs: { intervalMs: 500 },
            vad: 'energy',
            ...(how === 'features' && { privacy: 'features' as const }),
          });
    const before = performance.now();
    await session?.start();
    const startMs = performance.now() - before;
    const from = performance.now();
    recording.play();
    await recording.played;
    await session?.end();
    await recording.close();
    return { startMs, playedMs: performance.now() - from };
  }, mode);

const of = (values: readonly number[]): string =>
  [0.5, 0.95].map((share) => `p${100 * share} ${percentile(values, share).toFixed(1)}`).join(', ');

/** @returns 0 */
export const main = async ({ sentences }: { readonly sentences: number }): Promise<number> => {
  const folder = await makeHarness();
  const clip = await recordMicrophone(await angryAndSad(sentences), 1_000);
  await copyFile(clip.path, join(folder, 'clip.wav'));
  const relay = await RelayProcess.start({ env: { UNDERTONE_DEMO: 'on', UNDERTONE_DEMO_DIR: folder } });
  const browser = await launchChromium();
  const print = (text: string): boolean => process.stdout.write(`${text}\n`);
  try {
    const seconds = clip.durationMs / 1_000;
    print(`${cpus().length} cores, ${seconds.toFixed(0)} s of speech and pauses, one channel`);
    // The page that hears is loaded twice: from the relay, and from the browser's cache.
    for (const mode of ['none', 'audio', 'features', 'features'] as const) {
      const wiretap = new Wiretap();
      let sent = 0;
      const proxy = await TcpProxy.start(
        () => relay.port,
        (connection, direction, bytes) => {
          if (direction === 'to_relay') sent += bytes.length;
          wiretap.tap(connection, direction, bytes);
        },
      );
      const page = await browser.newPage();
      await openHarness(page, proxy.url);
      const before = await pageCpuMs(browser);
      sent = 0;
      const { startMs, playedMs } = await play(page, mode);
      const cpuMs = ((await pageCpuMs(browser)) - before) / (playedMs / 1_000);
      const told = wiretap.sent('features').map(({ value }) => value);
      const spoken = told.filter(({ speechMs }) => speechMs > 0);
      print(`\n${mode}: ${cpuMs.toFixed(1)} ms of the page's CPU per second, loading included`);
      if (mode !== 'none') {
        print(`  ready after ${startMs.toFixed(0)} ms; ${(sent / seconds).toFixed(0)} bytes sent per second`);
      }
      if (told.length > 0) {
        print(
          `  ms in the worker for each half second with speech: ${of(spoken.map((each) => each.inferenceMs ?? 0))}`,
        );
        // The fastest message shows how the clocks stand to each other.
        const ages = wiretap
          .sent('features')
          .map(({ value, atMs }) => atMs - (value.firstSample + value.sampleCount) / 16);
        const least = Math.min(...ages);
        print(`  later than the fastest, ms: ${of(ages.map((age) => age - least))}`);
      }
      await page.close();
      await proxy.stop();
    }
    const files = [
      'packages/model/models/undertone-live-open.onnx',
      'packages/client/dist/bundle/hearing.worker.js',
    ];
    for (const file of files) {
      const { size } = await stat(join(repositoryRoot, file));
      print(`${file}: ${(size / 1e6).toFixed(2)} MB`);
    }
  } finally {
    await browser.close();
    await relay.stop();
  }
  return 0;
};
