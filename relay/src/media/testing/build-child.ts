import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

const LIBRARIES = [
  '@audio/decode-aac',
  '@audio/decode-mp3',
  '@audio/decode-vorbis',
  'mediabunny',
  'opus-decoder',
];

/** Bundles the decoding process from its sources, because a process cannot load TypeScript. The bundle is where it finds the libraries. */
export const buildDecodeChild = async (): Promise<{ url: URL; remove: () => Promise<void> }> => {
  const here = fileURLToPath(new URL('.', import.meta.url));
  const folder = await mkdtemp(join(here, '../../../../node_modules/.decode-child-'));
  const resolve = { conditions: ['undertone-source', 'node', 'import', 'module', 'default'] };
  await build({
    configFile: false,
    logLevel: 'error',
    resolve,
    ssr: { noExternal: true, external: LIBRARIES, resolve },
    build: {
      ssr: join(here, '../decoding/decode-child.define.ts'),
      outDir: folder,
      minify: false,
      target: 'node20',
      rolldownOptions: {
        output: { entryFileNames: 'child.mjs', chunkFileNames: '[name].mjs', format: 'es' },
      },
    },
  });
  return {
    url: new URL(`file://${pathToFileURL(folder).pathname}/child.mjs`),
    remove: () => rm(folder, { recursive: true }),
  };
};
