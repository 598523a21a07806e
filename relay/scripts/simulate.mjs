/** `npm run simulate`: random histories of paid streams, checked after every step. `--help` lists the options. */
import { runnerImport } from 'vite';
import { fileURLToPath } from 'node:url';

const path = fileURLToPath(new URL('../src/simulator/simulate.ts', import.meta.url));
const conditions = ['undertone-source', 'node'];
const { module } = await runnerImport(path, {
  configFile: false,
  logLevel: 'error',
  resolve: { conditions, noExternal: [/^@undertone\//] },
  ssr: { resolve: { conditions }, noExternal: [/^@undertone\//] },
});
process.exitCode = await module.main(process.argv.slice(2), (text) => process.stdout.write(text));
