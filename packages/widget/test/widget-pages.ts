import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { bundleForTest, launchBrowser, openWidgetPage, type WidgetPage } from './widget-page.js';

type PageOptions = Parameters<typeof openWidgetPage>[3];

/** Pages with the widget for the tests of one file. They share one browser. */
export interface WidgetPages {
  /** The page of the current test. */
  readonly opened: WidgetPage | undefined;
  open(markup: string, options?: PageOptions): Promise<WidgetPage>;
  /** Opens a panel in the middle of a heated call between a customer and an agent, with a cue and a warning on screen. */
  heatedCall(options?: PageOptions): Promise<WidgetPage['page']>;
}

/** Call this at the top of a test file. Each page runs under the strict policy. A policy violation or an error fails the test. */
export const widgetPages = (): WidgetPages => {
  let browser: Browser;
  let files: ReadonlyMap<string, string>;
  let opened: WidgetPage | undefined;

  beforeAll(async () => {
    [files, browser] = await Promise.all([bundleForTest(), launchBrowser()]);
  }, 60_000);
  afterAll(() => browser.close());
  afterEach(async () => {
    const problems = opened?.problems ?? [];
    await opened?.close();
    opened = undefined;
    expect(problems).toEqual([]);
  });

  const open = async (markup: string, options: PageOptions = {}): Promise<WidgetPage> =>
    (opened = await openWidgetPage(browser, files, markup, options));

  return {
    get opened() {
      return opened;
    },
    open,
    heatedCall: async (options = {}) => {
      const { page } = await open('<undertone-panel size="full"></undertone-panel>', options);
      await page.evaluate(() => window.widgetTest.showHeatedCall());
      await page.getByRole('heading', { name: 'Slow down and name the problem' }).waitFor();
      return page;
    },
  };
};
