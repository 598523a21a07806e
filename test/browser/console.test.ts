/** The console as a user of a workspace sees it: login, calls, the playground and figures, in a real browser. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { accessibilityProblemsOf } from '../support/accessibility.js';
import type { Misconduct } from '../support/chromium.js';
import { openPage, recordingFile, signInto, useConsole } from '../support/console-page.js';
import type { RelayProcess } from '../support/relay-process.js';
import { synthesizeVoice } from '../support/voices.js';

const workspace = useConsole();
let relay: RelayProcess;
let page: Page;
let misconduct: Misconduct;
beforeEach(() => {
  ({ relay, page, misconduct } = workspace.now());
});

const signIn = (key = relay.key) => signInto(page, key);
const open = (title: string) => openPage(page, title);
const accessibilityProblems = () => accessibilityProblemsOf(page);

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
    await open('Calls');
    await page.getByRole('link', { name: 'call 7/8' }).click();
    await page.getByRole('heading', { level: 1, name: 'call 7/8' }).waitFor();
    await page.getByRole('row', { name: /Escalation risk \d+%/ }).waitFor();
    expect(await page.locator('.lane .stretch').count()).toBe(3);
    expect(await accessibilityProblems()).toEqual([]);
    // The console asks for the outcome only after the end: the relay accepts no outcome in the future.
    expect(await page.getByRole('button', { name: 'Save outcome' }).count()).toBe(0);
    await page.getByRole('button', { name: 'End call' }).click();
    await page.locator('.badge.ended').waitFor();
    await page.getByLabel('Escalated').selectOption('yes');
    await page.getByRole('button', { name: 'Save outcome' }).click();
    await page.getByRole('status').filter({ hasText: 'Saved. Predictions learn from it.' }).waitFor();
    await open('Predictions');
    await page.getByText('1 outcome;').waitFor();
    await page.getByRole('img', { name: /Escalation risk: predicted 0\.\d\d, came 1\.00/ }).waitFor();
    await page.getByRole('button', { name: 'Go back to version 0' }).click();
    await page.getByRole('row', { name: /rollback/ }).waitFor();
  });

  it('draws a call of more utterances than one answer has from its first one on', async () => {
    const send = (path: string, body: object) =>
      fetch(`${relay.url}${path}`, {
        method: 'POST',
        headers: { 'X-API-Key': relay.key, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    await send('/v1/sessions', { session_id: 'long call' });
    const result = { emotion: 'neutral', confidence: 0.8, valence: 0, arousal: 0, dominance: 0 };
    for (let start = 0; start < 205; start += 1) {
      const answer = await send('/v1/sessions/long%20call/utterances', { start, duration: 0.5, result });
      expect(answer.status).toBe(201);
    }
    await signIn();
    await open('Calls');
    await page.getByRole('link', { name: 'long call' }).click();
    await page.getByRole('heading', { level: 1, name: 'long call' }).waitFor();
    await page.locator('.lane .stretch').first().waitFor();
    expect(await page.locator('.lane .stretch').count()).toBe(205);
  });

  it('finds calls by what is asked for, and keeps that in the address', async () => {
    for (const [id, agent_id] of [
      ['call-found', 'Mara'],
      ['call-other', 'Jon'],
    ] as const) {
      await relay.request('POST', '/v1/sessions', { session_id: id, metadata: { agent_id } });
      const result = { emotion: 'angry', confidence: 0.8, valence: -0.7, arousal: 0.6, dominance: 0 };
      await relay.request('POST', `/v1/sessions/${id}/utterances`, { start: 0, duration: 3, result });
      await relay.request('POST', `/v1/sessions/${id}/end`, {});
    }
    await signIn();
    await open('Calls');
    const found = page.getByRole('link', { name: 'call-found' });
    const other = page.getByRole('link', { name: 'call-other' });
    await other.waitFor();
    await page.getByLabel('Search').fill('mar call-f');
    await page.getByLabel('Search').press('Enter');
    await other.waitFor({ state: 'detached' });
    await found.waitFor();
    expect(new URL(page.url()).hash).toBe('#sessions?q=mar+call-f');
    await page.getByText('Filters', { exact: true }).click();
    await page.getByLabel('Emotion heard longest').selectOption('Angry');
    await page.getByText('Filters (1)').waitFor();
    const row = page.getByRole('listitem').filter({ has: found });
    await row.getByText('Mostly angry').waitFor();
    await row.getByText('hung up').waitFor();
    await row.getByRole('img', { name: 'Began unpleasant, ended unpleasant' }).waitFor();
    await page.getByLabel('Emotion heard longest').selectOption('Happy');
    await page.getByText('No call fits.').waitFor();
    await page.goBack();
    await found.waitFor();
    await page.reload();
    await found.waitFor();
    expect(await page.getByLabel('Search').inputValue()).toBe('mar call-f');
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('tells a call without raw names, reads it by keyboard, and plays a recording that stays in the page', async () => {
    await relay.request('POST', '/v1/sessions', { session_id: 'call-told', language: 'de' });
    const result = { emotion: 'angry', confidence: 0.9, valence: -0.9, arousal: 0.9, dominance: 0.5 };
    for (let index = 0; index < 4; index += 1) {
      await relay.request('POST', '/v1/sessions/call-told/utterances', {
        start: index * 4,
        duration: 3,
        result,
      });
    }
    await relay.request('POST', '/v1/sessions/call-told/end', {});
    await page.goto(`${relay.url}/console#sessions/call-told`);
    await signIn();
    await page.getByText('Escalation risk high').first().waitFor();
    const text = (await page.locator('main').textContent()) ?? '';
    expect(text.match(/[a-z]+_[a-z]+/g) ?? []).toEqual([]);
    // The call was held in German; its reader reads English.
    expect(text).toMatch(
      /Say that you hear how this feels|Let the customer finish|Name one concrete next step|Offer to bring in/,
    );
    const axis = page.getByRole('slider', { name: 'The call along its time' });
    await axis.press('ArrowRight');
    expect(await axis.getAttribute('aria-valuetext')).toMatch(
      /^0:01 · Customer angry \(valence −0\.9, energy 0\.9\)/,
    );
    await page.getByText('Audio is not kept.').waitFor();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url());
    });
    await page
      .getByLabel('Recording of this call')
      .setInputFiles(recordingFile(synthesizeVoice('angry', 2, 1), 'mine.wav'));
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.getByText('mine.wav, in this page only').waitFor();
    await page.locator('.wave').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    expect(sent).toEqual([]);
    expect(await accessibilityProblems()).toEqual([]);
    expect(misconduct.pageErrors).toEqual([]);
  });

  it('shows what is said beside a call from when it is kept, and why there is nothing before', async () => {
    const say = async (id: string, transcript: string, start: number, emotion: string) => {
      const result = { emotion, confidence: 0.9, valence: -0.5, arousal: 0.5, dominance: 0, duration: 3 };
      const { status } = await relay.request('POST', `/v1/sessions/${id}/utterances`, {
        transcript,
        start,
        result,
      });
      expect(status).toBe(201);
    };
    for (const id of ['call-forgotten', 'call-kept']) {
      await relay.request('POST', '/v1/sessions', { session_id: id });
    }
    await say('call-forgotten', 'Nobody kept this.', 0, 'angry');
    await page.goto(`${relay.url}/console#sessions/call-forgotten`);
    await signIn();
    await page.getByText('What is said is not kept: that is so unless an owner switches it on.').waitFor();
    expect(await page.getByText('Nobody kept this.').count()).toBe(0);
    await page.getByRole('link', { name: 'Keep it: settings' }).press('Enter');
    await page.getByText('words that come with a call are passed on and forgotten').waitFor();
    expect(await page.getByLabel('Days that words are kept').inputValue()).toBe('7');
    await page.getByRole('button', { name: 'Keep words from now on' }).press('Enter');
    await page.getByRole('status').filter({ hasText: 'Words are kept from now on' }).waitFor();
    await page.getByText('It is kept for 7 days from when it was said').waitFor();
    expect(await accessibilityProblems()).toEqual([]);

    await say('call-kept', 'The router is broken again.', 0, 'angry');
    await say('call-kept', 'And nobody calls me back.', 5, 'sad');
    await page.goto(`${relay.url}/console#sessions/call-kept`);
    const lines = page.locator('ut-transcript li');
    await lines.nth(1).filter({ hasText: 'And nobody calls me back.' }).waitFor();
    expect(await lines.nth(1).textContent()).toMatch(/0:05.*Customer\s+sad\s+And nobody/s);
    await page.getByRole('button', { name: /^0:05\s+show this moment/ }).press('Enter');
    await page
      .locator('.readout')
      .filter({ hasText: /^0:05 · Customer sad/ })
      .waitFor();
    await lines.first().getByText('The router is broken again.').click();
    await page
      .locator('.readout')
      .filter({ hasText: /^0:00 · Customer angry/ })
      .waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityProblems()).toEqual([]);
    }
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await relay.request('PATCH', '/v1/organization', { policy: { transcript_days: null } });
    expect(misconduct.pageErrors).toEqual([]);
  });

  it('lets people try a recording first, with code that holds a real key', async () => {
    await signIn();
    await page.getByRole('heading', { level: 1, name: 'Try it' }).waitFor();
    await page.getByRole('button', { name: 'Create a key for trying' }).click();
    // The step is closed where an earlier test has called already.
    const code = page.getByRole('group', { name: 'the first call', includeHidden: true });
    await code.filter({ hasText: /Bearer psk_[0-9A-Za-z]{20,}/ }).waitFor({ state: 'attached' });
    const sample = page.getByRole('button', { name: 'Try the sample call' });
    await page.route(/sample-call.*\.ogg/, (route) => route.abort());
    await sample.click();
    await page.getByRole('alert').filter({ hasText: 'the relay cannot be reached' }).waitFor();
    await page.unroute(/sample-call.*\.ogg/);
    await sample.click();
    await page.getByRole('heading', { name: 'sample-call.ogg' }).waitFor({ timeout: 60_000 });
    expect(await page.locator('.timeline .lane').count()).toBe(4);
    // What an agent would have been told, each at its mark.
    await page.getByRole('heading', { name: 'Cues an agent would have got' }).waitFor();
    const cues = page.locator('.events > li');
    expect(await page.locator('.timeline .mark').count()).toBe(await cues.count());
    expect(await page.locator('.timeline .wave rect').count()).toBe(300);
    await page.getByText('The answer, as JSON').click();
    await page.getByRole('group', { name: 'the answer' }).filter({ hasText: '"segments"' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'The first call, done' }).waitFor();
    expect(await accessibilityProblems()).toEqual([]);
    const broken = { name: 'no-sound.wav', mimeType: 'audio/wav', buffer: Buffer.from('not audio at all') };
    await page.getByLabel('Recording').setInputFiles(broken);
    await page
      .getByRole('alert')
      .filter({ hasText: /audio|format/ })
      .first()
      .waitFor();
    expect(misconduct.pageErrors).toEqual([]);
  }, 90_000);

  it('sums up the days, and saves each chart’s table', async () => {
    await relay.request('POST', '/v1/sessions', { session_id: 'call-summed' });
    await relay.request('POST', '/v1/sessions/call-summed/end', { outcome: { escalated: true, csat: 2 } });
    await signIn();
    await open('Overview');
    const calls = page.getByRole('slider', { name: 'Calls' });
    await calls.press('End');
    expect(await calls.getAttribute('aria-valuetext')).toMatch(/: calls [1-9]/);
    await page.getByRole('row', { name: /Escalated \d+ \d+%/ }).waitFor();
    await page.getByText('As a table').first().click();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Save as CSV Calls' }).click(),
    ]);
    const rows = (await readFile(await saved.path(), 'utf8')).trimEnd().split('\r\n');
    expect(rows[0]).toBe('from,Calls');
    expect(rows).toHaveLength(31);
    expect(Number(rows.at(-1)?.split(',').at(-1))).toBeGreaterThan(0);
    await page.getByLabel('By').selectOption('Week');
    await page.getByRole('status').filter({ hasText: 'up to date' }).waitFor();
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('has no accessibility problem on any page, and requests nothing from other origins', async () => {
    await page.getByLabel('API key').waitFor();
    const found = [await accessibilityProblems()];
    await signIn();
    for (const title of [
      'Try it',
      'Live',
      'Calls',
      'Overview',
      'Predictions',
      'People',
      'Models',
      'Wallet',
      'API keys',
      'Webhooks',
      'Alerts and KPIs',
      'Settings',
    ]) {
      await open(title);
      found.push(await accessibilityProblems());
    }
    expect(found.flat()).toEqual([]);
    expect(misconduct.foreignRequests).toEqual([]);
    expect(misconduct.pageErrors).toEqual([]);
  });
});
