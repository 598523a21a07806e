import { describe, expect, it } from 'vitest';
import { widgetPages } from '../../test/widget-pages.js';

const widget = widgetPages();

/** Shows a call in every size, in the room of a softphone's bar, and says how much of it fits. */
const stripIn = async (lang: string, until: 'live' | 'failed' | 'ended') => {
  const { page } = await widget.open('<div id="bar"><undertone-panel></undertone-panel></div>', { lang });
  return page.evaluate(async (stop) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('#bar { width: 320px; height: 56px } #bar undertone-panel { height: 100% }');
    document.adoptedStyleSheets = [sheet];
    window.widgetTest.showHeatedCall();
    const { panel, session } = window;
    if (stop === 'failed') session.enter({ kind: 'failed', error: { code: 'relay_unreachable' } });
    if (stop === 'ended') session.enter({ kind: 'ended', reason: 'ended_by_client' });
    // The room is measured and drawn, and the language's texts are a file of their own.
    await new Promise((resolve) => setTimeout(resolve, 400));
    const section = panel.shadowRoot?.querySelector('section');
    const { width, height } = panel.getBoundingClientRect();
    const isOut = [...(section?.querySelectorAll<HTMLElement>(':scope > :not(.visually-hidden)') ?? [])]
      .map((part) => part.getBoundingClientRect())
      .some((part) => part.right > panel.getBoundingClientRect().right + 0.5 || part.height > 56);
    return { size: section?.dataset['size'], width, height, isOut, text: section?.innerText };
  }, until);
};

describe('the strip', () => {
  it.each(['en', 'de', 'pl', 'tr'])(
    'fits a bar of 320 × 56 px in %s, chosen by the room there is',
    async (lang) => {
      expect(await stripIn(lang, 'live')).toMatchObject({
        size: 'strip',
        width: 320,
        height: 56,
        isOut: false,
      });
    },
  );

  it(
    'says in the same room that analysis is off, and shows the call that is over',
    { timeout: 60_000 },
    async () => {
      expect(await stripIn('en', 'failed')).toMatchObject({ height: 56, isOut: false });
      const ended = await stripIn('en', 'ended');
      expect(ended).toMatchObject({ size: 'strip', height: 56, isOut: false });
    },
  );
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
