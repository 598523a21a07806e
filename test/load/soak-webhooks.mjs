/** `npm run soak:webhooks -- --rounds 100`: kills the process that delivers webhooks, again and again, on both databases. */
import { loadModule } from '../../relay/src/jobs/testing/child.mjs';

const { main } = await loadModule('crash-rounds.ts');
await main(process.argv.slice(2));
