/** `npm run bench:uploads`: live streams beside large uploads. */
import { commandLine } from '../../scripts/lib/command-line.mjs';
import { loadModule } from './child.mjs';

const { values } = commandLine({
  help: `
Usage: npm run bench:uploads -- [options]

Prints how long live streams wait for their results, without uploads and beside large ones. The exit code is 1 when a stream was hurt.

  --streams N   live streams (default 50)
  --uploads N   files of 25 MB at the same time (default 10)
  --seconds N   time measured, without and with uploads (default 20)`,
  options: {
    streams: { type: 'string', default: '50' },
    uploads: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '20' },
  },
  whole: ['streams', 'uploads', 'seconds'],
});
const { main } = await loadModule('uploads-bench.ts');
process.exitCode = await main(values);
