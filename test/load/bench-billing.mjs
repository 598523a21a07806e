/** `npm run bench:billing`: prints the cost of billing a thousand streams every second on one Postgres. */
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { commandLine } from '../../scripts/lib/command-line.mjs';

const { values } = commandLine({
  help: `
Usage: npm run bench:billing -- [options]

Bills streams of one organization every second on a Postgres server of its own, and prints the share of the cores' time that
this took, in Postgres and in the process that asks. With --embedded the database is the relay's own, and its share all that
this process does outside of its main thread.

  --streams N   streams (default 1000)
  --seconds N   time measured (default 20)
  --cores N     cores that the share is of (default 2)
  --embedded    the embedded database`,
  options: {
    streams: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '20' },
    cores: { type: 'string', default: '2' },
    embedded: { type: 'boolean', default: false },
  },
  whole: ['streams', 'seconds', 'cores'],
});
const { module } = await runnerImport(fileURLToPath(new URL('billing-bench.ts', import.meta.url)), {
  configFile: false,
  logLevel: 'error',
  resolve: { conditions: ['undertone-source', 'node'] },
});
process.exitCode = await module.main(values);
