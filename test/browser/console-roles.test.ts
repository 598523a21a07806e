/** What each role is offered on the console's pages, in a real browser. The API refuses the rest, whatever a page shows. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblemsOf } from '../support/accessibility.js';
import type { Misconduct } from '../support/chromium.js';
import { askAs, invite, join, namedUrl, openBrowser } from '../support/console-people.js';
import { useRelayAndBrowser } from '../support/relay-and-browser.js';

const rig = useRelayAndBrowser();
const conduct: Misconduct[] = [];

beforeAll(async () => {
  const result = { emotion: 'angry', confidence: 0.9, valence: -0.9, arousal: 0.9, dominance: 0.5 };
  for (const id of ['call-over', 'call-open']) {
    await rig.relay.request('POST', '/v1/sessions', { session_id: id });
    for (let index = 0; index < 6; index += 1) {
      await rig.relay.request('POST', `/v1/sessions/${id}/utterances`, {
        start: index * 4,
        duration: 3,
        result,
      });
    }
  }
  await rig.relay.request('POST', '/v1/sessions/call-over/end', {});
  await rig.relay.request('POST', '/v1/sessions/call-over/outcome', { escalated: true });
});
afterAll(() => {
  expect(conduct.flatMap(({ pageErrors }) => pageErrors)).toEqual([]);
});

/** What a role finds on a page: a text that tells that it is there, buttons, and what is not offered. */
interface Found {
  readonly place: string;
  readonly shown: string;
  readonly has?: readonly (string | RegExp)[];
  readonly lacks?: readonly (string | RegExp)[];
  /** Whether the page says why something is missing. */
  readonly reason?: RegExp;
}

const ONLY_SUPERVISORS =
  /Only a supervisor, a developer, or an owner may do more here\. Your role is Viewer\./u;
const NOT_REACHED = /does not reach this page/u;
const ON_A_CALL = [/^Acknowledge/, 'Save outcome', 'Delete call'];
const ON_RULES = ['New rule', /^Change/, /^Delete/, 'Define KPI'];

const ROLES: readonly { readonly role: string; readonly pages: readonly Found[] }[] = [
  {
    role: 'viewer',
    pages: [
      {
        place: 'sessions/call-over',
        shown: 'Escalation risk high',
        lacks: ON_A_CALL,
        reason: ONLY_SUPERVISORS,
      },
      {
        place: 'sessions/call-open',
        shown: 'Escalation risk high',
        lacks: ['End call'],
        reason: ONLY_SUPERVISORS,
      },
      { place: 'predictions', shown: 'What was learned', lacks: [/^Go back/], reason: ONLY_SUPERVISORS },
      { place: 'rules', shown: 'KPIs of your own', lacks: ON_RULES, reason: ONLY_SUPERVISORS },
      { place: 'overview', shown: 'What was expected, and what came' },
      { place: 'people', shown: 'People', reason: NOT_REACHED },
    ],
  },
  {
    role: 'supervisor',
    pages: [
      { place: 'sessions/call-over', shown: 'Escalation risk high', has: ON_A_CALL },
      { place: 'sessions/call-open', shown: 'Escalation risk high', has: ['End call', 'Delete call'] },
      { place: 'predictions', shown: 'What was learned', has: [/^Go back/] },
      { place: 'rules', shown: 'KPIs of your own', has: ON_RULES.slice(0, 3) },
      {
        place: 'try',
        shown: 'Drop a recording here',
        has: ['Try the sample call'],
        lacks: ['Create a key for trying'],
      },
      { place: 'wallet', shown: 'Wallet', reason: NOT_REACHED },
    ],
  },
  {
    role: 'developer',
    pages: [
      {
        place: 'try',
        shown: 'From here to your own product',
        has: ['Create a key for trying', 'Try the sample call'],
      },
      { place: 'keys', shown: 'API keys', has: ['Create key'] },
      { place: 'log', shown: 'Requests', has: ['Refresh'] },
      { place: 'log/audit', shown: 'Log', reason: NOT_REACHED },
      { place: 'settings', shown: 'Settings', reason: NOT_REACHED },
    ],
  },
  {
    role: 'owner',
    pages: [
      { place: 'sessions/call-over', shown: 'Escalation risk high', has: ON_A_CALL },
      { place: 'log/audit', shown: 'Audit log', has: ['Refresh'] },
      { place: 'settings', shown: 'Settings', has: ['Export', 'Delete for ever'] },
      { place: 'members', shown: 'Members', has: ['Invite'] },
    ],
  },
];

const look = async (page: Page, { place, shown, has = [], lacks = [], reason }: Found): Promise<void> => {
  await page.goto(`${namedUrl(rig.relay)}/console#${place}`);
  const main = page.getByRole('main');
  await main.getByText(shown).first().waitFor();
  const button = (name: string | RegExp) =>
    main.getByRole('button', { name, exact: typeof name === 'string' });
  for (const name of has) await button(name).first().waitFor();
  if (reason !== undefined) await main.getByText(reason).first().waitFor();
  for (const name of lacks) expect(await button(name).count(), `${place}: ${String(name)}`).toBe(0);
  expect(await main.getByRole('alert').allTextContents(), place).not.toContainEqual(
    expect.stringMatching(/may not do this|forbidden/),
  );
  expect(await accessibilityProblemsOf(page), place).toEqual([]);
};

describe.each(ROLES)('a $role in the console', ({ role, pages }) => {
  it('is offered what the role may do, and told what is missing and who may', async () => {
    const page = await openBrowser(rig.browser, rig.relay, conduct);
    await join(page, await invite(rig.relay, `${role}@roles.example`, role));
    for (const found of pages) await look(page, found);
    if (role !== 'viewer') return;
    expect(await askAs(page, 'DELETE', '/v1/sessions/call-over')).toBe(403);
    expect(await askAs(page, 'DELETE', '/v1/alerts')).toBe(403);
    await page.goto(`${namedUrl(rig.relay)}/console#overview`);
    await page.getByText('What was expected, and what came').waitFor();
    // What is spent is not for viewers; the rest of the page does not suffer.
    expect(await page.getByText('Credits', { exact: true }).count()).toBe(0);
  });
});
