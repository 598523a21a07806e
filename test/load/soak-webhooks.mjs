/** `npm run soak:webhooks`: repeatedly kills the process that delivers webhooks, on both databases. */
import { commandLine } from '../../scripts/lib/command-line.mjs';
import { loadModule } from '../../relay/src/jobs/testing/child.mjs';

const { values } = commandLine({
  help: `
Usage: npm run soak:webhooks -- [--rounds N]

Kills the process that delivers webhooks with SIGKILL, again and again, on the embedded database and on a Postgres server, and
counts what was lost, repeated or changed. The exit code is 1 when an event was lost or changed.

  --rounds N   kills on each database (default 100)`,
  options: { rounds: { type: 'string', default: '100' } },
  whole: ['rounds'],
});
const { main } = await loadModule('crash-rounds.ts');
await main(values.rounds);
