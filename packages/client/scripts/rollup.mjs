/**
 * A plugin for Rollup, which does not take along what `new URL('…', import.meta.url)` names. Emits the files of the library and
 * puts in their addresses. Vite, webpack and Next need no plugin.
 */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { ASSET_URL, fileOf, isAssetModule } from './asset-urls.mjs';

export function undertoneAssets() {
  return {
    name: 'undertone-assets',
    async transform(code, id) {
      if (!isAssetModule(id)) return null;
      let replaced = code;
      for (const [expression, path] of code.matchAll(ASSET_URL)) {
        const file = fileOf(id, path);
        const reference = this.emitFile({
          type: 'asset',
          name: basename(file),
          source: await readFile(file),
        });
        replaced = replaced.replace(expression, `new URL(import.meta.ROLLUP_FILE_URL_${reference})`);
      }
      return { code: replaced, map: { mappings: '' } };
    },
  };
}
