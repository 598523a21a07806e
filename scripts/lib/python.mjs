/** A Python with the modules that training and evaluation need: found, installed as root on Debian, or requested from the user. */
import { spawnSync } from 'node:child_process';
import { installDebianPackage } from './apt.mjs';
import { fail, say } from './log.mjs';

/** Debian's package of each module. */
const PACKAGES = {
  numpy: 'python3-numpy',
  scipy: 'python3-scipy',
  soundfile: 'python3-soundfile',
  torch: 'python3-torch',
  onnx: 'python3-onnx',
};

const imports = (python, modules) => spawnSync(python, ['-c', `import ${modules.join(', ')}`]).status === 0;

/** The path of a Python that can import all of the modules, if there is one; `PYTHON` is tried first. */
export function findPython(modules) {
  const candidates = [process.env.PYTHON, '/usr/bin/python3', 'python3'].filter(Boolean);
  return candidates.find((python) => imports(python, modules));
}

/**
 * Like {@link findPython}, but installs the modules when none is found. If that fails, prints the exact command and ends
 * the process.
 * @param modules names out of numpy, scipy, soundfile, torch, onnx
 */
export async function ensurePython(modules) {
  const found = findPython(modules);
  if (found !== undefined) return found;
  say(`no Python with ${modules.join(', ')} found`);
  const packages = ['python3', ...modules.map((name) => PACKAGES[name])];
  await installDebianPackage(packages);
  const installed = findPython(modules);
  if (installed !== undefined) return installed;
  return fail(
    `no Python with ${modules.join(', ')} was found, and none could be installed.`,
    `run \`sudo apt-get update && sudo apt-get install -y --no-install-recommends ${packages.join(' ')}\`, or name one that has them: PYTHON=/path/to/python3.`,
  );
}
