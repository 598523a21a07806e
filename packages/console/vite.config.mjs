import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/console/',
  build: {
    target: 'es2022',
    sourcemap: true,
    // The preload helper and inlined assets (data:) would need a looser policy.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    // `site` beside what the compiler writes.
    outDir: 'dist/site',
    emptyOutDir: true,
  },
});
