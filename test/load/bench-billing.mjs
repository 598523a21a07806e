/** `npm run bench:billing`: prints what billing a thousand streams a second costs on one Postgres. */
import { runnerImport } from 'vite';
import { fileURLToPath } from 'node:url';

const { module } = await runnerImport(fileURLToPath(new URL('billing-bench.ts', import.meta.url)), {
  configFile: false,
  logLevel: 'error',
  resolve: { conditions: ['undertone-source', 'node'] },
});
process.exitCode = await module.main(process.argv.slice(2));
