// Builds the files a page loads: the library, the audio worklet and its analysis, the worker of the transport, and what is
// loaded only when it is used. Each is its own file, since a strict CSP allows no blob: worklets.
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const outDir = `${root}dist/bundle`;

/** Inputs of one build share what they have in common: page and worker load `shared.js` once. */
const builds = [
  { 'undertone-client': 'src/index.ts', 'transport.worker': 'src/worker/transport.worker.define.ts' },
  { worklet: 'src/worklet/processor.define.ts' },
  { prosody: 'src/worklet/prosody.define.ts' },
  { 'vad.worker': 'src/vad/vad.worker.define.ts' },
  { 'undertone-observe': 'src/observe/index.ts' },
];

/** vad-web writes to the page's console whatever the level; a library has no business there. */
const quietVad = {
  name: 'quiet-vad',
  load: (id) =>
    id.endsWith('/vad-web/dist/logging.js')
      ? 'exports.log = { error() {}, warn() {}, debug() {} };'
      : undefined,
};

/** Nothing is preloaded here (`modulePreload` is off), so Vite's helper for it need not be in every page. */
const noPreload = {
  name: 'no-preload',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined,
};

/** Builds the bundles into `dist/bundle`; used by the workspace's build as well. */
export async function buildClient({ logLevel = 'warn' } = {}) {
  await rm(outDir, { recursive: true, force: true });
  for (const entries of builds) {
    await build({
      root,
      configFile: false,
      logLevel,
      publicDir: false,
      plugins: [quietVad, noPreload],
      resolve: {
        conditions: ['undertone-source', 'onnxruntime-web-use-extern-wasm', 'browser', 'import', 'default'],
      },
      build: {
        outDir,
        emptyOutDir: false,
        target: 'es2022',
        minify: true,
        sourcemap: true,
        modulePreload: false,
        rolldownOptions: {
          input: Object.fromEntries(
            Object.entries(entries).map(([name, entry]) => [name, `${root}${entry}`]),
          ),
          preserveEntrySignatures: 'allow-extension',
          output: {
            format: 'es',
            entryFileNames: '[name].js',
            // Stable names: pages copy these files.
            chunkFileNames: ({ isDynamicEntry }) => (isDynamicEntry ? '[name].js' : 'shared.js'),
          },
        },
      },
    });
  }
  return outDir;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildClient({ logLevel: 'info' });
}
