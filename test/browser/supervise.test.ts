/** The supervisor's page beside the agent's: the list of live calls, a watched call, and what each side sees of the other. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchChromium, type Misconduct, watchConduct } from '../support/chromium.js';
import { recordMicrophone } from '../support/microphone.js';
import { RelayProcess } from '../support/relay-process.js';
import { angryAndSad } from '../support/speech.js';
import { TcpProxy } from '../support/tcp-proxy.js';

/** Chromium's own messages about links that a test cuts. */
const brokenLink = [/WebSocket connection to .* failed/, /Failed to load resource: net::ERR_/];

const require = createRequire(import.meta.url);

/** Lists the axe-core violations on the supervisor's page, by rule. */
const accessibilityProblems = async (): Promise<string[]> => {
  const source = await readFile(require.resolve('axe-core'), 'utf8');
  // Evaluate it as a string: the page's policy blocks script tags, but not the debugger's evaluation.
  return supervisor.evaluate(`(async () => {
    ${source};
    const { violations } = await window.axe.run(document);
    return violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | '));
  })()`);
};

let relay: RelayProcess;
let browser: Browser;
let microphone: string;
let agent: Page;
let supervisor: Page;
/** The supervisor's link to the relay, which a test may cut. */
let proxy: TcpProxy;
let conduct: Misconduct[];

beforeAll(async () => {
  relay = await RelayProcess.start({
    env: { UNDERTONE_DEMO: 'on', UNDERTONE_HANDSHAKES_PER_MINUTE: '100000' },
  });
  // The pauses are long enough to end a turn.
  microphone = (await recordMicrophone(await angryAndSad(6), 1_200)).path;
}, 120_000);
afterAll(() => relay.stop());

beforeEach(async () => {
  proxy = await TcpProxy.start(() => relay.port);
  browser = await launchChromium({ microphone });
  agent = await browser.newPage();
  supervisor = await browser.newPage();
  conduct = [watchConduct(agent, relay.url), watchConduct(supervisor, proxy.url, brokenLink)];
  await agent.goto(`${relay.url}/`);
});
afterEach(async () => {
  await browser.close();
  await proxy.stop();
  // A closed page leaves its call waiting. End it, so that the next test starts without calls.
  const { json } = await relay.request('GET', '/v1/sessions?state=live,paused');
  for (const { id } of (json as { sessions: { id: string }[] }).sessions) {
    await relay.request('POST', `/v1/sessions/${id}/end`, {});
  }
});

const calls = () => supervisor.getByRole('listbox', { name: 'Live calls' });
const call = () => calls().getByRole('option', { name: /Maria Keller/ });
const panel = () => supervisor.locator('undertone-panel');
const state = (text: string | RegExp) =>
  supervisor.locator('#watched-state').filter({ hasText: text }).waitFor({ timeout: 20_000 });
const told = (text: string | RegExp) =>
  supervisor.getByRole('status').filter({ hasText: text }).first().waitFor({ timeout: 20_000 });
const open = () => supervisor.goto(`${proxy.url}/supervise.html`);

const startCall = async (): Promise<void> => {
  await agent.bringToFront();
  await agent.locator('#start-microphone').click();
  await agent.getByRole('button', { name: 'The customer knows and agrees' }).click();
  await agent.locator('#call-state').filter({ hasText: 'In call' }).waitFor({ timeout: 30_000 });
};
const heard = (page: Page) =>
  page.locator('undertone-mood [part="trend"]').first().waitFor({ timeout: 30_000 });
const endCall = async (): Promise<void> => {
  await agent.locator('#end').click();
  await agent.locator('#call-state').filter({ hasText: 'Call ended' }).waitFor({ timeout: 20_000 });
};

