/**
 * Builds the two script-tag bundles into dist/bundle, prints their gzipped sizes and writes dist/custom-elements.json:
 * undertone-widget.js registers the elements (languages other than English are separate chunks, fetched when a
 * page uses them); embed.js adds the client, for pages that use only a tag and a script.
 */
import { readdir, readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { cli as analyzeElements } from '@custom-elements-manifest/analyzer/cli.js';
import { assetsBeside } from '../../client/scripts/assets-beside.mjs';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const outDir = `${root}dist/bundle`;

const entries = { 'undertone-widget': 'src/widget.define.ts', embed: 'src/embed.ts' };

/** Builds the bundles. The workspace's build uses it too. Returns the gzipped size in bytes of each file, by name. */
export async function buildWidget({ logLevel = 'warn' } = {}) {
  await rm(outDir, { recursive: true, force: true });
  for (const [name, entry] of Object.entries(entries)) {
    await build({
      root,
      configFile: false,
      logLevel,
      publicDir: false,
      plugins: [assetsBeside()],
      resolve: {
        conditions: ['undertone-source', 'browser', 'import', 'default'],
      },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir,
        emptyOutDir: false,
        target: 'es2022',
        minify: true,
        sourcemap: true,
        modulePreload: false,
        rolldownOptions: {
          input: { [name]: `${root}${entry}` },
          preserveEntrySignatures: 'exports-only',
          output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: `${name}.[name].js` },
        },
      },
    });
  }
  const sizes = {};
  for (const file of (await readdir(outDir)).filter((entry) => entry.endsWith('.js')).sort()) {
    sizes[file] = gzipSync(await readFile(`${outDir}/${file}`), { level: 9 }).byteLength;
  }
  return sizes;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await analyzeElements({ argv: ['analyze'], cwd: root });
  for (const [file, bytes] of Object.entries(await buildWidget())) {
    process.stdout.write(`${file.padEnd(28)} ${(bytes / 1000).toFixed(1).padStart(6)} kB min + gzip\n`);
  }
}
