/** What the console shows and does when the relay is away, a proxy fails, or the login has ended. */
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Misconduct, watchConduct } from '../support/chromium.js';
import { openPage, signInto } from '../support/console-page.js';
import { useRelayAndBrowser } from '../support/relay-and-browser.js';

const rig = useRelayAndBrowser();
let page: Page;
let misconduct: Misconduct;

beforeEach(async () => {
  page = await rig.browser.newPage();
  misconduct = watchConduct(page, rig.relay.url);
});
afterEach(() => page.close());

const problem = (text: string) => page.getByRole('alert').filter({ hasText: text });
const enter = async (place: string): Promise<void> => {
  await page.goto(`${rig.relay.url}/console#${place}`);
  await signInto(page, rig.relay.key);
};
const liveSession = (id: string) => rig.relay.request('POST', '/v1/sessions', { session_id: id });

describe('the console', () => {
  it('shows that a list failed to load instead of showing an empty list, and loads it again by itself', async () => {
    const proxyPage = { status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' };
    await page.route('**/v1/webhooks', (route) => route.fulfill(proxyPage));
    await enter('webhooks');
    await problem('something between here and the relay answered 502').waitFor();
    expect(await page.getByText('No webhooks yet.').count()).toBe(0);
    await page.unroute('**/v1/webhooks');
    await page.getByText('No webhooks yet.').waitFor();
    expect(await problem('502').count()).toBe(0);
    expect(misconduct.pageErrors).toEqual([]);
  });

  it('keeps polling a live session after a failed request', async () => {
    await liveSession('call-lost');
    await enter('sessions/call-lost');
    await page.getByText('Nothing was heard yet.').waitFor();
    await page.route('**/v1/sessions/call-lost?*', (route) => route.abort());
    await problem('the relay cannot be reached. Trying again').waitFor();
    await page.unroute('**/v1/sessions/call-lost?*');
    const result = { emotion: 'neutral', confidence: 0.8, valence: 0.3, arousal: 0, dominance: 0 };
    await rig.relay.request('POST', '/v1/sessions/call-lost/utterances', { start: 0, duration: 3, result });
    await page.locator('.timeline').waitFor();
    expect(await problem('cannot be reached').count()).toBe(0);
    expect(misconduct.pageErrors).toEqual([]);
  });

  it('does not say that no call is going on while the relay cannot be asked, and recovers by itself', async () => {
    await enter('live');
    await page.getByText('No call is going on.').waitFor();
    await page.route('**/v1/sessions?*', (route) => route.abort());
    await problem('the relay cannot be reached. Trying again').waitFor();
    expect(await page.getByText('No call is going on.').count()).toBe(0);
    await page.unroute('**/v1/sessions?*');
    await page.getByText('No call is going on.').waitFor();
    expect(await problem('cannot be reached').count()).toBe(0);
    expect(misconduct.pageErrors).toEqual([]);
  });

  it('shows nothing of a login in any tab once it has ended in one', async () => {
    const context = await rig.browser.newContext();
    const [tab, other] = [await context.newPage(), await context.newPage()];
    await tab.goto(`${rig.relay.url}/console#webhooks`);
    await signInto(tab, rig.relay.key);
    await tab.getByText('No webhooks yet.').waitFor();
    await other.goto(`${rig.relay.url}/console#webhooks`);
    await other.getByRole('button', { name: 'Sign out' }).click();
    await tab.getByLabel('API key').waitFor();
    expect(await tab.getByText('No webhooks yet.').count()).toBe(0);
    await signInto(tab, rig.relay.key);
    await other.getByText('No webhooks yet.').waitFor();
    await context.close();
  });

  it('keeps the focus where it is while it polls, and on a button that was pressed', async () => {
    await liveSession('call-focus');
    await enter('sessions/call-focus');
    const end = page.getByRole('button', { name: 'End call' });
    await end.focus();
    for (let round = 0; round < 2; round += 1) {
      await page.waitForResponse((response) => response.url().includes('/v1/sessions/call-focus?'));
    }
    expect(await end.evaluate((button) => button === document.activeElement)).toBe(true);
    await openPage(page, 'Calls');
    await page.getByRole('link', { name: 'call-focus' }).waitFor();
    const refresh = page.getByRole('button', { name: 'Refresh' });
    await refresh.press('Enter');
    await page.getByRole('status').filter({ hasText: 'The list is up to date' }).waitFor();
    expect(await refresh.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('keeps the error of an action visible while it polls', async () => {
    await liveSession('call-kept');
    await enter('sessions/call-kept');
    await page.route('**/v1/sessions/call-kept/end', (route) => route.abort());
    await page.getByRole('button', { name: 'End call' }).click();
    await problem('the relay cannot be reached').waitFor();
    await page.waitForResponse((response) => response.url().includes('/v1/sessions/call-kept?'));
    expect(await problem('the relay cannot be reached').isVisible()).toBe(true);
  });

  it('shows no login form while the relay is away, and says when a sign-out failed', async () => {
    await page.route('**/console/session', (route) => route.abort());
    await page.goto(`${rig.relay.url}/console#webhooks`);
    await problem('the relay cannot be reached. Trying again').waitFor();
    expect(await page.getByLabel('API key').count()).toBe(0);
    await page.unroute('**/console/session');
    await signInto(page, rig.relay.key);
    await page.getByText('No webhooks yet.').waitFor();
    await page.route('**/console/session', (route) => route.abort());
    await page.getByRole('button', { name: 'Sign out' }).click();
    await problem('You are still signed in').waitFor();
    await openPage(page, 'People');
    expect(await problem('You are still signed in').count()).toBe(0);
    expect(misconduct.pageErrors).toEqual([]);
  });

  it('does not ask for a key when the browser cannot keep a login safe', async () => {
    await page.route('http://console.test/**', async (route) => {
      const url = route.request().url().replace('http://console.test', rig.relay.url);
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    await page.goto('http://console.test/console');
    await page.getByText('The console needs HTTPS').waitFor();
    expect(await page.getByLabel('API key').count()).toBe(0);
    expect(misconduct.pageErrors).toEqual([]);
    // A request still on its way when the page closes would fail outside of the test.
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('says that the login has ended, and continues on the requested page after the next login', async () => {
    await enter('webhooks');
    await page.getByText('No webhooks yet.').waitFor();
    await page.context().clearCookies();
    await page.getByRole('link', { name: 'People' }).click();
    await problem('The login has ended').waitFor();
    await signInto(page, rig.relay.key);
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
    expect(misconduct.pageErrors).toEqual([]);
  });
});
