/** Runs the relay's image for real: read-only, without root and capabilities; health, a stream, an orderly stop. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { WebSocket } from 'undici';
import { syntheticVoice } from '@undertone/model/golden';
import { say } from './log.mjs';
import { ensureProgram } from './program.mjs';
import { step } from './image-bases.mjs';
import { run } from './run.mjs';

/** podman's default runtime wants cgroups of version 2; runc also takes a machine that mounts both versions. */
const RUNTIMES = [[], ['--runtime=runc', '--cgroup-manager=cgroupfs']];
const HARDENED = [
  '--read-only',
  '--cap-drop=all',
  '--security-opt=no-new-privileges',
  '--network=host',
  '--ulimit=nofile=4096:4096',
  '--ulimit=nproc=1024:1024',
];

const podman = (runtime, args) => step('podman', [...runtime, ...args]);

async function findRuntime(image) {
  let last = '';
  for (const runtime of RUNTIMES) {
    const { code, output } = await run(
      'podman',
      [...runtime, 'run', '--rm', ...HARDENED, image, '--version'],
      {
        capture: true,
      },
    );
    if (code === 0) return runtime;
    last = output;
  }
  throw new Error(`podman cannot run a container here: ${last}`);
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Asks until the answer is 200. */
async function untilReady(url, deadlineMs = 180_000) {
  const endsAt = Date.now() + deadlineMs;
  for (;;) {
    const answer = await fetch(url).catch((error) => error);
    if (answer.status === 200) return;
    if (Date.now() > endsAt)
      throw new Error(`${url} did not answer 200 within ${deadlineMs} ms: ${answer.status ?? answer}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Streams a synthetic voice at the speed of sound until the socket closes. @returns what came, by type, and the close code */
async function stream(url, key, onDirective) {
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${key}` } });
  const counts = {};
  let timer;
  socket.addEventListener('message', ({ data }) => {
    const { type } = JSON.parse(data);
    counts[type] = (counts[type] ?? 0) + 1;
    if (counts.directive === 3 && type === 'directive') onDirective();
  });
  socket.addEventListener('open', () => {
    socket.send(JSON.stringify({ type: 'config', sample_rate: 16_000 }));
    const voice = Int16Array.from(syntheticVoice(20, 1), (sample) => 32_767 * sample);
    let at = 0;
    timer = setInterval(() => {
      socket.send(voice.slice(at, at + 1_600));
      at = (at + 1_600) % (voice.length - 1_600);
    }, 100);
  });
  const [{ code }] = await once(socket, 'close');
  clearInterval(timer);
  return { counts, code };
}

/** Runs the image and tries it. @throws Error when something is not as it should be */
export async function tryImage(image) {
  await ensureProgram('podman', 'trying the image');
  await ensureProgram('runc', 'trying the image');
  const runtime = await findRuntime(image);
  const key = `psk_${randomBytes(20).toString('hex')}`;
  const port = await freePort();
  const name = `undertone-trial-${port}`;
  const began = Date.now();
  await podman(runtime, [
    'run',
    '--detach',
    `--name=${name}`,
    ...HARDENED,
    `--env=PORT=${port}`,
    '--env=HOST=127.0.0.1',
    `--env=UNDERTONE_BOOTSTRAP_KEY=${key}`,
    image,
  ]);
  try {
    await untilReady(`http://127.0.0.1:${port}/readyz`);
    say(`ready ${((Date.now() - began) / 1000).toFixed(1)} s after podman run`);
    await podman(runtime, ['healthcheck', 'run', name]);
    say('the HEALTHCHECK passes');
    const writes =
      'try{require("fs").writeFileSync("/app/x","");process.exit(1)}catch(e){console.log(process.getuid(),e.code)}';
    const refused = await podman(runtime, ['exec', name, '/usr/local/bin/node', '-e', writes]);
    if (refused !== '65532 EROFS')
      throw new Error(`the container's root is to be read-only, for user 65532; it said: ${refused}`);
    say(`user and root: ${refused}`);
    let stoppedAt = 0;
    const stopping = { done: undefined };
    const { counts, code } = await stream(`ws://127.0.0.1:${port}/v1/stream`, key, () => {
      stoppedAt = Date.now();
      stopping.done = podman(runtime, ['stop', '--time=45', name]);
    });
    await stopping.done;
    const exit = await podman(runtime, ['wait', name]);
    say(
      `stream: ${JSON.stringify(counts)}, closed with ${code}; exit code ${exit}, ${((Date.now() - stoppedAt) / 1000).toFixed(1)} s after SIGTERM`,
    );
    if (!(counts.directive >= 3) || code !== 1012 || exit !== '0')
      throw new Error('that is not an orderly stop of a working relay.');
  } finally {
    // Not a step: what went wrong before is worth more than what goes wrong here.
    await run('podman', [...runtime, 'rm', '--force', '--time=0', name]);
  }
}
