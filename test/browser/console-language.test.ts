/** The console in the reader's language: chosen by the browser or by hand, whole pages of it, without a raw name. */
import { syntheticSpeaker } from '@undertone/speaker/synthetic-speaker';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblemsOf } from '../support/accessibility.js';
import { useRelayAndBrowser } from '../support/relay-and-browser.js';
import { speechRate } from '../support/speech.js';
import { wavBytes } from '../support/wav.js';

const rig = useRelayAndBrowser({ UNDERTONE_ALLOW_PRIVATE_URLS: 'on' });
const pageErrors: Error[] = [];

beforeAll(async () => {
  await rig.relay.request('PATCH', '/v1/organization', { policy: { transcript_days: 7 } });
  await rig.relay.request('POST', '/v1/sessions', { session_id: 'anruf-7', metadata: { agent_id: 'Mara' } });
  const result = {
    emotion: 'angry',
    confidence: 0.9,
    valence: -0.9,
    arousal: 0.9,
    dominance: 0.5,
    duration: 3,
  };
  for (let index = 0; index < 6; index += 1) {
    const utterance = { start: index * 4, transcript: 'Das Gerät geht nicht.', result };
    const { status } = await rig.relay.request('POST', '/v1/sessions/anruf-7/utterances', utterance);
    expect(status).toBe(201);
  }
  await rig.relay.request('POST', '/v1/sessions/anruf-7/end', {});
  await rig.relay.request('POST', '/v1/sessions/anruf-7/outcome', { escalated: true });
  const voice = syntheticSpeaker({ f0Hz: 180, tractScale: 1.1 }, 14, 1);
  const { status: enrolled } = await rig.relay.request('POST', '/v1/voice/speakers', {
    label: 'Ada',
    audio_base64: Buffer.from(wavBytes(voice, speechRate)).toString('base64'),
    consent: {
      scope: ['voiceprint'],
      given_at: '2026-01-02T00:00:00Z',
      method: 'written',
      reference: 'Vertrag 7',
    },
  });
  expect(enrolled).toBe(201);
  const url = 'http://127.0.0.1:1/hook';
  await rig.relay.request('POST', '/v1/webhooks', { url, secret: 'x'.repeat(24), events: ['session.end'] });
});
afterAll(() => {
  expect(pageErrors).toEqual([]);
});

const openIn = async (locale: string): Promise<Page> => {
  const page = await (await rig.browser.newContext({ locale })).newPage();
  page.on('pageerror', (error) => pageErrors.push(error));
  await page.goto(`${rig.relay.url}/console`);
  // The page's file loads the texts first, and then the console.
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
};

const signIn = async (page: Page, label: string, button: string): Promise<void> => {
  await page.getByLabel(label).fill(rig.relay.key);
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('navigation').waitFor();
};

