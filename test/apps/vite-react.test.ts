/** A fresh Vite and React app from the packed tarballs, under a strict policy. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.js';
import { recordMicrophone } from '../support/microphone.js';
import { installPacked } from '../support/packed.js';
import { RelayProcess, repositoryRoot } from '../support/relay-process.js';
import { angryAndSad } from '../support/speech.js';
import { listen } from './listen.js';
import { policyOf } from './policy.js';

const execute = promisify(execFile);

let relay: RelayProcess;
let browser: Browser;
let app: string;

beforeAll(async () => {
  app = await mkdtemp(join(tmpdir(), 'undertone-vite-react-'));
  await installPacked(app, ['protocol', 'prosody', 'client', 'widget']);
  await cp(join(repositoryRoot, 'test/apps/sources/vite-react'), app, { recursive: true });
  const vite = join(repositoryRoot, 'node_modules/vite/bin/vite.js');
  // Vitest's own NODE_ENV would build for development.
  const env = { ...process.env, NODE_ENV: 'production' };
  await execute(process.execPath, [vite, 'build'], { cwd: app, env });
  relay = await RelayProcess.start({ env: { UNDERTONE_DEMO: 'off' } });
  browser = await launchChromium({ microphone: (await recordMicrophone(await angryAndSad(6), 300)).path });
});
afterAll(async () => {
  await browser.close();
  await relay.stop();
  await rm(app, { recursive: true, force: true });
});

it('streams the microphone and shows the panel, and nothing is complained about', async () => {
  const policy = policyOf(relay.url, "'self'", false);
  const heard = await listen(browser, relay, join(app, 'dist'), policy, 'silero');
  expect(heard.complaints).toEqual([]);
  expect(heard.emotion).not.toBe('');
  expect(heard.height).toBeGreaterThan(50);
});
