import { dirname, resolve } from 'node:path';

/** The module of the library that names its files. */
export const ASSET_MODULE = /[\\/]session[\\/]library-assets\.js$/;

/** One file in that module. */
export const ASSET_URL = /new URL\('(\.\.\/bundle\/[^']+)', import\.meta\.url\)/g;

export const isAssetModule = (id) => ASSET_MODULE.test(id);

/** The path on disk of a file that the module names. */
export const fileOf = (id, path) => resolve(dirname(id), path);
