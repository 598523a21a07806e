/** The client library in Firefox: capture, prosody, model, a broken link, and cleanup. */
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clean, startClientHarness, waitForAudio } from '../support/client-harness.js';
import { expectCompleteOnce } from '../support/complete-once.js';
import { launchFirefox, watchConduct } from '../support/firefox.js';
import { countInventory, modelInPage, prosodyInPage, takeInventory } from '../support/in-page.js';
import { NodeModel, asRead, expectSameProsody, inBlocks, prosodyInRelay } from '../support/parity.js';
import { endSession, startOnRecording } from '../support/recorded-session.js';
import type { RelayProcess } from '../support/relay-process.js';
import { sentAudio } from '../support/sent-audio.js';
import { speechRate } from '../support/speech.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { Wiretap } from '../support/wiretap.js';

const cycles = 20;

let speech: Float32Array;
let relay: RelayProcess;
let proxy: TcpProxy;
let wiretap: Wiretap;
let browser: Browser;
let page: Page;
let misconduct: ReturnType<typeof watchConduct>;

beforeAll(async () => {
  ({ relay, speech } = await startClientHarness());
  browser = await launchFirefox();
});

afterAll(async () => {
  await browser.close();
  await relay.stop();
});

beforeEach(async () => {
  wiretap = new Wiretap();
  proxy = await TcpProxy.start(() => relay.port, wiretap.tap);
  page = await browser.newPage();
  misconduct = watchConduct(page, proxy.url);
  await page.evaluateOnNewDocument(takeInventory);
  await page.goto(`${proxy.url}/`);
  await page.waitForFunction(() => document.title === 'ready');
});

afterEach(async () => {
  await page.close();
  await proxy.stop();
});

const heardSoFar = () => page.evaluate(() => heard);
const end = () => page.evaluate(endSession);
const audioSentUpTo = (ms: number) => waitForAudio(wiretap, ms);

describe('capture in Firefox', () => {
  it('streams the speech of a track to the relay, which answers it, and measures pitch in the page', async () => {
    await page.evaluate(startOnRecording);
    await audioSentUpTo(10_000);
    const durationS = await end();
    const { directives, spoken, emotions, pitched, vad } = await heardSoFar();
    expect(directives).toBeGreaterThan(20);
    expect(spoken).toBeGreaterThan(10);
    expect(emotions).toBeGreaterThan(10);
    expect(pitched).toBeGreaterThan(10);
    expect(vad).toBe('silero');
    expect(durationS).toBeGreaterThan(10);
    expect(misconduct).toEqual(clean);
  });

  it('treats the silence of a disabled or waiting track as silence, not as a lost device', async () => {
    await page.evaluate(startOnRecording);
    await audioSentUpTo(2_000);
    await page.evaluate(() => {
      recording.track.enabled = false;
    });
    const sentSoFar = sentAudio(wiretap).samples.length / 16;
    await audioSentUpTo(sentSoFar + 2_000);
    const { gaps } = await heardSoFar();
    // The fake device is a thread like any other and may stall on a busy machine.
    expect(gaps.filter((reason) => reason !== 'suspended')).toEqual([]);
    const { samples } = sentAudio(wiretap);
    expect(Math.max(...samples.subarray(-8_000).map(Math.abs))).toBe(0);
    await end();
  });

  it('opens the microphone and sends its sound', async () => {
    await page.evaluate(async () => {
      globalThis.session = undertone.createSession({
        getToken: () => fetchToken(),
        sources: [{ track: 'microphone', subject: 'customer' }],
        vad: 'energy',
      });
      await session.start();
    });
    await audioSentUpTo(2_000);
    await end();
    const { samples } = sentAudio(wiretap);
    expect(Math.max(...samples)).toBeGreaterThan(0.05);
    // A context reports that it is closed a little after its promise resolves.
    await expect
      .poll(() => page.evaluate(countInventory), { timeout: 10_000 })
      .toMatchObject({ tracks: 1, liveTracks: 0, openContexts: 0 });
  });

  it('passes every check of the doctor', async () => {
    const checks = await page.evaluate(async () => {
      const found = await undertone.doctor({ getToken: () => fetchToken() });
      return found.map(({ id, status, message }) => ({ id, status, message }));
    });
    expect(checks.length).toBeGreaterThan(9);
    // The configuration waives the permission prompt, but Firefox still reports that it would ask.
    const wrong = checks.filter(({ id, status }) => status !== 'ok' && id !== 'permission' && id !== 'clock');
    expect(wrong).toEqual([]);
  });
});

describe('the numbers in Firefox', () => {
  it('match the relay’s prosody for the same speech, in pieces of 128 and of 16,000', async () => {
    const samples = asRead(speech.subarray(0, 6 * speechRate));
    const inRelay = await prosodyInRelay(relay, samples);
    await page.waitForFunction(() => 'prosody' in globalThis);
    for (const size of [128, 16_000]) {
      const inPage = await page.evaluate(prosodyInPage, { samples: JSON.stringify([...samples]), size });
      expectSameProsody(inPage, inRelay);
    }
  });

  it('match the relay’s model outputs for the same speech, with the state carried over', async () => {
    const model = await NodeModel.load();
    const blocks = inBlocks(speech.subarray(0, 3 * speechRate), 4_000);
    const inPage = await page.evaluate(modelInPage, model.asPageRun(blocks));
    await model.expectSame(JSON.parse(inPage) as number[][], blocks);
    await model.release();
  });
});

describe('a link that breaks in Firefox', () => {
  it('is resumed: every second is answered exactly once or declared lost', async () => {
    await page.evaluate(startOnRecording);
    await audioSentUpTo(3_000);
    proxy.set({ kind: 'down' });
    await page.waitForFunction(() => session.state.kind === 'reconnecting');
    proxy.set({ kind: 'open' });
    await wiretap.waitFor('resumed', 60_000);
    await audioSentUpTo(8_000);
    await end();
    expectCompleteOnce(wiretap, sentAudio(wiretap).samples.length / 16);
    const ready = wiretap.received('session.ready').map(({ value }) => value);
    expect(ready.map(({ generation }) => generation)).toEqual([1, 2]);
    expect(new Set(ready.map(({ sessionId }) => sessionId)).size).toBe(1);
  });
});

describe('a page in Firefox that starts and disposes of sessions', () => {
  it(`has no track, context, worker or listener left after ${cycles} of them`, async () => {
    const before = await page.evaluate(countInventory);
    await page.evaluate(async (count) => {
      for (let cycle = 0; cycle < count; cycle += 1) {
        const one = undertone.createSession({
          getToken: () => fetchToken(),
          sources: [{ track: 'microphone', subject: 'customer' }],
        });
        await one.start();
        await one.dispose();
      }
    }, cycles);
    await expect
      .poll(() => page.evaluate(countInventory), { timeout: 10_000 })
      .toMatchObject({ openContexts: 0, liveTracks: 0, workersLeft: 0 });
    const left = await page.evaluate(countInventory);
    expect(left).toMatchObject({ contexts: cycles, tracks: cycles });
    // One worker per session, plus the neural detector's if the session lived long enough to load it.
    expect(left.workers).toBeGreaterThanOrEqual(cycles);
    for (const [name, count] of Object.entries(left.listeners)) {
      expect(count, name).toBeLessThanOrEqual(before.listeners[name] ?? 0);
    }
    expect(misconduct).toEqual(clean);
  });
});
