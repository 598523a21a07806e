import { describe, expect, it } from 'vitest';
import { widgetPages } from '../../test/widget-pages.js';

const widget = widgetPages();

describe('a page in a language that the panel does not speak', () => {
  it('is told that the panel speaks English, from left to right, in every part', async () => {
    const page = await widget.heatedCall({ lang: 'ar', dir: 'rtl' });
    const found = await page.evaluate(() => {
      const parts: string[] = [];
      const walk = (root: ShadowRoot): void => {
        for (const drawn of root.children) {
          const { direction } = getComputedStyle(drawn);
          parts.push(`${drawn.getAttribute('lang')} ${drawn.getAttribute('dir')} ${direction}`);
        }
        for (const element of root.querySelectorAll('*')) if (element.shadowRoot) walk(element.shadowRoot);
      };
      walk(window.panel.shadowRoot!);
      return { parts: [...new Set(parts)], host: window.panel.getAttribute('lang') };
    });
    expect(found).toEqual({ parts: ['en ltr ltr'], host: null });
  });

  it('writes numbers as the texts around them', async () => {
    const page = await widget.heatedCall({ lang: 'fa', dir: 'rtl' });
    await page.getByText('5.8 syllables/s').first().waitFor();
  });

  it('keeps its own controls in its own direction', async () => {
    const page = await widget.heatedCall({ lang: 'ar', dir: 'rtl' });
    const direction = await page.evaluate(() => {
      const button = document.createElement('button');
      button.slot = 'controls';
      window.panel.append(button);
      return getComputedStyle(button).direction;
    });
    expect(direction).toBe('rtl');
  });
});

describe('a page from right to left', () => {
  it('keeps a sentence in the direction of its own language', async () => {
    const page = await widget.heatedCall({ dir: 'rtl' });
    const directions = await page.evaluate(() => {
      const history = window.panel.shadowRoot!.querySelector('undertone-history')!.shadowRoot!;
      return [...history.querySelectorAll('span')]
        .filter((element) => element.textContent.trim() === '60 s ago')
        .map((element) => {
          const digits = document.createRange();
          const word = document.createRange();
          const text = [...element.childNodes].find((node) => node.textContent?.includes('ago'))!;
          const at = text.textContent!.indexOf('60');
          digits.setStart(text, at);
          digits.setEnd(text, at + 2);
          word.setStart(text, at + 5);
          word.setEnd(text, at + 8);
          return digits.getBoundingClientRect().left < word.getBoundingClientRect().left;
        });
    });
    expect(directions).toEqual([true]);
  });
});
