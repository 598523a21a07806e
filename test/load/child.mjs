/**
 * Runs a TypeScript module of this folder in its own process: `node child.mjs generator.ts`. Its `main` gets the rest of
 * the command line. Vite translates the module once; after that it runs like any other.
 */
import { runnerImport } from 'vite';
import { fileURLToPath } from 'node:url';

/** Loads a TypeScript module of this folder. */
export async function loadModule(name) {
  const path = fileURLToPath(new URL(name, import.meta.url));
  const { module } = await runnerImport(path, { configFile: false, logLevel: 'error' });
  return module;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [name, ...args] = process.argv.slice(2);
  const { main } = await loadModule(name);
  process.exitCode = await main(args);
}
