import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const PACKAGE_DIR = fileURLToPath(new URL('../../', import.meta.url));
/** Decoded speech and trained networks. */
export const CACHE_DIR = process.env.UNDERTONE_TRAINING_CACHE ?? `${PACKAGE_DIR}.cache`;
export const LEAVE_ONE_OUT_DIR = `${CACHE_DIR}/leave-one-out`;
export const LEAVE_ONE_SPEAKER_DIR = `${CACHE_DIR}/leave-one-speaker`;

/**
 * Runs a package's training/*.py on one core; resolves with its output if `capture` is set. A script that fails prints the
 * reason itself, and this process exits with its code. For a killed script, this process prints the signal.
 */
export const pythonRunner =
  (packageDir, cacheDir) =>
  (python, script, args, { capture = false } = {}) => {
    mkdirSync(cacheDir, { recursive: true });
    return new Promise((resolve, reject) => {
      const child = spawn(python, ['-u', `${packageDir}training/${script}`, ...args], {
        stdio: ['ignore', capture ? 'pipe' : 'inherit', 'inherit'],
        env: {
          ...process.env,
          OMP_NUM_THREADS: '1',
          OPENBLAS_NUM_THREADS: '1',
          PYTHONDONTWRITEBYTECODE: '1',
        },
      });
      const chunks = [];
      child.stdout?.on('data', (chunk) => chunks.push(chunk));
      child.on('error', reject);
      child.on('close', (code, signal) => {
        if (code === 0) return resolve(Buffer.concat(chunks).toString());
        if (signal !== null) console.error(`${script} was ended by ${signal}: is there memory enough?`);
        process.exit(code ?? 1);
      });
    });
  };

export const runPython = pythonRunner(PACKAGE_DIR, CACHE_DIR);
