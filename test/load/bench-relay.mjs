/** `npm run bench:relay`: prints rows R1–R4 of ../shared/GOALS.md. `--help` lists the options. */
import { loadModule } from './child.mjs';

const { main } = await loadModule('relay-bench.ts');
process.exitCode = await main(process.argv.slice(2));
