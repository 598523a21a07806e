/** `npm run bench:memory`: what an active stream costs, in parts. */
import { commandLine } from '../../scripts/lib/command-line.mjs';
import { loadModule } from './child.mjs';

const { values } = commandLine({
  help: `
Usage: npm run bench:memory -- [options]

Runs few and then many streams on one relay, collects the garbage of every thread, and prints what grew: heaps, buffers outside of them,
and the rest. Thread 0 holds the sessions; the others are the database and the inference workers.

  --start N         instead: what N fresh relays without a stream take, one after the other
  --few N           streams of the first measurement (default 10)
  --many N          streams of the second (default 60)
  --seconds S       how long they run before it (default 20)
  --snapshots DIR   also writes what each heap holds, by class, as JSON
  --arenas N        MALLOC_ARENA_MAX of the relay (default 2, as the start script has it)`,
  options: {
    start: { type: 'string' },
    few: { type: 'string', default: '10' },
    many: { type: 'string', default: '60' },
    seconds: { type: 'string', default: '20' },
    snapshots: { type: 'string' },
    arenas: { type: 'string' },
  },
  whole: ['start', 'few', 'many', 'seconds'],
});
const { main, measureStart } = await loadModule('memory-bench.ts');
const streams = () =>
  main({
    few: values.few,
    many: values.many,
    warmUpS: values.seconds,
    ...(values.snapshots !== undefined && { snapshots: values.snapshots }),
    ...(values.arenas !== undefined && { arenas: values.arenas }),
  });
process.exitCode =
  values.start === undefined ? await streams() : await measureStart(values.start, values.arenas);
