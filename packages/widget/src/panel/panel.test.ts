import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { bundleForTest, launchBrowser, openWidgetPage, type WidgetPage } from '../../test/widget-page.js';

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
  // Every test runs under the strict policy: any violation of it, and any error, is a failure of that test.
  expect(problems).toEqual([]);
});

/** A panel in the middle of a heated call of a customer with an agent, with a cue and a warning on screen. */
async function heatedCall(
  options: Parameters<typeof openWidgetPage>[3] = {},
  markup = '<undertone-panel></undertone-panel>',
): Promise<WidgetPage['page']> {
  opened = await openWidgetPage(browser, files, markup, options);
  await opened.page.evaluate(() => {
    const { ScriptedSession, playCall, ready, steering } = window.widgetTest;
    const session = new ScriptedSession([
      { id: 'caller', subject: 'customer' },
      { id: 'agent', subject: 'agent' },
    ]);
    const panel = document.querySelector('undertone-panel')!;
    panel.session = session;
    session.enter({ kind: 'live' });
    session.emit('ready', ready());
    playCall(session, 62);
    session.emit('warning', { code: 'low_snr', message: '', detail: {} });
    session.emit('steering', steering());
    Object.assign(window, { session, panel });
  });
  await opened.page.getByRole('heading', { name: 'Slow down and name the problem' }).waitFor();
  return opened.page;
}

declare global {
  interface Window {
    session: InstanceType<Window['widgetTest']['ScriptedSession']>;
    panel: HTMLElementTagNameMap['undertone-panel'];
  }
}

