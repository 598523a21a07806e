/**
 * `npm run dev`: compiles on change, restarts the relay when its code changed, and serves the demo through Vite (which
 * forwards the API to the relay).
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, watch } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import {
  checkInstalledBinaries,
  checkNativeParts,
  checkNode,
  checkPort,
  portFromEnvironment,
} from './lib/preflight.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { build, emittingProjects } from './lib/build-steps.mjs';
import { root } from './lib/run.mjs';
import { say } from './lib/log.mjs';
import { commandLine } from './lib/command-line.mjs';

commandLine({
  help: `
Usage: npm run dev

Compiles on change, restarts the relay when its code changed, and serves the demo through Vite.`,
});

const vitePort = 5173;
const settleMs = 400; // the compiler writes many files at once
const forwardedPaths = [
  '/v1',
  '/demo/token',
  '/healthz',
  '/readyz',
  '/metrics',
  '/docs',
  '/openapi.json',
  '/console',
];

checkNode();
checkNativeParts();
const relayPort = portFromEnvironment(8787);
await checkPort(relayPort);
await ensureInstalled();
checkInstalledBinaries();
await build();

const compiler = spawn(
  process.execPath,
  ['node_modules/typescript/bin/tsc', '-b', '-w', '--preserveWatchOutput', ...emittingProjects()],
  { cwd: root, stdio: 'inherit' },
);

let stopping = false;
let relay = startRelay();

function startRelay() {
  const child = spawn(process.execPath, ['--enable-source-maps', 'relay/dist/main.js'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PORT: String(relayPort) },
  });
  child.on('exit', (code) => {
    if (!stopping && child === relay)
      say(`the relay ended with code ${code}; it starts again at the next change`);
  });
  return child;
}

async function restartRelay() {
  const old = relay;
  if (old === undefined) return; // a restart is under way and will load the newest code
  relay = undefined;
  if (old.exitCode === null && old.signalCode === null) {
    old.kill('SIGTERM');
    await once(old, 'exit');
  }
  if (!stopping) relay = startRelay();
}

let timer;
const compiledFolders = [
  ...readdirSync(join(root, 'packages')).map((name) => join('packages', name)),
  'relay',
]
  .map((folder) => join(root, folder, 'dist'))
  .filter((folder) => existsSync(folder));
const watchers = compiledFolders.map((folder) =>
  watch(folder, { recursive: true }, (_event, file) => {
    if (file === null || !file.endsWith('.js')) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      say('code changed: restarting the relay');
      void restartRelay();
    }, settleMs);
  }),
);

const { createServer } = await import('vite');
const proxy = Object.fromEntries(
  forwardedPaths.map((path) => [path, { target: `http://127.0.0.1:${relayPort}`, ws: path === '/v1' }]),
);
const vite = await createServer({
  root: join(root, 'demo'),
  server: { port: vitePort, host: '127.0.0.1', proxy },
});
await vite.listen();
say(`demo: http://localhost:${vite.config.server.port} · relay: http://localhost:${relayPort}`);

async function stop() {
  if (stopping) return;
  stopping = true;
  clearTimeout(timer);
  for (const watcher of watchers) watcher.close();
  compiler.kill('SIGTERM');
  relay?.kill('SIGTERM');
  await vite.close();
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop());
