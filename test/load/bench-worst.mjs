/** `npm run bench:worst`: live streams beside a free key that does its worst. */
import { commandLine } from '../../scripts/lib/command-line.mjs';
import { loadModule } from './child.mjs';

const { values } = commandLine({
  help: `
Usage: npm run bench:worst -- [options]

Prints how long live streams of one organization wait for their results, alone and while a free key of another one sends the worst that is
known, all at once: JSON of millions of keys, deep and escaped JSON, ten hours of FLAC and a day of Opus in a few MB, floods of frames. The
exit code is 1 when a stream was hurt, or when the p95 beside it is over 100 ms.

  --streams N   live streams (default 50)
  --seconds N   time measured, alone and beside it (default 60)`,
  options: { streams: { type: 'string', default: '50' }, seconds: { type: 'string', default: '60' } },
  whole: ['streams', 'seconds'],
});
const { main } = await loadModule('worst-bench.ts');
process.exitCode = await main(values);