describe('panel', () => {
  it('tells whoever is watched how many look on, and lets who looks on answer nothing', async () => {
    const page = await heatedCall();
    await page.evaluate(() => window.session.emit('presence', { observers: 2 }));
    await page.getByText('2 people are watching').waitFor();
    expect(await page.getByRole('button', { name: 'Dismiss' }).count()).toBe(1);
    const told = await page.evaluate(async () => {
      const { ScriptedSession, ready, steering } = window.widgetTest;
      const watched = Object.assign(new ScriptedSession(), { readOnly: true });
      window.panel.session = watched;
      watched.enter({ kind: 'live' });
      watched.emit('ready', ready());
      watched.emit('steering', steering());
      await window.panel.updateComplete;
      return watched.feedback;
    });
    await page.getByRole('button', { name: 'Dismiss' }).waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Slow down and name the problem' }).waitFor();
    expect(await page.getByText('people are watching').count()).toBe(0);
    expect(told).toEqual([]);
  });

  it('shows emotion, confidence, escalation, history, prosody, cue and notice of a call', async () => {
    const page = await heatedCall();
    await page.getByText('Angry', { exact: true }).waitFor();
    const meters = await page
      .getByRole('meter')
      .evaluateAll((all) => all.map((m) => [m.getAttribute('aria-label'), m.getAttribute('aria-valuetext')]));
    expect(meters).toEqual([
      ['Confidence', '72% sure'],
      ['Escalation', 'high, 72%'],
    ]);
    await page.getByRole('img', { name: /Mood: unpleasant, falling\. Energy: agitated, rising\./ }).waitFor();
    await page.getByText('Analysis on').first().waitFor();
    await page.getByText('Much background noise').first().waitFor();
    await page.getByText('5.8 syllables/s').waitFor();
  });

  it('shows the customer first and the agent as not analyzed', async () => {
    const page = await heatedCall();
    const names = await page.getByRole('heading', { level: 3 }).evaluateAll((all) =>
      all
        .map((heading) => ({ text: heading.textContent, top: heading.getBoundingClientRect().top }))
        .sort((a, b) => a.top - b.top)
        .map(({ text }) => text),
    );
    expect(names).toEqual(['Slow down and name the problem', 'Customer', 'Agent']);
    await page.getByText('Emotions of employees are not inferred.').waitFor();
  });

  it('always says whether analysis is on, also without a session', async () => {
    opened = await openWidgetPage(browser, files, '<undertone-panel></undertone-panel>');
    await opened.page.getByText('Analysis off').waitFor();
    await opened.page.getByText('Not started').waitFor();
  });

  it('says what to do when the session fails, and fires an event', async () => {
    const page = await heatedCall();
    const event = page.evaluate(
      () =>
        new Promise((resolve) => {
          document.body.addEventListener('undertone-state', (e) => resolve(e.detail), { once: true });
          window.session.enter({ kind: 'failed', error: { code: 'microphone_denied' } });
        }),
    );
    expect(await event).toEqual({ connection: 'failed', code: 'microphone_denied' });
    await page.getByText('Allow it in the address bar').first().waitFor();
  });

  it('puts texts from outside on screen as text, whatever they hold', async () => {
    const page = await heatedCall();
    await page.evaluate(() => {
      const markup = '<img src=x onerror="window.hacked=1"><b>bold</b>';
      const cue = { title: markup, body: markup, tips: [markup], severity: markup, ttlMs: 30_000 };
      window.session.emit('steering', window.widgetTest.steering({ cueId: 'x', cue, reason: markup }));
      window.session.emit('directive', window.widgetTest.directive({ audioEndMs: 63_000, emotion: markup }));
      window.session.emit('warning', { code: markup, message: markup, detail: {} });
      window.session.emit('turn', {
        phase: 'end',
        turnId: markup,
        speakerId: markup,
        channel: 0,
        startMs: 1,
        endMs: 2,
        text: markup,
      });
    });
    await page.getByRole('heading', { name: '<img src=x' }).waitFor();
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    expect(await page.locator('undertone-panel img, undertone-panel b').count()).toBe(0);
  });

  it('removes every listener when it leaves the page, and listens again when it is back', async () => {
    const page = await heatedCall();
    const counts = await page.evaluate(() => {
      const before = window.session.listenerCount;
      window.panel.remove();
      const removed = window.session.listenerCount;
      document.body.append(window.panel);
      return { before, removed, again: window.session.listenerCount };
    });
    expect(counts.removed).toBe(0);
    expect(counts.again).toBe(counts.before);
    expect(counts.before).toBeGreaterThan(0);
  });

  it('draws at most about ten times a second when results come a thousand times a second', async () => {
    const page = await heatedCall();
    const draws = await page.evaluate(async () => {
      let count = 0;
      const observer = new MutationObserver(() => (count += 1));
      const history = window.panel.shadowRoot!.querySelector('undertone-history')!;
      observer.observe(history.shadowRoot!, { subtree: true, attributes: true, attributeFilter: ['d'] });
      const start = performance.now();
      for (let step = 0; performance.now() - start < 1_000; step += 1) {
        window.session.emit('directive', window.widgetTest.directive({ audioEndMs: 63_000 + step * 100 }));
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      return count;
    });
    expect(draws).toBeGreaterThan(0);
    expect(draws).toBeLessThanOrEqual(12);
  });
});

describe('cue cards', () => {
  it('report being shown once, and every answer with the time it took', async () => {
    const page = await heatedCall();
    const seen = page.evaluate(
      () =>
        new Promise((resolve) =>
          document.addEventListener('undertone-cue-feedback', (e) => resolve(e.detail.action), {
            once: true,
          }),
        ),
    );
    await page.getByRole('button', { name: 'Will do' }).click();
    expect(await seen).toBe('accepted');
    await page.getByRole('heading', { name: 'Slow down' }).waitFor({ state: 'detached' });
    const feedback = await page.evaluate(() => window.session.feedback);
    expect(feedback.map((entry) => entry.action)).toEqual(['shown', 'accepted']);
    expect(feedback[1]!.afterMs).toBeGreaterThan(0);
  });

  it.each([
    ['Later', 'snoozed'],
    ['Dismiss', 'dismissed'],
    ['Not useful', 'not_useful'],
  ])('"%s" takes the card away as %s', async (name, action) => {
    const page = await heatedCall();
    await page.getByRole('button', { name }).click();
    await page.getByRole('heading', { name: 'Slow down' }).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => window.session.feedback.at(-1)!.action)).toBe(action);
  });

  it('give way to the one that supersedes them', async () => {
    const page = await heatedCall();
    await page.evaluate(() => {
      const cue = { title: 'Mirror the calm', body: '', tips: [], severity: 'info', ttlMs: 30_000 };
      window.session.emit(
        'steering',
        window.widgetTest.steering({ cueId: 'cue_2', supersedes: 'cue_1', mode: 'mirror_calm', cue }),
      );
    });
    await page.getByRole('heading', { name: 'Mirror the calm' }).waitFor();
    expect(await page.locator('undertone-cue').count()).toBe(1);
  });

  it('go by themselves when their time is over', async () => {
    const page = await heatedCall();
    await page.evaluate(() => {
      const cue = { title: 'Short one', body: '', tips: [], severity: 'info', ttlMs: 300 };
      window.session.emit('steering', window.widgetTest.steering({ cueId: 'cue_2', cue }));
    });
    await page.getByRole('heading', { name: 'Short one' }).waitFor();
    await page.getByRole('heading', { name: 'Short one' }).waitFor({ state: 'detached' });
  });

  it('are spoken once, assertively, while moods are spoken politely', async () => {
    const page = await heatedCall();
    await page.evaluate(async () => {
      let changes = 0;
      const alert = window.panel.shadowRoot!.querySelector('[role=alert]')!;
      new MutationObserver(() => (changes += 1)).observe(alert, {
        subtree: true,
        characterData: true,
        childList: true,
      });
      for (let step = 0; step < 8; step += 1) {
        window.session.emit('directive', window.widgetTest.directive({ audioEndMs: 63_000 + step * 250 }));
        await new Promise((resolve) => setTimeout(resolve, 110));
      }
      Object.assign(window, { changes });
    });
    expect(await page.evaluate(() => (window as unknown as { changes: number }).changes)).toBe(0);
    expect(await page.getByRole('alert').textContent()).toContain('Slow down and name the problem');
    expect(await page.getByRole('status').textContent()).toContain('Connected');
  });
});

