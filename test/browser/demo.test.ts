/** The demo as a visitor sees it: the desk at `/`, the widget beside it, every call and every failure it offers. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Misconduct, launchChromium, watchConduct } from '../support/chromium.js';
import { recordMicrophone } from '../support/microphone.js';
import { RelayProcess } from '../support/relay-process.js';
import { angryAndSad } from '../support/speech.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { Wiretap } from '../support/wiretap.js';

/** Chromium's own message about a handshake that a test breaks; the library cannot keep it from the console. */
const brokenHandshake = /WebSocket connection to .* failed/;
/** The same for the token endpoint when the relay is away. */
const brokenFetch = /Failed to load resource: net::ERR_/;

let relay: RelayProcess;
let proxy: TcpProxy;
let browser: Browser;
let page: Page;
let misconduct: Misconduct;
let wiretap: Wiretap;
let microphone: string;

beforeAll(async () => {
  microphone = (await recordMicrophone(await angryAndSad(4), 700)).path;
  relay = await RelayProcess.start({
    env: { UNDERTONE_DEMO: 'on', UNDERTONE_HANDSHAKES_PER_MINUTE: '100000' },
  });
});
afterAll(() => relay.stop());

beforeEach(async () => {
  if (!relay.running) await relay.start();
  wiretap = new Wiretap();
  proxy = await TcpProxy.start(() => relay.port, wiretap.tap);
  browser = await launchChromium({ microphone });
  page = await browser.newPage();
  misconduct = watchConduct(page, proxy.url, [brokenHandshake, brokenFetch]);
  await page.goto(`${proxy.url}/`);
});
afterEach(async () => {
  await browser.close();
  await proxy.stop();
});

const clean = { consoleErrors: [], pageErrors: [], foreignRequests: [] };
const startWith = async (button: string) => {
  await page.locator(button).click();
  await page.getByRole('button', { name: 'The customer knows and agrees' }).click();
};
const startScenario = async (title: string) => {
  await page.locator('#scenarios').getByRole('button', { name: title }).click();
  const agree = page.getByRole('button', { name: 'The customer knows and agrees' });
  await agree.click();
};
const isLive = () => page.locator('#call-state').filter({ hasText: 'In call' }).waitFor({ timeout: 30_000 });
const logSays = (text: string | RegExp, timeout = 60_000) =>
  page.locator('#scenario-log li').filter({ hasText: text }).first().waitFor({ timeout });

/** Samples the text of an element of the panel until `enough` different texts were seen, or time is up. */
const textsOf = async (selector: string, enough: number, withinMs: number): Promise<Set<string>> => {
  const seen = new Set<string>();
  const until = performance.now() + withinMs;
  while (seen.size < enough && performance.now() < until) {
    const texts = await page
      .locator(selector)
      .evaluateAll((elements) => elements.map((element) => (element.shadowRoot ?? element).textContent));
    for (const text of texts) if (text.trim() !== '') seen.add(text.replace(/\s+/g, ' ').trim());
    await page.waitForTimeout(100);
  }
  return seen;
};

describe('the page', () => {
  it('sets a policy that allows no foreign script, no inline script and no blob', async () => {
    const response = await fetch(`${relay.url}/`);
    const policy = response.headers.get('content-security-policy') ?? '';
    await response.arrayBuffer();
    const rules = policy.split(';').map((rule) => rule.trim());
    expect(rules).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(rules).toContain("worker-src 'self'");
    expect(rules).toContain("connect-src 'self'");
    expect(policy).not.toMatch(/blob:|unsafe-inline|'unsafe-eval'|https?:|\*/);
  });

  it('opens without an error and contains the panel', async () => {
    await page.locator('undertone-panel').waitFor();
    expect(await page.locator('#scenarios button').count()).toBeGreaterThanOrEqual(4);
    expect(misconduct).toEqual(clean);
  });
});

