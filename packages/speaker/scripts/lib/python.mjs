import { fileURLToPath } from 'node:url';
import { CACHE_DIR as MODEL_CACHE_DIR, pythonRunner } from '../../../model/scripts/lib/python.mjs';

export const PACKAGE_DIR = fileURLToPath(new URL('../../', import.meta.url));
export const CACHE_DIR = `${PACKAGE_DIR}.cache`;
/** The training of the emotion model uses the same decoded corpora. */
export const SAMPLES_DIR = MODEL_CACHE_DIR;

export const runPython = pythonRunner(PACKAGE_DIR, CACHE_DIR);
