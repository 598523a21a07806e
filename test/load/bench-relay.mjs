/** `npm run bench:relay`: prints rows R1–R4 of BENCHMARKS.md. */
import { commandLine } from '../../scripts/lib/command-line.mjs';
import { loadModule } from './child.mjs';

const { values } = commandLine({
  help: `
Usage: npm run bench:relay -- [options]

Prints rows R1 to R4: live streams on this machine, the cost of a frame, an idle stream's memory, and latency at half load.

  --rows R1,R2,R3,R4   which rows (default all)
  --streams N          live streams for R1, R3 and R4 (default 400; R4 uses half)
  --seconds S          measured time of R1 and R4 each (default 60)
  --frame-ms M         audio frame, ms (default 40, the client's own)
  --interval-ms M      outputs.interval_ms (default 500: two updates a second)
  --relay-cpus LIST    hold the relay to these CPUs with taskset, e.g. 0
  --quick              100 streams, 10 s, 3 rounds of R2`,
  options: {
    rows: { type: 'string', default: 'R1,R2,R3,R4' },
    streams: { type: 'string' },
    seconds: { type: 'string' },
    'frame-ms': { type: 'string', default: '40' },
    'interval-ms': { type: 'string', default: '500' },
    'relay-cpus': { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
  whole: ['streams', 'seconds', 'frame-ms', 'interval-ms'],
  lists: { rows: ['R1', 'R2', 'R3', 'R4'] },
});
const { main } = await loadModule('relay-bench.ts');
process.exitCode = await main({
  rows: values.rows,
  streams: values.streams ?? (values.quick ? 100 : 400),
  measureS: values.seconds ?? (values.quick ? 10 : 60),
  frameMs: values['frame-ms'],
  intervalMs: values['interval-ms'],
  relayCpus: values['relay-cpus'],
  quick: values.quick,
});
