import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const PACKAGE_DIR = fileURLToPath(new URL('../../', import.meta.url));
export const CACHE_DIR = `${PACKAGE_DIR}.cache`;
export const LEAVE_ONE_OUT_DIR = `${CACHE_DIR}/leave-one-out`;
export const LEAVE_ONE_SPEAKER_DIR = `${CACHE_DIR}/leave-one-speaker`;

const DEBIAN_PACKAGES = {
  numpy: 'python3-numpy',
  soundfile: 'python3-soundfile',
  torch: 'python3-torch',
  onnx: 'python3-onnx',
};

const imports = (python, modules) => spawnSync(python, ['-c', `import ${modules.join(', ')}`]).status === 0;

/** A Python that can import the modules; installs Debian's packages as root, else says what to do. */
export function findPython(modules) {
  const candidates = [process.env.PYTHON, '/usr/bin/python3', 'python3'].filter(Boolean);
  const usable = () => candidates.find((python) => imports(python, modules));
  const found = usable();
  if (found !== undefined) return found;
  const packages = modules.map((name) => DEBIAN_PACKAGES[name]);
  const command = ['apt-get', 'install', '-y', '--no-install-recommends', 'python3', ...packages];
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    console.error(`Installing ${packages.join(', ')} …`);
    spawnSync('apt-get', ['update'], { stdio: 'inherit' });
    spawnSync(command[0], command.slice(1), { stdio: 'inherit' });
    const installed = usable();
    if (installed !== undefined) return installed;
  }
  console.error(
    `No Python with ${modules.join(', ')} was found. On Debian or Ubuntu:\n  sudo ${command.join(' ')}\n` +
      'or name an interpreter that has them: PYTHON=/path/to/python3 npm run …',
  );
  process.exit(1);
}

/** What runs a package's training/*.py on one core; resolves with its output where `capture` is set. */
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
      child.on('close', (code) =>
        code === 0
          ? resolve(Buffer.concat(chunks).toString())
          : reject(new Error(`${script} ended with code ${code}`)),
      );
    });
  };

export const runPython = pythonRunner(PACKAGE_DIR, CACHE_DIR);
