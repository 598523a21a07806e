/**
 * `npm test`: runs every test on a fresh clone. It installs the packages, builds, and finds or installs a Chromium, the
 * Postgres binaries, a Python that reads sound, HAProxy, promtool, caddy, helm, ffmpeg and, for recorded speech, Praat. Then it runs the unit tests, the
 * relay's tests on the wire, and the rest, and ends with one line that counts them.
 */
import { checkInstalledBinaries, checkNativeParts, checkNode } from './lib/preflight.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { build } from './lib/build-steps.mjs';
import { elapsed, say } from './lib/log.mjs';

const help = `Usage: npm test [-- [--unit | --contract | --system] [filter …] [vitest option …]]

  --unit      only the tests beside the sources (no built relay)
  --contract  only the built relay's behavior on the wire (test/contract)
  --system    only the rest of test/: pages, packages, fuzzing
  filter      part of a test file's path, e.g. \`npm test -- relay/src/domain\`

Environment
  CHROMIUM_PATH                 the browser to test with
  UNDERTONE_TEST_POSTGRES_BIN   the folder that holds initdb and postgres
  PYTHON                        a Python with numpy, scipy and soundfile
  UNDERTONE_TEST_DEADLINE_S     wall-clock limit of the whole command, in seconds (default 3600)

The last line is "N passed, N failed" (and ", N skipped" where some were); the exit code is 0 when none failed.
`;

const options = process.argv.slice(2);
if (options.includes('--help') || options.includes('-h')) {
  process.stdout.write(help);
  process.exit(0);
}
const ALL = ['unit', 'contract', 'system'];
const only = ALL.filter((name) => options.includes(`--${name}`));
const filters = options.filter((option) => !ALL.some((name) => option === `--${name}`));
const projects = only.length === 0 ? ALL : only;
const deadlineMs = 1000 * Number(process.env.UNDERTONE_TEST_DEADLINE_S ?? 3_600);
const endsAt = Date.now() + deadlineMs;

const total = { passed: 0, failed: 0, skipped: 0, failedNames: [] };

/** Always prints the last line: a step that ends the process early counts as one failure. */
process.on('exit', (code) => {
  const nothingRan = total.passed + total.failed + total.skipped === 0;
  if (total.failed === 0 && (code !== 0 || nothingRan || total.passed === 0)) {
    total.failedNames.push(nothingRan && code === 0 ? 'no test ran' : 'the test command itself');
    total.failed = 1;
  }
  for (const name of total.failedNames) process.stdout.write(`failed: ${name}\n`);
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
  process.stdout.write(`${total.passed} passed, ${total.failed} failed${skipped}\n`);
  process.exitCode = total.failed > 0 ? 1 : code;
});

checkNode();
checkNativeParts();
await ensureInstalled();
checkInstalledBinaries();

const env = {};
const { ensurePostgres } = await import('./lib/postgres.mjs');
env.UNDERTONE_TEST_POSTGRES_BIN = await ensurePostgres();
say(`Postgres: ${env.UNDERTONE_TEST_POSTGRES_BIN}`);
const { ensureChromium } = await import('./lib/chromium.mjs');
env.CHROMIUM_PATH = await ensureChromium();
say(`Chromium: ${env.CHROMIUM_PATH}`);
const { hasSpeech } = await import('./lib/speech.mjs');
const { ensureProgram } = await import('./lib/program.mjs');
await ensureProgram('ffmpeg', 'a call over RTP, and decoding recorded speech,');
if (hasSpeech) await ensureProgram('praat', 'prosody of real speech, beside its rival,');
await ensureProgram('haproxy', 'the test of several relays');
await ensureProgram('promtool', 'the test of the alert rules', 'prometheus');
await ensureProgram('caddy', 'the test of the proxy’s configuration');
const { ensureHelm } = await import('./lib/helm.mjs');
env.HELM_PATH = await ensureHelm();
const { ensurePython } = await import('./lib/python.mjs');
env.PYTHON = await ensurePython(['numpy', 'scipy', 'soundfile']);
say(`Python: ${env.PYTHON}`);
await build();

const { runVitest } = await import('./lib/vitest-run.mjs');
for (const project of projects) {
  say(`${project} tests`);
  const counts = await runVitest({ project, filters, env, deadlineMs: Math.max(1_000, endsAt - Date.now()) });
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
  total.failedNames.push(...counts.failedNames);
}
say(`tests took ${elapsed()}`);
