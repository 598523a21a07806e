import { copyClientAssets } from '@undertone/client/assets';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const folder = fileURLToPath(new URL('.', import.meta.url));

/**
 * The worklet, the transport's worker and the voice-activity model are files of their own, at fixed names: a strict
 * policy allows no `blob:`. They are copied beside the page before Vite reads its public folder.
 */
const clientAssets = () => ({
  name: 'undertone-client-assets',
  async config() {
    await copyClientAssets(`${folder}public/undertone`);
  },
});

export default defineConfig({
  root: folder,
  plugins: [clientAssets()],
  resolve: { conditions: ['undertone-source', 'browser', 'import', 'module', 'default'] },
  build: {
    target: 'es2022',
    sourcemap: true,
    // The preload helper and inlined assets (data:) would need a looser policy.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    emptyOutDir: true,
  },
  worker: { format: 'es' },
});
