/** The console in the reader's language: chosen by the browser or by hand, whole pages of it, without a raw name. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblemsOf } from '../support/accessibility.js';
import { launchChromium } from '../support/chromium.js';
import { RelayProcess } from '../support/relay-process.js';

let relay: RelayProcess;
let browser: Browser;
const pageErrors: Error[] = [];

beforeAll(async () => {
  relay = await RelayProcess.start({ env: { UNDERTONE_ALLOW_PRIVATE_URLS: 'on' } });
  browser = await launchChromium();
  await relay.request('POST', '/v1/sessions', { session_id: 'anruf-7', metadata: { agent_id: 'Mara' } });
  const result = { emotion: 'angry', confidence: 0.9, valence: -0.9, arousal: 0.9, dominance: 0.5 };
  for (let index = 0; index < 6; index += 1) {
    const utterance = { start: index * 4, duration: 3, result };
    await relay.request('POST', '/v1/sessions/anruf-7/utterances', utterance);
  }
  await relay.request('POST', '/v1/sessions/anruf-7/end', {});
  await relay.request('POST', '/v1/sessions/anruf-7/outcome', { escalated: true });
  const url = 'http://127.0.0.1:1/hook';
  await relay.request('POST', '/v1/webhooks', { url, secret: 'x'.repeat(24), events: ['session.end'] });
});
afterAll(async () => {
  await browser.close();
  await relay.stop();
  expect(pageErrors).toEqual([]);
});

const openIn = async (locale: string): Promise<Page> => {
  const page = await (await browser.newContext({ locale })).newPage();
  page.on('pageerror', (error) => pageErrors.push(error));
  await page.goto(`${relay.url}/console`);
  return page;
};

const signIn = async (page: Page, label: string, button: string): Promise<void> => {
  await page.getByLabel(label).fill(relay.key);
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('navigation').waitFor();
};

/** The navigation in German, with what shows that a page is there. */
const PAGES = [
  { title: 'Live', heading: 'Live', shown: 'Gerade läuft kein Anruf.' },
  { title: 'Anrufe', heading: 'Anrufe', shown: 'Meist wütend' },
  { title: 'Überblick', heading: 'Überblick', shown: 'Was erwartet wurde und was kam' },
  { title: 'Vorhersagen', heading: 'Vorhersagen', shown: 'Gegen die Vorannahme' },
  { title: 'Personen', heading: 'Personen', shown: 'Eine Person erfassen' },
  { title: 'Modelle', heading: 'Modelle', shown: 'Ein eigenes Modell trainieren' },
  { title: 'Guthaben', heading: 'Guthaben und Verbrauch', shown: 'Keine Grenze ist gesetzt.' },
  { title: 'API-Schlüssel', heading: 'API-Schlüssel', shown: 'Zuletzt benutzt' },
  { title: 'Webhooks', heading: 'Webhooks', shown: 'Testereignis senden' },
  { title: 'Alarme und KPIs', heading: 'Alarme und KPIs', shown: 'Eskalationsrisiko bei 60 % oder darüber' },
  { title: 'Mitglieder', heading: 'Mitglieder', shown: 'Jemanden einladen' },
  { title: 'Protokoll', heading: 'Anfragen', shown: 'Anfrage-Id' },
] as const;

describe('the language of the console', () => {
  it('is the browser’s, on every page, with its dates and numbers, and without a raw name', async () => {
    const page = await openIn('de-DE');
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    expect(await accessibilityProblemsOf(page)).toEqual([]);
    await signIn(page, 'API-Schlüssel', 'Anmelden');
    for (const { title, heading, shown } of PAGES) {
      await page.getByRole('navigation').getByRole('link', { name: title, exact: true }).click();
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await page.getByText(shown).first().waitFor();
      expect(await rawNamesIn(page), title).toEqual([]);
      expect(await englishIn(page), title).toEqual([]);
      expect(await accessibilityProblemsOf(page), title).toEqual([]);
    }
    await page.goto(`${relay.url}/console#sessions`);
    await page
      .getByText(/\d\d\.\d\d\.20\d\d, \d\d:\d\d/)
      .first()
      .waitFor();
  });

  it('is chosen by hand, by keyboard, and stays', async () => {
    const page = await openIn('en-US');
    await signIn(page, 'API key', 'Sign in');
    await page.getByLabel('Language of the console').focus();
    await page.keyboard.press('D');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Abmelden' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Abmelden' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
    await page.getByLabel('Sprache der Konsole').selectOption('English');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });

  it('is English in a browser that prefers a language that the console does not know', async () => {
    const page = await openIn('fr-FR');
    await page.getByLabel('API key').waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });
});

/** What people read of a page: not what stands there as code, nor why the relay refuses something. */
const proseOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const copy = document.querySelector('main')?.cloneNode(true) as HTMLElement;
    for (const code of copy.querySelectorAll(
      'code, pre, [lang=en], .problem, select[name=event_type], .choices, .address',
    ))
      code.remove();
    return copy.textContent;
  });

const rawNamesIn = async (page: Page): Promise<string[]> =>
  (await proseOf(page)).match(/\b[a-z]+_[a-z_]+\b/g)?.filter((name) => name !== 'session_id') ?? [];

/** Words that no German page has. */
const englishIn = async (page: Page): Promise<string[]> =>
  (await proseOf(page)).match(/.{0,60}\b(the|of|and|your|with|not|when|which|are|from)\b.{0,40}/gi) ?? [];
