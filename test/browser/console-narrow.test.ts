/** Checks every console page, with content: with axe-core, narrow and wide, light and dark; and that the keyboard reaches all of it. */
import { randomBytes } from 'node:crypto';
import { syntheticSpeaker } from '@undertone/speaker/synthetic-speaker';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblemsOf } from '../support/accessibility.js';
import { signInto } from '../support/console-page.js';
import { useRelayAndBrowser } from '../support/relay-and-browser.js';
import { speechRate } from '../support/speech.js';
import { wavBytes } from '../support/wav.js';

const CALL = 'a-call-with-a-name-that-is-long-7f3c2d1e-9b8a-4c6d';
const PLACES = [
  { place: 'try', shown: '.steps' },
  { place: 'overview', shown: '.bars' },
  { place: 'live', shown: '.quiet:has-text("No call is going on")' },
  { place: 'sessions', shown: `a:has-text("${CALL}")` },
  { place: `sessions/${CALL}`, shown: '.timeline' },
  { place: 'predictions', shown: '.reliability' },
  { place: 'people', shown: 'h2:text-is("Ada")' },
  { place: 'models', shown: '#models-title' },
  { place: 'wallet', shown: '#crossed-title' },
  { place: 'keys', shown: 'tbody tr' },
  { place: 'webhooks', shown: 'ut-webhooks li' },
  { place: 'rules', shown: 'ut-rules li' },
  { place: 'settings', shown: '#end-title' },
  { place: 'members', shown: 'ut-members tbody tr' },
  { place: 'members/ID', shown: 'h2:text-is("Name and role")' },
  { place: 'models/ID', shown: '#log-title' },
  { place: 'log', shown: 'ut-requests tbody tr' },
  { place: 'log/audit', shown: 'ut-audit tbody tr' },
] as const;

const rig = useRelayAndBrowser({ UNDERTONE_ALLOW_PRIVATE_URLS: 'on' });
let page: Page;

/** Of the things whose own pages are looked at, which get their ids from the relay. */
const ids = new Map<string, string>();
const addressOf = (place: string): string =>
  `${rig.relay.url}/console#${place.replace('ID', ids.get(place) ?? '')}`;

const ask = async <T>(method: string, path: string, body: object): Promise<T> => {
  const { status, json } = await rig.relay.request(method, path, body);
  if (status >= 300) throw new Error(`${path} answered ${status}: ${JSON.stringify(json)}`);
  return json as T;
};

const enrollAda = async (): Promise<void> => {
  const form = new FormData();
  form.set('label', 'Ada');
  const consent = {
    scope: 'voiceprint',
    given_at: '2026-01-02T00:00:00Z',
    method: 'written',
    reference: '7',
  };
  form.set('consent', JSON.stringify(consent));
  const voice = wavBytes(syntheticSpeaker({ f0Hz: 180, tractScale: 1.1 }, 14, 1), speechRate);
  form.set('audio', new Blob([Uint8Array.from(voice)], { type: 'audio/wav' }), 'ada.wav');
  const headers = { 'X-API-Key': rig.relay.key };
  const answer = await fetch(`${rig.relay.url}/v1/voice/speakers`, { method: 'POST', headers, body: form });
  if (!answer.ok) throw new Error(`enrolling answered ${answer.status}: ${await answer.text()}`);
};

