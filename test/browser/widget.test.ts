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
  await page.goto(`${relay.url}/embed.html`);
});

afterAll(async () => {
  await browser.close();
  await relay.stop();
});

const panel = () => page.locator('undertone-panel');

describe('the panel as a script tag', () => {
  it('analyzes nothing and says so until its button is pressed', async () => {
    await panel().getByText('Analysis off').first().waitFor();
    await panel().getByText('Tell the customer before you start.').waitFor();
  });

  it('fetches a token, listens to the microphone and shows the emotion', async () => {
    await panel().getByRole('button', { name: 'Start analysis' }).click();
    await panel().getByText('Analysis on').first().waitFor();
    await panel().getByRole('meter', { name: 'Confidence' }).waitFor();
    await panel()
      .getByRole('img', { name: /^Pitch/ })
      .waitFor();
  });

  it('stops when told, with the page as clean as before', async () => {
    await panel().getByRole('button', { name: 'Stop analysis' }).click();
    await panel().getByText('Call ended').first().waitFor();
    await panel().getByRole('button', { name: 'Start analysis' }).waitFor();
    await expect.poll(() => page.workers().length).toBe(0);
    expect(misconduct).toEqual({ consoleErrors: [], pageErrors: [], foreignRequests: [] });
  });
});
