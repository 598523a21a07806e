/**
 * A bare page with the client library, served by the relay under the demo's own headers (and so under its content security
 * policy). For tests that need the library without the demo around it.
 */
import { copyFile, cp, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { repositoryRoot } from './relay-process.js';

const require = createRequire(join(repositoryRoot, 'packages/client/package.json'));
const runtimeFiles = ['ort.wasm.min.mjs', 'ort-wasm-simd-threaded.mjs', 'ort-wasm-simd-threaded.wasm'];

/** Copies the page's files into a new folder, for UNDERTONE_DEMO_DIR. */
export const makeHarness = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'undertone-page-'));
  const pages = join(repositoryRoot, 'test/browser/pages');
  await cp(join(repositoryRoot, 'packages/client/dist/bundle'), folder, { recursive: true });
  await copyFile(join(pages, 'harness.html'), join(folder, 'index.html'));
  await copyFile(join(pages, 'harness.mjs'), join(folder, 'harness.mjs'));
  const vad = join(folder, 'vad');
  await mkdir(vad, { recursive: true });
  const runtime = dirname(require.resolve('onnxruntime-web/wasm'));
  for (const name of runtimeFiles) await copyFile(join(runtime, name), join(vad, name));
  const detector = join(dirname(require.resolve('@ricky0123/vad-web')), 'silero_vad_v5.onnx');
  await copyFile(detector, join(vad, 'silero_vad_v5.onnx'));
  return folder;
};

/** Copies the prosody package next to the page, which puts it on itself: its policy lets nothing add a script later. */
export const addProsody = async (folder: string): Promise<void> => {
  await cp(join(repositoryRoot, 'packages/prosody/dist'), join(folder, 'prosody'), { recursive: true });
  const script = "import * as prosody from '/prosody/index.js';\nglobalThis.prosody = prosody;\n";
  await writeFile(join(folder, 'prosody.mjs'), script);
  const page = join(folder, 'index.html');
  const tag = '<script type="module" src="/prosody.mjs"></script>';
  await writeFile(page, (await readFile(page, 'utf8')).replace('</head>', `${tag}</head>`));
};

/** Opens the page and waits until the library is loaded. */
export const openHarness = async (page: Page, origin: string): Promise<void> => {
  await page.goto(`${origin}/`);
  await page.waitForFunction(() => document.title === 'ready');
};
