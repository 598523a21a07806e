/** The relay dies during a page's session, or its token expires: the page resumes by itself. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.js';
import { expectCompleteOnce } from '../support/complete-once.js';
import { makeHarness, openHarness } from '../support/harness.js';
import { recordMicrophone } from '../support/microphone.js';
import { RelayProcess } from '../support/relay-process.js';
import { sentAudio } from '../support/sent-audio.js';
import { angryAndSad } from '../support/speech.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { Wiretap } from '../support/wiretap.js';

let folder: string;
let microphone: string;
let relay: RelayProcess;
let proxy: TcpProxy;
let browser: Browser;
let page: Page;
let wiretap: Wiretap;

beforeAll(async () => {
  folder = await makeHarness();
  microphone = (await recordMicrophone(await angryAndSad(5), 200)).path;
});

beforeEach(async () => {
  wiretap = new Wiretap();
  relay = await RelayProcess.start({ env: { UNDERTONE_DEMO: 'on', UNDERTONE_DEMO_DIR: folder } });
  proxy = await TcpProxy.start(() => relay.port, wiretap.tap);
  browser = await launchChromium({ microphone });
  page = await browser.newPage();
  await openHarness(page, proxy.url);
});

afterEach(async () => {
  await browser.close();
  await proxy.stop();
  await relay.stop();
});

/** Starts a session that requests tokens with `query`. */
const start = (query = '') =>
  page.evaluate(async (tokenQuery) => {
    globalThis.session = undertone.createSession({
      getToken: ({ sessionId }) => {
        const parameters = new URLSearchParams(tokenQuery);
        if (sessionId !== undefined) parameters.set('session_id', sessionId);
        return fetchToken(`?${parameters.toString()}`);
      },
      sources: [{ track: 'microphone', subject: 'customer' }],
    });
    await session.start();
  }, query);

const audioSentUpTo = (ms: number) =>
  wiretap.fromPage.waitFor(
    ({ message: { body } }) => body?.kind === 'audio' && body.value.firstSample >= ms * 16,
    `audio up to ${ms} ms`,
    ms + 30_000,
  );

describe('a page whose relay is killed for five seconds', () => {
  it('resumes by itself: every second is analyzed exactly once or declared lost', async () => {
    await start();
    await audioSentUpTo(5_000);
    await relay.kill('SIGKILL');
    await pause(5_000);
    await relay.start();
    await wiretap.waitFor('resumed', 30_000);
    await audioSentUpTo(16_000);
    const summary = await page.evaluate(async () => (await session.end()).summary);
    const audio = sentAudio(wiretap);
    expectCompleteOnce(wiretap, audio.samples.length / 16);
    expect(wiretap.received('session.ready').map(({ value }) => value.generation)).toEqual([1, 2]);
    expect(new Set(wiretap.received('session.ready').map(({ value }) => value.sessionId)).size).toBe(1);
    expect(summary?.durationS).toBeCloseTo(audio.samples.length / 16_000, 1);
    const states = new Set(wiretap.received('error').map(({ value }) => value.code));
    expect([...states]).toEqual([]);
  });

  it('resumes with a fresh token when the first has expired', async () => {
    await start('expires_in=2');
    await audioSentUpTo(4_000);
    await relay.kill('SIGKILL');
    await pause(5_000);
    await relay.start();
    await wiretap.waitFor('resumed', 30_000);
    await audioSentUpTo(14_000);
    await page.evaluate(() => session.end().then(() => undefined));
    expectCompleteOnce(wiretap, sentAudio(wiretap).samples.length / 16);
  });
});

describe('a page whose link is cut', () => {
  it('gets the results it missed, in order and once', async () => {
    await start();
    await audioSentUpTo(4_000);
    proxy.set({ kind: 'down' });
    await pause(2_000);
    proxy.set({ kind: 'open' });
    await wiretap.waitFor('resumed', 30_000);
    await audioSentUpTo(12_000);
    await page.evaluate(() => session.end().then(() => undefined));
    expectCompleteOnce(wiretap, sentAudio(wiretap).samples.length / 16);
    const numbers = wiretap.fromRelay.arrivals
      .map(({ message }) => message.message.seq)
      .filter((seq) => seq > 0);
    expect([...new Set(numbers)]).toEqual([...new Set(numbers)].map((_, index) => index + 1));
  });
});
