/** `npm run simulate`: random histories of paid streams, checked after every step. */
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { commandLine } from '../../scripts/lib/command-line.mjs';

const { values } = commandLine({
  help: `
Usage: npm run simulate -- [--histories N] [--seed N]

Runs random histories of streams that pay by the second and checks I1, I2 and I6 after every step.

  --histories N   how many (default 10000)
  --seed N        the first history's number (default 1): a history that failed is repeated by its seed and --histories 1

The exit code is 0 when everything held and everything rare has happened (asked of 1,000 histories and more).`,
  options: { histories: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
  whole: ['histories', 'seed'],
});
const path = fileURLToPath(new URL('../src/simulator/simulate.ts', import.meta.url));
const conditions = ['undertone-source', 'node'];
const { module } = await runnerImport(path, {
  configFile: false,
  logLevel: 'error',
  resolve: { conditions, noExternal: [/^@undertone\//] },
  ssr: { resolve: { conditions }, noExternal: [/^@undertone\//] },
});
process.exitCode = await module.main(values.histories, values.seed, (text) => process.stdout.write(text));
