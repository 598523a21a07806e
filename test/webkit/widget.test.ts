/** The widget in WebKit: under the strictest policy, used by keyboard, alone and beside a live call. */
import { cp, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Axe from 'axe-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { WidgetTestApi } from '../../packages/widget/test/browser-entry.js';
import { STRICT_CSP, bundleForTest, widgetHtml } from '../../packages/widget/test/widget-page.js';
import { instrument, instrumentScript, instrumented, recordConduct } from '../support/instrument.js';
import { colorDistance, focusedWords, measurePanel, shows } from '../support/panel-in-page.js';
import { RelayProcess, repositoryRoot } from '../support/relay-process.js';
import { type StaticPage, servePage } from '../support/static-page.js';
import type { WebDriverSession } from '../support/webdriver.js';
import { WebKit } from '../support/webkit.js';

declare global {
  var widgetTest: WidgetTestApi;
}

const clean = { consoleErrors: [], pageErrors: [], foreignRequests: [] };

let webkit: WebKit;
let page: WebDriverSession;

beforeAll(async () => {
  webkit = await WebKit.launch();
});
afterAll(() => webkit.close());
afterEach(() => page.close());

const shown = (text: string) => page.waitFor(shows, [text], `the page shows “${text}”`);
const focused = () => page.evaluate(focusedWords);

describe('the panel under the strictest policy', () => {
  let site: StaticPage;

  beforeAll(async () => {
    const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
    const scripts = new Map(await bundleForTest())
      .set('axe.js', await readFile(axe, 'utf8'))
      .set(...instrumentScript(recordConduct));
    site = await servePage(
      instrumented(widgetHtml('<undertone-panel size="full"></undertone-panel>')),
      scripts,
      STRICT_CSP,
    );
  });
  afterAll(() => site.close());

  const openHeatedCall = async (colorScheme: 'light' | 'dark') => {
    page = await webkit.open({ colorScheme });
    await page.goto(`${site.url}/`);
    await page.waitFor(() => 'widgetTest' in globalThis, [], 'the elements are there');
    await page.evaluate(() => widgetTest.showHeatedCall());
    await shown('Slow down and name the problem');
  };

  it.each([
    ['light', 'rgb(255, 255, 255)'],
    ['dark', 'rgb(0, 0, 0)'],
  ] as const)(
    'draws emotion, history, prosody and cue in the %s scheme, accessibly and without a violation',
    async (scheme, towards) => {
      await openHeatedCall(scheme);
      for (const text of ['Angry', '5.8 syllables/s', 'Much background noise', 'Analysis on'])
        await shown(text);
      const drawn = await page.evaluate(measurePanel);
      expect(drawn.lines.filter(Boolean).length).toBeGreaterThanOrEqual(2);
      expect(drawn.meters.length).toBeGreaterThanOrEqual(2);
      expect(Math.min(...drawn.meters)).toBeGreaterThan(20);
      expect(colorDistance(drawn.surface, towards)).toBeLessThan(120);
      expect(await page.evaluate(() => conduct)).toEqual(clean);
      await page.importScript(`${site.url}/axe.js`);
      const violations = await page.evaluate(async () => {
        const { axe } = globalThis as unknown as { axe: typeof Axe };
        return (await axe.run(document)).violations.map(({ id, help }) => `${id}: ${help}`);
      });
      expect(violations).toEqual([]);
      const folder = process.env['UNDERTONE_SCREENSHOT_DIR'];
      if (folder === undefined) return;
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, `webkit-${scheme}.png`), await page.screenshot());
    },
  );

  it('can be used by keyboard: Tab in reading order, Enter, and Escape for the cue', async () => {
    await openHeatedCall('light');
    const order: string[] = [];
    for (let step = 0; step < 7; step += 1) {
      await page.press('Tab');
      order.push(await focused());
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
    await page.press('Shift', 'Tab');
    await page.press('Enter');
    await shown('Frustrated');
    await page.evaluate(() => {
      const cue = document.querySelector('undertone-panel')!.shadowRoot!.querySelector('undertone-cue')!;
      cue.shadowRoot!.querySelector('button')!.focus();
    });
    await page.press('Escape');
    await page.waitFor(
      () => document.querySelector('undertone-panel')!.shadowRoot!.querySelector('undertone-cue') === null,
      [],
      'the cue is gone',
    );
    expect(await page.evaluate(() => window.session.feedback.at(-1)?.action)).toBe('dismissed');
  });
});

describe('the panel beside a live call', () => {
  let relay: RelayProcess;

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'undertone-demo-'));
    await cp(join(repositoryRoot, 'demo/dist'), folder, { recursive: true });
    await instrument(folder, recordConduct);
    relay = await RelayProcess.start({ env: { UNDERTONE_DEMO: 'on', UNDERTONE_DEMO_DIR: folder } });
  });
  afterAll(() => relay.stop());

  it('starts the analysis from the keyboard, shows it and stops it, with one tag and one script', async () => {
    page = await webkit.open();
    await page.goto(`${relay.url}/embed.html`);
    await shown('Analysis off');
    await shown('Start analysis');
    await page.press('Tab');
    expect(await focused()).toBe('Start analysis');
    await page.press('Enter');
    await shown('Analysis on');
    await page.waitFor(
      () => document.querySelector('undertone-panel')?.shadowRoot?.querySelector('undertone-mood') !== null,
      [],
      'the mood is there',
    );
    await shown('Stop analysis');
    await page.click((words) => {
      const roots: ParentNode[] = [document];
      for (const root of roots) {
        for (const element of root.querySelectorAll('*')) {
          if (element.shadowRoot !== null) roots.push(element.shadowRoot);
          if (element instanceof HTMLButtonElement && element.textContent.includes(words)) return element;
        }
      }
      return null;
    }, 'Stop analysis');
    await shown('Call ended');
    expect(await page.evaluate(() => conduct)).toEqual(clean);
  });
});
