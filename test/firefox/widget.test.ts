/** The widget in Firefox: drawn under the strictest policy, worked by keyboard, alone and beside a live call. */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRequire } from 'node:module';
import type Axe from 'axe-core';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { WidgetTestApi } from '../../packages/widget/test/browser-entry.js';
import { STRICT_CSP, bundleForTest, widgetHtml } from '../../packages/widget/test/widget-page.js';
import { launchFirefox, watchConduct } from '../support/firefox.js';
import { RelayProcess } from '../support/relay-process.js';
import { type StaticPage, servePage } from '../support/static-page.js';

declare global {
  var widgetTest: WidgetTestApi;
}

const clean = { consoleErrors: [], pageErrors: [], foreignRequests: [] };
/** Long, since the machine may be busy: what is waited for comes or it does not. */
const patience = 60_000;

/** Waits until an element, however deep, shows a text of its own: what only a screen reader gets does not count. */
const shown = (page: Page, text: string) =>
  page.waitForFunction(
    (wanted) => {
      const roots: ParentNode[] = [document];
      for (const root of roots) {
        for (const element of root.querySelectorAll('*')) {
          if (element.shadowRoot !== null) roots.push(element.shadowRoot);
          const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
          const { width, height } = element.getBoundingClientRect();
          if (width > 1 && height > 1 && own.some((node) => node.textContent?.includes(wanted) === true))
            return true;
        }
      }
      return false;
    },
    { timeout: patience, polling: 100 },
    text,
  );

/** The words of the focused control, however deep. */
const focused = (page: Page) =>
  page.evaluate(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return active?.textContent.trim().replace(/\s+/g, ' ') ?? '';
  });

describe('the panel on a page of the strictest policy', () => {
  let site: StaticPage;
  let browser: Browser | undefined;
  let page: Page;
  let misconduct: ReturnType<typeof watchConduct>;

  beforeAll(async () => {
    const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
    const scripts = new Map(await bundleForTest()).set('axe.js', await readFile(axe, 'utf8'));
    site = await servePage(widgetHtml('<undertone-panel></undertone-panel>'), scripts, STRICT_CSP);
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
      const drawn = await page.evaluate(() => {
        const panel = document.querySelector('undertone-panel')!;
        const history = panel.shadowRoot!.querySelector('undertone-history')!.shadowRoot!;
        const lines = [...history.querySelectorAll('svg.chart path')].map((path) => {
          const { width, height } = path.getBoundingClientRect();
          return width > 20 && height > 2;
        });
        const meters = [...panel.shadowRoot!.querySelectorAll('undertone-emotion, undertone-escalation')]
          .flatMap((element) => [...element.shadowRoot!.querySelectorAll('undertone-meter')])
          .map((meter) => meter.shadowRoot!.querySelector('.fill')!.getBoundingClientRect().width);
        const surface = [...panel.shadowRoot!.querySelectorAll('*')]
          .map((element) => getComputedStyle(element).backgroundColor)
          .find((color) => /^rgb\(/.test(color));
        return { lines, meters, surface };
      });
      expect(drawn.lines.filter(Boolean).length).toBeGreaterThanOrEqual(2);
      expect(drawn.meters.length).toBeGreaterThanOrEqual(2);
      expect(Math.min(...drawn.meters)).toBeGreaterThan(20);
      expect(distance(drawn.surface ?? '', towards)).toBeLessThan(120);
      expect(misconduct).toEqual(clean);
      // As text: the test runner would put its own loader in the place of an import that it sees.
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

  it('is worked by keyboard: Tab in reading order, Enter, and Escape for the cue', async () => {
    await openHeatedCall('light');
    const order: string[] = [];
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press('Tab');
      order.push(await focused(page));
    }
    expect(order).toEqual(['Will do', 'Later', 'Dismiss', 'Not useful', 'All emotions', 'Turns (0)']);
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

describe('beside a live call', () => {
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

  it('one tag and one script start the analysis, from the keyboard', async () => {
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

/** Between two colors as `rgb(…)`, 0 … 441. */
function distance(one: string, other: string): number {
  const [a, b] = [one, other].map((color) => (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number));
  return Math.hypot(...[0, 1, 2].map((n) => (a?.[n] ?? Number.NaN) - (b?.[n] ?? Number.NaN)));
}
