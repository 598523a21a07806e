/** `npm run verify`: everything that must hold before a change is shared. Runs all checks, then prints one table. */
import { join } from 'node:path';
import { checkInstalledBinaries, checkNativeParts, checkNode } from './lib/preflight.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { build } from './lib/build-steps.mjs';
import { root, run } from './lib/run.mjs';
import { say } from './lib/log.mjs';
import { commandLine } from './lib/command-line.mjs';

commandLine({
  help: `
Usage: npm run verify

Checks format, types, lint, generated code, golden frames, unit tests, what would be published, and sizes, and prints one table.`,
});

const bin = (name) => join(root, 'node_modules', name);
const checks = [
  { name: 'format', args: [bin('prettier/bin/prettier.cjs'), '--check', '.', '--log-level', 'warn'] },
  { name: 'types', args: [bin('typescript/bin/tsc'), '-b'] },
  {
    name: 'lint',
    args: [
      bin('eslint/bin/eslint.js'),
      '.',
      '--max-warnings',
      '0',
      '--cache',
      '--cache-location',
      'node_modules/.cache/eslint/',
    ],
  },
  { name: 'generated code', args: ['packages/protocol/scripts/generate.mjs', '--check'] },
  { name: 'SDK types', args: ['packages/sdk/scripts/generate.mjs', '--check'] },
  { name: 'prosody kernel', args: ['packages/prosody/scripts/generate.mjs', '--check'] },
  { name: 'golden frames', args: ['packages/protocol/scripts/fixtures.mjs', '--check'] },
  { name: 'unit tests', args: ['scripts/test.mjs', '--unit'] },
  { name: 'packages', args: ['scripts/check-packages.mjs'] },
  { name: 'size budgets', args: ['scripts/size.mjs'] },
];

checkNode();
checkNativeParts();
await ensureInstalled();
checkInstalledBinaries();
await build();

const results = [];
for (const check of checks) {
  say(`verify: ${check.name} …`);
  const startedAt = performance.now();
  const { code } = await run(process.execPath, check.args);
  results.push({ name: check.name, code, seconds: (performance.now() - startedAt) / 1000 });
}

process.stdout.write('\n');
for (const { name, code, seconds } of results) {
  const verdict = code === 0 ? 'ok' : `FAILED (code ${code})`;
  process.stdout.write(`${name.padEnd(16)} ${seconds.toFixed(1).padStart(7)} s   ${verdict}\n`);
}
process.exitCode = results.some(({ code }) => code !== 0) ? 1 : 0;
