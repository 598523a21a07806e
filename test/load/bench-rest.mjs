/** `npm run bench:rest`: prints row S5 of BENCHMARKS.md. */
import { commandLine } from '../../scripts/lib/command-line.mjs';
import { loadModule } from './child.mjs';

const { values } = commandLine({
  help: `
Usage: npm run bench:rest -- [options]

Prints the CPU that a second of uploaded audio costs, all features, per format, beside ffmpeg's decode of the same file alone.

  --seconds N   audio per file (default 60)
  --rounds N    uploads of each format, taken in turns with ffmpeg (default 11)
  --cpus LIST   hold relay and ffmpeg to these CPUs with taskset, e.g. 1`,
  options: {
    seconds: { type: 'string', default: '60' },
    rounds: { type: 'string', default: '11' },
    cpus: { type: 'string' },
  },
  whole: ['seconds', 'rounds'],
});
const { main } = await loadModule('rest-bench.ts');
process.exitCode = await main(values);
