// @ts-check
/**
 * Runs a TypeScript module of this folder in its own process: `node child.mjs webhook-process.ts '{…}'`. A test that kills
 * a process needs a real one.
 */
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const conditions = ['undertone-source', 'node'];

/** @param {string} name a module of this folder */
export async function loadModule(name) {
  const path = fileURLToPath(new URL(name, import.meta.url));
  const { module } = await runnerImport(path, {
    configFile: false,
    logLevel: 'error',
    resolve: { conditions },
    ssr: { resolve: { conditions } },
  });
  return /** @type {{ main: (args: string[]) => Promise<void> }} */ (module);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [name = '', ...args] = process.argv.slice(2);
  const { main } = await loadModule(name);
  await main(args);
}
