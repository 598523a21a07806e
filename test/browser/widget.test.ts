/** The widget's script-tag bundle on a page of its own: one tag and one script are the whole integration. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium, watchConduct, type Misconduct } from '../support/chromium.js';
import { recordMicrophone } from '../support/microphone.js';
import { RelayProcess } from '../support/relay-process.js';
import { angryAndSad } from '../support/speech.js';

let relay: RelayProcess;
let browser: Browser;
let page: Page;
let misconduct: Misconduct;

beforeAll(async () => {
  relay = await RelayProcess.start({ env: { UNDERTONE_DEMO: 'on' } });
  browser = await launchChromium({ microphone: (await recordMicrophone(await angryAndSad(2), 300)).path });
  page = await browser.newPage();
  misconduct = watchConduct(page, relay.url);
  await page.addInitScript(() => {
    const devices = navigator.mediaDevices;
    const open = devices.getUserMedia.bind(devices);
    window.microphones = [];
    devices.getUserMedia = async (constraints) => {
      const stream = await open(constraints);
      window.microphones.push(...stream.getTracks());
      return stream;
    };
  });
  await page.goto(`${relay.url}/embed.html`);
});

afterAll(async () => {
  await browser.close();
  await relay.stop();
});

const panel = () => page.locator('undertone-panel');

describe('the panel as a script tag', () => {
  it('analyzes nothing, and says so, until its button is pressed', async () => {
    await panel().getByText('Analysis off').first().waitFor();
    await panel().getByText('Tell the customer before you start.').waitFor();
  });

  it('fetches a token, opens the microphone and shows the mood, and the voice among the details', async () => {
    await panel().getByRole('button', { name: 'Start analysis' }).click();
    await panel().getByText('Analysis on').first().waitFor();
    await panel()
      .getByRole('img', { name: /^Tension/ })
      .waitFor();
    await panel().getByRole('button', { name: 'Details' }).click();
    await panel()
      .getByRole('img', { name: /^Pitch/ })
      .waitFor();
  });

  it('stops on request and leaves the page clean', async () => {
    await panel().getByRole('button', { name: 'Stop analysis' }).click();
    await panel().getByText('Call ended').first().waitFor();
    await panel().getByRole('button', { name: 'Start analysis' }).waitFor();
    await expect.poll(() => page.workers().length).toBe(0);
    expect(misconduct).toEqual({ consoleErrors: [], pageErrors: [], foreignRequests: [] });
  });
});

describe('the panel during starts, moves and removal', () => {
  const openMicrophones = () =>
    page.evaluate(() => window.microphones.filter((track) => track.readyState === 'live').length);

  it('opens one microphone when it is started twice at once', async () => {
    const outcomes = await page.evaluate(async () => {
      const panel = document.querySelector<EmbeddedPanel>('undertone-panel')!;
      const both = await Promise.allSettled([panel.start(), panel.start()]);
      return both.map((one) => (one.status === 'fulfilled' ? 'live' : (one.reason as { code: string }).code));
    });
    expect(outcomes).toEqual(['aborted', 'live']);
    expect(await openMicrophones()).toBe(1);
  });

  it('continues when it is moved in the page', async () => {
    await page.evaluate(async () => {
      const place = document.createElement('main');
      document.body.append(place);
      place.append(document.querySelector('undertone-panel')!);
      await new Promise((drawn) => requestAnimationFrame(drawn));
    });
    await panel().getByText('Analysis on').first().waitFor();
    await panel()
      .getByRole('img', { name: /^Tension/ })
      .waitFor();
    expect(await openMicrophones()).toBe(1);
  });

  it('releases everything when it is removed, also during a start', async () => {
    await page.evaluate(() => document.querySelector('undertone-panel')!.remove());
    await expect.poll(openMicrophones).toBe(0);
    const outcome = await page.evaluate(async () => {
      const panel = document.createElement('undertone-panel') as EmbeddedPanel;
      panel.setAttribute('token-endpoint', '/demo/token');
      document.body.append(panel);
      const started = Promise.allSettled([panel.start()]);
      panel.remove();
      const [one] = await started;
      return one.status === 'fulfilled' ? 'live' : (one.reason as { code: string }).code;
    });
    expect(outcome).toBe('aborted');
    expect(await openMicrophones()).toBe(0);
    await expect.poll(() => page.workers().length, { timeout: 20_000 }).toBe(0);
  });

  it('says that the access is not valid when the page’s server refuses a token with 401', async () => {
    await page.route('**/refused', (route) => route.fulfill({ status: 401, body: '{}' }));
    await page.evaluate(() => {
      const panel = document.createElement('undertone-panel');
      panel.setAttribute('token-endpoint', '/refused');
      document.body.append(panel);
    });
    await panel().getByRole('button', { name: 'Start analysis' }).click();
    await panel().getByText('The access for this call is not valid.').first().waitFor();
    await expect.poll(openMicrophones).toBe(0);
  });
});

type EmbeddedPanel = HTMLElementTagNameMap['undertone-panel'] & { start(): Promise<void> };

declare global {
  interface Window {
    microphones: MediaStreamTrack[];
  }
}
