/** `npm run bench:relay`: prints rows R1–R4 of BENCHMARKS.md. */
import { commandLine } from '../../scripts/lib/command-line.mjs';
import { loadModule } from './child.mjs';

const { values } = commandLine({
  help: `
Usage: npm run bench:relay -- [options]

Prints rows R1 to R4 with their goals: live streams on this machine, the cost of a frame, the memory of idle connections and active
streams, and latency at half load. Ends with 1 when a floor is missed.

  row   floor                                          aim
  R1    500 streams on 2 CPUs, p95 at most 100 ms      1,000 streams
  R2    a frame 1.5 times cheaper than with ws         3 times
  R3    8 kB idle, 128 kB active                       3 and 32 kB
  R4    p50 30 ms, p99 150 ms                          5 and 30 ms

  --rows R1,R2,R3,R4   which rows (default all)
  --streams N          live streams for R1, R3 and R4 (default 500; R4 uses half)
  --telephony N        Twilio streams beside those of R1 and R4 (default 0)
  --seconds S          measured time of R1 and R4 each (default 60)
  --warm-up S          before it, s (default 30: a fresh relay compiles its code for about that long)
  --frame-ms M         audio frame, ms (default 40, the client's own)
  --interval-ms M      outputs.interval_ms (default 500: two updates a second)
  --relay-cpus LIST    hold the relay to these CPUs with taskset, e.g. 0
  --quick              100 streams, 10 s, 3 rounds of R2`,
  options: {
    rows: { type: 'string', default: 'R1,R2,R3,R4' },
    streams: { type: 'string' },
    telephony: { type: 'string' },
    seconds: { type: 'string' },
    'warm-up': { type: 'string' },
    'frame-ms': { type: 'string', default: '40' },
    'interval-ms': { type: 'string', default: '500' },
    'relay-cpus': { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
  whole: ['streams', 'telephony', 'seconds', 'warm-up', 'frame-ms', 'interval-ms'],
  lists: { rows: ['R1', 'R2', 'R3', 'R4'] },
});
const { main } = await loadModule('relay-bench.ts');
process.exitCode = await main({
  rows: values.rows,
  streams: values.streams ?? (values.quick ? 100 : 500),
  telephony: values.telephony ?? 0,
  warmUpS: values['warm-up'] ?? (values.quick ? 5 : 30),
  measureS: values.seconds ?? (values.quick ? 10 : 60),
  frameMs: values['frame-ms'],
  intervalMs: values['interval-ms'],
  relayCpus: values['relay-cpus'],
  quick: values.quick,
});
