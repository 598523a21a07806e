/** Fresh apps as a customer would make them: packages from npm at pinned versions, ours from the packed tarballs. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../apps/listen.js';
import { policyOf } from '../apps/policy.js';
import { launchChromium } from '../support/chromium.js';
import { recordMicrophone } from '../support/microphone.js';
import { pack, publicPackages } from '../support/packed.js';
import { RelayProcess, repositoryRoot } from '../support/relay-process.js';
import { angryAndSad } from '../support/speech.js';

const execute = promisify(execFile);
const OURS = ['protocol', 'prosody', 'client', 'widget'];
const apps = join(repositoryRoot, 'test/installed/apps');
/** Next and Vue bring pages of their own. */
const FRAMEWORKS = ['next', 'vue'];

let relay: RelayProcess;
let browser: Browser;
let folder: string;
let tarballs: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'undertone-installed-'));
  const sources = await publicPackages();
  tarballs = [];
  for (const name of OURS) tarballs.push(await pack(sources.get(name) ?? '', folder));
  relay = await RelayProcess.start({ env: { UNDERTONE_DEMO: 'off' } });
  browser = await launchChromium({ microphone: (await recordMicrophone(await angryAndSad(6), 300)).path });
}, 300_000);
afterAll(async () => {
  await browser.close();
  await relay.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Installs and builds an app. @returns the folder of what it serves */
const buildApp = async (name: string): Promise<string> => {
  const app = join(folder, name);
  await cp(join(apps, name), app, { recursive: true });
  if (!FRAMEWORKS.includes(name)) await cp(join(apps, 'main.js'), join(app, 'main.js'));
  const options = [
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--prefer-offline',
    '--include=dev',
  ];
  await execute('npm', ['install', ...options, ...tarballs], { cwd: app });
  // Vitest's own NODE_ENV would build for development.
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
  await execute('npm', ['run', 'build'], { cwd: app, env, maxBuffer: 64_000_000 });
  const served = join(app, 'dist');
  await mkdir(served, { recursive: true });
  if (!FRAMEWORKS.includes(name)) await cp(join(apps, 'index.html'), join(served, 'index.html'));
  return served;
};

describe('a fresh app', () => {
  it.each(['webpack', 'rollup', 'esbuild', 'vue', 'next'])(
    'built with %s streams the microphone and shows the panel',
    { timeout: 600_000 },
    async (name) => {
      const served = await buildApp(name);
      // Next writes scripts into its page.
      const policy = policyOf(relay.url, "'self'", false).replace(
        "script-src 'self'",
        name === 'next' ? "script-src 'self' 'unsafe-inline'" : "script-src 'self'",
      );
      const { complaints, emotion, height } = await listen(browser, relay, served, policy, 'silero');
      expect(complaints).toEqual([]);
      expect(emotion).not.toBe('');
      expect(height).toBeGreaterThan(50);
    },
  );
});
