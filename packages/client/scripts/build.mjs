// Builds the files that a page loads: the library, the audio worklet and its analysis, the transport's worker, and files that
// load only when they are used. Each is a separate file, because a strict CSP allows no blob: worklets.
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, minifySync } from 'vite';
import { privateNames } from './private-names.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const outDir = `${root}dist/bundle`;

/** Inputs of the same build share their common code: page and worker load one `shared.js`. */
const builds = [
  { 'undertone-client': 'src/index.ts', 'transport.worker': 'src/worker/transport.worker.define.ts' },
  { worklet: 'src/worklet/processor.define.ts' },
  { prosody: 'src/worklet/prosody.define.ts' },
  { 'vad.worker': 'src/vad/vad.worker.define.ts' },
  { 'undertone-observe': 'src/observe/index.ts' },
];

/** vad-web writes to the page's console at every log level. A library must not do that. */
const quietVad = {
  name: 'quiet-vad',
  load: (id) =>
    id.endsWith('/vad-web/dist/logging.js')
      ? 'exports.log = { error() {}, warn() {}, debug() {} };'
      : undefined,
};

/** Replaces Vite's preload helper: `modulePreload` is off, so no page needs it. */
const noPreload = {
  name: 'no-preload',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined,
};

/** Fails the build when there is a second shared file: pages copy the one shared file by its name. */
const oneShared = {
  name: 'one-shared',
  generateBundle(_, bundle) {
    if ('shared2.js' in bundle)
      this.error('what is loaded first and what is loaded later share a second file');
  },
};

/**
 * Shortens the names of private members, which saves a thirtieth of what a page loads. Does not touch vad.worker.js, which holds
 * code of other authors. A name is the same in every file of a build: a class in one may extend a class in another.
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

/** Builds the bundles into `dist/bundle`. The workspace's build uses it too. Returns that folder. */
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
