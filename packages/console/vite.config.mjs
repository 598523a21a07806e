import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** The pages' script is imported when the language is known; the browser fetches it before. */
const preloadElements = {
  name: 'preload-elements',
  transformIndexHtml: {
    order: 'post',
    handler(page, { bundle = {} }) {
      const script = Object.values(bundle).find(({ name }) => name === 'console.elements');
      if (script === undefined) return [];
      return [script.fileName, ...script.imports]
        .filter((file) => !page.includes(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/console/${file}` },
          injectTo: 'head',
        }));
    },
  },
};

export default defineConfig({
  plugins: [preloadElements],
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
