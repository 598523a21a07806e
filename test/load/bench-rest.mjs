/** `npm run bench:rest`: prints row S5 of BENCHMARKS.md. */
import { commandLine } from '../../scripts/lib/command-line.mjs';
import { loadModule } from './child.mjs';

const { values } = commandLine({
  help: `
Usage: npm run bench:rest -- [options]

Prints row S5: the CPU that one second of uploaded audio costs, with all features, for each format. Beside it stands ffmpeg's
decoding of the same file alone. Floor 12 ms; aim 2.5 ms for WAV and 4.5 ms for compressed formats.

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
