/** `npm run simulate`: random histories of paid streams, checked after every step. */
import { commandLine } from '../../scripts/lib/command-line.mjs';
import { loadLab } from './load.mjs';

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
const { main } = await loadLab('simulator/simulate.ts');
process.exitCode = await main(values.histories, values.seed, (text) => process.stdout.write(text));
