/** The console in WebKit: every page with its focus, a recording of the microphone, the clipboard, downloads. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { announces, buttonThatSays, goTo, isShown, placesOf, tooWide } from '../support/console-in-page.js';
import { RelayProcess } from '../support/relay-process.js';
import { expectSaved } from '../support/saved-file.js';
import type { WebDriverSession } from '../support/webdriver.js';
import { WebKit } from '../support/webkit.js';

let relay: RelayProcess;
let webkit: WebKit;
let page: WebDriverSession;

beforeAll(async () => {
  relay = await RelayProcess.start();
  await relay.request('POST', '/v1/sessions', { session_id: 'call-1' });
  await relay.request('POST', '/v1/sessions/call-1/end', {});
  webkit = await WebKit.launch();
});
afterAll(async () => {
  await webkit.close();
  await relay.stop();
});

beforeEach(async () => {
  page = await webkit.open({ autoplay: 'ask' });
  await page.goto(`${relay.url}/console`);
  await page.waitFor(
    () => document.activeElement?.matches('input[name="key"]') === true,
    [],
    'the login form has the focus',
  );
  await page.type(() => document.activeElement, relay.key);
  await page.press('Enter');
  await page.waitFor(() => document.querySelector('nav') !== null, [], 'somebody is signed in');
});
afterEach(() => page.close());

const go = async (hash: string) => {
  await page.evaluate(goTo, hash);
  await page.waitFor(isShown, [hash], `${hash} is shown`);
};
const click = async (text: string) => {
  await page.waitFor(
    (wanted) =>
      [...document.querySelectorAll('button, summary')].some(({ textContent }) =>
        textContent.trim().startsWith(wanted),
      ),
    [text],
    `there is “${text}”`,
  );
  await page.click(buttonThatSays, text);
};
const announced = (text: string) => page.waitFor(announces, [text], `“${text}” is announced`);
const saved = (name: string, text: RegExp) => expectSaved(webkit.folder, name, text);

describe('the console in WebKit', () => {
  it('shows every page with the focus on its heading, as narrow as WebKitGTK goes', async () => {
    const places = await page.evaluate(placesOf);
    expect(places.length).toBeGreaterThan(12);
    await page.resize(390);
    await page.waitFor(() => innerWidth < 500, [], 'the window is narrow');
    for (const place of places) {
      await go(place);
      expect(await page.evaluate(tooWide), place).toBeLessThanOrEqual(0);
    }
  });

  it('analyzes and plays the sample call, and copies the code for it', async () => {
    await click('Try the sample call');
    await page.waitFor(() => document.querySelector('.timeline .wave') !== null, [], 'the waveform is drawn');
    await click('Play');
    await click('Pause');
    await click('Copy');
    await announced('Copied');
  });

  it('records the microphone as what WebKit makes, an MPEG-4 file', async () => {
    await click('Speak');
    await announced('Recording. Speak');
    await pause(2_000); // somebody speaks
    await click('Stop and analyze');
    await page.waitFor(
      () => document.querySelector('#heard-title')?.textContent === 'microphone.m4a',
      [],
      'the recording is analyzed',
    );
  });

  it('saves a table and the export', async () => {
    await go('#overview');
    await click('As a table');
    await page.click(() => document.querySelector('a.save'));
    await saved('calls.csv', /^from,Calls\r\n/);
    await go('#settings');
    await click('Export');
    await announced('rows were exported');
    await saved('organization.ndjson', /^\{.*\}\n/);
  });
});
