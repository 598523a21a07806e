import { describe, expect, it } from 'vitest';
import { widgetPages } from '../../test/widget-pages.js';

const widget = widgetPages();

describe('the keyboard', () => {
  it('reaches every control in reading order and operates them', async () => {
    const page = await widget.heatedCall();
    const order: string[] = [];
    for (let step = 0; step < 7; step += 1) {
      await page.keyboard.press('Tab');
      order.push(await page.evaluate(focusedText));
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
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Probability of each emotion' }).waitFor();
    expect(await page.getByRole('listitem').filter({ hasText: 'Frustrated' }).textContent()).toMatch(
      /derived/,
    );
  });

  it('dismisses a cue with Escape, and the focus stays in the panel', async () => {
    const page = await widget.heatedCall();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Slow down' }).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => window.session.feedback.at(-1)!.action)).toBe('dismissed');
    await expect.poll(() => page.evaluate(focusedText)).toBe('All emotions');
  });

  it('shows the focus with an outline', async () => {
    const page = await widget.heatedCall();
    await page.keyboard.press('Tab');
    const outline = await page.evaluate(() => {
      const cue = window.panel.shadowRoot!.querySelector('undertone-cue')!;
      return getComputedStyle(cue.shadowRoot!.activeElement!).outlineStyle;
    });
    expect(outline).toBe('solid');
  });
});

describe('the panel', () => {
  it.each([
    ['light', 380, 'en'],
    ['dark', 380, 'de'],
    ['light', 256, 'es'],
    ['dark', 1000, 'en'],
  ] as const)('violates no accessibility rule: %s, %i px, %s', async (colorScheme, width, lang) => {
    const page = await widget.heatedCall({ colorScheme, viewport: { width, height: 900 }, lang });
    await page.evaluate(() => {
      window.panel.shadowRoot!.querySelector('undertone-emotion')!.open = true;
      window.panel.shadowRoot!.querySelector('undertone-turns')!.open = true;
      window.session.emit('turn', {
        phase: 'end',
        turnId: 't',
        speakerId: 's',
        channel: 0,
        startMs: 0,
        endMs: 1,
        text: 'Hello',
      });
    });
    await page.getByText('Hello').waitFor();
    expect(await widget.opened!.accessibility()).toEqual([]);
  });

  it('fits 240 px without horizontal scrolling when text has twice its size', async () => {
    const page = await widget.heatedCall({ viewport: { width: 256, height: 900 } });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
      window.panel.shadowRoot!.querySelector('undertone-emotion')!.open = true;
    });
    await page.getByRole('list', { name: 'Probability of each emotion' }).waitFor();
    const overflowing = await page.evaluate(() => {
      const found: string[] = [];
      const walk = (root: ParentNode): void => {
        for (const element of root.querySelectorAll('*')) {
          const { right, left, width } = element.getBoundingClientRect();
          const hidden = element.closest('.visually-hidden') !== null || element.closest('svg') !== null;
          if (width > 0 && !hidden && (right > innerWidth || left < 0)) {
            found.push(`${element.tagName}.${element.className} ${left} to ${right}`);
          }
          if (element.shadowRoot) walk(element.shadowRoot);
        }
      };
      walk(window.panel.shadowRoot!);
      return found;
    });
    expect(overflowing).toEqual([]);
  });

  it('mirrors bars and charts in a right-to-left language', async () => {
    const page = await widget.heatedCall({ lang: 'ar', dir: 'rtl' });
    await page.evaluate(() => {
      window.widgetTest.registerStrings('ar', { 'mood.upset': 'منزعج' });
      window.panel.requestUpdate();
    });
    await page.getByText('منزعج', { exact: true }).first().waitFor();
    const facts = await page.evaluate(() => {
      const root = window.panel.shadowRoot!;
      const meter = root.querySelector('undertone-emotion')!.shadowRoot!.querySelector('undertone-meter')!;
      const track = meter.shadowRoot!.querySelector('.track')!.getBoundingClientRect();
      const fill = meter.shadowRoot!.querySelector('.fill')!.getBoundingClientRect();
      const chart = root.querySelector('undertone-history')!.shadowRoot!.querySelector('svg.chart')!;
      return { gap: Math.abs(track.right - fill.right), scale: getComputedStyle(chart).scale };
    });
    expect(facts.gap).toBeLessThan(1);
    expect(facts.scale).toBe('-1 1');
  });

  it('stays readable in forced colors, and has no animation when reduced motion is set', async () => {
    const page = await widget.heatedCall({ forcedColors: 'active', reducedMotion: 'reduce' });
    const facts = await page.evaluate(() => {
      const cue = window.panel.shadowRoot!.querySelector('undertone-cue')!;
      const emotion = window.panel.shadowRoot!.querySelector('undertone-emotion')!;
      const meter = emotion.shadowRoot!.querySelector('undertone-meter')!.shadowRoot!;
      const color = (selector: string) => getComputedStyle(meter.querySelector(selector)!).backgroundColor;
      return {
        animation: getComputedStyle(cue.shadowRoot!.querySelector('.card')!).animationName,
        fill: color('.fill'),
        track: color('.track'),
      };
    });
    expect(facts.animation).toBe('none');
    expect(facts.fill).not.toBe(facts.track);
  });
});

describe('on paper', () => {
  it.each([undefined, 'dark'] as const)(
    'the panel is dark on white, with the theme %s on a dark screen',
    async (theme) => {
      const page = await widget.heatedCall({ colorScheme: 'dark' });
      await page.evaluate((wanted) => (window.panel.theme = wanted), theme);
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      const color = () => page.evaluate(() => getComputedStyle(window.panel).color);
      await expect.poll(color).toBe('rgb(26, 35, 48)');
    },
  );
});

const focusedText = (): string => {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active?.textContent.trim().replace(/\s+/g, ' ') ?? '';
};
