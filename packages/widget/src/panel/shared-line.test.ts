import { describe, expect, it } from 'vitest';
import { widgetPages } from '../../test/widget-pages.js';

const widget = widgetPages();

/** A line that two people share: the first stays calm, the second is upset. They take turns of four seconds. */
const sharedCall = async (markup: string) => {
  const { page } = await widget.open(markup);
  await page.evaluate(() => {
    const { ScriptedSession, directive, ready } = window.widgetTest;
    const session = new ScriptedSession([{ id: 'line', subject: 'customer' }]);
    const panel = document.querySelector('undertone-panel')!;
    panel.session = session;
    session.enter({ kind: 'live' });
    session.accept(ready({ channels: [{ id: 'line', subject: 'customer', mixed: true }] }));
    for (let atMs = 250; atMs <= 24_000; atMs += 250) {
      const isSecond = Math.floor((atMs - 1) / 4_000) % 2 === 1;
      const speakerId = isSecond ? 'line_s2' : 'line_s1';
      const sound = isSecond
        ? { valence: -0.6, arousal: 0.7, signals: { escalation: 0.95 } }
        : { valence: 0.2, arousal: -0.2, signals: { escalation: 0.05 } };
      session.emit(
        'directive',
        directive({ speakerId, audioStartMs: atMs - 250, audioEndMs: atMs, ...sound }),
      );
    }
    Object.assign(window, { session, panel });
  });
  return page;
};

describe('a line that several people share', () => {
  it('[RT90] is not late where its results come three seconds after their audio, as they always do', async () => {
    const page = await sharedCall('<undertone-panel></undertone-panel>');
    const lag = (unackedMs: number) =>
      page.evaluate((ms) => {
        window.session.emit('stats', { client: { unackedMs: ms } });
        return window.panel.moods[0]?.isDim;
      }, unackedMs);
    expect(await lag(3_900)).toBe(false);
    await page.getByText('Analysis on').first().waitFor();
    expect(await lag(7_500)).toBe(true);
    await page.getByText('Results are 5 s late').first().waitFor();
  });

  it('has after the call a picture for each voice, by their numbers, and says once that the call is over', async () => {
    const page = await sharedCall('<undertone-panel></undertone-panel>');
    await page.evaluate(() => window.session.enter({ kind: 'ended', reason: 'ended_by_client' }));
    await page.getByRole('region', { name: 'Speaker 2' }).getByText('At the end').waitFor();
    const told = await page.locator('section.speaker').evaluateAll((sections) =>
      sections.map((section) => {
        const summary = section.querySelector('undertone-summary')?.shadowRoot;
        const text = (selector: string) => summary?.querySelector(selector)?.textContent.trim();
        return [section.querySelector('h3')?.textContent, text('.word'), text('.shares li span')];
      }),
    );
    expect(told).toEqual([
      ['Speaker 1', 'Call ended', 'Calm'],
      ['Speaker 2', undefined, 'Tense'],
    ]);
    expect(await widget.opened!.accessibility()).toEqual([]);
  });

  it.each([2, 12])(
    'has in the strip, too, a picture for each of %i voices, within its room',
    async (count) => {
      const page = await sharedCall('<div id="bar"><undertone-panel size="strip"></undertone-panel></div>');
      await page.evaluate((voices) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('#bar { width: 320px; height: 56px }');
        document.adoptedStyleSheets = [sheet];
        const { directive } = window.widgetTest;
        for (let voice = 3; voice <= voices; voice += 1) {
          for (let atMs = 250; atMs <= 4_000; atMs += 250) {
            const audioStartMs = 24_000 + voice * 4_000 + atMs - 250;
            const heard = { speakerId: `line_s${voice}`, valence: 0.2, arousal: -0.2 };
            window.session.emit(
              'directive',
              directive({
                ...heard,
                audioStartMs,
                audioEndMs: audioStartMs + 250,
                signals: { escalation: 0.05 },
              }),
            );
          }
        }
        window.session.enter({ kind: 'ended', reason: 'ended_by_client' });
      }, count);
      await page.getByText('Call ended').first().waitFor();
      const told = await page.locator('.strip-voice').evaluateAll((voices) =>
        voices.map((voice) => {
          const picture = voice.querySelector('undertone-summary')!.shadowRoot!.querySelector('svg')!;
          const { right, bottom, width } = picture.getBoundingClientRect();
          const room = window.panel.getBoundingClientRect();
          const isWithin = right <= room.right && bottom <= room.bottom && width > 4;
          return [voice.querySelector('bdi')!.textContent, picture.getAttribute('aria-label'), isWithin];
        }),
      );
      expect(told).toHaveLength(count);
      expect(told.slice(0, 2)).toEqual([
        ['Speaker 1', expect.stringContaining('At the end: Calm.'), true],
        ['Speaker 2', expect.stringContaining('At the end: Tense.'), true],
      ]);
      expect(told.every(([, , isWithin]) => isWithin)).toBe(true);
      expect(await widget.opened!.accessibility()).toEqual([]);
    },
  );

  it('draws the last minute of the voice that is shown, without the others', async () => {
    const page = await sharedCall('<undertone-panel size="full"></undertone-panel>');
    await page.getByRole('heading', { name: 'Speaker 2' }).waitFor();
    await page.getByRole('img', { name: /Valence: −0\.6, steady\. Energy: \+0\.7, steady\./ }).waitFor();
  });

  it('keeps the name of a person within the list of turns, however long it is', async () => {
    const page = await sharedCall('<undertone-panel size="full"></undertone-panel>');
    await page.evaluate(() => {
      const name = 'N'.repeat(128);
      window.session.emit('identity', {
        speakerId: 'line_s1',
        personId: 'spk_1',
        label: name,
        verified: true,
        confidence: 0.99,
      } as never);
      window.session.emit('turn', {
        phase: 'end',
        turnId: 't',
        speakerId: 'line_s1',
        channel: 0,
        startMs: 0,
        endMs: 1,
      });
      window.panel.shadowRoot!.querySelector('undertone-turns')!.open = true;
    });
    const row = page.locator('undertone-turns bdi.who');
    await row.waitFor();
    const [width, room] = await row.evaluate((who) => [
      who.getBoundingClientRect().right,
      who.closest('.list')!.getBoundingClientRect().right,
    ]);
    expect(width).toBeLessThanOrEqual(room);
  });
});