describe('the order of the page', () => {
  /** Where the parts of the desk stand, in the order of the document, which Tab and screen readers follow. */
  const parts = async (width: number, height = 900) => {
    await page.setViewportSize({ width, height });
    await page.locator('undertone-panel').waitFor();
    return page.locator('.desk > *').evaluateAll((all) =>
      all.map((part) => {
        const { left, top, bottom } = part.getBoundingClientRect();
        return { isPanel: part.querySelector('undertone-panel') !== null, left, top, bottom };
      }),
    );
  };

  it.each([390, 832])('at %i px is from top to bottom, the panel second', async (width) => {
    const order = await parts(width);
    expect(order.map(({ isPanel }) => isPanel)).toEqual([false, true, false, false, false]);
    for (const [index, { top }] of order.slice(1).entries()) {
      expect(top).toBeGreaterThan(order[index]?.bottom ?? Infinity);
    }
  });

  it('with room for two columns has the panel beside the call, and no holes between the cards where it is higher', async () => {
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('#panel { block-size: 2200px }');
      document.adoptedStyleSheets = [sheet];
    });
    const [call, panel, ...rest] = await parts(1280, 2400);
    expect(panel?.isPanel).toBe(true);
    expect(panel?.top).toBe(call?.top);
    expect(panel?.left).toBeGreaterThan(call?.left ?? Infinity);
    const column = [call, ...rest];
    for (const [index, part] of rest.entries()) {
      expect(part.left).toBe(call?.left);
      expect(part.top - (column[index]?.bottom ?? 0)).toBeLessThan(20);
    }
  });
});

describe('the sample call', () => {
  it('says so where the browser cannot decode it, and leaves the desk ready', async () => {
    // As Safari did before it knew Ogg, in version 18.4.
    await page.evaluate(() => {
      AudioContext.prototype.decodeAudioData = () =>
        Promise.reject(new DOMException('Decoding failed', 'EncodingError'));
    });
    await startWith('#start-sample');
    await page
      .getByText('This browser cannot play the sample call (Ogg Opus). Try the microphone.')
      .waitFor();
    await page.locator('#start-microphone').waitFor();
    expect(misconduct).toEqual(clean);
  });
});

describe('a call by the keyboard alone', () => {
  it('keeps the focus among the buttons when it begins and when it ends', async () => {
    await page.locator('#start-microphone').focus();
    await page.keyboard.press('Enter');
    await page
      .getByRole('button', { name: 'The customer knows and agrees' })
      .and(page.locator(':focus'))
      .waitFor();
    await page.keyboard.press('Enter');
    await page.locator('#hold:focus').waitFor();
    await isLive();
    await page.locator('#end').focus();
    await page.keyboard.press('Enter');
    await page.locator('#start-sample:focus').waitFor();
    expect(misconduct).toEqual(clean);
  });
});

describe('a call through the microphone', () => {
  it('shows a changing mood and prosody in the widget while the caller speaks', async () => {
    await startWith('#start-microphone');
    await isLive();
    await page.locator('undertone-panel').getByRole('button', { name: 'Details' }).click();
    const [moods, prosody] = await Promise.all([
      textsOf('undertone-mood [part="word"]', 3, 25_000),
      textsOf('undertone-prosody', 5, 25_000),
    ]);
    // The panel listens first; after that the moods are those of angry and sad sentences.
    moods.delete('Listening…');
    expect(moods.size).toBeGreaterThanOrEqual(1);
    expect(prosody.size).toBeGreaterThanOrEqual(5);
    expect([...prosody].some((text) => /\d+ Hz/.test(text))).toBe(true);
    await page.locator('undertone-status').filter({ hasText: 'Analysis on' }).waitFor();
    await page.locator('#end').click();
    await page.locator('#call-state').filter({ hasText: 'Call ended' }).waitFor({ timeout: 15_000 });
    await page.locator('#summary').waitFor();
    // The timer says how long the call was. The session's length differs by the time before the first word.
    expect(await page.locator('#summary dt').allTextContents()).toEqual(['Utterances']);
    expect(page.workers().filter((worker) => worker.url().startsWith('blob:'))).toEqual([]);
    expect(misconduct).toEqual(clean);
  });

  it('continues by itself after the relay was killed for five seconds', async () => {
    await startWith('#start-microphone');
    await isLive();
    await wiretap.waitFor('directive', 20_000);
    await relay.kill('SIGKILL');
    await page
      .locator('undertone-status')
      .filter({ hasText: /catching up/i })
      .waitFor({ timeout: 15_000 });
    await page.waitForTimeout(5_000);
    await relay.start();
    await wiretap.waitFor('resumed', 40_000);
    await page.locator('undertone-status').filter({ hasText: 'Analysis on' }).waitFor({ timeout: 20_000 });
    expect(new Set(wiretap.received('session.ready').map(({ value }) => value.sessionId)).size).toBe(1);
    // The neural detector loads in the background. If the kill interrupts it, the runtime logs an error and
    // the page continues without it.
    const consoleErrors = misconduct.consoleErrors.filter(
      (text) => !/wasm|ArrayBuffer instantiation/.test(text),
    );
    expect({ ...misconduct, consoleErrors }).toEqual(clean);
  });
});

