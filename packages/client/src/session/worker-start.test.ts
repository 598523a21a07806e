import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PageEnvironment } from '../capture/page-environment.js';
import { FakeProcessors } from '../testing/fake-worklet.js';
import { NOTHING_OPEN, SessionRig } from '../testing/session-rig.js';

let rig: SessionRig;
let started: string[];

beforeAll(() => FakeProcessors.load());
beforeEach(() => {
  rig = new SessionRig();
  started = [];
});

/** A page that notes which scripts it starts and imports. */
const page = (overrides: Partial<PageEnvironment> = {}): Partial<PageEnvironment> => {
  const environment = rig.page.environment();
  return {
    createScript: (text) => `blob:${text}`,
    createWorker: (url, name) => {
      started.push(url);
      return environment.createWorker(url, name);
    },
    importModule: (url) => {
      started.push(`page ${url}`);
      return Promise.resolve({ serve: rig.page.serve.bind(rig.page) });
    },
    ...overrides,
  };
};

/** Goes live with the library's files in `folder`, ends the session, and expects that nothing stays open. */
const run = async (folder: string, overrides: Partial<PageEnvironment>): Promise<void> => {
  const session = rig.make({ assets: folder }, overrides);
  const ready = session.start();
  await rig.accept();
  await ready;
  expect(session.state.kind).toBe('live');
  await session.dispose();
  expect(rig.page.opened).toEqual(NOTHING_OPEN);
};

describe('The transport’s script', () => {
  it('runs in a worker when it is of the page’s own origin', async () => {
    await run('https://page.example/undertone/', page());
    expect(started).toEqual(['https://page.example/undertone/transport.worker.js']);
  });

  it('is imported by a blob: worker when it is of another origin', async () => {
    await run('https://one.example/undertone/', page());
    expect(started).toEqual(['blob:import "https://one.example/undertone/transport.worker.js";']);
  });

  it('has one blob: of another origin, however many sessions there are', async () => {
    const made: string[] = [];
    const createScript = (text: string) => {
      made.push(text);
      return `blob:${text}`;
    };
    await run('https://five.example/undertone/', page({ createScript }));
    rig = new SessionRig();
    await run('https://five.example/undertone/', page({ createScript }));
    expect(made).toHaveLength(1);
    expect(started).toHaveLength(2);
  });

  it('runs in the page where blob: is forbidden, and blob: is not tried twice', async () => {
    const strict = page();
    rig.page.failing.worker = true;
    await run('https://two.example/undertone/', strict);
    const url = 'https://two.example/undertone/transport.worker.js';
    expect(started).toEqual([`blob:import "${url}";`, `page ${url}`]);
    rig = new SessionRig();
    started = [];
    await run('https://two.example/undertone/', page());
    expect(started).toEqual([`page ${url}`]);
  });

  it('runs in the page where the browser throws', async () => {
    const createWorker = () => {
      throw new TypeError('This document requires TrustedScriptURL assignment.');
    };
    await run('https://three.example/undertone/', page({ createWorker }));
    expect(started).toEqual(['page https://three.example/undertone/transport.worker.js']);
  });

  it('fails with its address when it cannot be loaded at all', async () => {
    rig.page.failing.worker = true;
    const lost = page({ importModule: () => Promise.reject(new TypeError('404')) });
    const session = rig.make({ assets: 'https://four.example/' }, lost);
    await expect(session.start()).rejects.toMatchObject({
      code: 'worker_blocked',
      details: { url: 'https://four.example/transport.worker.js' },
    });
    expect(rig.page.opened).toEqual(NOTHING_OPEN);
  });
});
