/**
 * `npm run test:pipecat`: the Pipecat recipe with Pipecat itself, against a relay. Not part of `npm test`, which must not depend on half a gigabyte
 * of Python packages.
 */
import { runBrowserTests } from './lib/browser-tests.mjs';
import { ensurePipecat } from './lib/pipecat.mjs';

await runBrowserTests({
  project: 'pipecat',
  variable: 'UNDERTONE_PIPECAT_PYTHON',
  program: 'a Python that has what requirements.txt of the recipe names',
  ensure: ensurePipecat,
  drawn: false,
});
