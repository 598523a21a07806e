/** Builds the demo into demo/dist. It needs the client's bundle (`npm run build` at the root builds both in order). */
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

await build({ configFile: fileURLToPath(new URL('../vite.config.mjs', import.meta.url)), logLevel: 'warn' });
