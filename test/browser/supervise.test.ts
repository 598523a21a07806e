/** The console's live page beside the agent's desk: the list of calls, a watched call, and what each side sees of the other. */
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessibilityProblemsOf } from '../support/accessibility.js';
import { launchChromium, type Misconduct, watchConduct } from '../support/chromium.js';
import { openPage, signInto } from '../support/console-page.js';
import { recordMicrophone } from '../support/microphone.js';
import { RelayProcess } from '../support/relay-process.js';
import { angryAndSad } from '../support/speech.js';
import { TcpProxy } from '../support/tcp-proxy.js';

/** Chromium's own messages about links that a test cuts. */
const brokenLink = [/WebSocket connection to .* failed/, /Failed to load resource: net::ERR_/];

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

const calls = () => supervisor.getByRole('list', { name: 'Live calls' });
const call = () => calls().getByRole('listitem').filter({ hasText: 'Maria Keller' });
const watch = () => call().getByRole('link', { name: 'Maria Keller' });
const panel = () => supervisor.locator('undertone-panel');
const state = (text: string | RegExp) =>
  supervisor.locator('ut-watched [role="status"]').filter({ hasText: text }).waitFor({ timeout: 20_000 });
const told = (text: string | RegExp) =>
  supervisor.getByRole('status').filter({ hasText: text }).first().waitFor({ timeout: 20_000 });
const open = async () => {
  await supervisor.goto(`${proxy.url}/console`);
  await signInto(supervisor, relay.key);
  await openPage(supervisor, 'Live');
};
const accessibilityProblems = () => accessibilityProblemsOf(supervisor);

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

/** Counts what the page lets sound. */
const countTones = () =>
  supervisor.addInitScript(() => {
    const start = Reflect.get(OscillatorNode.prototype, 'start');
    OscillatorNode.prototype.start = new Proxy(start, {
      apply: (target, node, given: [number?]) => {
        const { dataset } = document.documentElement;
        dataset['tones'] = String(Number(dataset['tones'] ?? 0) + 1);
        Reflect.apply(target, node, given);
      },
    });
  });
