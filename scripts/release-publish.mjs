/** `npm run release:publish`: publishes what the registry lacks, unless the packages do not say where they are from. */
import { join } from 'node:path';
import { commandLine } from './lib/command-line.mjs';
import { fail } from './lib/log.mjs';
import { addresses, PLACEHOLDER } from './lib/release-address.mjs';
import { root, run } from './lib/run.mjs';

const { values } = commandLine({
  help: `
Usage: npm run release:publish [-- --check]

Publishes the packages whose version the registry lacks, and tags it (changesets). Refuses while the packages name no repository of
their own.

  --check  only says whether it would refuse`,
  options: { check: { type: 'boolean' } },
});

const named = addresses();
if (named.length !== 1 || named[0] === '' || named[0] === PLACEHOLDER)
  fail(
    named.length === 1 && named[0] === PLACEHOLDER
      ? `the packages name ${PLACEHOLDER}, which stands for an address that the project does not have yet.`
      : `the packages name these repositories: ${named.join(', ')}; all must name one.`,
    'run `npm run release:address -- https://…` with the repository that publishes, and commit it.',
  );
if (values.check !== true) {
  const { code } = await run(process.execPath, [
    join(root, 'node_modules/@changesets/cli/bin.js'),
    'publish',
  ]);
  process.exitCode = code;
}
