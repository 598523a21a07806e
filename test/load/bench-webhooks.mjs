/** `npm run bench:webhooks -- [--seconds 30] [--receivers 50]`: 200 events a second, a tenth of the receivers dead. */
import { loadModule } from '../../relay/src/jobs/testing/child.mjs';

const { main } = await loadModule('webhook-bench.ts');
await main(process.argv.slice(2));
