/** `npm run bench:uploads`: live streams beside large uploads. `--help` lists the options. */
import { loadModule } from './child.mjs';

const { main } = await loadModule('uploads-bench.ts');
process.exitCode = await main(process.argv.slice(2));
