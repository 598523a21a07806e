/** Runs a test folder that needs more than `npm test` does, starting from an empty clone: `npm run test:firefox`, `:webkit`, `:pipecat`. */
import { build } from './build-steps.mjs';
import { commandLine } from './command-line.mjs';
import { ensureInstalled } from './install.mjs';
import { say } from './log.mjs';
import { checkInstalledBinaries, checkNativeParts, checkNode } from './preflight.mjs';
import { ensureSpeechDecoder } from './speech.mjs';
import { runVitest } from './vitest-run.mjs';

/**
 * @param options.project vitest's, and the command's: `npm run test:<project>`
 * @param options.variable the environment variable that names the browser, or what else is needed
 * @param options.program what that variable names, in words
 * @param options.drawn whether its tests draw the widget
 * @param options.ensure finds or installs it: its path
 */
export async function runBrowserTests({ project, variable, program, ensure, drawn = true }) {
  const { positionals: filters } = commandLine({
    help: `
Usage: npm run test:${project} [-- filter …]

  filter   part of a test file's path, e.g. \`npm run test:${project} -- widget\`

Environment
  ${variable.padEnd(28)}  ${program}
${drawn ? "  UNDERTONE_SCREENSHOT_DIR      where the widget's pictures go, for a person to look at\n" : ''}  UNDERTONE_TEST_DEADLINE_S     wall-clock limit, in seconds (default 1800)

The last line is "N passed, N failed"; the exit code is 0 when none failed.`,
    most: 20,
  });
  checkNode();
  checkNativeParts();
  await ensureInstalled();
  checkInstalledBinaries();
  const path = await ensure();
  say(`${variable}: ${path}`);
  await ensureSpeechDecoder();
  await build();

  const deadlineMs = 1000 * Number(process.env.UNDERTONE_TEST_DEADLINE_S ?? 1_800);
  const counts = await runVitest({ project, filters, env: { [variable]: path }, deadlineMs });
  if (counts.passed + counts.failed === 0) counts.failedNames.push('no test ran');
  for (const name of counts.failedNames) process.stdout.write(`failed: ${name}\n`);
  process.stdout.write(`${counts.passed} passed, ${counts.failedNames.length} failed\n`);
  process.exitCode = counts.failedNames.length > 0 ? 1 : 0;
}
