import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findPython as find } from '../../../model/scripts/lib/python.mjs';

export const PACKAGE_DIR = fileURLToPath(new URL('../../', import.meta.url));
export const CACHE_DIR = `${PACKAGE_DIR}.cache`;
/** Decoded corpora are shared with the emotion model's training. */
export const SAMPLES_DIR = fileURLToPath(new URL('../../../model/.cache', import.meta.url));

export const findPython = find;

/** Runs one of training/*.py on one core; resolves with its output where `capture` is set. */
export function runPython(python, script, args, { capture = false } = {}) {
  mkdirSync(CACHE_DIR, { recursive: true });
  return new Promise((resolve, reject) => {
    const child = spawn(python, ['-u', `${PACKAGE_DIR}training/${script}`, ...args], {
      stdio: ['ignore', capture ? 'pipe' : 'inherit', 'inherit'],
      env: { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1', PYTHONDONTWRITEBYTECODE: '1' },
    });
    const chunks = [];
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0
        ? resolve(Buffer.concat(chunks).toString())
        : reject(new Error(`${script} ended with code ${code}`)),
    );
  });
}
