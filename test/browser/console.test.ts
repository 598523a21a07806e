/** The console as a user of a workspace sees it: login, keys, wallet, webhooks, in a real browser. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { syntheticSpeaker } from '@undertone/speaker/synthetic-speaker';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessibilityProblemsOf } from '../support/accessibility.js';
import { launchChromium, type Misconduct, watchConduct } from '../support/chromium.js';
import { openPage, signInto } from '../support/console-page.js';
import { runCommand } from '../support/operator.js';
import { RelayProcess } from '../support/relay-process.js';
import { speechRate } from '../support/speech.js';
import { synthesizeVoice } from '../support/voices.js';
import { wavBytes } from '../support/wav.js';

let relay: RelayProcess;
let browser: Browser;
let page: Page;
let misconduct: Misconduct;

beforeAll(async () => {
  relay = await RelayProcess.start({
    env: { UNDERTONE_ALLOW_PRIVATE_URLS: 'on', UNDERTONE_PRICE: 'EUR 0.6' },
  });
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

  it('shows the wallet and its usage, in money, by day, and saves it', async () => {
    await signIn();
    await open('Wallet');
    await page.getByText('Available').waitFor();
    await page
      .getByText(/[\d,]+ credits/)
      .first()
      .waitFor();
    const audio = new Blob([Uint8Array.from(wavBytes(synthesizeVoice('angry', 2, 1), speechRate))]);
    const form = new FormData();
    form.set('audio', audio, 'voice.wav');
    const headers = { 'X-API-Key': relay.key };
    expect(
      (await fetch(`${relay.url}/v1/analyze/audio`, { method: 'POST', headers, body: form })).status,
    ).toBe(200);
    await page.reload();
    const bars = page.getByRole('slider', { name: 'Credits by day' });
    await bars.press('End');
    expect(await bars.getAttribute('aria-valuetext')).toMatch(/: recordings [1-9]/);
    // What a minute costs stands in the relay's settings.
    await page.getByText('a minute costs €0.60').waitFor();
    await page
      .getByRole('row', { name: /Recordings .* [1-9]\d* €0\.0[1-9]/ })
      .first()
      .waitFor();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Save as CSV by day, kind and key' }).click(),
    ]);
    const rows = (await readFile(await saved.path(), 'utf8')).trimEnd().split('\r\n');
    expect(rows[0]).toBe('day,kind,key,credits,cost EUR');
    expect(rows[1]).toMatch(/^\d{4}-\d\d-\d\d,\w+,/);
    await page.getByLabel('From').fill('2026-01-01');
    await page.getByLabel('To').fill('2026-01-02');
    await page.getByText('Nothing was used in these days.').waitFor();
    await page.getByLabel('To').fill('2025-12-30');
    await page.getByRole('alert').filter({ hasText: 'must not be after to' }).waitFor();
    expect(await accessibilityProblems()).toEqual([]);
  });

  it('sets limits on the wallet by keyboard, says on top which are reached, and removes them', async () => {
    await signIn();
    await open('Wallet');
    await page.getByText('No limit is set.').waitFor();
    const form = page.getByRole('form', { name: 'New limit' });
    await form.getByLabel('Tell when').selectOption('the balance falls under');
    await form.getByLabel('So many credits').fill('9000000000');
    await form.getByLabel('So many credits').press('Enter');
    const banner = page.getByRole('region', { name: 'A limit is reached' });
    await banner
      .getByText(/A balance under 9,000,000,000 credits \(€90,000,000.00\): [\d,]+ credits .* are left/)
      .waitFor();
    await page.getByText(/^\s*Last told of/).waitFor();
    await form.getByLabel('So many credits').fill('8000000000');
    await form.getByLabel('So many credits').press('Enter');
    const spent = page
      .getByRole('listitem')
      .filter({ hasText: '8,000,000,000 credits (€80,000,000.00) spent in a month' });
    await spent.waitFor();
    // One limit twice is refused, and what was typed stays.
    await form.getByLabel('So many credits').fill('8000000000');
    await form.getByLabel('So many credits').press('Enter');
    await page.getByRole('alert').filter({ hasText: 'must not name the same limit twice' }).waitFor();
    expect(await form.getByLabel('So many credits').inputValue()).toBe('8000000000');
    expect(await accessibilityProblems()).toEqual([]);
    const limits = async () =>
      (
        (await relay.request('GET', '/v1/wallet/budgets')).json as {
          budgets: { kind: string; credits: number }[];
        }
      ).budgets.map(({ kind, credits }) => [kind, credits]);
    expect(await limits()).toEqual([
      ['spent_in_month', 8_000_000_000],
      ['balance_below', 9_000_000_000],
    ]);
    await page.getByRole('button', { name: /^Remove A balance under/ }).press('Enter');
    await banner.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Remove/ }).press('Enter');
    await page.getByText('No limit is set.').waitFor();
    expect(await limits()).toEqual([]);
    expect(misconduct.pageErrors).toEqual([]);
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

  it('shows what was sent to a webhook and answered, as text, and sends it again', async () => {
    const hostile = '<img src=x onerror="document.title=1">' + 'x'.repeat(5_000);
    const receiver = createServer((_, response) => response.writeHead(500).end(hostile));
    await once(receiver.listen(0, '127.0.0.1'), 'listening');
    const { port } = receiver.address() as AddressInfo;
    const events = ['session.end', 'alert.triggered'];
    const hook = { url: `http://127.0.0.1:${port}/shown`, secret: 'x'.repeat(24), events };
    await relay.request('POST', '/v1/webhooks', hook);
    await signIn();
    await open('Webhooks');
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: hook.url }) });
    await card.getByRole('button', { name: /^Send a test event/ }).click();
    const list = page.getByRole('list', { name: 'Deliveries' });
    await list.getByText('500', { exact: true }).waitFor({ timeout: 15_000 });
    await list.getByText('What was sent and answered').click();
    await list.getByRole('group', { name: 'Sent' }).filter({ hasText: '"type": "session.end"' }).waitFor();
    await list.getByRole('group', { name: 'Answer to attempt 1' }).filter({ hasText: '<img' }).waitFor();
    await list.getByText('Only the beginning of the answer is kept.').waitFor();
    expect(await list.locator('img').count()).toBe(0);
    expect(await accessibilityProblems()).toEqual([]);
    await page.getByLabel('State').selectOption('delivered');
    await page.getByText('Nothing fits.').waitFor();
    await page.goBack();
    await list.getByText('500', { exact: true }).waitFor();
    // Its next attempt is planned; a delivery under way is not sent twice.
    await list.getByRole('button', { name: /^Send again/ }).click();
    await page.getByRole('alert').filter({ hasText: 'under way' }).waitFor();
    await card.getByRole('button', { name: /^New secret/ }).click();
    const form = page.getByRole('form', { name: `New secret for ${hook.url}` });
    await form.getByRole('button', { name: 'Suggest one' }).click();
    await form.getByRole('button', { name: 'Replace the secret' }).click();
    await card.getByText('Signed with the old secret, too').waitFor();
    expect(await accessibilityProblems()).toEqual([]);
    expect(misconduct.pageErrors).toEqual([]);
    receiver.close();
    receiver.closeAllConnections();
  });

  it('sets when alerts are raised, and defines KPIs to have thresholds on', async () => {
    await signIn();
    await open('Alerts and KPIs');
    await page
      .getByText('Escalation risk at 60% or above, until it is below 40%; after 3 utterances')
      .waitFor();
    await page.getByLabel('Name').fill('sold_upgrade');
    await page.getByLabel('Description').fill('An upgrade was sold');
    await page.getByRole('button', { name: 'Define KPI' }).click();
    await page.getByText('An upgrade was sold; yes or no, yes is good').waitFor();
    await page.getByRole('button', { name: 'New rule' }).click();
    const form = page.getByRole('form', { name: 'New rule' });
    await form.getByLabel('Name').fill('no_upgrade');
    await form.getByLabel('Figure').selectOption('Sold upgrade');
    await form.getByLabel('Direction').selectOption('falls to');
    await form.getByLabel('Begins at').fill('0.2');
    await form.getByLabel('Ends beyond').fill('0.1');
    await form.getByRole('button', { name: 'Save rule' }).click();
    await page.getByRole('alert').filter({ hasText: 'must lie on the other side of enter' }).waitFor();
    await form.getByLabel('Ends beyond').fill('0.3');
    await form.getByLabel('Seconds that it must last').fill('5');
    expect(await accessibilityProblems()).toEqual([]);
    await form.getByRole('button', { name: 'Save rule' }).click();
    await page
      .getByText('Sold upgrade at 0.2 or below, until it is above 0.3; for 5 s; after 3 utterances')
      .waitFor();
    await page.getByRole('button', { name: 'Change escalation_risk_high' }).click();
    const change = page.getByRole('form', { name: 'Change escalation_risk_high' });
    await change.getByLabel('Begins at').fill('0.5');
    await change.getByRole('button', { name: 'Save rule' }).click();
    await page.getByText('Escalation risk at 50% or above').waitFor();
    const { json } = await relay.request('GET', '/v1/alerts');
    expect((json as { alerts: { id: string; enter: number }[] }).alerts).toHaveLength(5);
    // A KPI takes the rules on it along.
    await page.getByRole('button', { name: 'Delete sold_upgrade' }).click();
    await page.getByText('Sold upgrade at').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Back to the usual rules' }).click();
    await page.getByText('Escalation risk at 60% or above').waitFor();
    expect(misconduct.pageErrors).toEqual([]);
  });

  it('sets retention and language, exports everything, and deletes the organization', async () => {
    const { output } = await runCommand(relay, ['org', 'create', '--name', 'Short lived', '--json']);
    const { organization } = JSON.parse(output) as { organization: { id: string } };
    const made = await runCommand(relay, ['key', 'create', organization.id, '--name', 'First', '--json']);
    const { api_key: created } = JSON.parse(made.output) as { api_key: { key: string } };
    const headers = { 'X-API-Key': created.key, 'Content-Type': 'application/json' };
    const send = async (path: string, body: object) =>
      (await (
        await fetch(`${relay.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      ).json()) as {
        session: { language: string };
      };
    await signIn(created.key);
    await open('Settings');
    await page.getByText('Calls that are over stay until somebody deletes them.').waitFor();
    await page.getByLabel('Days, empty for ever').fill('30');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByText('A call goes 30 days after its end').waitFor();
    await page.getByLabel('Cues and advice').selectOption('German');
    await page.getByRole('button', { name: 'Save' }).nth(1).click();
    await page.getByRole('status').filter({ hasText: 'The language was saved' }).waitFor();
    expect((await send('/v1/sessions', { session_id: 'in-german' })).session.language).toBe('de');
    await page.getByText('The emotion of employees at work is not analyzed').waitFor();
    expect(await accessibilityProblems()).toEqual([]);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    const lines = (await readFile(await saved.path(), 'utf8')).trimEnd().split('\n');
    const tables = lines.map((line) => (JSON.parse(line) as { table: string }).table);
    expect(tables).toEqual(
      expect.arrayContaining(['organizations', 'api_keys', 'conversations', 'audit_log']),
    );
    const confirm = page.getByLabel('Its name, to confirm');
    await confirm.fill('Another name');
    await page.getByRole('button', { name: 'Delete for ever' }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: 'must be the organization’s name: Short lived' })
      .waitFor();
    await confirm.fill('Short lived');
    await page.getByRole('button', { name: 'Delete for ever' }).click();
    await page.getByLabel('API key').waitFor();
    expect((await fetch(`${relay.url}/v1/wallet`, { headers })).status).toBe(401);
    expect(misconduct.pageErrors).toEqual([]);
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
    await page.getByRole('row', { name: /Escalation risk 0\.\d\d/ }).waitFor();
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
    await page.getByLabel('Mostly').selectOption('Angry');
    await page.getByText('Filters (1)').waitFor();
    const row = page.getByRole('listitem').filter({ has: found });
    await row.getByText('Mostly angry').waitFor();
    await row.getByText('hung up').waitFor();
    await row.getByRole('img', { name: 'Began unpleasant, ended unpleasant' }).waitFor();
    await page.getByLabel('Mostly').selectOption('Happy');
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
      /^0:01 · Customer angry \(valence -0\.9, energy 0\.9\)/,
    );
    await page.getByText('Audio is not kept.').waitFor();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url());
    });
    await page
      .getByLabel('Recording of this call')
      .setInputFiles(fileOf(synthesizeVoice('angry', 2, 1), 'mine.wav'));
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.getByText('mine.wav, in this page only').waitFor();
    await page.locator('.wave').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    expect(sent).toEqual([]);
    expect(await accessibilityProblems()).toEqual([]);
    expect(misconduct.pageErrors).toEqual([]);
  });

  it('lets people try a recording first, with code that holds a real key', async () => {
    await signIn();
    await page.getByRole('heading', { level: 1, name: 'Try it' }).waitFor();
    await page.getByRole('button', { name: 'Create a key for trying' }).click();
    // The step is closed where an earlier test has called already.
    const code = page.getByRole('group', { name: 'the first call', includeHidden: true });
    await code.filter({ hasText: /Bearer psk_[0-9A-Za-z]{20,}/ }).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Try the sample call' }).click();
    await page.getByRole('heading', { name: 'sample-call.ogg' }).waitFor({ timeout: 60_000 });
    expect(await page.locator('.timeline .lane').count()).toBe(4);
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
    // Nothing is used until its owner has seen what it gains and loses, and says where.
    await page.getByRole('button', { name: 'Use Loud and soft@1' }).click();
    const question = page.getByRole('region', { name: 'Use Loud and soft@1?' });
    await question.getByText(/On your recordings that it never heard: .*(Gains|Loses)/).waitFor();
    await question.getByText(/On other people’s speech: .*(Gains|Loses)/).waitFor();
    await question.getByText(/Your samples lack neutral, .*: those stay the base model’s/).waitFor();
    expect(await accessibilityProblems()).toEqual([]);
    const button = question.getByRole('button', { name: 'Use it' });
    await button.click();
    expect(await question.getByLabel('Use it for').evaluate((select) => select.matches(':invalid'))).toBe(
      true,
    );
    await question.getByLabel('Use it for').selectOption('Sales only');
    await button.click();
    await page.getByText('in use for Sales').waitFor();
    await page.getByRole('button', { name: 'Back, Sales to the model before Loud and soft@1' }).click();
    await page.getByText('in use for Sales').waitFor({ state: 'detached' });
    await page.getByText('in use', { exact: true }).waitFor();
  }, 180_000);

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
