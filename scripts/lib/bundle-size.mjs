/** The size of a page's download: minified by Vite, compressed by gzip at level 9. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

/** Bytes after gzip. */
export const gzipped = (content) => gzipSync(content, { level: 9 }).length;

export const gzippedFile = (file) => gzipped(readFileSync(file));

/**
 * Bundles one module for a browser, without writing anything.
 * @returns bytes after gzip: `eager` is loaded at once, `lazy` later
 */
export async function bundledSize(root, source) {
  const { build } = await import('vite');
  const entry = 'virtual:undertone-size';
  const output = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    resolve: { conditions: ['undertone-source', 'browser', 'import', 'module', 'default'] },
    plugins: [
      {
        name: 'undertone-size',
        enforce: 'pre',
        resolveId: (id) => (id === entry ? `${root}/undertone-size-entry.js` : undefined),
        load: (id) => (id === `${root}/undertone-size-entry.js` ? source : undefined),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      modulePreload: false,
      rolldownOptions: { input: entry, preserveEntrySignatures: 'exports-only' },
    },
  });
  const chunks = [output].flat().flatMap((result) => result.output.filter((part) => part.type === 'chunk'));
  const first = chunks.find((chunk) => chunk.isEntry);
  const eager = new Set();
  const visit = (fileName) => {
    const chunk = chunks.find((other) => other.fileName === fileName);
    if (chunk === undefined || eager.has(chunk)) return;
    eager.add(chunk);
    chunk.imports.forEach(visit);
  };
  visit(first.fileName);
  const total = (list) => list.reduce((sum, chunk) => sum + gzipped(chunk.code), 0);
  return { eager: total([...eager]), lazy: total(chunks.filter((chunk) => !eager.has(chunk))) };
}
