/** Child processes: run one and wait, or run one in place of this process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/**
 * Runs a command to its end.
 * @returns its exit code (1 when a signal ended it) and, with `capture`, its output on both streams.
 */
export async function run(command, args, { cwd = root, env = {}, capture = false } = {}) {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', capture ? 'pipe' : 'inherit', capture ? 'pipe' : 'inherit'],
  });
  const forward = forwardSignals(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => (output += text));
  }
  try {
    const [code] = await once(child, 'close');
    return { code: code ?? 1, output };
  } catch (error) {
    return { code: 127, output: `${command}: ${error.message}` };
  } finally {
    forward.stop();
  }
}

/**
 * Forwards SIGINT, SIGTERM and SIGHUP to a child. A terminal already sends SIGINT to the whole group, so the child may get
 * it twice; a second SIGINT must be harmless to it.
 */
export function forwardSignals(child) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const forward = (signal) => child.kill(signal);
  for (const signal of signals) process.on(signal, forward);
  return {
    stop() {
      for (const signal of signals) process.off(signal, forward);
    },
  };
}

/** Runs a long-lived command with this process's streams, then exits with its exit code. */
export async function become(command, args, { cwd = root, env = {} } = {}) {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' });
  forwardSignals(child);
  const [code, signal] = await once(child, 'close');
  process.exit(signal === null ? code : 128 + constants.signals[signal]);
}
