/** `npm run soak:faults`: breaks everything around real relays and checks what must always hold. */
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';
import { commandLine } from '../../scripts/lib/command-line.mjs';

const { values, positionals } = commandLine({
  help: `
Usage: npm run soak:faults -- [--minutes N] [--no-planted] [FAULT …]

Two real relays on one real Postgres, four live streams and uploads of two organizations. One fault after another: kills, stops, a
database that is gone, frozen, read-only or full, cut and slow links, clock steps, crashed children and threads. After each, money,
results, events, erasure, isolation and recovery are checked, and at the end bugs are planted that the checks must find.

  FAULT          part of the name of a fault or of a planted bug, e.g. "kill -9"; all without one
  --minutes N    begins nothing more after this time (default 40)
  --no-planted   only the faults

Prints a table faults × invariants. The exit code is 1 when something did not hold or a planted bug was missed.`,
  options: { minutes: { type: 'string', default: '40' }, 'no-planted': { type: 'boolean', default: false } },
  whole: ['minutes'],
  most: 20,
});
const { module } = await runnerImport(fileURLToPath(new URL('faults.ts', import.meta.url)), {
  configFile: false,
  logLevel: 'error',
});
process.exitCode = await module.main({
  only: positionals,
  planted: !values['no-planted'],
  minutes: values.minutes,
});