describe('keyboard', () => {
  it('reaches every control in reading order and works each of them', async () => {
    const page = await heatedCall();
    const order: string[] = [];
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press('Tab');
      order.push(await page.evaluate(focusedText));
    }
    expect(order).toEqual(['Will do', 'Later', 'Dismiss', 'Not useful', 'All emotions', 'Turns (0)']);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Probability of each emotion' }).waitFor();
    expect(await page.getByRole('listitem').filter({ hasText: 'Frustrated' }).textContent()).toMatch(
      /derived/,
    );
  });

  it('dismisses a cue with Escape and keeps the focus in the panel', async () => {
    const page = await heatedCall();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Slow down' }).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => window.session.feedback.at(-1)!.action)).toBe('dismissed');
    await expect.poll(() => page.evaluate(focusedText)).toBe('All emotions');
  });

  it('shows where the focus is', async () => {
    const page = await heatedCall();
    await page.keyboard.press('Tab');
    const outline = await page.evaluate(() => {
      const cue = window.panel.shadowRoot!.querySelector('undertone-cue')!;
      return getComputedStyle(cue.shadowRoot!.activeElement!).outlineStyle;
    });
    expect(outline).toBe('solid');
  });
});

function focusedText(): string {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active?.textContent.trim().replace(/\s+/g, ' ') ?? '';
}

describe('accessibility', () => {
  it.each([
    ['light', 380, 'en'],
    ['dark', 380, 'de'],
    ['light', 256, 'es'],
    ['dark', 1000, 'en'],
  ] as const)('has no violation: %s, %i px, %s', async (colorScheme, width, lang) => {
    const page = await heatedCall({ colorScheme, viewport: { width, height: 900 }, lang });
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
    expect(await opened!.accessibility()).toEqual([]);
  });

  it('fits 240 px with text at twice its size without scrolling sideways', async () => {
    const page = await heatedCall({ viewport: { width: 256, height: 900 } });
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

  it('mirrors bars and charts in a right-to-left page', async () => {
    const page = await heatedCall({ dir: 'rtl' });
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

  it('stays readable in forced colors and still without motion', async () => {
    const page = await heatedCall({ forcedColors: 'active', reducedMotion: 'reduce' });
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

describe('languages and themes', () => {
  it('follows the language of the page and loads its texts when needed', async () => {
    const page = await heatedCall({ lang: 'de' });
    await page.getByText('Wütend', { exact: true }).waitFor();
    await page.getByText('5,8 Silben/s').waitFor();
  });

  it('takes its own lang over that of the page, and a page can bring a language', async () => {
    const page = await heatedCall({ lang: 'de' });
    await page.evaluate(() => {
      window.widgetTest.registerStrings('nl', { 'emotion.angry': 'Boos' });
      window.panel.lang = 'nl';
    });
    await page.getByText('Boos', { exact: true }).waitFor();
    await page.getByText('Analysis on').first().waitFor();
  });

  it('follows the scheme of the system unless told otherwise', async () => {
    const page = await heatedCall({ colorScheme: 'dark' });
    const ground = () =>
      page.evaluate(
        () => getComputedStyle(window.panel.shadowRoot!.querySelector('.panel')!).backgroundColor,
      );
    expect(await ground()).toBe('rgb(20, 24, 30)');
    await page.evaluate(() => window.panel.setAttribute('theme', 'light'));
    expect(await ground()).toBe('rgb(255, 255, 255)');
  });

  it('takes colors from custom properties and styles from parts', async () => {
    const page = await heatedCall();
    const ground = await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('undertone-panel{--undertone-surface:rgb(1,2,3)} ::part(panel){padding-top:77px}');
      document.adoptedStyleSheets.push(sheet);
      const style = getComputedStyle(window.panel.shadowRoot!.querySelector('.panel')!);
      return [style.backgroundColor, style.paddingTop];
    });
    expect(ground).toEqual(['rgb(1, 2, 3)', '77px']);
  });
});
