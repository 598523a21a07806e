import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

/**
 * Bundles the worker from its sources, because a thread cannot load TypeScript. The bundle is inside the workspace, so that
 * it finds the native runtime.
 */
export const buildWorker = async (): Promise<{ url: URL; remove: () => Promise<void> }> => {
  const here = fileURLToPath(new URL('.', import.meta.url));
  const folder = await mkdtemp(join(here, '../../../../node_modules/.inference-worker-'));
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['undertone-source', 'node', 'import', 'module', 'default'] },
    ssr: {
      noExternal: true,
      external: ['onnxruntime-node'],
      resolve: { conditions: ['undertone-source', 'node', 'import', 'module', 'default'] },
    },
    build: {
      ssr: join(here, '../worker/worker.define.ts'),
      outDir: folder,
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'worker.js', format: 'es' } },
    },
  });
  return {
    url: new URL(`file://${pathToFileURL(folder).pathname}/worker.js`),
    remove: () => rm(folder, { recursive: true }),
  };
};
