/** One tag on pages of another origin than the relay, as a customer would write them. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.js';
import { recordMicrophone } from '../support/microphone.js';
import { RelayProcess, repositoryRoot } from '../support/relay-process.js';
import { angryAndSad } from '../support/speech.js';
import { listen } from './listen.js';
import { policyOf } from './policy.js';

let relay: RelayProcess;
let browser: Browser;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'undertone-apps-'));
  // The demo is off, as on a customer's relay: what the tag needs is served in any case.
  relay = await RelayProcess.start({ env: { UNDERTONE_DEMO: 'off' } });
  browser = await launchChromium({ microphone: (await recordMicrophone(await angryAndSad(6), 300)).path });
});
afterAll(async () => {
  await browser.close();
  await relay.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('one tag on a page of another origin', () => {
  let app: string;
  let privateApp: string;

  beforeAll(async () => {
    const { version } = JSON.parse(
      await readFile(join(repositoryRoot, 'packages/widget/package.json'), 'utf8'),
    ) as { version: string };
    const script = `${relay.url}/undertone/${version}/embed.js`;
    const bytes = Buffer.from(await (await fetch(script)).arrayBuffer());
    const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
    const pageWith = async (name: string, attributes: string): Promise<string> => {
      const place = join(folder, name);
      await mkdir(place);
      await writeFile(
        join(place, 'index.html'),
        `<!doctype html><title>Desk</title>
<script type="module" crossorigin src="${script}" integrity="${integrity}"></script>
<script type="module" src="/start.js"></script>
<undertone-panel token-endpoint="/undertone-token" subject="customer" consent-basis="consent"${attributes}></undertone-panel>
<button id="start">Start</button>`,
      );
      await writeFile(
        join(place, 'start.js'),
        `document.querySelector('#start').onclick = () => document.querySelector('undertone-panel').start();`,
      );
      return place;
    };
    [app, privateApp] = await Promise.all([pageWith('html', ''), pageWith('private', ' privacy="features"')]);
  });

  it('streams under the CSP of the README, with its hash stated, and nothing is complained about', async () => {
    const { complaints, height, ...heard } = await listen(
      browser,
      relay,
      app,
      policyOf(relay.url, `blob: ${relay.url}`),
      'silero',
    );
    expect(complaints).toEqual([]);
    expect(heard.emotion).not.toBe('');
    expect(heard.provenance).toBe('server');
    expect(height).toBeGreaterThan(30);
  });

  it('[RT115] hears by itself with privacy="features", on a token that allows no audio, under the same CSP', async () => {
    const { complaints, emotion, provenance } = await listen(
      browser,
      relay,
      privateApp,
      policyOf(relay.url, `blob: ${relay.url}`),
      'energy',
      { privacy: 'features' },
    );
    expect(complaints).toEqual([]);
    expect(emotion).not.toBe('');
    expect(provenance).toBe('edge');
  });

  it('streams from the page’s own thread where no worker is allowed and Trusted Types are required', async () => {
    const strict = `${policyOf(relay.url, "'none'")}; require-trusted-types-for 'script'; trusted-types lit-html`;
    const { complaints, height } = await listen(browser, relay, app, strict, 'energy');
    // The browser says which rules forbade what was tried first; nothing else is wrong.
    expect(complaints.filter((text) => !/Content Security Policy|TrustedScriptURL/i.test(text))).toEqual([]);
    expect(height).toBeGreaterThan(30);
  });
});
