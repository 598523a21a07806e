/** `npm start`: from a fresh clone to a served demo. Installs and builds only what is missing or out of date. */
import {
  checkInstalledBinaries,
  checkNativeParts,
  checkNode,
  checkPort,
  portFromEnvironment,
} from './lib/preflight.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { build } from './lib/build-steps.mjs';
import { become } from './lib/run.mjs';
import { say } from './lib/log.mjs';
import { commandLine } from './lib/command-line.mjs';

const defaultPort = 8787;
const help = `Usage: npm start

Installs the packages, builds, and serves everything on http://localhost:${defaultPort}.
A second start skips what is up to date.

Environment
  PORT                          port to listen on (default ${defaultPort}; 0 picks a free one)
  UNDERTONE_DATA_DIR            data folder of the embedded database (default ./.data)
  UNDERTONE_BOOTSTRAP_KEY       API key (psk_…) of the first organization, instead of a printed one
  DATABASE_URL                  a Postgres server instead of the embedded database

The relay's further settings are in relay/README.md. Stop with Ctrl-C.
`;

commandLine({ help });

checkNode();
checkNativeParts();
const port = portFromEnvironment(defaultPort);
await checkPort(port);
await ensureInstalled();
checkInstalledBinaries();
await build();
say('starting the relay');
// glibc's allocator keeps a heap for each of a relay's dozen threads otherwise: 80 MB more at the start, and no less work. And
// what it gives back to the system is less and less, unless the limit is fixed: at the start 70 MB, most of it what V8's compilers
// took in pieces of just this size.
const { MALLOC_ARENA_MAX = '2', MALLOC_MMAP_THRESHOLD_ = '32768' } = process.env;
const env = { PORT: String(port), MALLOC_ARENA_MAX, MALLOC_MMAP_THRESHOLD_ };
await become(process.execPath, ['relay/dist/main.js'], { env });
