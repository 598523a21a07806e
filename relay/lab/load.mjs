/**
 * Loads the lab's TypeScript for its plain Node commands. It is compiled when a command starts. It is not in the build,
 * because none of it ships.
 */
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const conditions = ['undertone-source', 'node'];
const options = {
  configFile: false,
  logLevel: 'error',
  resolve: { conditions, noExternal: [/^@undertone\//] },
  ssr: { resolve: { conditions }, noExternal: [/^@undertone\//] },
};

/** @param path a file of this folder, such as `rehearsal/score.ts` */
export const loadLab = async (path) =>
  (await runnerImport(fileURLToPath(new URL(path, import.meta.url)), options)).module;
