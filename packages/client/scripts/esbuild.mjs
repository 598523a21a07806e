/**
 * A plugin for esbuild, which does not take along what `new URL('…', import.meta.url)` names. Copies the files of the library beside
 * the output and puts in their addresses. Needs `format: 'esm'`.
 */
import { readFile } from 'node:fs/promises';
import { ASSET_MODULE, ASSET_URL, fileOf } from './asset-urls.mjs';

const NAMESPACE = 'undertone-asset';

export function undertoneAssets() {
  return {
    name: 'undertone-assets',
    setup(build) {
      build.onLoad({ filter: ASSET_MODULE }, async ({ path: id }) => {
        const imports = [];
        const code = (await readFile(id, 'utf8')).replace(ASSET_URL, (_, path) => {
          imports.push(
            `import asset${imports.length} from ${JSON.stringify(`${NAMESPACE}:${fileOf(id, path)}`)};`,
          );
          return `new URL(asset${imports.length - 1}, import.meta.url)`;
        });
        return { contents: [...imports, code].join('\n'), loader: 'js' };
      });
      build.onResolve({ filter: new RegExp(`^${NAMESPACE}:`) }, ({ path }) => ({
        path: path.slice(NAMESPACE.length + 1),
        namespace: NAMESPACE,
      }));
      build.onLoad({ filter: /.*/, namespace: NAMESPACE }, async ({ path }) => ({
        contents: await readFile(path),
        loader: 'file',
      }));
    },
  };
}
