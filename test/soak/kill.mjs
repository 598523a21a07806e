/** `npm run soak:kill -- --rounds 100`: kills a real relay again and again and checks the money. */
import { runnerImport } from 'vite';
import { fileURLToPath } from 'node:url';

const { module } = await runnerImport(fileURLToPath(new URL('kill.ts', import.meta.url)), {
  configFile: false,
  logLevel: 'error',
});
process.exitCode = await module.main(process.argv.slice(2));
