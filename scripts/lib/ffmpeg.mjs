/** Finds or installs ffmpeg, which decodes the recordings of ../shared/speech for the tests; without them it is not needed. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installDebianPackage } from './apt.mjs';
import { fail, say } from './log.mjs';
import { root } from './run.mjs';

const runs = () => spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0;

/** Ends the process with the exact command when the recordings are here and ffmpeg cannot be had. */
export async function ensureFfmpeg() {
  if (!existsSync(join(root, '../shared/speech/index.csv')) || runs()) return;
  say('no ffmpeg found');
  if ((await installDebianPackage('ffmpeg')) && runs()) return;
  fail(
    'the tests on recorded speech need ffmpeg and it could not be installed.',
    'run `sudo apt-get update && sudo apt-get install -y ffmpeg`.',
  );
}
