// Builds the files that a page loads: the library, and the files that the library loads by address (the audio worklet and its
// analysis, the workers, the speech detector's model and runtime). The latter import nothing, so that bundlers can rename them.
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, minifySync } from 'vite';
import { assetsBeside } from './assets-beside.mjs';
import { markPrivates, PRIVATE_MARK } from './private-names.mjs';

const PRIVATE = /^\$private\$/;
const root = fileURLToPath(new URL('..', import.meta.url));
const outDir = `${root}dist/bundle`;

/** One build each, so that none shares a file with another. */
const entries = {
  'undertone-client': 'src/index.ts',
  'undertone-observe': 'src/observe/index.ts',
  'transport.worker': 'src/worker/transport.worker.define.ts',
  'vad.worker': 'src/vad/vad.worker.define.ts',
  'hearing.worker': 'src/hearing/hearing.worker.define.ts',
  worklet: 'src/worklet/processor.define.ts',
  prosody: 'src/worklet/prosody.define.ts',
};

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

const FALLBACK = 'new URL("ort-wasm-simd-threaded.wasm",import.meta.url)';

/**
 * The session always says where the runtime's WebAssembly is. Without this, the build would take it along a second time, by the
 * address that the runtime falls back to.
 */
const noFallbackRuntime = {
  name: 'no-fallback-runtime',
  transform: (code, id) =>
    id.endsWith('/ort.wasm.bundle.min.mjs')
      ? { code: code.replaceAll(FALLBACK, 'new URL(self.location.href)'), map: null }
      : undefined,
};

/** Fails the build when a file that is loaded by address would import another one. */
const alone = (name) => ({
  name: 'alone',
  generateBundle(_, bundle) {
    const chunks = Object.keys(bundle).filter((file) => file.endsWith('.js'));
    const mayLoadLater = name === 'undertone-client';
    if (chunks.length > (mayLoadLater ? 2 : 1)) this.error(`${name} must be one file: ${chunks.join(', ')}`);
  },
});

/** The model and the WebAssembly of the speech detector, as their packages ship them. */
async function copyDetector() {
  const require = createRequire(import.meta.url);
  const vad = dirname(require.resolve('@ricky0123/vad-web/package.json'));
  const files = [
    join(vad, 'dist', 'silero_vad_v5.onnx'),
    require.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm'),
  ];
  await mkdir(join(outDir, 'vad'), { recursive: true });
  await Promise.all(files.map((file) => copyFile(file, join(outDir, 'vad', basename(file)))));
}

/**
 * Shortens the names of private members, which saves a twentieth of what a page loads. A name is the same in every file of a build: a
 * class in one may extend a class in another.
 */
function shortPrivates() {
  let cache = {};
  return {
    name: 'short-privates',
    enforce: 'pre',
    transform: (code, id) =>
      id.endsWith('.ts') && !id.includes('/node_modules/')
        ? { ...markPrivates(code, id), moduleType: 'js' }
        : undefined,
    renderChunk(code, { fileName }) {
      const options = { module: true, compress: false, mangle: false, sourcemap: true };
      const shorter = minifySync(fileName, code, { ...options, mangleProps: { include: PRIVATE, cache } });
      if (shorter.errors.length > 0) this.error(shorter.errors[0].message);
      cache = shorter.mangleCache;
      return { code: shorter.code, map: shorter.map };
    },
  };
}

/** Builds the bundles into `dist/bundle`. The workspace's build uses it too. Returns that folder. */
export async function buildClient({ logLevel = 'warn' } = {}) {
  await rm(outDir, { recursive: true, force: true });
  const shorten = shortPrivates();
  for (const [name, entry] of Object.entries(entries)) {
    await build({
      root,
      configFile: false,
      logLevel,
      publicDir: false,
      plugins: [quietVad, noFallbackRuntime, noPreload, assetsBeside(), alone(name), shorten],
      resolve: {
        conditions: ['undertone-source', 'browser', 'import', 'default'],
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
          input: { [name]: `${root}${entry}` },
          preserveEntrySignatures: 'allow-extension',
          output: {
            format: 'es',
            entryFileNames: '[name].js',
            chunkFileNames: '[name].js',
          },
        },
      },
    });
  }
  await copyDetector();
  return outDir;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await buildClient({ logLevel: 'info' });
}
