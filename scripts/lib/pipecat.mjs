/** A Python with Pipecat: named, or a virtual environment that is made once for each list of requirements. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fail, say } from './log.mjs';
import { root, run } from './run.mjs';

const REQUIREMENTS = 'packages/sdk/examples/pipecat/requirements.txt';

const hasPipecat = (python) =>
  spawnSync(python, ['-c', 'import importlib.util as u; exit(0 if u.find_spec("pipecat") else 1)']).status ===
  0;

/** The path of the Python. Ends the process with the exact command when there is none and none can be made. */
export async function ensurePipecat() {
  const named = process.env.UNDERTONE_PIPECAT_PYTHON;
  if (named !== undefined) {
    if (hasPipecat(named)) return named;
    return fail(`${named} has no Pipecat.`, `run \`${named} -m pip install -r ${REQUIREMENTS}\`.`);
  }
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, REQUIREMENTS)))
    .digest('hex')
    .slice(0, 12);
  const folder = join(root, `node_modules/.cache/undertone/pipecat-${wanted}`);
  const python = join(folder, 'bin/python');
  if (existsSync(python) && hasPipecat(python)) return python;
  rmSync(folder, { recursive: true, force: true });
  const base = process.env.PYTHON ?? 'python3';
  say(`a virtual environment with Pipecat (half a gigabyte) at ${folder} …`);
  for (const [command, ...args] of [
    [base, '-m', 'venv', folder],
    [python, '-m', 'pip', 'install', '--quiet', '-r', join(root, REQUIREMENTS)],
  ]) {
    const { code, output } = await run(command, args, { capture: true }).catch((error) => ({
      code: 1,
      output: `${error.message}\n`,
    }));
    if (code === 0) continue;
    process.stderr.write(output);
    rmSync(folder, { recursive: true, force: true });
    return fail(
      'Pipecat could not be installed.',
      `run \`python3 -m venv /tmp/pipecat && /tmp/pipecat/bin/pip install -r ${REQUIREMENTS}\` (Python 3.11 or newer; Debian's venv is in python3-venv), then UNDERTONE_PIPECAT_PYTHON=/tmp/pipecat/bin/python npm run test:pipecat.`,
    );
  }
  return python;
}
