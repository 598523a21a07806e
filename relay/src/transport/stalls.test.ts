import { afterEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type Stall, StallWatch } from '../concurrency/stall-watch.js';
import { Server } from './server.js';

let server: Server | undefined;
let watch: StallWatch | undefined;
afterEach(() => {
  watch?.stop();
  server?.close();
});

/** Holds the thread, as a bug would. */
const hold = (ms: number): void => {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
};

const start = async (): Promise<{ port: number; nextStall: () => Promise<Stall> }> => {
  let report: (stall: Stall) => void = () => undefined;
  watch = new StallWatch({
    nowMs: () => performance.now(),
    cpuMs: () => process.cpuUsage().user / 1_000,
    // Anything else on this machine may hold the thread too; only what the test made counts.
    onStall: (stall) => stall.workMs > 150 && report(stall),
  }).start();
  const own = watch;
  server = new Server({
    application: {
      bodyLimitBytes: () => 1_000,
      routeName: (_method, path) => `${path.slice(0, 5)}/:id`,
      handle: async (request) => {
        await request.body();
        hold(200);
        return { status: 204 };
      },
    },
    endpoints: [
      {
        path: '/socket',
        decide: () =>
          Promise.resolve({
            kind: 'accept',
            subprotocol: undefined,
            open: () => ({
              message: () => hold(200),
              drain: () => undefined,
              pong: () => undefined,
              closed: () => undefined,
            }),
            release: () => undefined,
          }),
      },
    ],
    observer: { answered: () => undefined, failed: () => undefined, refusedFraming: () => undefined },
    handshakes: { burst: 10, perMinute: 10 },
    begins: (work) => own.begin(work),
    newRequestId: () => 'req_1',
    nowMs: () => performance.now(),
    wallMs: () => Date.now(),
    trustProxy: false,
  });
  const port = await server.listen('127.0.0.1', 0);
  return { port, nextStall: () => new Promise((resolve) => (report = resolve)) };
};

it('a request that holds the thread after its body is named by its route', async () => {
  const { port, nextStall } = await start();
  const stall = nextStall();
  await fetch(`http://127.0.0.1:${port}/some/42`, { method: 'POST', body: 'x' });
  expect((await stall).work).toBe('/some/:id');
});

it('a message that holds the thread is named by the path of its socket', async () => {
  const { port, nextStall } = await start();
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket`);
  await new Promise((resolve) => socket.once('open', resolve));
  const stall = nextStall();
  socket.send('x');
  expect((await stall).work).toBe('/socket');
  socket.terminate();
});
