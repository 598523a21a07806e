/** `npm run build`: compiles and bundles what changed; `--force` rebuilds everything. */
import { checkNode } from './lib/preflight.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { build } from './lib/build-steps.mjs';
import { say } from './lib/log.mjs';
import { commandLine } from './lib/command-line.mjs';

const { values } = commandLine({
  help: `
Usage: npm run build [-- --force]

Compiles and bundles what changed since the last time.

  --force    all of it`,
  options: { force: { type: 'boolean', default: false } },
});

checkNode();
await ensureInstalled();
await build({ force: values.force });
say('built');
