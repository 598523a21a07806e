import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/console/',
  build: {
    target: 'es2022',
    sourcemap: true,
    // The preload helper and inlined assets (data:) need a less strict policy.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // `site` is a separate folder beside the compiler's output.
    outDir: 'dist/site',
    emptyOutDir: true,
  },
});
