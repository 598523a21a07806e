import { describe, expect, it } from 'vitest';
import { widgetPages } from '../../test/widget-pages.js';

const widget = widgetPages();

/**
 * Shows a call in the room of a softphone's bar, and says how much of it fits.
 * @param sign what is in the strip once it is drawn, in a language whose texts are a file of their own
 */
const stripIn = async (lang: string, until: 'live' | 'failed' | 'ended', sign: string) => {
  const { page } = await widget.open('<div id="bar"><undertone-panel></undertone-panel></div>', { lang });
  await page.evaluate((stop) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('#bar { width: 320px; height: 56px } #bar undertone-panel { height: 100% }');
    document.adoptedStyleSheets = [sheet];
    window.widgetTest.showHeatedCall();
    const { session } = window;
    if (stop === 'failed') session.enter({ kind: 'failed', error: { code: 'relay_unreachable' } });
    if (stop === 'ended') session.enter({ kind: 'ended', reason: 'ended_by_client' });
  }, until);
  await page.locator('[data-size=strip]').locator(sign).first().waitFor();
  return page.evaluate(() => {
    const { panel } = window;
    const section = panel.shadowRoot?.querySelector('section');
    const { width, height } = panel.getBoundingClientRect();
    const isOut = [...(section?.querySelectorAll<HTMLElement>(':scope > :not(.visually-hidden)') ?? [])]
      .map((part) => part.getBoundingClientRect())
      .some((part) => part.right > panel.getBoundingClientRect().right + 0.5 || part.height > 56);
    return { size: section?.dataset['size'], width, height, isOut };
  });
};

describe('the strip', () => {
  it.each([
    ['en', 'Analysis on'],
    ['de', 'Analyse an'],
    ['pl', 'Analiza działa'],
    ['tr', 'Analiz açık'],
  ])('fits a bar of 320 × 56 px in %s, chosen by the room there is', async (lang, sign) => {
    expect(await stripIn(lang, 'live', `text="${sign}"`)).toMatchObject({
      size: 'strip',
      width: 320,
      height: 56,
      isOut: false,
    });
  });

  it(
    'says in the same room that analysis is off, and shows the call that is over',
    { timeout: 60_000 },
    async () => {
      expect(await stripIn('en', 'failed', 'text="Analysis off"')).toMatchObject({
        height: 56,
        isOut: false,
      });
      const ended = await stripIn('en', 'ended', 'undertone-summary');
      expect(ended).toMatchObject({ size: 'strip', height: 56, isOut: false });
    },
  );
});

describe('the card', () => {
  it.each([
    [240, 'de', 'Aufgebracht'],
    [320, 'de', 'Aufgebracht'],
    [320, 'it', 'Irritazione'],
    [380, 'pl', 'Wzburzenie'],
  ])('keeps its headline in one piece %i px wide in %s', async (width, lang, word) => {
    const { page } = await widget.open('<undertone-panel></undertone-panel>', {
      lang,
      viewport: { width: width + 16, height: 700 },
    });
    await page.evaluate(() => window.widgetTest.showHeatedCall());
    const headline = page.locator('undertone-mood .word');
    await headline.filter({ hasText: word }).waitFor();
    const lines = await headline.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
    expect(lines).toBe(1);
  });
});

describe('after a call', () => {
  it('the card says so and shows the call as one picture with its words', async () => {
    const page = await widget.heatedCall();
    await page.evaluate(() => {
      window.panel.size = 'card';
      window.session.enter({ kind: 'ended', reason: 'ended_by_client' });
    });
    await page.getByText('Call ended').first().waitFor();
    const picture = page.getByRole('img', { name: /^The whole call\. .*At the end: / });
    await picture.waitFor();
    const box = await picture.boundingBox();
    expect(box?.width).toBeGreaterThan(200);
    expect(await page.locator('undertone-mood').count()).toBe(0);
    expect(await widget.opened?.accessibility()).toEqual([]);
  });
});
