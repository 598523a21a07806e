/**
 * `node scripts/built.mjs FILE …`: the first step of `npm run bench:…`, `evaluate…`, `train…`, `simulate` and `soak:…`. It
 * installs and builds what is missing or changed, then runs FILE in this process with the remaining arguments. So each of
 * these commands works alone on a fresh clone and measures the current sources.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './lib/build-steps.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { checkInstalledBinaries, checkNativeParts, checkNode } from './lib/preflight.mjs';

checkNode();
checkNativeParts();
await ensureInstalled();
checkInstalledBinaries();
await build();

process.argv.splice(1, 2, resolve(process.argv[2]));
await import(pathToFileURL(process.argv[1]).href);
