/** The demo in Firefox: the desk, both of its calls, a lost link and the setup check. */
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchFirefox, watchConduct } from '../support/firefox.js';
import { shows } from '../support/panel-in-page.js';
import { RelayProcess } from '../support/relay-process.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { Wiretap } from '../support/wiretap.js';

const clean = { consoleErrors: [], pageErrors: [], foreignRequests: [] };
/** Long, because the machine may be busy. */
const patience = 60_000;

let relay: RelayProcess;
let browser: Browser;
let page: Page;
let proxy: TcpProxy;
let wiretap: Wiretap;
let misconduct: ReturnType<typeof watchConduct>;

beforeAll(async () => {
  relay = await RelayProcess.start({
    env: { UNDERTONE_DEMO: 'on', UNDERTONE_HANDSHAKES_PER_MINUTE: '100000' },
  });
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
  await page.goto(`${proxy.url}/`);
});
afterEach(async () => {
  await page.close();
  await proxy.stop();
});

const shown = (text: string) => page.waitForFunction(shows, { timeout: patience, polling: 100 }, text);
const startWith = async (button: string) => {
  await page.click(button);
  await page.locator('#consent button[value=agreed]').click();
  await shown('In call');
};
const end = async () => {
  await page.click('#end');
  await shown('Call ended');
};
const openDetails = () =>
  page.evaluate(() => {
    document.querySelector('undertone-panel')!.open = true;
  });
const moodShown = () =>
  page.locator('undertone-panel >>> undertone-mood >>> [part="trend"]').setTimeout(patience).wait();

describe('the desk in Firefox', () => {
  it('plays the sample call, shows mood and lines, goes on after a hold, and has its summary', async () => {
    await startWith('#start-sample');
    await openDetails();
    await moodShown();
    await page.waitForSelector('#transcript li');
    await page.click('#hold');
    await shown('On hold');
    await wiretap.waitFor('paused');
    await page.click('#hold');
    await shown('In call');
    const before = wiretap.received('directive').length;
    await expect
      .poll(() => wiretap.received('directive').length, { timeout: patience })
      .toBeGreaterThan(before + 4);
    await end();
    expect(await page.$eval('#summary', (summary) => (summary as HTMLElement).hidden)).toBe(false);
    expect(misconduct).toEqual(clean);
  });

  it('hears a microphone, and no mood in its tone', async () => {
    await startWith('#start-microphone');
    await openDetails();
    await shown('Analysis on');
    await page.waitForFunction(
      () => {
        const panel = document.querySelector('undertone-panel');
        const prosody = panel?.shadowRoot?.querySelector('undertone-prosody');
        return /\d Hz/.test(prosody?.shadowRoot?.textContent ?? '');
      },
      { timeout: patience },
    );
    await shown('Listening…');
    await end();
    expect(misconduct).toEqual(clean);
  });

  it('reconnects by itself after its link broke, and shows that it is catching up', async () => {
    await startWith('#start-sample');
    await moodShown();
    proxy.set({ kind: 'down' });
    await shown('catching up');
    proxy.set({ kind: 'open' });
    await wiretap.waitFor('resumed', patience);
    await shown('Analysis on');
    await end();
    // Firefox itself reports the socket that was cut and the ones that then found nobody.
    expect(misconduct.pageErrors.filter((error) => !/ws:\/\//.test(error))).toEqual([]);
  });

  it('runs the setup check and finds no problem', async () => {
    await page.click('#doctor-open');
    await page.waitForFunction(
      () => document.querySelectorAll('#doctor-results li[data-status]').length > 9,
      { timeout: patience },
    );
    const problems = await page.$$eval('#doctor-results li[data-status="fail"]', (all) =>
      all.map(({ textContent }) => textContent),
    );
    expect(problems).toEqual([]);
    expect(misconduct).toEqual(clean);
  });
});
