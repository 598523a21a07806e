/** Where the console's addresses lead when typed, pasted or followed. */
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Misconduct, watchConduct } from '../support/chromium.js';
import { signInto } from '../support/console-page.js';
import { useRelayAndBrowser } from '../support/relay-and-browser.js';

const rig = useRelayAndBrowser();
let page: Page;
let misconduct: Misconduct;

beforeEach(async () => {
  page = await rig.browser.newPage();
  misconduct = watchConduct(page, rig.relay.url);
  page.on('dialog', (dialog) => void dialog.accept());
});
afterEach(() => page.close());

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
/** Pastes an address over the current one: the page does not reload. */
const paste = (place: string) =>
  page.evaluate((to) => {
    location.hash = to;
  }, place);

describe('an address of the console', () => {
  it('pasted over another session’s shows only the new session, and buttons act on it', async () => {
    for (const id of ['call-A', 'call-B'])
      await rig.relay.request('POST', '/v1/sessions', { session_id: id });
    const result = { emotion: 'neutral', confidence: 0.8, valence: 0.3, arousal: 0, dominance: 0 };
    await rig.relay.request('POST', '/v1/sessions/call-A/utterances', { start: 0, duration: 3, result });
    // End the sessions: the console polls a live one, which would soon correct a wrong page.
    for (const id of ['call-A', 'call-B']) await rig.relay.request('POST', `/v1/sessions/${id}/end`, {});
    await page.goto(`${rig.relay.url}/console#sessions/call-A`);
    await signInto(page, rig.relay.key);
    await heading('call-A').waitFor();
    await page.locator('.timeline').waitFor();
    await paste('#sessions/call-B');
    await heading('call-B').waitFor();
    await page.getByText('Nothing was heard.').waitFor();
    await page.getByRole('button', { name: 'Delete call' }).click();
    await heading('Calls').waitFor();
    await page.getByRole('link', { name: 'call-A' }).waitFor();
    expect(await page.getByRole('link', { name: 'call-B' }).count()).toBe(0);
  });

  it('is taken literally when it is not valid percent-encoding', async () => {
    await page.goto(`${rig.relay.url}/console#sessions/100%`);
    await signInto(page, rig.relay.key);
    await heading('100%').waitFor();
    await page.getByRole('alert').filter({ hasText: 'session' }).waitFor();
    expect(misconduct.pageErrors).toEqual([]);
  });

  it('of a list shows its first page, and the next one at the press of a button', async () => {
    for (let number = 0; number < 30; number += 1) {
      await rig.relay.request('POST', '/v1/sessions', { session_id: `listed-${number}` });
    }
    await page.goto(`${rig.relay.url}/console#sessions?q=listed`);
    await signInto(page, rig.relay.key);
    const calls = page.locator('li.call');
    await calls.nth(24).waitFor();
    expect(await calls.count()).toBe(25);
    await page.getByRole('button', { name: 'Show more' }).click();
    await calls.nth(29).waitFor();
    expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
    const names = await calls.getByRole('link').allTextContents();
    expect(new Set(names.map((name) => name.trim())).size).toBe(30);
    expect(misconduct.pageErrors).toEqual([]);
  });
});
