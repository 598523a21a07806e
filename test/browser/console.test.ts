/** The console as a user of a workspace sees it: login, keys, wallet, webhooks, in a real browser. */
import { syntheticSpeaker } from '@undertone/speaker/synthetic-speaker';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessibilityProblemsOf } from '../support/accessibility.js';
import { launchChromium, type Misconduct, watchConduct } from '../support/chromium.js';
import { openPage, signInto } from '../support/console-page.js';
import { RelayProcess } from '../support/relay-process.js';
import { speechRate } from '../support/speech.js';
import { synthesizeVoice } from '../support/voices.js';
import { wavBytes } from '../support/wav.js';

let relay: RelayProcess;
let browser: Browser;
let page: Page;
let misconduct: Misconduct;

beforeAll(async () => {
  relay = await RelayProcess.start({ env: { UNDERTONE_ALLOW_PRIVATE_URLS: 'on' } });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  await relay.stop();
});

beforeEach(async () => {
  page = await browser.newPage();
  misconduct = watchConduct(page, relay.url, []);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(`${relay.url}/console`);
});
afterEach(() => page.close());

const signIn = (key = relay.key) => signInto(page, key);
const open = (title: string) => openPage(page, title);
const accessibilityProblems = () => accessibilityProblemsOf(page);

const fileOf = (samples: Float32Array, name = 'voice.wav') => ({
  name,
  mimeType: 'audio/wav',
  buffer: Buffer.from(wavBytes(samples, speechRate)),
});

