/** Usage: node packages/widget/scripts/screenshots.mjs OUT_DIR. Takes pictures of the panel for a person to look at. */
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const outDir = process.argv[2];
if (outDir === undefined) {
  process.stderr.write('usage: node packages/widget/scripts/screenshots.mjs OUT_DIR\n');
  process.exit(2);
}
const server = await createServer({
  configFile: false,
  logLevel: 'error',
  root: fileURLToPath(new URL('..', import.meta.url)),
  server: { middlewareMode: true, hmr: false, ws: false },
  optimizeDeps: { noDiscovery: true },
});
try {
  const { screenshots } = await server.ssrLoadModule('/test/screenshots.ts');
  await screenshots(outDir);
} finally {
  await server.close();
}