const tones = () => supervisor.evaluate(() => document.documentElement.dataset['tones']);
/** Almost any utterance raises an alert from now on. */
const alertSoon = async (): Promise<void> => {
  const rule = { id: 'soon', metric: 'escalation_risk', direction: 'above', enter: 0.05, leave: 0.01 };
  const { status } = await relay.request('PUT', '/v1/alerts', {
    alerts: [{ ...rule, minimum_utterances: 1, alert_type: 'escalation_risk_high' }],
  });
  expect(status).toBe(200);
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
    await watch().press('Enter');
    await state('You are watching.');
    expect(await watch().getAttribute('aria-current')).toBe('true');
    await heard(supervisor);
    await agent.locator('undertone-status').filter({ hasText: '1 person is watching' }).waitFor();
    // Only the agent can answer cues.
    expect(await panel().locator('undertone-cue button').count()).toBe(0);
    await agent.locator('#hold').click();
    await state('On hold');
    await call().filter({ hasText: 'On hold' }).waitFor({ timeout: 20_000 });
    // The line of the list and the panel beside it say the same.
    const word = await panel().locator('undertone-mood [part="word"]').first().textContent();
    await call()
      .filter({ hasText: word?.trim() ?? '-' })
      .waitFor();
    await agent.locator('#hold').click();
    await state('You are watching.');
    await supervisor.getByRole('row', { name: /^Escalation risk/ }).waitFor({ timeout: 40_000 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await supervisor.emulateMedia({ colorScheme });
      expect(await accessibilityProblems()).toEqual([]);
    }
    await supervisor.setViewportSize({ width: 360, height: 800 });
    expect(await supervisor.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await endCall();
    await state('The call is over.');
    await supervisor.getByText('No call is going on.').waitFor();
    await supervisor.getByRole('link', { name: 'The whole call' }).click();
    await supervisor.locator('.timeline').waitFor();
    expect(conduct).toEqual([clean, clean]);
  }, 120_000);

  it('is told of an alert: in the list, in a banner, and by sound once it is switched on', async () => {
    await countTones();
    await alertSoon();
    await open();
    await startCall();
    await supervisor.bringToFront();
    const sound = supervisor.getByRole('button', { name: 'Sound for alerts' });
    expect(await tones()).toBeUndefined();
    await sound.click();
    await supervisor.locator('[aria-pressed="true"]').waitFor();
    expect(await tones()).toBe('2');
    await call().filter({ hasText: '1 alert' }).waitFor({ timeout: 40_000 });
    const banner = supervisor.getByRole('region', { name: 'Alerts since you came' });
    await banner.filter({ hasText: 'Maria Keller: Escalation risk high' }).waitFor();
    await told(/Alert in the call of Maria Keller\./);
    expect(await tones()).toBe('4');
    expect(await accessibilityProblems()).toEqual([]);
    await relay.request('DELETE', '/v1/alerts');
    await endCall();
  }, 120_000);

  it('is told of an alert that came just before its call ended', async () => {
    await countTones();
    await open();
    await startCall();
    await supervisor.bringToFront();
    await supervisor.getByRole('button', { name: 'Sound for alerts' }).click();
    await call().waitFor({ timeout: 20_000 });
    expect(await tones()).toBe('2');
    // The next list is asked for only when the call is over.
    const list = /\/v1\/sessions\?state=live/;
    const held = await new Promise<Route>((resolve) => void supervisor.route(list, resolve, { times: 1 }));
    const listed = await relay.request('GET', '/v1/sessions?state=live');
    const [{ id }] = (listed.json as { sessions: [{ id: string }] }).sessions;
    await alertSoon();
    const added = await relay.request('POST', `/v1/sessions/${id}/utterances`, {
      result: { emotion: 'angry', confidence: 0.9, valence: -0.9, arousal: 0.9, dominance: 0.5, duration: 4 },
    });
    expect((added.json as { alerts: unknown[] }).alerts).toHaveLength(1);
    await relay.request('POST', `/v1/sessions/${id}/end`, {});
    await held.continue();
    await supervisor.getByText('No call is going on.').waitFor();
    const banner = supervisor.getByRole('region', { name: 'Alerts since you came' });
    await banner.filter({ hasText: /Maria Keller:\s+Escalation risk high\s+The call is over\./ }).waitFor();
    await told('Alert in the call of Maria Keller. Call over: Maria Keller. No live calls.');
    expect(await tones()).toBe('4');
    await banner.getByRole('link', { name: 'Maria Keller' }).click();
    await supervisor.getByRole('heading', { name: 'Alerts', exact: true }).waitFor();
    await relay.request('DELETE', '/v1/alerts');
  }, 120_000);

  it('is told that a call cannot be watched, and tries again when asked', async () => {
    await open();
    await supervisor.evaluate(() => {
      location.hash = '#live/nobody-has-this-call';
    });
    await state('There is no live call of this name now.');
    await startCall();
    await supervisor.bringToFront();
    await supervisor.getByRole('button', { name: 'Try again' }).click();
    await state('There is no live call of this name now.');
    await watch().click({ timeout: 20_000 });
    await state('You are watching.');
    await endCall();
  }, 120_000);

  it('who joins late sees the earlier turns, mood and newest emotion at once', async () => {
    await startCall();
    await agent.locator('undertone-panel').getByRole('button', { name: 'Details' }).click();
    await agent
      .locator('undertone-turns summary')
      .filter({ hasText: /\([2-9]\)/ })
      .waitFor({ timeout: 40_000 });
    await heard(agent);
    await agent.locator('#hold').click();
    await agent.locator('#call-state').filter({ hasText: 'On hold' }).waitFor();
    await open();
    await supervisor.bringToFront();
    await watch().click({ timeout: 20_000 });
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
      await watch().click({ timeout: 20_000 });
      await state('You are watching.');
      await watchers.waitFor();
      await supervisor.getByRole('link', { name: 'Stop watching' }).click();
      await watchers.waitFor({ state: 'detached' });
      expect(await panel().count()).toBe(0);
    }
    await endCall();
    expect(conduct).toEqual([clean, clean]);
  }, 120_000);

  it('sees that the link is lost and the list outdated, and recovers by itself', async () => {
    await startCall();
    await open();
    await supervisor.bringToFront();
    await watch().click({ timeout: 20_000 });
    await heard(supervisor);
    proxy.set({ kind: 'down' });
    await state('The connection to the relay is lost.');
    const trouble = supervisor.getByRole('alert').filter({ hasText: 'cannot be reached. Trying again' });
    await trouble.first().waitFor({ timeout: 20_000 });
    expect(await call().isVisible()).toBe(true);
    proxy.set({ kind: 'open' });
    await state('You are watching.');
    await trouble.first().waitFor({ state: 'detached', timeout: 20_000 });
    await endCall();
    await state('The call is over.');
    expect(conduct).toEqual([clean, clean]);
  }, 120_000);

  it('sees that the agent’s page is away, and that the call then ends', async () => {
    await startCall();
    await open();
    await supervisor.bringToFront();
    await watch().click({ timeout: 20_000 });
    await state('You are watching.');
    const id = decodeURIComponent(new URL(supervisor.url()).hash.slice('#live/'.length));
    await agent.goto('about:blank');
    await state('The agent’s page is away.');
    await relay.request('POST', `/v1/sessions/${id}/end`, {});
    await state('The call is over.');
    expect(conduct[1]).toEqual(clean);
  }, 120_000);
});

const clean = { consoleErrors: [], pageErrors: [], foreignRequests: [] };
