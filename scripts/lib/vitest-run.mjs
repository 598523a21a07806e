/** Runs vitest once in its own process group, and counts the results. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './run.mjs';

const graceMs = 5_000;

function killGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
    return true;
  } catch (error) {
    if (error.code === 'ESRCH') return false;
    throw error;
  }
}

/** Ends the rest of the group: first with SIGTERM, then with SIGKILL. */
async function endGroup(pid) {
  if (!killGroup(pid, 'SIGTERM')) return;
  const until = Date.now() + graceMs;
  while (Date.now() < until) {
    if (!killGroup(pid, 0)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  killGroup(pid, 'SIGKILL');
}

function readCounts(file) {
  const counts = { passed: 0, failed: 0, skipped: 0, failedNames: [], end: undefined };
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error; // no file: vitest ended before its first test
  }
  for (const line of text.split('\n').filter((part) => part !== '')) {
    const entry = JSON.parse(line);
    if (entry.end !== undefined) counts.end = entry.end;
    else if (entry.state === 'passed') counts.passed += 1;
    else if (entry.state === 'skipped') counts.skipped += 1;
    else {
      counts.failed += 1;
      counts.failedNames.push(entry.name);
    }
  }
  return counts;
}

/**
 * Runs one vitest project.
 * @param options.deadlineMs wall-clock limit. When it is reached, finished tests still count, and the run counts as a
 * failure.
 * @returns counts, with a crash, a time-out or an unexplained exit code counted as a failure.
 */
export async function runVitest({ project, filters, env, deadlineMs }) {
  const folder = mkdtempSync(join(tmpdir(), 'undertone-test-'));
  const countsFile = join(folder, 'counts.jsonl');
  // Temporary files of tests, browsers and databases are removed with the run. Postgres runs as another user and needs access.
  const leftovers = join(folder, 'tmp');
  mkdirSync(leftovers);
  for (const each of [folder, leftovers]) chmodSync(each, 0o755);
  const args = [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    ...(project === undefined ? [] : ['--project', project]),
    '--passWithNoTests',
    '--reporter=default',
    `--reporter=${join(root, 'scripts/lib/count-reporter.mjs')}`,
    ...filters,
  ];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env, TMPDIR: leftovers, UNDERTONE_TEST_COUNTS: countsFile },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true, // its own group, so that no process started by a test outlives the run
  });
  const stop = () => void endGroup(child.pid);
  process.on('SIGINT', stop).on('SIGTERM', stop);
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    stop();
  }, deadlineMs);
  const [code, signal] = await once(child, 'close');
  clearTimeout(timer);
  process.off('SIGINT', stop).off('SIGTERM', stop);
  await endGroup(child.pid);

  const counts = readCounts(countsFile);
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  const explained = code === 0 || counts.failed > 0;
  if (timedOut) counts.failedNames.push(`${project}: cut off after ${Math.round(deadlineMs / 1000)} s`);
  else if (counts.end === undefined)
    counts.failedNames.push(`${project}: vitest ended early (${signal ?? code})`);
  else if (!explained) counts.failedNames.push(`${project}: vitest ended with code ${signal ?? code}`);
  counts.failed = counts.failedNames.length;
  return counts;
}
