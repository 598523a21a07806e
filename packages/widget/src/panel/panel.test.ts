import { describe, expect, it } from 'vitest';
import { widgetPages } from '../../test/widget-pages.js';

const widget = widgetPages();

describe('the panel', () => {
  it('shows a watched person how many people watch, and gives a watcher no buttons to answer', async () => {
    const page = await widget.heatedCall();
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

  it('keeps nothing for screen readers of a call that is over, or that another took the place of', async () => {
    const page = await widget.heatedCall();
    const cue = page.getByRole('alert').filter({ hasText: 'Slow down' });
    await cue.waitFor({ state: 'attached' });
    await page.evaluate(() => window.session.enter({ kind: 'ended', reason: 'ended_by_client' }));
    await cue.waitFor({ state: 'detached' });
    const polite = page.locator('undertone-panel [aria-live=polite]').first();
    expect(await polite.textContent()).not.toBe('');
    await page.evaluate(() => (window.panel.session = new window.widgetTest.ScriptedSession()));
    await expect.poll(() => polite.textContent()).toBe('');
  });

  it('tells a watcher nothing that the page of the call alone knows while it is away', async () => {
    const page = await widget.heatedCall();
    await page.evaluate(() => {
      const { ScriptedSession, ready } = window.widgetTest;
      const watched = Object.assign(new ScriptedSession(), { readOnly: true });
      window.panel.session = watched;
      window.session = watched;
      watched.enter({ kind: 'live' });
      watched.emit('ready', ready());
      watched.emit('vad', { kind: 'start', channel: 0 });
    });
    await page.getByText('Speaking', { exact: true }).waitFor();
    await page.evaluate(() => window.session.enter({ kind: 'reconnecting', pauseReason: null }));
    await page.getByText('Connection lost. Reconnecting…', { exact: true }).waitFor();
    expect(await page.getByText(/^(Speaking|Quiet)$/).count()).toBe(0);
  });

  it('shows emotion, confidence, escalation, history, prosody, cue and notice of a call', async () => {
    const page = await widget.heatedCall();
    await page.getByText('Angry', { exact: true }).waitFor();
    const meters = await page
      .getByRole('meter')
      .evaluateAll((all) => all.map((m) => [m.getAttribute('aria-label'), m.getAttribute('aria-valuetext')]));
    expect(meters).toEqual([
      ['Confidence', '52% sure'],
      ['Tension', 'high, 92%'],
    ]);
    await page.getByRole('img', { name: /Valence: −0\.7, falling\. Energy: \+0\.7, rising\./ }).waitFor();
    await page.getByText('Analysis on').first().waitFor();
    await page.getByText('Much background noise').first().waitFor();
    await page.getByText('5.8 syllables/s').waitFor();
  });

  it('shows the customer first and the agent as not analyzed', async () => {
    const page = await widget.heatedCall();
    const names = await page.getByRole('heading', { level: 3 }).evaluateAll((all) =>
      all
        .map((heading) => ({ text: heading.textContent, top: heading.getBoundingClientRect().top }))
        .sort((a, b) => a.top - b.top)
        .map(({ text }) => text),
    );
    expect(names).toEqual(['Slow down and name the problem', 'Customer', 'Agent']);
    await page.getByText('Emotions of employees are not inferred.').waitFor();
  });

  it('always says whether analysis is on, even without a session', async () => {
    const opened = await widget.open('<undertone-panel></undertone-panel>');
    await opened.page.getByText('Analysis off').waitFor();
    await opened.page.getByText('Not started').waitFor();
  });

  it('says what to do when the session fails, and fires an event', async () => {
    const page = await widget.heatedCall();
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

  it('says that no sound arrives and what to do, in place of the last emotion', async () => {
    const page = await widget.heatedCall();
    await page.evaluate(() => {
      window.session.emit('device', { kind: 'track', channel: 0, change: 'ended' });
      window.session.emit('error', { code: 'microphone_not_found', details: { channel: 0 } });
    });
    await page.getByText('No sound to analyze', { exact: true }).waitFor();
    await page.getByText('Plug one in, then start again').first().waitFor();
    const customer = page.getByRole('region', { name: 'Customer' });
    await customer.getByText('No sound', { exact: true }).waitFor();
    expect(await customer.getByText(/Angry|getting upset/).count()).toBe(0);
    expect(await widget.opened!.accessibility()).toEqual([]);
    await page.evaluate(() => {
      window.session.emit('device', { kind: 'track', channel: 0, change: 'replaced' });
      window.session.emit('directive', window.widgetTest.directive({ audioEndMs: 63_000 }));
    });
    await customer.getByText('Angry', { exact: true }).waitFor();
    await page.getByText('Analysis on', { exact: true }).waitFor();
  });

  it('keeps a notice that the relay sends once until its condition ends', async () => {
    const page = await widget.heatedCall();
    const snr = page.locator('undertone-warnings').getByText('Much background noise');
    const gap = page.locator('undertone-warnings').getByText('Part of the call was not heard');
    await page.evaluate(() => window.session.emit('warning', { code: 'audio_gap', message: '', detail: {} }));
    await gap.waitFor();
    await page.evaluate(() => {
      const now = performance.now.bind(performance);
      performance.now = () => now() + 25_000;
      window.session.emit('presence', { observers: 1 });
    });
    await gap.waitFor({ state: 'detached' });
    await snr.waitFor();
    await page.evaluate(() => {
      for (let atMs = 63_000; atMs <= 66_000; atMs += 250)
        window.session.emit('directive', window.widgetTest.directive({ audioEndMs: atMs }));
    });
    await snr.waitFor({ state: 'detached' });
  });

  it('shows texts from outside as plain text, even when they contain markup', async () => {
    const page = await widget.heatedCall();
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

  it('removes every listener when it leaves the page, and listens again when it returns', async () => {
    const page = await widget.heatedCall();
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

  it('continues with the same call when it moves within the page', async () => {
    const page = await widget.heatedCall();
    await page.evaluate(() => {
      const { ready } = window.widgetTest;
      const channels = [{ subject: 'customer' as const }, { subject: 'agent' as const }];
      window.session.emit('ready', ready({ channels, policy: { agentAnalysis: true, retention: 'none' } }));
      const place = document.createElement('section');
      document.body.append(place);
      place.append(window.panel);
    });
    await page.getByText('Angry', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Slow down' }).waitFor();
    const agent = page.getByRole('region', { name: 'Agent' });
    await agent.getByText('Quiet').waitFor();
    expect(await page.evaluate(() => window.session.feedback.map(({ action }) => action))).toEqual(['shown']);
  });

  it('keeps its styles when it moves into another document of the page', async () => {
    const page = await widget.heatedCall();
    const looks = () =>
      page.evaluate(() => {
        const panel = window.panel.shadowRoot!.querySelector('.panel')!;
        const emotion = window.panel.shadowRoot!.querySelector('undertone-emotion')!;
        return [panel, emotion.shadowRoot!.firstElementChild!].map((element) => {
          const style = element.ownerDocument.defaultView!.getComputedStyle(element);
          return [style.backgroundColor, style.display, style.fontFamily, style.color];
        });
      });
    const before = await looks();
    await page.evaluate(() => {
      const frame = document.createElement('iframe');
      document.body.append(frame);
      frame.contentDocument!.body.append(window.panel);
      window.session.emit('steering', window.widgetTest.steering({ cueId: 'cue_2' }));
    });
    expect(await looks()).toEqual(before);
    // The first document's script creates the cue; the other document draws it first.
    const cues = page.frameLocator('iframe').locator('undertone-cue');
    await cues.nth(1).waitFor();
    const sheets = await cues.evaluateAll((all) =>
      all.map((cue) => cue.shadowRoot!.adoptedStyleSheets.length),
    );
    expect(sheets).toEqual([2, 2]);
    await page.evaluate(() => document.body.append(window.panel));
    expect(await looks()).toEqual(before);
  });

  it('draws at most about ten times a second when results arrive a thousand times a second', async () => {
    const page = await widget.heatedCall();
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

describe('the language and theme of the panel', () => {
  it('follow the language of the page, and load its texts when needed', async () => {
    const page = await widget.heatedCall({ lang: 'de' });
    await page.getByText('Wütend', { exact: true }).waitFor();
    await page.getByText('5,8 Silben/s').waitFor();
  });

  it('prefer the panel’s own lang to that of the page, and accept a language that the page registers', async () => {
    const page = await widget.heatedCall({ lang: 'de' });
    await page.evaluate(() => {
      window.widgetTest.registerStrings('sv', { 'mood.upset': 'Upprörd' });
      window.panel.lang = 'sv';
    });
    await page.getByText('Upprörd', { exact: true }).waitFor();
    await page.getByText('Analysis on').first().waitFor();
  });

  it('follow the color scheme of the system unless a theme is set', async () => {
    const page = await widget.heatedCall({ colorScheme: 'dark' });
    const ground = () =>
      page.evaluate(
        () => getComputedStyle(window.panel.shadowRoot!.querySelector('.panel')!).backgroundColor,
      );
    expect(await ground()).toBe('rgb(20, 24, 30)');
    await page.evaluate(() => window.panel.setAttribute('theme', 'light'));
    expect(await ground()).toBe('rgb(255, 255, 255)');
  });

  it('take colors from custom properties and styles from parts', async () => {
    const page = await widget.heatedCall();
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
