// Builds the files a page loads: the library, the audio worklet, the transport's worker and the voice-activity worker,
// which is loaded lazily. Each is its own file, since a strict CSP allows no blob: worklets.
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const outDir = `${root}dist/bundle`;

const entries = [
  { name: 'undertone-client', entry: 'src/index.ts' },
  { name: 'worklet', entry: 'src/worklet/processor.define.ts' },
  { name: 'transport.worker', entry: 'src/worker/transport.worker.define.ts' },
  { name: 'vad.worker', entry: 'src/vad/vad.worker.define.ts' },
];

/** vad-web writes to the page's console whatever the level; a library has no business there. */
const quietVad = {
  name: 'quiet-vad',
  load: (id) =>
    id.endsWith('/vad-web/dist/logging.js')
      ? 'exports.log = { error() {}, warn() {}, debug() {} };'
      : undefined,
};

/** Builds the bundles into `dist/bundle`; used by the workspace's build as well. */
export async function buildClient({ logLevel = 'warn' } = {}) {
  await rm(outDir, { recursive: true, force: true });
  for (const { name, entry } of entries) {
    await build({
      root,
      configFile: false,
      logLevel,
      publicDir: false,
      plugins: [quietVad],
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
          input: { [name]: `${root}${entry}` },
          preserveEntrySignatures: 'allow-extension',
          output: {
            format: 'es',
            entryFileNames: '[name].js',
            // A stable name: pages copy these files.
            chunkFileNames: '[name].js',
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