describe('a supervisor', () => {
  it('sees a call start, watches it by keyboard, is seen by the agent, and sees how it ended', async () => {
    await open();
    await supervisor.getByText('No call is going on.').waitFor();
    expect(await accessibilityProblems()).toEqual([]);
    await startCall();
    await supervisor.bringToFront();
    await call().waitFor({ timeout: 20_000 });
    await told('New call: Maria Keller. 1 live call.');
    await calls().focus();
    await supervisor.keyboard.press('ArrowDown');
    await supervisor.keyboard.press('Enter');
    await state('You are watching.');
    expect(await call().getAttribute('aria-selected')).toBe('true');
    await heard(supervisor);
    await agent.locator('undertone-status').filter({ hasText: '1 person is watching' }).waitFor();
    // Only the agent can answer cues.
    expect(await panel().locator('undertone-cue button').count()).toBe(0);
    await agent.locator('#hold').click();
    await state('On hold');
    await call().filter({ hasText: 'On hold' }).waitFor({ timeout: 20_000 });
    await agent.locator('#hold').click();
    await state('You are watching.');
    await supervisor.locator('#predictions dt').first().waitFor({ timeout: 40_000 });
    expect(await accessibilityProblems()).toEqual([]);
    await endCall();
    await state('The call is over.');
    await supervisor.locator('#summary').getByText('Length').waitFor();
    await supervisor.getByText('No call is going on.').waitFor();
    expect(conduct).toEqual([clean, clean]);
  }, 120_000);

  it('who joins late sees the earlier turns, mood and newest emotion at once', async () => {
    await startCall();
    await agent.locator('undertone-panel').getByRole('button', { name: 'Details' }).click();
    await agent
      .locator('undertone-turns summary')
      .filter({ hasText: /\([2-9]\)/ })
      .waitFor({ timeout: 40_000 });
    await agent.locator('#hold').click();
    await agent.locator('#call-state').filter({ hasText: 'On hold' }).waitFor();
    await open();
    await supervisor.bringToFront();
    await call().click({ timeout: 20_000 });
    await state('On hold');
    // Nothing is streamed during the hold, so all of this comes from the snapshot.
    await panel().getByRole('button', { name: 'Details' }).click();
    await panel().locator('undertone-turns summary').click();
    await panel().locator('undertone-turns li').nth(1).waitFor({ timeout: 5_000 });
    await heard(supervisor);
    const drawn = await panel()
      .locator('undertone-history path')
      .evaluateAll((paths) => paths.map((path) => path.getAttribute('d') ?? ''));
    expect(Math.max(...drawn.map((path) => path.split('L').length))).toBeGreaterThan(2);
    await endCall();
    expect(conduct).toEqual([clean, clean]);
  }, 120_000);

  it('who stops watching disappears for the agent, and can watch again', async () => {
    await startCall();
    await open();
    await supervisor.bringToFront();
    const watchers = agent.locator('undertone-status [part="observers"]');
    for (let round = 0; round < 2; round += 1) {
      await call().click({ timeout: 20_000 });
      await state('You are watching.');
      await watchers.waitFor();
      await supervisor.getByRole('button', { name: 'Stop watching' }).click();
      await watchers.waitFor({ state: 'detached' });
      expect(await panel().isVisible()).toBe(false);
    }
    await endCall();
    expect(conduct).toEqual([clean, clean]);
  }, 120_000);

  it('sees that the link is lost and the list outdated, and recovers by itself', async () => {
    await startCall();
    await open();
    await supervisor.bringToFront();
    await call().click({ timeout: 20_000 });
    await heard(supervisor);
    proxy.set({ kind: 'down' });
    await state('The connection to the relay is lost.');
    await supervisor
      .getByText('The list of calls does not come from the relay.')
      .waitFor({ timeout: 20_000 });
    expect(await call().isVisible()).toBe(true);
    proxy.set({ kind: 'open' });
    await state('You are watching.');
    await told('The list is up to date again.');
    await endCall();
    await state('The call is over.');
    expect(conduct).toEqual([clean, clean]);
  }, 120_000);

  it('sees that the agent’s page is away, and that the call then ends', async () => {
    await startCall();
    await open();
    await supervisor.bringToFront();
    await call().click({ timeout: 20_000 });
    await state('You are watching.');
    const id = await supervisor.evaluate(() =>
      document.querySelector('[role="option"]')?.id.slice('call-'.length),
    );
    await agent.goto('about:blank');
    await state('The agent’s page is away.');
    await relay.request('POST', `/v1/sessions/${id}/end`, {});
    await state('The call is over.');
    expect(conduct[1]).toEqual(clean);
  }, 120_000);
});

const clean = { consoleErrors: [], pageErrors: [], foreignRequests: [] };
