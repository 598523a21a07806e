/** The client library in WebKit: capture, pause and mute, prosody, model, a broken link, and cleanup. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clean, startClientHarness, waitForAudio } from '../support/client-harness.js';
import { expectCompleteOnce } from '../support/complete-once.js';
import { countInventory, modelInPage, prosodyInPage, takeInventory } from '../support/in-page.js';
import { recordConduct } from '../support/instrument.js';
import { NodeModel, asRead, expectSameProsody, inBlocks, prosodyInRelay } from '../support/parity.js';
import { endSession, startOnRecording } from '../support/recorded-session.js';
import type { RelayProcess } from '../support/relay-process.js';
import { sentAudio } from '../support/sent-audio.js';
import { speechRate } from '../support/speech.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import type { WebDriverSession } from '../support/webdriver.js';
import { WebKit, type WebKitOptions } from '../support/webkit.js';
import { Wiretap } from '../support/wiretap.js';

const cycles = 20;

let speech: Float32Array;
let relay: RelayProcess;
let proxy: TcpProxy;
let wiretap: Wiretap;
let webkit: WebKit;
let page: WebDriverSession;

beforeAll(async () => {
  ({ relay, speech } = await startClientHarness(recordConduct, takeInventory));
  webkit = await WebKit.launch();
});

afterAll(async () => {
  await webkit.close();
  await relay.stop();
});

beforeEach(async () => {
  wiretap = new Wiretap();
  proxy = await TcpProxy.start(() => relay.port, wiretap.tap);
});

afterEach(async () => {
  await page.close();
  await proxy.stop();
});

const open = async (options: WebKitOptions = {}) => {
  page = await webkit.open(options);
  await page.goto(`${proxy.url}/`);
  await page.waitFor(() => document.title === 'ready', [], 'the page has loaded');
};
const openAndStart = async () => {
  await open();
  await page.evaluate(startOnRecording);
};

const heardSoFar = () => page.evaluate(() => heard);
const end = () => page.evaluate(endSession);
const isIn = (kind: string) =>
  page.waitFor((wanted) => session.state.kind === wanted, [kind], `the session is ${kind}`);
const audioSentUpTo = (ms: number) => waitForAudio(wiretap, ms);
const sentMs = () => sentAudio(wiretap).samples.length / 16;
const loudest = (samples: Float32Array) =>
  samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

describe('capture in WebKit', () => {
  it('streams the speech of a track to the relay, which answers it, and measures pitch in the page', async () => {
    await openAndStart();
    await audioSentUpTo(10_000);
    const durationS = await end();
    const { directives, spoken, emotions, pitched, vad, errors, states } = await heardSoFar();
    expect(directives).toBeGreaterThan(20);
    expect(spoken).toBeGreaterThan(10);
    expect(emotions).toBeGreaterThan(10);
    expect(pitched).toBeGreaterThan(10);
    expect(vad).toBe('silero');
    expect(durationS).toBeGreaterThan(10);
    expect(errors).toEqual([]);
    expect(states).toEqual(['starting', 'connecting', 'live', 'ending', 'ended']);
    expect(await page.evaluate(() => conduct)).toEqual(clean);
  });

  it('treats the silence of a disabled or waiting track as silence, not as a lost device', async () => {
    await openAndStart();
    await audioSentUpTo(2_000);
    await page.evaluate(() => {
      recording.track.enabled = false;
    });
    await audioSentUpTo(sentMs() + 2_000);
    const { gaps } = await heardSoFar();
    // The sink is a thread like any other and may stall on a busy machine.
    expect(gaps.filter((reason) => reason !== 'suspended')).toEqual([]);
    expect(loudest(sentAudio(wiretap).samples.subarray(-8_000))).toBe(0);
    await end();
  });

  it('opens the microphone, sends its sound, and releases it', async () => {
    await open();
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
    expect(loudest(sentAudio(wiretap).samples)).toBeGreaterThan(0.05);
    await expect
      .poll(() => page.evaluate(countInventory), { timeout: 10_000 })
      .toMatchObject({ tracks: 1, liveTracks: 0, openContexts: 0 });
  });

  it('waits for a click when the browser keeps audio suspended, says so, and captures from then on', async () => {
    await open({ autoplay: 'ask' });
    await page.evaluate(startOnRecording);
    await isIn('live');
    await page.waitFor(() => heard.errors.includes('context_suspended'), [], 'the page is told');
    expect(wiretap.sent('audio')).toEqual([]);
    // The recording plays only after the same click.
    await page.evaluate(() => addEventListener('pointerdown', () => void recording.resume(), { once: true }));
    await page.click(() => document.documentElement);
    await audioSentUpTo(3_000);
    await end();
    expect(loudest(sentAudio(wiretap).samples)).toBeGreaterThan(0.05);
  });

  it('captures after one click, even if its own files load for longer than a click stays valid', async () => {
    await open({ autoplay: 'ask' });
    await page.evaluate(async () => {
      globalThis.recording = await recordingOnTrack('/speech.wav');
      const errors: string[] = [];
      Object.assign(globalThis, { heard: { errors } });
      const start = async () => {
        void recording.resume();
        globalThis.session = undertone.createSession({
          getToken: () => fetchToken(),
          sources: [{ track: recording.track, subject: 'customer' }],
          vad: 'energy',
        });
        session.on('error', ({ code }) => errors.push(code));
        await session.start();
        recording.play();
      };
      addEventListener('pointerdown', () => void start(), { once: true });
    });
    // The delay applies there and back, for the worker and then for its imports: six seconds. A click stays valid for five.
    proxy.set({ kind: 'slow', ms: 1_500 });
    await page.click(() => document.documentElement);
    await page.waitFor(() => ['live', 'failed'].includes(session.state.kind), [], 'the session has started');
    proxy.set({ kind: 'open' });
    await expect.poll(() => loudest(sentAudio(wiretap).samples), { timeout: 60_000 }).toBeGreaterThan(0.05);
    await end();
    expect((await heardSoFar()).errors).toEqual([]);
  });

  it('passes every check of the doctor', async () => {
    await open();
    const checks = await page.evaluate(async () => {
      const found = await undertone.doctor({ getToken: () => fetchToken() });
      return found.map(({ id, status, message }) => ({ id, status, message }));
    });
    expect(checks.length).toBeGreaterThan(9);
    // WebKit reports that it would ask, but its mock device answers instead of a user.
    const wrong = checks.filter(({ id, status }) => status !== 'ok' && id !== 'permission' && id !== 'clock');
    expect(wrong).toEqual([]);
  });
});

describe('a call on hold in WebKit', () => {
  /** Returns what the page declared as not captured: seconds, reasons, and the number of frames sent inside those gaps. */
  const declared = () => {
    const gaps = wiretap.sent('audio.gap').map(({ value }) => value);
    const inside = wiretap
      .sent('audio')
      .filter(({ value: { firstSample } }) =>
        gaps.some((gap) => firstSample >= gap.firstSample && firstSample < gap.firstSample + gap.sampleCount),
      );
    return {
      seconds: gaps.reduce((sum, { sampleCount }) => sum + sampleCount / 16_000, 0),
      reasons: [...new Set(gaps.map(({ reason }) => reason))],
      framesInside: inside.length,
    };
  };
  /** The test scenario: silence for this long. */
  const aWhile = () => pause(2_000);

  it('sends nothing during a pause, declares the gap, and gets results again afterwards', async () => {
    await openAndStart();
    await audioSentUpTo(2_000);
    await page.evaluate(() => session.pause('hold'));
    await isIn('paused');
    await wiretap.waitFor('paused');
    await aWhile();
    const before = wiretap.received('directive').length;
    await page.evaluate(() => session.resume());
    await isIn('live');
    await expect
      .poll(() => wiretap.received('directive').length, { timeout: 60_000 })
      .toBeGreaterThan(before + 4);
    await end();
    const { seconds, framesInside } = declared();
    expect(seconds).toBeGreaterThan(1);
    expect(framesInside).toBe(0);
    const { states, errors } = await heardSoFar();
    expect(states).toEqual(['starting', 'connecting', 'live', 'paused', 'live', 'ending', 'ended']);
    expect(errors).toEqual([]);
  });

  it('sends nothing from a muted channel, declares it muted, and continues after unmute', async () => {
    await openAndStart();
    await audioSentUpTo(2_000);
    await page.evaluate(() => session.mute());
    await aWhile();
    await page.evaluate(() => session.unmute());
    await audioSentUpTo(sentMs() + 3_000);
    await end();
    const { seconds, reasons, framesInside } = declared();
    expect(reasons).toContain('muted');
    expect(seconds).toBeGreaterThan(1);
    expect(framesInside).toBe(0);
    expect((await heardSoFar()).states).toEqual(['starting', 'connecting', 'live', 'ending', 'ended']);
  });
});

