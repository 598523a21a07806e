/** `npm run bench:rest`: prints row S5 of ../shared/GOALS.md. `--help` lists the options. */
import { loadModule } from './child.mjs';

const { main } = await loadModule('rest-bench.ts');
process.exitCode = await main(process.argv.slice(2));
