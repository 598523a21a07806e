/** `npm run bench:hearing`: what a page needs to hear by itself. */
import { commandLine } from '../../scripts/lib/command-line.mjs';
import { loadModule } from './child.mjs';

const { values } = commandLine({
  help: `
Usage: npm run bench:hearing

Plays a call in Chromium without a session, in one that streams, and in one that hears by itself (privacy features). Prints CPU of the page,
time to the first result, time for each half second of speech, and bytes sent. The speech is that of UNDERTONE_SPEECH_DIR, or synthesized.

  --sentences N   angry and sad each (default 4)`,
  options: { sentences: { type: 'string', default: '4' } },
  whole: ['sentences'],
});
const { main } = await loadModule('hearing-bench.ts');
process.exitCode = await main(values);
