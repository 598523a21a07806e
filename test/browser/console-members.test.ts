/** People in the console: invited, signed in with passkeys, each with the rights of a role, in a real browser. */
import { afterEach, describe, expect, it } from 'vitest';
import { accessibilityProblemsOf } from '../support/accessibility.js';
import type { Misconduct } from '../support/chromium.js';
import { openPage, signInto } from '../support/console-page.js';
import {
  askAs as ask,
  invite as inviteTo,
  join,
  namedUrl,
  openBrowser as openPersonsBrowser,
} from '../support/console-people.js';
import { useRelayAndBrowser } from '../support/relay-and-browser.js';

const rig = useRelayAndBrowser();
const conduct: Misconduct[] = [];
const origin = (): string => namedUrl(rig.relay);

afterEach(() => {
  for (const { pageErrors, foreignRequests } of conduct.splice(0)) {
    expect(pageErrors).toEqual([]);
    expect(foreignRequests).toEqual([]);
  }
});

const openBrowser = () => openPersonsBrowser(rig.browser, rig.relay, conduct);
const invite = (email: string, role: string) => inviteTo(rig.relay, email, role);

describe('members of an organization', () => {
  it('begin with an owner: the key invites, the link makes a passkey, and from then on the console takes no key', async () => {
    const page = await openBrowser();
    await page.goto(`${origin()}/console#members`);
    await signInto(page, rig.relay.key);
    await page.getByText('You are here with an API key').waitFor();
    await page.getByLabel('E-mail').fill('owner@example.com');
    expect(await page.getByLabel('Role').inputValue()).toBe('owner');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    const url = (await page.locator('.secret').textContent()) ?? '';
    expect(url).toMatch(new RegExp(`^${origin()}/console/#join/inv_`));
    expect(await accessibilityProblemsOf(page)).toEqual([]);
    await page.goto(url);
    await page.reload();
    await page.getByRole('heading', { name: 'Join the console' }).waitFor();
    expect(await accessibilityProblemsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Make a passkey and sign in' }).press('Enter');
    await page.getByRole('link', { name: 'owner@example.com' }).waitFor();
    expect(page.url()).not.toContain('inv_');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
    expect(await page.getByLabel('API key').count()).toBe(0);
    const refused = await page.evaluate(
      async (key) =>
        (
          await fetch('/console/session', {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ api_key: key }),
          })
        ).status,
      rig.relay.key,
    );
    expect(refused).toBe(403);
    await page.locator('button:focus').press('Enter');
    await openPage(page, 'Members');
    expect(await accessibilityProblemsOf(page)).toEqual([]);
    // Whoever opens the link later finds it used.
    await page.goto(url);
    await page.reload();
    await page.getByRole('alert').filter({ hasText: 'was used' }).waitFor();
  });

  it.each([
    {
      role: 'viewer',
      pages: ['Calls', 'Overview', 'Predictions'],
      may: ['/v1/sessions'],
      mayNot: ['/v1/voice/speakers', '/v1/usage', '/v1/api-keys', '/v1/members'],
    },
    {
      role: 'supervisor',
      pages: ['Try it', 'Live', 'Calls', 'Overview', 'Predictions', 'People'],
      may: ['/v1/voice/speakers'],
      mayNot: ['/v1/usage', '/v1/webhooks', '/v1/api-keys', '/v1/organization/export'],
    },
    {
      role: 'developer',
      pages: ['API keys', 'Webhooks', 'Models', 'Wallet'],
      may: ['/v1/api-keys', '/v1/usage'],
      mayNot: ['/v1/members', '/v1/organization/export'],
    },
    { role: 'owner', pages: ['Members'], may: ['/v1/members', '/v1/organization/export'], mayNot: [] },
  ])(
    'a $role signs in and reaches what the role may, in the pages and in the API',
    async ({ role, pages, may, mayNot }) => {
      const page = await openBrowser();
      await join(page, await invite(`${role}@people.example`, role));
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      const links = page.getByRole('navigation').getByRole('link');
      await links.first().waitFor();
      const shown = await links.allTextContents();
      expect(shown).toEqual(expect.arrayContaining(pages));
      if (role !== 'owner') expect(shown).not.toContain('Members');
      for (const path of may) expect(await ask(page, 'GET', path), path).toBe(200);
      for (const path of mayNot) expect(await ask(page, 'GET', path), path).toBe(403);
      if (role !== 'owner') {
        await page.goto(`${origin()}/console#members`);
        await page.getByText('does not reach this page').waitFor();
        expect(await ask(page, 'DELETE', '/v1/organization?confirm=x')).toBe(403);
      }
    },
  );

  it('see where they are signed in, end that, and an owner changes and removes them', async () => {
    const viewer = await openBrowser();
    await join(viewer, await invite('grace@example.com', 'viewer'));
    await viewer.getByRole('link', { name: 'grace@example.com' }).click();
    await viewer.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
    await viewer.getByText('this one').waitFor();
    expect(await accessibilityProblemsOf(viewer)).toEqual([]);

    const owner = await openBrowser();
    await join(owner, await invite('second@example.com', 'owner'));
    await openPage(owner, 'Members');
    await owner.getByRole('link', { name: 'grace@example.com' }).click();
    // The list behind it has fields of the same names.
    await owner.getByRole('heading', { level: 1, name: 'grace@example.com' }).waitFor();
    await owner.getByLabel('Name').fill('Grace Hopper');
    await owner.getByLabel('Role').selectOption('developer');
    await owner.getByRole('button', { name: 'Save' }).click();
    await owner.getByRole('heading', { level: 1, name: 'Grace Hopper' }).waitFor();
    expect(await accessibilityProblemsOf(owner)).toEqual([]);
    await viewer.reload();
    await viewer.getByRole('link', { name: 'API keys' }).waitFor();
    await owner.getByRole('button', { name: /^End/ }).click();
    await owner.getByText('Nowhere.').waitFor();
    await viewer.getByRole('link', { name: 'API keys' }).click();
    await viewer.getByRole('alert').filter({ hasText: 'sign in again' }).waitFor();
    await viewer.getByRole('button', { name: 'Use a passkey' }).click();
    await viewer.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await owner.getByRole('button', { name: 'Remove member' }).click();
    await owner.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    expect(await owner.getByRole('row', { name: 'Grace Hopper' }).count()).toBe(0);
    expect(await ask(viewer, 'GET', '/v1/sessions')).toBe(401);
  });

  it('read who asked for what, and who did what', async () => {
    const page = await openBrowser();
    await join(page, await invite('reader@example.com', 'owner'));
    await rig.relay.request('GET', '/v1/webhooks/wh_nobody');
    await openPage(page, 'Log', 'Requests');
    const refused = page.getByRole('row', { name: '/v1/webhooks/:id' });
    // A request is in the log within seconds of its answer.
    await expect
      .poll(
        async () => {
          await page.getByRole('button', { name: 'Refresh' }).click();
          return refused.count();
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0);
    await page.getByLabel('Result').selectOption('client_error');
    await page.getByRole('link', { name: '/v1/webhooks/:id' }).first().click();
    await page.getByLabel('Route').and(page.locator('[placeholder]')).waitFor();
    expect(page.url()).toContain('route=');
    await page.getByRole('link', { name: 'Who did what' }).click();
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
    await page
      .getByRole('row', { name: 'Passkey added' })
      .filter({ hasText: 'reader@example.com' })
      .waitFor();
    await page.getByLabel('What').selectOption('member.signed_in');
    await page.getByRole('row', { name: 'Passkey added' }).first().waitFor({ state: 'detached' });
  });
});

describe.each([360, 1280])('the pages of members at %i pixels', (width) => {
  it('fit the window and have no accessibility problem, light and dark', async () => {
    const page = await openBrowser();
    await page.setViewportSize({ width, height: 800 });
    await join(page, await invite(`a-person-with-a-long-address-${width}@people.example`, 'owner'));
    for (const place of ['members', 'account', 'log', 'log/audit']) {
      await page.goto(`${origin()}/console#${place}`);
      await page.locator('tbody tr').first().waitFor();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await accessibilityProblemsOf(page)).toEqual([]);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
});
