import { build } from 'esbuild';
import { undertoneAssets } from '@undertone/client/esbuild';

await build({
  entryPoints: ['main.js'],
  outdir: 'dist',
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  plugins: [undertoneAssets()],
});
