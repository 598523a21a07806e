/**
 * `prepack` and `postpack` of each published package. `copy` copies the repository's LICENSE and NOTICE into the package's
 * folder, so that npm packs them; `remove` deletes the copies. The repository keeps them only once, at its root.
 */
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/run.mjs';

const step = process.argv[2];
if (step !== 'copy' && step !== 'remove') throw new Error('usage: node scripts/pack-legal.mjs copy|remove');
for (const name of ['LICENSE', 'NOTICE']) {
  const target = join(process.cwd(), name);
  if (step === 'copy') copyFileSync(join(root, name), target);
  else rmSync(target, { force: true });
}
