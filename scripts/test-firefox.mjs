/**
 * `npm run test:firefox`: the client and the widget in Firefox. Not part of `npm test`, which every change waits
 * for: a second browser to fetch and to start costs more there than it finds.
 */
import { checkInstalledBinaries, checkNativeParts, checkNode } from './lib/preflight.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { build } from './lib/build-steps.mjs';
import { commandLine } from './lib/command-line.mjs';
import { say } from './lib/log.mjs';

const { positionals: filters } = commandLine({
  help: `
Usage: npm run test:firefox [-- filter …]

  filter   part of a test file's path, e.g. \`npm run test:firefox -- widget\`

Environment
  FIREFOX_PATH                  the browser to test with
  UNDERTONE_SCREENSHOT_DIR      where the widget's pictures go, for a person to look at
  UNDERTONE_TEST_DEADLINE_S     wall-clock limit, in seconds (default 1800)

The last line is "N passed, N failed"; the exit code is 0 when none failed.`,
  most: 20,
});

checkNode();
checkNativeParts();
await ensureInstalled();
checkInstalledBinaries();

const { ensureFirefox } = await import('./lib/firefox.mjs');
const FIREFOX_PATH = await ensureFirefox();
say(`Firefox: ${FIREFOX_PATH}`);
const { ensureFfmpeg } = await import('./lib/ffmpeg.mjs');
await ensureFfmpeg();
await build();

const { runVitest } = await import('./lib/vitest-run.mjs');
const deadlineMs = 1000 * Number(process.env.UNDERTONE_TEST_DEADLINE_S ?? 1_800);
const counts = await runVitest({ project: 'firefox', filters, env: { FIREFOX_PATH }, deadlineMs });
if (counts.passed + counts.failed === 0) counts.failedNames.push('no test ran');
for (const name of counts.failedNames) process.stdout.write(`failed: ${name}\n`);
process.stdout.write(`${counts.passed} passed, ${counts.failedNames.length} failed\n`);
process.exitCode = counts.failedNames.length > 0 ? 1 : 0;
