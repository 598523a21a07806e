/** Two hundred sessions started and disposed of on one page leave nothing behind. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Misconduct, launchChromium, watchConduct } from '../support/chromium.js';
import { makeHarness, openHarness } from '../support/harness.js';
import { RelayProcess } from '../support/relay-process.js';

const cycles = 200;

interface Inventory {
  contexts: AudioContext[];
  tracks: MediaStreamTrack[];
  workersMade: number;
  workersEnded: number;
  /** Listeners on what outlives a session: added less removed, by target and type. */
  listeners: Record<string, number>;
}

declare global {
  var inventory: Inventory;
}

/** Wraps the page's constructors before its first script runs. */
function takeInventory(): void {
  const inventory: Inventory = { contexts: [], tracks: [], workersMade: 0, workersEnded: 0, listeners: {} };
  globalThis.inventory = inventory;
  globalThis.AudioContext = class extends AudioContext {
    constructor(options?: AudioContextOptions) {
      super(options);
      inventory.contexts.push(this);
    }
  };
  globalThis.Worker = class extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      inventory.workersMade += 1;
    }
    override terminate(): void {
      super.terminate();
      inventory.workersEnded += 1;
    }
  };
  const devices = navigator.mediaDevices;
  const open = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async (constraints) => {
    const stream = await open(constraints);
    inventory.tracks.push(...stream.getTracks());
    return stream;
  };
  const targets: [string, EventTarget][] = [
    ['window', window],
    ['document', document],
    ['mediaDevices', devices],
  ];
  for (const [name, target] of targets) {
    const add = target.addEventListener.bind(target);
    const remove = target.removeEventListener.bind(target);
    const held = new Map<string, unknown[]>();
    target.addEventListener = (
      type: string,
      listener: EventListenerOrEventListenerObject | null,
      options?: boolean | AddEventListenerOptions,
    ) => {
      held.set(type, [...(held.get(type) ?? []), listener]);
      inventory.listeners[`${name} ${type}`] = held.get(type)?.length ?? 0;
      add(type, listener, options);
    };
    target.removeEventListener = (
      type: string,
      listener: EventListenerOrEventListenerObject | null,
      options?: boolean | EventListenerOptions,
    ) => {
      const list = held.get(type) ?? [];
      const index = list.indexOf(listener);
      if (index >= 0) list.splice(index, 1);
      inventory.listeners[`${name} ${type}`] = list.length;
      remove(type, listener, options);
    };
  }
}

const readInventory = (page: Page) =>
  page.evaluate(() => ({
    openContexts: inventory.contexts.filter(({ state }) => state !== 'closed').length,
    contexts: inventory.contexts.length,
    liveTracks: inventory.tracks.filter(({ readyState }) => readyState !== 'ended').length,
    tracks: inventory.tracks.length,
    workersLeft: inventory.workersMade - inventory.workersEnded,
    workers: inventory.workersMade,
    listeners: { ...inventory.listeners },
  }));

let relay: RelayProcess;
let browser: Browser;
let page: Page;
let misconduct: Misconduct;

beforeAll(async () => {
  relay = await RelayProcess.start({
    env: {
      UNDERTONE_DEMO: 'on',
      UNDERTONE_DEMO_DIR: await makeHarness(),
      UNDERTONE_BOOTSTRAP_PLAN: 'enterprise',
      UNDERTONE_HANDSHAKES_PER_MINUTE: '100000',
    },
  });
  browser = await launchChromium();
  page = await browser.newPage();
  misconduct = watchConduct(page, relay.url);
  await page.addInitScript(takeInventory);
  await openHarness(page, relay.url);
});

afterAll(async () => {
  await browser.close();
  await relay.stop();
});

describe('a page that starts and disposes of sessions', () => {
  it(
    `has no track, context, worker or listener left after ${cycles} of them`,
    { timeout: 300_000 },
    async () => {
      const before = await readInventory(page);
      const usage = await relay.usage();
      await page.evaluate(async (count) => {
        for (let cycle = 0; cycle < count; cycle += 1) {
          const one = undertone.createSession({
            getToken: () => fetchToken(),
            sources: [{ track: 'microphone', subject: 'customer' }],
            vad: 'energy',
          });
          await one.start();
          await one.dispose();
        }
      }, cycles);
      const left = await readInventory(page);
      expect(left).toMatchObject({ contexts: cycles, tracks: cycles, workers: cycles });
      expect(left).toMatchObject({ openContexts: 0, liveTracks: 0, workersLeft: 0 });
      for (const [name, count] of Object.entries(left.listeners)) {
        expect(count, name).toBeLessThanOrEqual(before.listeners[name] ?? 0);
      }
      expect(misconduct).toEqual({ consoleErrors: [], pageErrors: [], foreignRequests: [] });
      expect((await relay.usage()).residentKb - usage.residentKb).toBeLessThan(200_000);
    },
  );

  it('leaves nothing when it disposes at once, twice, or after a failed start', async () => {
    const before = await readInventory(page);
    await page.evaluate(async () => {
      const sources = [{ track: 'microphone', subject: 'customer' }] as const;
      const hasty = undertone.createSession({ getToken: () => fetchToken(), sources });
      const starting = hasty.start().catch(() => undefined);
      await Promise.all([hasty.dispose(), hasty.dispose(), starting]);
      const failing = undertone.createSession({
        getToken: () => Promise.reject(new Error('the login server is away')),
        sources,
        reconnect: { giveUpAfterMs: 0 },
      });
      await failing.start().catch(() => undefined);
      await failing.dispose();
    });
    const left = await readInventory(page);
    expect(left).toMatchObject({ openContexts: 0, liveTracks: 0, workersLeft: 0 });
    expect(left.listeners).toEqual(before.listeners);
  });
});