describe('the numbers in WebKit', () => {
  it('match the relay’s prosody for the same speech, in pieces of 128 and of 16,000', async () => {
    await open();
    const samples = asRead(speech.subarray(0, 6 * speechRate));
    const inRelay = await prosodyInRelay(relay, samples);
    await page.waitFor(() => 'prosody' in globalThis, [], 'the prosody package is there');
    for (const size of [128, 16_000]) {
      const inPage = await page.evaluate(prosodyInPage, { samples: JSON.stringify([...samples]), size });
      expectSameProsody(inPage, inRelay);
    }
  });

  it('match the relay’s model outputs for the same speech, with the state carried over', async () => {
    await open();
    const model = await NodeModel.load();
    const blocks = inBlocks(speech.subarray(0, 3 * speechRate), 4_000);
    const inPage = await page.evaluate(modelInPage, model.asPageRun(blocks));
    await model.expectSame(JSON.parse(inPage) as number[][], blocks);
    await model.release();
  });
});

describe('a link that breaks in WebKit', () => {
  it('is resumed: every second is answered exactly once or declared lost', async () => {
    await openAndStart();
    await audioSentUpTo(3_000);
    proxy.set({ kind: 'down' });
    await isIn('reconnecting');
    proxy.set({ kind: 'open' });
    await wiretap.waitFor('resumed', 60_000);
    await audioSentUpTo(8_000);
    await end();
    expectCompleteOnce(wiretap, sentMs());
    const ready = wiretap.received('session.ready').map(({ value }) => value);
    expect(ready.map(({ generation }) => generation)).toEqual([1, 2]);
    expect(new Set(ready.map(({ sessionId }) => sessionId)).size).toBe(1);
  });
});

describe('a page in WebKit that starts and disposes of sessions', () => {
  it(`has no track, context, worker or listener left after ${cycles} of them`, async () => {
    await open();
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
    expect(await page.evaluate(() => conduct)).toEqual(clean);
  });
});
