// Copies the files that a page must serve from its own origin: our scripts, and the voice-activity model with its runtime.
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const bundle = fileURLToPath(new URL('../dist/bundle', import.meta.url));

/** Files of the voice-activity folder. They do not include the worklet of vad-web: our worklet delivers the audio. */
function vadFiles() {
  const vad = dirname(require.resolve('@ricky0123/vad-web/package.json'));
  const ort = dirname(require.resolve('onnxruntime-web/ort-wasm-simd-threaded.wasm'));
  return [
    join(vad, 'dist', 'silero_vad_v5.onnx'),
    join(ort, 'ort-wasm-simd-threaded.mjs'),
    join(ort, 'ort-wasm-simd-threaded.wasm'),
  ];
}

/**
 * Copies the assets into `folder`: every script of `dist/bundle`, which import each other by name, and `vad/` with
 * the model. Run `build.mjs` first. Returns the paths of the copies.
 */
export async function copyClientAssets(folder) {
  const to = resolve(folder);
  await mkdir(join(to, 'vad'), { recursive: true });
  const scripts = (await readdir(bundle)).filter((name) => name.endsWith('.js'));
  const copies = [
    ...scripts.map((name) => [join(bundle, name), join(to, name)]),
    ...vadFiles().map((file) => [file, join(to, 'vad', file.slice(dirname(file).length + 1))]),
  ];
  await Promise.all(copies.map(([from, target]) => copyFile(from, target)));
  return copies.map(([, target]) => target);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder] = process.argv;
  if (folder === undefined) {
    process.stderr.write('usage: node packages/client/scripts/assets.mjs FOLDER\n');
    process.exitCode = 1;
  } else {
    for (const file of await copyClientAssets(folder)) process.stdout.write(`${file}\n`);
  }
}
