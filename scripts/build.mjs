/** `npm run build`: compiles and bundles what changed; `--force` does all of it. */
import { checkNode } from './lib/preflight.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { build } from './lib/build-steps.mjs';
import { say } from './lib/log.mjs';

checkNode();
await ensureInstalled();
await build({ force: process.argv.includes('--force') });
say('built');
