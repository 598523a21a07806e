/** What an organization looks after in the console: keys, wallet, webhooks, alerts, settings, in a real browser. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { accessibilityProblemsOf } from '../support/accessibility.js';
import type { Misconduct } from '../support/chromium.js';
import { openPage, signInto, useConsole } from '../support/console-page.js';
import { runCommand } from '../support/operator.js';
import type { RelayProcess } from '../support/relay-process.js';
import { speechRate } from '../support/speech.js';
import { synthesizeVoice } from '../support/voices.js';
import { wavBytes } from '../support/wav.js';

const workspace = useConsole({ UNDERTONE_ALLOW_PRIVATE_URLS: 'on', UNDERTONE_PRICE: 'EUR 0.6' });
let relay: RelayProcess;
let page: Page;
let misconduct: Misconduct;
beforeEach(() => {
  ({ relay, page, misconduct } = workspace.now());
});

const signIn = (key = relay.key) => signInto(page, key);
const open = (title: string) => openPage(page, title);
const accessibilityProblems = () => accessibilityProblemsOf(page);

describe('an organization in the console', () => {
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
    await page.getByRole('button', { name: 'Change Escalation risk high' }).click();
    const change = page.getByRole('form', { name: 'Change Escalation risk high' });
    await change.getByLabel('Begins at').fill('0.5');
    await change.getByRole('button', { name: 'Save rule' }).click();
    await page.getByText('Escalation risk at 50% or above').waitFor();
    const { json } = await relay.request('GET', '/v1/alerts');
    expect((json as { alerts: { id: string; enter: number }[] }).alerts).toHaveLength(5);
    // A KPI takes the rules on it along.
    await page.getByRole('button', { name: 'Delete Sold upgrade' }).click();
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
});