describe('the sample call', () => {
  it('is analyzed for the customer and never for the agent', async () => {
    await startWith('#start-sample');
    await isLive();
    await wiretap.waitFor('directive', 30_000);
    // On a busy machine the first sentences are heard late, and the mood waits for a sure reading of the next ones.
    await page.locator('undertone-mood [part="trend"]').first().waitFor({ timeout: 45_000 });
    await page.locator('#transcript li').first().waitFor({ timeout: 20_000 });
    const [ready] = wiretap.received('session.ready');
    const analyzed = new Set(wiretap.received('directive').map(({ value }) => value.channel));
    const customers = ready?.value.channels.flatMap(({ subject }, channel) =>
      subject === 'customer' ? [channel] : [],
    );
    expect([...analyzed]).toEqual(customers);
    const agentSound = wiretap
      .sent('audio')
      .filter(({ value }) => !analyzed.has(value.channel) && value.payload.some((byte) => byte !== 0));
    expect(agentSound).toEqual([]);
    await page.locator('#end').click();
    await page.locator('#call-state').filter({ hasText: 'Call ended' }).waitFor({ timeout: 15_000 });
    expect(misconduct).toEqual(clean);
  });
});

describe('the demo of each failure', () => {
  it('no microphone: says what to do, and the next attempt works', async () => {
    await startScenario('No microphone');
    await logSays('the panel says what to do');
    await page
      .locator('undertone-panel')
      .getByText(/microphone/i)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Plug in the microphone and try again' }).click();
    const agree = page.getByRole('button', { name: 'The customer knows and agrees' });
    await agree.click();
    await isLive();
    await logSays('the call is analyzed', 30_000);
    expect(misconduct).toEqual(clean);
  });

  it('relay gone and back: reconnects, and the missed speech is analyzed', async () => {
    await startScenario('Relay gone and back');
    await logSays('The link is cut');
    await logSays('Reconnected');
    await wiretap.waitFor('resumed', 20_000);
    expect(misconduct).toEqual(clean);
  });

  it('slow network: says that results are late or lost, and catches up', async () => {
    await startScenario('Slow network');
    await logSays('6 kB a second');
    await logSays('good again');
    expect(misconduct).toEqual(clean);
  });

  it('expired token: fetches a fresh one and the call continues', async () => {
    await startScenario('Expired token');
    await logSays('The token has expired');
    await logSays('a fresh token is fetched');
    await logSays('Reconnected with the fresh token');
    expect(misconduct).toEqual(clean);
  });
});

describe('the setup check', () => {
  it('finds no problem on a page that works', async () => {
    await page.locator('#doctor-open').click();
    await page.locator('#doctor-results li').first().waitFor({ timeout: 20_000 });
    expect(misconduct).toEqual(clean);
  });
});
