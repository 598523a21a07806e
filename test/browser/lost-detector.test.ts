/** The neural detector's worker fails, dies or hangs during a call: audio continues, and another detector decides. */
import type { Browser, Page, Worker } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.js';
import { makeHarness, openHarness } from '../support/harness.js';
import { countInventory, takeInventory } from '../support/in-page.js';
import { recordMicrophone } from '../support/microphone.js';
import { RelayProcess } from '../support/relay-process.js';
import { sentAudio } from '../support/sent-audio.js';
import { angryAndSad } from '../support/speech.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { Wiretap } from '../support/wiretap.js';

let relay: RelayProcess;
let proxy: TcpProxy;
let browser: Browser;
let page: Page;
let wiretap: Wiretap;

beforeAll(async () => {
  relay = await RelayProcess.start({
    env: { UNDERTONE_DEMO: 'on', UNDERTONE_DEMO_DIR: await makeHarness() },
  });
  proxy = await TcpProxy.start(
    () => relay.port,
    (...said) => wiretap.tap(...said),
  );
  browser = await launchChromium({
    microphone: (await recordMicrophone(await angryAndSad(5), 200)).path,
  });
});

afterAll(async () => {
  await browser.close();
  await proxy.stop();
  await relay.stop();
});

beforeEach(async () => {
  wiretap = new Wiretap();
  page = await browser.newPage();
  await page.addInitScript(takeInventory);
  await openHarness(page, proxy.url);
});

afterEach(() => page.close());

/** Starts a session in which the neural detector decides. */
const startNeural = async (): Promise<Worker> => {
  await page.evaluate(async () => {
    globalThis.session = undertone.createSession({
      getToken: () => fetchToken(),
      sources: [{ track: 'microphone', subject: 'customer' }],
    });
    const sources: string[] = [];
    Object.assign(globalThis, { sources });
    session.on('vad', (event) => {
      if (event.kind === 'source') sources.push(`${event.source}: ${event.reason}`);
    });
    await session.start();
  });
  await sourceIs('silero: the model is loaded');
  const worker = page.workers().find((one) => one.url().endsWith('/vad.worker.js'));
  if (worker === undefined) throw new Error('the page has no worker for the neural detector');
  return worker;
};

const sourceIs = (wanted: string) =>
  page.waitForFunction(
    (source) => (globalThis as unknown as { sources: string[] }).sources.at(-1) === source,
    wanted,
  );

const audioSent = (beyond: number) =>
  wiretap.fromPage.waitFor(
    ({ message: { body } }) => body?.kind === 'audio' && body.value.firstSample >= beyond,
    `audio beyond sample ${beyond}`,
    30_000,
  );

describe('a neural detector whose worker', () => {
  it.each([
    {
      what: 'throws where nobody catches it',
      breaks: () => void setTimeout(() => reportError(new Error('out of memory'))),
      reason: 'energy: the model failed: its worker failed: Uncaught Error: out of memory',
    },
    { what: 'dies', breaks: () => close(), reason: 'energy: the model failed: it does not answer' },
    {
      what: 'hangs',
      breaks: () =>
        void setTimeout(() => {
          for (;;);
        }),
      reason: 'energy: the model failed: it does not answer',
    },
  ])('$what is replaced and terminated, and no sample is lost', async ({ breaks, reason }) => {
    const worker = await startNeural();
    await worker.evaluate(breaks);
    await sourceIs(reason);
    await page.waitForFunction(() => inventory.workersMade - inventory.workersEnded === 1);
    const sent = wiretap.sent('audio').length;
    const { firstSample } = wiretap.sent('audio').at(-1)?.value ?? { firstSample: 0 };
    expect(sent).toBeGreaterThan(0);
    await audioSent(firstSample + 32_000);
    expect(await page.evaluate(() => session.state.kind)).toBe('live');
    // The summary arrives before everything is released; after dispose() nothing is left.
    await page.evaluate(() => session.end().then(() => session.dispose()));
    // A microphone is silent for a moment when it opens. After its first sample none is missing.
    const first = wiretap.sent('audio')[0]?.value.firstSample ?? 0;
    const heard = wiretap.sent('audio').reduce((sum, { value }) => sum + value.sampleCount, 0);
    expect(sentAudio(wiretap).samples.length).toBe(first + heard);
    expect(wiretap.sent('audio.gap').filter(({ value }) => value.firstSample >= first)).toEqual([]);
    const left = await page.evaluate(countInventory);
    expect(left).toMatchObject({ openContexts: 0, liveTracks: 0, workersLeft: 0 });
  });
});