beforeAll(async () => {
  page = await rig.browser.newPage();
  await ask('POST', '/v1/sessions', { session_id: CALL });
  const budgets = [{ kind: 'balance_below', credits: 9_000_000_000 }];
  await ask('PUT', '/v1/wallet/budgets', { budgets });
  for (let index = 0; index < 12; index += 1) {
    const result = { emotion: 'angry', confidence: 0.9, valence: -0.9, arousal: 0.9, dominance: 0.5 };
    await ask('POST', `/v1/sessions/${CALL}/utterances`, { start: index * 4, duration: 3, result });
  }
  await ask('POST', `/v1/sessions/${CALL}/end`, {});
  await ask('POST', `/v1/sessions/${CALL}/outcome`, { escalated: true });
  // Nothing listens on port 1, so its deliveries fail.
  const url = `http://127.0.0.1:1/hooks/${'a'.repeat(60)}`;
  await ask('POST', '/v1/webhooks', {
    url,
    secret: randomBytes(24).toString('base64'),
    events: ['session.end'],
  });
  const email = 'somebody-with-a-long-address@people.example';
  const { member } = await ask<{ member: { id: string } }>('POST', '/v1/members', { email, role: 'owner' });
  ids.set('members/ID', member.id);
  const name = 'a-model-with-a-name-that-is-long-and-has-no-samples-yet';
  const { job } = await ask<{ job: { id: string } }>('POST', '/v1/fine-tune', { name });
  ids.set('models/ID', job.id);
  await enrollAda();
  await page.goto(`${rig.relay.url}/console`);
  await signInto(page, rig.relay.key);
  await page.getByRole('navigation').waitFor();
}, 180_000);

/** Presses Tab through the page. @returns what can be used and was never reached */
const unreached = async (): Promise<string[]> => {
  const count = await page.evaluate(() => {
    const usable = 'a[href], button, input, select, summary, textarea, [tabindex="0"]';
    const all = [...document.querySelectorAll<HTMLElement>(usable)].filter(
      (each) => each.checkVisibility() && !each.matches(':disabled, [type=hidden]'),
    );
    for (const each of all) {
      each.dataset['unreached'] = '';
      each.addEventListener('focus', () => delete each.dataset['unreached'], { once: true });
    }
    (document.activeElement as HTMLElement | null)?.blur();
    return all.length;
  });
  expect(count).toBeGreaterThan(10);
  // A date has a stop for each of its parts.
  for (let pressed = 0; pressed < 3 * count; pressed += 1) await page.keyboard.press('Tab');
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-unreached]')].map(({ outerHTML }) =>
      outerHTML.slice(0, 120),
    ),
  );
};

describe('the pages of the console', () => {
  it('are all looked at here', async () => {
    const links = page.getByRole('navigation').getByRole('link');
    const shown = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    const places = new Set(PLACES.map(({ place }) => `#${place}`));
    expect(shown.filter((href) => href.startsWith('#') && !places.has(href as '#try'))).toEqual([]);
    expect(shown.length).toBeGreaterThan(12);
  });

  it.each(PLACES)('are reached by keyboard, on $place', async ({ place, shown }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(addressOf(place));
    await page.locator(shown).first().waitFor();
    expect(await unreached()).toEqual([]);
  });
});

describe('the console on paper', () => {
  it('is dark on white on a dark screen, without navigation and buttons', async () => {
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.goto(addressOf(`sessions/${CALL}`));
    await page.locator('.timeline').waitFor();
    expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(26, 35, 48)');
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await page.getByRole('button').count()).toBe(0);
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  });
});

describe.each([320, 1280])('the console at %i pixels', (width) => {
  it.each(PLACES)(
    'has no accessibility problem and fits the window on the page $place',
    async ({ place, shown }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(addressOf(place));
      await page.locator(shown).first().waitFor();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await accessibilityProblemsOf(page)).toEqual([]);
      }
      // What a table opens to scrolls inside of it.
      await page.evaluate(() => {
        for (const each of document.querySelectorAll('details')) each.open = true;
      });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    },
  );

  it('has the days under a chart beside each other', async () => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(addressOf('overview'));
    const days = page.locator('.bars').first().locator('.drawing text:visible');
    await days.first().waitFor();
    const boxes = await days.evaluateAll((all) =>
      all.map((day) => day.getBoundingClientRect().toJSON() as DOMRect),
    );
    expect(boxes.length).toBeGreaterThanOrEqual(3);
    for (const [index, { left }] of boxes.slice(1).entries())
      expect(left).toBeGreaterThan(boxes[index]?.right ?? Infinity);
  });
});
