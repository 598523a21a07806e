/** A page streams acted speech from its microphone; the tests check the messages between page and relay. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium, watchConduct, type Misconduct } from '../support/chromium.js';
import { median } from '../support/compare.js';
import { makeHarness, openHarness } from '../support/harness.js';
import { type MicrophoneFile, onsetMs, recordMicrophone } from '../support/microphone.js';
import { RelayProcess } from '../support/relay-process.js';
import { type SentAudio, sentAudio } from '../support/sent-audio.js';
import { angryAndSad } from '../support/speech.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { Wiretap } from '../support/wiretap.js';

let relay: RelayProcess;
let proxy: TcpProxy;
let browser: Browser;
let page: Page;
let misconduct: Misconduct;
let microphone: MicrophoneFile;
let audio: SentAudio;
/** Offset from a time in the recording to the session's audio clock. */
let offsetMs: number;
const wiretap = new Wiretap();

beforeAll(async () => {
  relay = await RelayProcess.start({
    env: { UNDERTONE_DEMO: 'on', UNDERTONE_DEMO_DIR: await makeHarness() },
  });
  proxy = await TcpProxy.start(() => relay.port, wiretap.tap);
  // Pauses as between the turns of a call: after a second of silence the relay starts from a fresh state.
  microphone = await recordMicrophone(await angryAndSad(4), 2_000);
  browser = await launchChromium({ microphone: microphone.path });
  page = await browser.newPage();
  misconduct = watchConduct(page, proxy.url);
  await openHarness(page, proxy.url);
  await page.evaluate(async () => {
    globalThis.session = undertone.createSession({
      getToken: () => fetchToken(),
      sources: [{ track: 'microphone', subject: 'customer' }],
    });
    await session.start();
  });
  await wiretap.fromPage.waitFor(
    ({ message: { body } }) =>
      body?.kind === 'audio' && body.value.firstSample + body.value.sampleCount >= microphone.durationMs * 16,
    'the last of the recording',
    microphone.durationMs + 20_000,
  );
  await page.evaluate(() => session.end().then(() => undefined));
  audio = sentAudio(wiretap);
  offsetMs = onsetMs(audio.samples) - onsetMs(microphone.samples);
});

afterAll(async () => {
  await browser.close();
  await proxy.stop();
  await relay.stop();
});

describe('acted speech through a page', () => {
  it('reaches the relay complete: the recording starts within the first second of the session', () => {
    expect(Math.abs(offsetMs)).toBeLessThan(1_000);
    expect(audio.samples.length).toBeGreaterThan(microphone.samples.length * 0.95);
  });

  it('changes the emotion and the arousal the relay reports', () => {
    const speaking = wiretap.received('directive').filter(({ value }) => value.speech);
    const arousal = speaking.flatMap(({ value }) => value.arousal ?? []);
    expect(speaking.length).toBeGreaterThan(40);
    expect(new Set(speaking.map(({ value }) => value.emotion)).size).toBeGreaterThan(1);
    expect(Math.max(...arousal) - Math.min(...arousal)).toBeGreaterThan(0.1);
  });

  it('has a higher arousal for angry than for sad sentences within 1.5 s of their start', () => {
    const arousalOf = (label: 'angry' | 'sad') =>
      microphone.placed
        .filter((sentence) => sentence.label === label)
        .map(({ startMs }) => {
          const start = startMs + offsetMs;
          const heardBy = audio.sentAtMs(start) + 1_500;
          const inTime = wiretap
            .received('directive')
            .filter(
              ({ value, atMs }) =>
                value.audioStartMs >= start && atMs <= heardBy && value.arousal !== undefined,
            );
          expect(inTime.length, `directives within 1.5 s of ${start} ms`).toBeGreaterThan(0);
          return inTime.at(-1)?.value.arousal ?? Number.NaN;
        });
    expect(median(arousalOf('angry'))).toBeGreaterThan(median(arousalOf('sad')));
  });

  it('gets results to the end: the last directive comes within 500 ms of the last audio', () => {
    const last = wiretap.received('directive').at(-1);
    expect((last?.atMs ?? Number.NaN) - audio.lastSentAtMs).toBeLessThan(500);
    const covered = last?.value.audioEndMs ?? 0;
    expect(covered).toBeGreaterThan((microphone.placed.at(-1)?.endMs ?? 0) + offsetMs - 250);
  });

  it('obeys the policy: no console error, no foreign request, no blob', () => {
    expect(misconduct).toEqual({ consoleErrors: [], pageErrors: [], foreignRequests: [] });
  });
});
