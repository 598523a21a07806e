import { copyFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyClientAssets } from '@undertone/client/assets';
import { assetsBeside } from '../packages/client/scripts/assets-beside.mjs';
import { defineConfig } from 'vite';

const folder = fileURLToPath(new URL('.', import.meta.url));
const assets = join(folder, 'public/undertone');

/** Copies the script-tag bundle with its chunks, for embed.html. */
async function copyEmbed() {
  const bundle = dirname(fileURLToPath(import.meta.resolve('@undertone/widget/bundle/embed.js')));
  const files = (await readdir(bundle)).filter((name) => /^embed\..*js$/.test(name));
  await Promise.all(files.map((name) => copyFile(join(bundle, name), join(assets, name))));
}

/**
 * The worklet, the transport's worker and the voice-activity model are separate files with fixed names: a strict
 * policy allows no `blob:`. They are copied beside the page before Vite reads its public folder.
 */
const ownFiles = () => ({
  name: 'undertone-own-files',
  async config() {
    await copyClientAssets(assets);
    await copyEmbed();
  },
});

export default defineConfig({
  root: folder,
  plugins: [assetsBeside(), ownFiles()],
  resolve: { conditions: ['undertone-source', 'browser', 'import', 'module', 'default'] },
  build: {
    target: 'es2022',
    sourcemap: true,
    // The preload helper and inlined assets (data:) need a less strict policy.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    emptyOutDir: true,
    rolldownOptions: { input: join(folder, 'index.html') },
  },
  worker: { format: 'es' },
});