/** The navigation in German, with what shows that a page is there. */
const PAGES = [
  { title: 'Live', heading: 'Live', shown: 'Gerade läuft kein Anruf.' },
  { title: 'Anrufe', heading: 'Anrufe', shown: 'Meist wütend' },
  { title: 'Überblick', heading: 'Überblick', shown: 'Was erwartet wurde und was kam' },
  { title: 'Vorhersagen', heading: 'Vorhersagen', shown: 'Gegen die Vorannahme' },
  { title: 'Personen', heading: 'Personen', shown: 'nur in einer Stimmung gehört' },
  { title: 'Modelle', heading: 'Modelle', shown: 'Ein eigenes Modell trainieren' },
  { title: 'Guthaben', heading: 'Guthaben und Verbrauch', shown: 'Keine Grenze ist gesetzt.' },
  { title: 'API-Schlüssel', heading: 'API-Schlüssel', shown: 'Zuletzt benutzt' },
  { title: 'Webhooks', heading: 'Webhooks', shown: 'Testereignis senden' },
  { title: 'Alarme und KPIs', heading: 'Alarme und KPIs', shown: 'Eskalationsrisiko bei 60 % oder darüber' },
  { title: 'Einstellungen', heading: 'Einstellungen', shown: 'Die Organisation löschen' },
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
      await expectGerman(page, title);
    }
    await page.goto(`${rig.relay.url}/console#sessions`);
    await page
      .getByText(/\d\d\.\d\d\.20\d\d, \d\d:\d\d/)
      .first()
      .waitFor();
  });

  it('is that of a recording’s picture, its cues and the steps to one’s own product', async () => {
    const page = await openIn('de-DE');
    await signIn(page, 'API-Schlüssel', 'Anmelden');
    await page.getByRole('heading', { level: 1, name: 'Ausprobieren' }).waitFor();
    await page.getByRole('button', { name: 'Schlüssel zum Ausprobieren erstellen' }).click();
    await page.getByRole('status').filter({ hasText: 'Der Schlüssel wurde erstellt' }).waitFor();
    await page.getByRole('button', { name: 'Beispielanruf ausprobieren' }).click();
    await page.getByRole('heading', { name: 'sample-call.ogg' }).waitFor({ timeout: 60_000 });
    await page.getByText('Hinweise, die ein Agent bekommen hätte').waitFor();
    await readMoments(page, 2);
    await expectGerman(page, 'Ausprobieren');
  });

  it('is that of one call: its lanes, what was said, alerts, what is expected and how it ended', async () => {
    const page = await openIn('de-DE');
    await signIn(page, 'API-Schlüssel', 'Anmelden');
    await page.getByRole('link', { name: 'Anrufe', exact: true }).click();
    await page.getByRole('link', { name: 'anruf-7' }).click();
    await page.getByRole('heading', { level: 1, name: 'anruf-7' }).waitFor();
    await page.locator('ut-transcript li').nth(5).waitFor();
    await page.getByText(/^Hohes Eskalationsrisiko$/).waitFor();
    await page.getByText('Als Tabelle', { exact: true }).click();
    await page.getByRole('row', { name: /^0:00 bis 0:03 .* .0,90 / }).waitFor();
    const tones = await readMoments(page, 2);
    expect(tones.at(-1)).toMatch(/\(Valenz .0,9, Energie 0,9\)/);
    await expectGerman(page, 'anruf-7');
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

/** What stands at the cursor of the time axis while the right arrow key is pressed. */
const readMoments = async (page: Page, count: number): Promise<string[]> => {
  const told: string[] = [];
  const axis = page.getByRole('slider').first();
  for (let press = 0; press < count; press += 1) {
    await axis.press('ArrowRight');
    told.push((await axis.getAttribute('aria-valuetext')) ?? '');
  }
  return told;
};

/** Names that the pages show as they are written in a request. */
const EXAMPLES = ['session_id', 'sold_upgrade', 'escalation_early'];

const expectGerman = async (page: Page, where: string): Promise<void> => {
  const prose = await proseOf(page);
  const rawNames = prose.match(/\b[a-z]+_[a-z_]+\b/g)?.filter((name) => !EXAMPLES.includes(name)) ?? [];
  expect(rawNames, where).toEqual([]);
  // Words that no German page has.
  const english =
    prose.match(/.{0,60}\b(the|of|and|your|with|not|when|which|are|from|this|nobody|to)\b.{0,40}/gi) ?? [];
  expect(english, where).toEqual([]);
  expect(await accessibilityProblemsOf(page), where).toEqual([]);
};

/** What people read or hear of a page: not what stands there as code, nor why the relay refuses something. */
const proseOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const copy = document.querySelector('main')?.cloneNode(true) as HTMLElement;
    for (const code of copy.querySelectorAll(
      'code, pre code, .problem, select[name=event_type], .choices, .address',
    ))
      code.remove();
    const told = ['aria-label', 'aria-valuetext', 'placeholder', 'title'].flatMap((name) =>
      [...copy.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name)),
    );
    return [copy.textContent, ...told].join('\n');
  });
