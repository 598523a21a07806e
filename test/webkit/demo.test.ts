/** The demo in WebKit: the desk, both of its calls, the setup check, and a supervisor in the console. */
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { instrument, recordConduct } from '../support/instrument.js';
import { shows } from '../support/panel-in-page.js';
import { RelayProcess, repositoryRoot } from '../support/relay-process.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import type { WebDriverSession } from '../support/webdriver.js';
import { WebKit } from '../support/webkit.js';
import { Wiretap } from '../support/wiretap.js';

const clean = { consoleErrors: [], pageErrors: [], foreignRequests: [] };

let relay: RelayProcess;
let webkit: WebKit;
let page: WebDriverSession;
let proxy: TcpProxy;
let wiretap: Wiretap;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'undertone-demo-'));
  await cp(join(repositoryRoot, 'demo/dist'), folder, { recursive: true });
  await instrument(folder, recordConduct);
  relay = await RelayProcess.start({
    env: {
      UNDERTONE_DEMO: 'on',
      UNDERTONE_DEMO_DIR: folder,
      UNDERTONE_HANDSHAKES_PER_MINUTE: '100000',
    },
  });
  webkit = await WebKit.launch();
});
afterAll(async () => {
  await webkit.close();
  await relay.stop();
});

beforeEach(async () => {
  wiretap = new Wiretap();
  proxy = await TcpProxy.start(() => relay.port, wiretap.tap);
  // As for a user: no sound before the first click.
  page = await webkit.open({ autoplay: 'ask' });
  await page.goto(`${proxy.url}/`);
});
afterEach(async () => {
  await page.close();
  await proxy.stop();
});

const shown = (text: string, on = page) => on.waitFor(shows, [text], `the page shows “${text}”`);
const click = (selector: string, on = page) => on.click((wanted) => document.querySelector(wanted), selector);
const conductOf = (on: WebDriverSession) => on.evaluate(() => conduct);

const startWith = async (button: string) => {
  await page.waitFor(
    () => document.querySelector('undertone-panel')?.shadowRoot instanceof ShadowRoot,
    [],
    'the panel is there',
  );
  await click(button);
  await page.click(() =>
    [...document.querySelectorAll('#consent button')].find(
      ({ textContent }) => textContent === 'The customer knows and agrees',
    ),
  );
  await shown('In call');
};
/** Waits until the panel shows a mood, and opens its details. */
const emotionShown = (on = page) =>
  on.waitFor(
    () => {
      const panel = document.querySelector('undertone-panel');
      if (panel !== null) panel.open = true;
      const mood = panel?.shadowRoot?.querySelector('undertone-mood');
      return mood?.shadowRoot?.querySelector('[part="trend"]') instanceof HTMLElement;
    },
    [],
    'the panel shows a mood',
  );

describe('the desk', () => {
  it('opens without an error and contains the panel', async () => {
    await shown('Analysis off');
    expect(
      await page.evaluate(() => document.querySelectorAll('#scenarios button').length),
    ).toBeGreaterThanOrEqual(4);
    expect(await conductOf(page)).toEqual(clean);
  });

  it('shows a microphone call with pitch, hears no mood in a hum, and shows its summary', async () => {
    await startWith('#start-microphone');
    await shown('Analysis on');
    await page.waitFor(
      () => {
        const panel = document.querySelector('undertone-panel');
        if (panel !== null) panel.open = true;
        const prosody = panel?.shadowRoot?.querySelector('undertone-prosody');
        return /\d Hz/.test(prosody?.shadowRoot?.textContent ?? '');
      },
      [],
      'the panel shows prosody',
    );
    // WebKit's mock device hums and beeps, which is no speech.
    await shown('Listening…');
    expect(wiretap.received('directive').length).toBeGreaterThan(0);
    await click('#end');
    await shown('Call ended');
    expect(await page.evaluate(() => document.querySelector<HTMLElement>('#summary')?.hidden)).toBe(false);
    expect(await conductOf(page)).toEqual(clean);
  });

  it('shows the sample call, puts it on hold and continues', async () => {
    await startWith('#start-sample');
    await emotionShown();
    await page.waitFor(
      () => document.querySelector('#transcript li') !== null,
      [],
      'the conversation is written down',
    );
    await click('#hold');
    await shown('On hold');
    await wiretap.waitFor('paused');
    await click('#hold');
    await shown('In call');
    const before = wiretap.received('directive').length;
    await expect
      .poll(() => wiretap.received('directive').length, { timeout: 60_000 })
      .toBeGreaterThan(before + 4);
    await click('#end');
    await shown('Call ended');
    expect(await conductOf(page)).toEqual(clean);
  });

  it('reconnects by itself after its link broke, and shows that it is catching up', async () => {
    await startWith('#start-sample');
    await emotionShown();
    proxy.set({ kind: 'down' });
    await shown('catching up');
    proxy.set({ kind: 'open' });
    await wiretap.waitFor('resumed', 60_000);
    await shown('Analysis on');
    await click('#end');
    await shown('Call ended');
    expect(await conductOf(page)).toEqual(clean);
  });

  it('runs the setup check and finds no problem', async () => {
    await click('#doctor-open');
    await page.waitFor(
      () => document.querySelectorAll('#doctor-results li[data-status]').length > 9,
      [],
      'the check is done',
    );
    const problems = await page.evaluate(() =>
      [...document.querySelectorAll('#doctor-results li[data-status="fail"]')].map(
        ({ textContent }) => textContent,
      ),
    );
    expect(problems).toEqual([]);
    expect(await conductOf(page)).toEqual(clean);
  });
});

describe('a supervisor', () => {
  let other: WebKit;
  let supervisor: WebDriverSession;

  beforeAll(async () => {
    other = await WebKit.launch();
  });
  afterAll(() => other.close());
  afterEach(() => supervisor.close());

  it('sees a call start, watches it, is seen by the agent, and sees that it is over', async () => {
    supervisor = await other.open();
    await supervisor.goto(`${relay.url}/console`);
    const status = await supervisor.evaluate(async (key) => {
      const headers = { 'Content-Type': 'application/json' };
      const body = JSON.stringify({ api_key: key });
      return (await fetch('/console/session', { method: 'POST', headers, body })).status;
    }, relay.key);
    expect(status).toBe(200);
    // Another page between them: going to a fragment alone loads nothing.
    await supervisor.goto(`${relay.url}/healthz`);
    await supervisor.goto(`${relay.url}/console#live`);
    await shown('No call is going on.', supervisor);
    await startWith('#start-sample');
    await supervisor.waitFor(
      () => document.querySelector('ut-live .live-call a') !== null,
      [],
      'the call is in the list',
    );
    await click('ut-live .live-call a', supervisor);
    await shown('You are watching.', supervisor);
    await emotionShown(supervisor);
    await shown('1 person is watching');
    await click('#end');
    await shown('The call is over.', supervisor);
    expect(await conductOf(page)).toEqual(clean);
  });
});
