/** `npm run bench:webhooks`: 200 events a second, with a tenth of the receivers dead, on both databases. */
import { commandLine } from '../../scripts/lib/command-line.mjs';
import { loadModule } from '../../relay/src/jobs/testing/child.mjs';

const { values } = commandLine({
  help: `
Usage: npm run bench:webhooks -- [options]

Prints how long events take to healthy receivers while a tenth of them is dead, and the CPU of it, on the embedded database and
on a Postgres server. The exit code is 1 when an event is missing or the p99 is 2 s or more.

  --seconds N     time measured (default 30)
  --receivers N   receivers (default 50)
  --rate N        events a second (default 200)
  --idle N        seconds without events, before (default 20)`,
  options: {
    seconds: { type: 'string', default: '30' },
    receivers: { type: 'string', default: '50' },
    rate: { type: 'string', default: '200' },
    idle: { type: 'string', default: '20' },
  },
  whole: ['seconds', 'receivers', 'rate', 'idle'],
});
const { main } = await loadModule('webhook-bench.ts');
const { idle: idleS, ...load } = values;
await main({ ...load, idleS });
