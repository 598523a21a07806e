/** The widget in Firefox: under the strictest policy, used by keyboard, alone and beside a live call. */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRequire } from 'node:module';
import type Axe from 'axe-core';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { WidgetTestApi } from '../../packages/widget/test/browser-entry.js';
import { STRICT_CSP, bundleForTest, widgetHtml } from '../../packages/widget/test/widget-page.js';
import { launchFirefox, watchConduct } from '../support/firefox.js';
import { colorDistance, focusedWords, measurePanel, shows } from '../support/panel-in-page.js';
import { RelayProcess } from '../support/relay-process.js';
import { type StaticPage, servePage } from '../support/static-page.js';

declare global {
  var widgetTest: WidgetTestApi;
}

const clean = { consoleErrors: [], pageErrors: [], foreignRequests: [] };
/** Long, because the machine may be busy. */
const patience = 60_000;

/** Waits until something on the page shows a text. */
const shown = (page: Page, text: string) =>
  page.waitForFunction(shows, { timeout: patience, polling: 100 }, text);
const focused = (page: Page) => page.evaluate(focusedWords);

describe('the panel under the strictest policy', () => {
  let site: StaticPage;
  let browser: Browser | undefined;
  let page: Page;
  let misconduct: ReturnType<typeof watchConduct>;

  beforeAll(async () => {
    const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
    const scripts = new Map(await bundleForTest()).set('axe.js', await readFile(axe, 'utf8'));
    site = await servePage(
      widgetHtml('<undertone-panel size="full"></undertone-panel>'),
      scripts,
      STRICT_CSP,
    );
  });
  afterAll(() => site.close());
  afterEach(() => browser?.close());

  const openHeatedCall = async (colorScheme: 'light' | 'dark') => {
    browser = await launchFirefox({ colorScheme });
    page = await browser.newPage();
    misconduct = watchConduct(page, site.url);
    await page.goto(`${site.url}/`);
    await page.waitForFunction(() => 'widgetTest' in globalThis);
    await page.evaluate(() => widgetTest.showHeatedCall());
    await shown(page, 'Slow down and name the problem');
  };

  it.each([
    ['light', 'rgb(255, 255, 255)'],
    ['dark', 'rgb(0, 0, 0)'],
  ] as const)(
    'draws emotion, history, prosody and cue in the %s scheme, accessibly and without a violation',
    async (scheme, towards) => {
      await openHeatedCall(scheme);
      for (const text of ['Angry', '5.8 syllables/s', 'Much background noise', 'Analysis on'])
        await shown(page, text);
      const drawn = await page.evaluate(measurePanel);
      expect(drawn.lines.filter(Boolean).length).toBeGreaterThanOrEqual(2);
      expect(drawn.meters.length).toBeGreaterThanOrEqual(2);
      expect(Math.min(...drawn.meters)).toBeGreaterThan(20);
      expect(colorDistance(drawn.surface, towards)).toBeLessThan(120);
      expect(misconduct).toEqual(clean);
      // As text: the test runner would replace an import that it sees with its own loader.
      await page.evaluate(`import('${site.url}/axe.js').then(() => undefined)`);
      const violations = await page.evaluate(async () => {
        const { axe } = globalThis as unknown as { axe: typeof Axe };
        return (await axe.run(document)).violations.map(({ id, help }) => `${id}: ${help}`);
      });
      expect(violations).toEqual([]);
      const folder = process.env['UNDERTONE_SCREENSHOT_DIR'];
      if (folder === undefined) return;
      await mkdir(folder, { recursive: true });
      await page.screenshot({ path: join(folder, `firefox-${scheme}.png`), fullPage: true });
    },
  );

  it('can be used by keyboard: Tab in reading order, Enter, and Escape for the cue', async () => {
    await openHeatedCall('light');
    const order: string[] = [];
    for (let step = 0; step < 7; step += 1) {
      await page.keyboard.press('Tab');
      order.push(await focused(page));
    }
    expect(order).toEqual([
      'Will do',
      'Later',
      'Dismiss',
      'Not useful',
      'Why: louder than usual for 6 s · faster than usual',
      'All emotions',
      'Turns (0)',
    ]);
    await page.keyboard.down('Shift');
    await page.keyboard.press('Tab');
    await page.keyboard.up('Shift');
    await page.keyboard.press('Enter');
    await shown(page, 'Frustrated');
    await page.evaluate(() => {
      const cue = document.querySelector('undertone-panel')!.shadowRoot!.querySelector('undertone-cue')!;
      cue.shadowRoot!.querySelector('button')!.focus();
    });
    await page.keyboard.press('Escape');
    await page.waitForFunction(
      () => document.querySelector('undertone-panel')!.shadowRoot!.querySelector('undertone-cue') === null,
    );
    expect(await page.evaluate(() => window.session.feedback.at(-1)?.action)).toBe('dismissed');
  });
});

describe('the panel beside a live call', () => {
  let relay: RelayProcess;
  let browser: Browser;
  let page: Page;
  let misconduct: ReturnType<typeof watchConduct>;

  beforeAll(async () => {
    relay = await RelayProcess.start({ env: { UNDERTONE_DEMO: 'on' } });
    browser = await launchFirefox();
  });
  afterAll(async () => {
    await browser.close();
    await relay.stop();
  });
  afterEach(() => page.close());

  const open = async (path: string) => {
    page = await browser.newPage();
    misconduct = watchConduct(page, relay.url);
    await page.goto(`${relay.url}${path}`);
  };

  it('starts the analysis from the keyboard, with one tag and one script', async () => {
    await open('/embed.html');
    await shown(page, 'Analysis off');
    await shown(page, 'Start analysis');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Start analysis');
    await page.keyboard.press('Enter');
    await shown(page, 'Analysis on');
    await page.locator('undertone-panel >>> svg').setTimeout(patience).wait();
    await shown(page, 'Stop analysis');
    expect(misconduct).toEqual(clean);
  });
});
