/** `npm run cluster`: three relays on one Postgres behind a real HAProxy, one of them killed and one restarted, under load. */
import { fileURLToPath } from 'node:url';
import { commandLine } from '../../scripts/lib/command-line.mjs';
import { ensurePostgres } from '../../scripts/lib/postgres.mjs';
import { ensureProgram } from '../../scripts/lib/program.mjs';
import { loadModule } from '../load/child.mjs';

const { values } = commandLine({
  help: `
Usage: npm run cluster -- [options]

Starts three relays on one Postgres behind HAProxy (deploy/haproxy/haproxy.cfg), opens live streams through it, kills one relay with SIGKILL,
restarts another one as a rolling upgrade does (SIGTERM), and prints what the streams lost and what they were billed:

  results lost       stretches of audio that an undisturbed stream of the same speech has a result of, and this one does not
  results doubled    audio that was answered twice
  money              each stream's bill and receipt against the audio that it sent; the wallet against its ledger
  p95                from the moment that the last sample of a result was spoken to the result

  --streams N    live streams (default 900)
  --audio N      so many of them send audio (default 20). The others send what their page heard (privacy: 'features'), for which a relay
                 runs no model: 900 streams of audio need about four cores
  --seconds S    how long each one speaks (default 90)
  --costs        the statements that cost Postgres most, by stream and second

The exit code is 1 when something was lost, doubled or billed wrong, and 2 when the machine could not carry the streams: nothing is shown then.`,
  options: {
    streams: { type: 'string', default: '900' },
    audio: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '90' },
    costs: { type: 'boolean', default: false },
  },
  whole: ['streams', 'audio', 'seconds'],
});
await ensurePostgres();
await ensureProgram('haproxy', 'the cluster');
const { main } = await loadModule(fileURLToPath(new URL('cluster.ts', import.meta.url)));
process.exitCode = await main(values);
