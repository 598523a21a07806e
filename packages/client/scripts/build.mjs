// Builds the files a page loads: the library, the audio worklet and its analysis, the worker of the transport, and what is
// loaded only when it is used. Each is its own file, since a strict CSP allows no blob: worklets.
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, minifySync } from 'vite';
import { privateNames } from './private-names.mjs';

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

/** Page and worker share one file, which pages copy by its name. */
const oneShared = {
  name: 'one-shared',
  generateBundle(_, bundle) {
    if ('shared2.js' in bundle)
      this.error('what is loaded first and what is loaded later share a second file');
  },
};

/**
 * Shortens the names of private members, a thirtieth of what a page loads; not in the code of others, which has its own. A name
 * is the same in every file of a build: a class in one may extend a class in another.
 */
function shortPrivates(include) {
  let cache = {};
  return {
    name: 'short-privates',
    renderChunk(code, { fileName }) {
      if (fileName === 'vad.worker.js') return null;
      const options = { module: true, compress: false, mangle: false, sourcemap: true };
      const shorter = minifySync(fileName, code, { ...options, mangleProps: { include, cache } });
      if (shorter.errors.length > 0) this.error(shorter.errors[0].message);
      cache = shorter.mangleCache;
      return { code: shorter.code, map: shorter.map };
    },
  };
}

/** Builds the bundles into `dist/bundle`; used by the workspace's build as well. */
export async function buildClient({ logLevel = 'warn' } = {}) {
  await rm(outDir, { recursive: true, force: true });
  const names = await privateNames(['client', 'prosody', 'protocol'].map((name) => `${root}../${name}/src`));
  const include = new RegExp(`^(?:${names.join('|')})$`);
  for (const entries of builds) {
    await build({
      root,
      configFile: false,
      logLevel,
      publicDir: false,
      plugins: [quietVad, noPreload, oneShared, shortPrivates(include)],
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
          optimization: { inlineConst: true },
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
