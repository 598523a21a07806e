/** Prosody in the page is prosody in the relay: one class, and the same numbers in both engines. */
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as prosody from '@undertone/prosody';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.js';
import { makeHarness, openHarness } from '../support/harness.js';
import { RelayProcess, repositoryRoot } from '../support/relay-process.js';
import { someSpeech, speechRate } from '../support/speech.js';
import { toInt16, wavBytes } from '../support/wav.js';

/** Sines, logarithms and powers may differ in the last bits between two engines. */
const TOLERANCE = 1e-6;

let relay: RelayProcess;
let browser: Browser;
let page: Page;
let samples: Float32Array;

beforeAll(async () => {
  const folder = await makeHarness();
  await cp(join(repositoryRoot, 'packages/prosody/dist'), join(folder, 'prosody'), { recursive: true });
  await writeFile(
    join(folder, 'prosody.mjs'),
    "import * as prosody from '/prosody/index.js';\nglobalThis.prosody = prosody;\n",
  );
  relay = await RelayProcess.start({ env: { UNDERTONE_DEMO: 'on', UNDERTONE_DEMO_DIR: folder } });
  browser = await launchChromium();
  page = await browser.newPage();
  await openHarness(page, relay.url);
  await page.addScriptTag({ url: '/prosody.mjs', type: 'module' });
  samples = Float32Array.from(toInt16(await someSpeech(6)), (value) => value / 32_768);
});

afterAll(async () => {
  await browser.close();
  await relay.stop();
});

/** The page's extractor, fed as the worklet feeds it: `pieceSamples` at a time. */
const measureInPage = (pieceSamples: number): Promise<prosody.ProsodySummary> =>
  page.evaluate(
    ({ all, size }) => {
      const inPage = globalThis as unknown as { prosody: typeof prosody };
      const extractor = new inPage.prosody.ProsodyExtractor();
      const audio = Float32Array.from(all);
      for (let from = 0; from < audio.length; from += size) extractor.push(audio.subarray(from, from + size));
      extractor.flush();
      return extractor.summary();
    },
    { all: [...samples], size: pieceSamples },
  );

async function measureInRelay(): Promise<prosody.ProsodySummary> {
  const body = new FormData();
  const ints = Int16Array.from(samples, (value) => Math.round(value * 32_768));
  const wav = wavBytes(samples, speechRate, new Uint8Array(ints.buffer));
  body.append('audio', new Blob([wav], { type: 'audio/wav' }), 'speech.wav');
  body.append('features', 'prosody');
  const headers = { Authorization: `Bearer ${relay.key}` };
  const answer = await fetch(`${relay.url}/v1/analyze`, { method: 'POST', body, headers });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { prosody: prosody.ProsodySummary }).prosody;
}

const figures = (summary: prosody.ProsodySummary): [string, number | null][] =>
  Object.entries(summary).flatMap(([group, values]) =>
    Object.entries(values as Record<string, number | null>).map(([name, value]): [string, number | null] => [
      `${group}.${name}`,
      value,
    ]),
  );

describe('prosody in the page and in the relay', () => {
  it.each([128, 640, 16_000])(
    'is the same for the same speech, in the page in pieces of %d',
    async (size) => {
      const inRelay = figures(await measureInRelay());
      const inPage = new Map(figures(await measureInPage(size)));
      expect(inRelay.map(([name]) => name).sort()).toEqual([...inPage.keys()].sort());
      for (const [name, value] of inRelay) {
        const other = inPage.get(name) ?? null;
        if (value === null || other === null) expect({ name, value: other }).toEqual({ name, value });
        else
          expect(Math.abs(other - value), name).toBeLessThanOrEqual(TOLERANCE * Math.max(1, Math.abs(value)));
      }
      const [pitch] = inRelay.filter(([name]) => name === 'pitch.mean');
      expect(pitch?.[1]).toBeGreaterThan(80);
    },
  );
});
