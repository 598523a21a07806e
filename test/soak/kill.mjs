/** `npm run soak:kill`: repeatedly kills a real relay and checks the money. */
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { commandLine } from '../../scripts/lib/command-line.mjs';

const STORES = ['embedded', 'postgres'];
const { values } = commandLine({
  help: `
Usage: npm run soak:kill -- [--rounds N] [--store embedded|postgres]

Kills a real relay (relay/dist) with SIGKILL at a random moment, once a round, while three callers talk; starts another one
on the same store, lets the callers resume and hang up, and checks I1, I2 and I6 of test/soak/README.md in the ledger.

  --rounds N     kills on each store (default 100)
  --store NAME   embedded or postgres (default both)

The exit code is 1 when something did not hold.`,
  options: { rounds: { type: 'string', default: '100' }, store: { type: 'string' } },
  whole: ['rounds'],
  choices: { store: STORES },
});
const { module } = await runnerImport(fileURLToPath(new URL('kill.ts', import.meta.url)), {
  configFile: false,
  logLevel: 'error',
});
process.exitCode = await module.main(values.rounds, values.store === undefined ? STORES : [values.store]);
