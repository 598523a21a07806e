/** `npm run fuzz`: bad input of every kind on a real relay, for as long as one likes. */
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { commandLine } from '../../scripts/lib/command-line.mjs';

const ATTACKS = [
  'HTTP framing',
  'JSON',
  'multipart',
  'frames',
  'resume tokens',
  'observer messages',
  'media',
];
const { values } = commandLine({
  help: `
Usage: npm run fuzz -- [--minutes N] [--seed N] [--only NAME,NAME]

Starts a relay (relay/dist) on a Postgres of its own, with a live stream of one organization, and sends bad input in the
name of another: ${ATTACKS.join(', ')}. Prints the cases by what came of them, stalls of the
I/O thread, and the growth of memory and descriptors.

  --minutes N    how long (default 10)
  --seed N       repeats a run (default: the time)
  --only NAMES   some of the attacks

The exit code is 1 when something was found: a crash, an answer from 500 on (but 503 with Retry-After, and 505 to a broken first
line), something of the other organization, its stream closed, requests that held the I/O thread over 20 ms (p99.9) or once
over 250 ms, or memory that grew by 64 MB.`,
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Math.floor(Date.now() / 1000)) },
    only: { type: 'string' },
  },
  whole: ['minutes', 'seed'],
  lists: { only: ATTACKS },
});
const { module } = await runnerImport(fileURLToPath(new URL('fuzz.ts', import.meta.url)), {
  configFile: false,
  logLevel: 'error',
});
process.exitCode = await module.main({
  minutes: values.minutes,
  seed: values.seed,
  only: values.only ?? [],
});