describe('the console', () => {
  it('refuses an invalid key and says so', async () => {
    await signIn('psk_nobody_has_this_key_0123456789');
    await page.getByRole('alert').filter({ hasText: 'not valid' }).waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
  });

  it('keeps the key where no script can read it, and stays signed in after a reload', async () => {
    await signIn();
    await page.getByRole('navigation').waitFor();
    const readable = await page.evaluate(() => [
      document.cookie,
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
      document.documentElement.outerHTML,
    ]);
    expect(readable.join()).not.toContain(relay.key);
    expect(readable[0]).toBe('');
    await page.reload();
    await page.getByRole('navigation').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    await page.reload();
    await page.getByLabel('API key').waitFor();
  });

  it('creates a key that works, shows it once, and revokes it', async () => {
    await signIn();
    await open('API keys');
    await page.getByLabel('Name').fill('From the console');
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = (await page.locator('.secret').textContent()) ?? '';
    const call = () => fetch(`${relay.url}/v1/wallet`, { headers: { 'X-API-Key': key } });
    expect((await call()).status).toBe(200);
    // A page may not be allowed to copy; then the console selects the key.
    await page.evaluate(() => {
      const refuse = () => Promise.reject(new DOMException('', 'NotAllowedError'));
      Object.defineProperty(navigator.clipboard, 'writeText', { value: refuse });
    });
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByText('does not let the page copy').waitFor({ state: 'attached' });
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(key);
    await page.reload();
    await page.getByRole('row', { name: 'From the console' }).waitFor();
    expect(await page.content()).not.toContain(key);
    await page.getByRole('button', { name: 'Revoke From the console' }).click();
    await page.getByRole('row', { name: 'From the console' }).waitFor({ state: 'detached' });
    expect((await call()).status).toBe(401);
  });

  it('shows the wallet and its usage', async () => {
    await signIn();
    await open('Wallet');
    await page.getByText('Available').waitFor();
    await page
      .getByText(/[\d,]+ credits/)
      .first()
      .waitFor();
  });

  it('says what is wrong with a webhook’s address', async () => {
    await signIn();
    await open('Webhooks');
    await page.getByLabel('Address').fill('ftp://example.com/hook');
    await page.getByRole('button', { name: 'Suggest one' }).click();
    await page.getByLabel('session.end').check();
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByRole('alert').filter({ hasText: 'url' }).waitFor();
  });

  it('shows a conversation: its predictions, how it sounded, its end and its outcome', async () => {
    const send = (path: string, body: object) =>
      fetch(`${relay.url}${path}`, {
        method: 'POST',
        headers: { 'X-API-Key': relay.key, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    await send('/v1/sessions', { session_id: 'call 7/8', vertical: 'contact_center' });
    for (const [index, valence] of [0.3, -0.2, -0.7].entries()) {
      const result = { emotion: 'neutral', confidence: 0.8, valence, arousal: -valence, dominance: 0 };
      const answer = await send('/v1/sessions/call%207%2F8/utterances', {
        start: index * 4,
        duration: 3,
        result,
      });
      expect(answer.status).toBe(201);
    }
    await signIn();
    await open('Sessions');
    await page.getByRole('link', { name: 'call 7/8' }).click();
    await page.getByRole('heading', { level: 1, name: 'call 7/8' }).waitFor();
    await page.getByRole('row', { name: /Escalation risk 0\.\d\d/ }).waitFor();
    expect(await page.locator('.tone-chart path').count()).toBe(3);
    expect(await accessibilityProblems()).toEqual([]);
    // The console asks for the outcome only after the end: the relay accepts no outcome in the future.
    expect(await page.getByRole('button', { name: 'Save outcome' }).count()).toBe(0);
    await page.getByRole('button', { name: 'End session' }).click();
    await page.locator('.badge.ended').waitFor();
    await page.getByLabel('Escalated').selectOption('yes');
    await page.getByRole('button', { name: 'Save outcome' }).click();
    await page.getByRole('status').filter({ hasText: 'The outcome was saved' }).waitFor();
    await open('Predictions');
    await page.getByText('1 outcome;').waitFor();
    await page.getByRole('img', { name: /Escalation risk: predicted 0\.\d\d, came 1\.00/ }).waitFor();
    await page.getByRole('button', { name: 'Go back to version 0' }).click();
    await page.getByRole('row', { name: /rollback/ }).waitFor();
  });

  it('enrolls a person with consent, renames, enrolls again and deletes them', async () => {
    await signIn();
    await open('People');
    await page.getByLabel('Name').fill('Ada');
    await page
      .getByLabel('Recording')
      .setInputFiles(fileOf(syntheticSpeaker({ f0Hz: 180, tractScale: 1.1 }, 14, 1)));
    await page.getByLabel('On', { exact: true }).fill('2026-01-02');
    await page.getByLabel('Where the record is').fill('Contract 7');
    await page.getByRole('button', { name: 'Enroll' }).click();
    await page.getByRole('listitem', { name: 'Ada' }).getByText('written, Contract 7').waitFor();
    await page.getByRole('button', { name: 'Rename Ada' }).click();
    const isFocused = page.locator(':focus');
    await page.getByLabel('New name').and(isFocused).fill('Ada L.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Ada L.' }).waitFor();
    await page.getByRole('button', { name: 'Rename Ada L.' }).and(isFocused).waitFor();
    await page.getByRole('button', { name: 'Enroll again Ada L.' }).click();
    const again = page.getByRole('form', { name: 'Enroll Ada L. again' });
    await again
      .getByLabel('Recording')
      .setInputFiles(fileOf(syntheticSpeaker({ f0Hz: 180, tractScale: 1.1 }, 14, 2)));
    await again.getByLabel('On', { exact: true }).fill('2026-02-03');
    await again.getByLabel('Where the record is').fill('Contract 8');
    expect(await accessibilityProblems()).toEqual([]);
    await again.getByRole('button', { name: 'Save recording' }).click();
    await page.getByRole('listitem', { name: 'Ada L.' }).getByText('written, Contract 8').waitFor();
    expect(await accessibilityProblems()).toEqual([]);
    await page.getByRole('button', { name: 'Consent withdrawn Ada L.' }).click();
    await page.getByText('Nobody is enrolled').waitFor();
  });

  it('keeps recordings with their label when a label above them is removed', async () => {
    await signIn();
    await open('Models');
    await page.getByRole('button', { name: 'Another label' }).click();
    await page.getByLabel('Label', { exact: true }).nth(2).fill('sad');
    for (const [index, name] of ['neutral', 'angry', 'sad'].entries()) {
      await page
        .getByLabel('Recordings')
        .nth(index)
        .setInputFiles(fileOf(new Float32Array(160), name));
    }
    await page.getByRole('button', { name: 'Remove label neutral' }).click();
    const rows = page.locator('ut-models form .row').filter({ has: page.getByLabel('Recordings') });
    const kept = await rows.evaluateAll((all) =>
      all.map((row) =>
        [...row.querySelectorAll('input')].map(({ value, files }) => files?.[0]?.name ?? value),
      ),
    );
    expect(kept).toEqual([
      ['angry', 'angry'],
      ['sad', 'sad'],
    ]);
  });

  it('trains a model from labeled recordings and shows how good it is', async () => {
    await signIn();
    await open('Models');
    await page.getByLabel('Name').fill('Loud and soft');
    for (const [index, manner] of (['sad', 'angry'] as const).entries()) {
      await page.getByLabel('Label', { exact: true }).nth(index).fill(manner);
      const files = Array.from({ length: 12 }, (_, take) =>
        fileOf(synthesizeVoice(manner, 1.5, take), `${manner}-${take}.wav`),
      );
      await page.getByLabel('Recordings').nth(index).setInputFiles(files);
    }
    await page.getByRole('button', { name: 'Train' }).click();
    await page.getByRole('link', { name: 'Loud and soft' }).click();
    await page.getByRole('heading', { name: 'How good it is' }).waitFor({ timeout: 120_000 });
    for (const table of [/recordings that it never heard/u, /other people’s speech/iu]) {
      const gains = page.getByRole('group', { name: table });
      await gains.getByRole('row', { name: /^sad \d+ % \d+ %/ }).waitFor();
    }
    expect(await page.locator('.confusion tbody tr').count()).toBe(2);
    expect(await accessibilityProblems()).toEqual([]);
    await open('Models');
    await page.getByRole('button', { name: 'Use Loud and soft@1' }).waitFor();
  }, 180_000);

  it('has no accessibility problem on any page, and requests nothing from other origins', async () => {
    await page.getByLabel('API key').waitFor();
    const found = [await accessibilityProblems()];
    await signIn();
    for (const title of ['Sessions', 'Predictions', 'People', 'Models', 'Wallet', 'API keys', 'Webhooks']) {
      await open(title);
      found.push(await accessibilityProblems());
    }
    expect(found.flat()).toEqual([]);
    expect(misconduct.foreignRequests).toEqual([]);
    expect(misconduct.pageErrors).toEqual([]);
  });
});
