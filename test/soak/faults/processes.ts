/** Processes that others started, and threads inside of them. */
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { RelayProcess } from '../../support/relay-process.js';

/** The processes that a process started, and theirs. */
export const descendants = async (pid: number): Promise<number[]> => {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => undefined); // it may just have ended
    if (stat !== undefined)
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const found = [pid];
  for (const each of found) for (const [child, parent] of parents) if (parent === each) found.push(child);
  return found.slice(1);
};

/** Sends a signal to processes that may have ended meanwhile. @returns how many got it */
export const signalAll = (pids: readonly number[], signal: NodeJS.Signals): number => {
  let reached = 0;
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
      reached += 1;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
  return reached;
};

interface Told {
  readonly id?: number;
  readonly method?: string;
  readonly params?: {
    readonly sessionId: string;
    readonly workerInfo: { readonly title: string; readonly url: string };
  };
}

/**
 * Ends every worker thread whose script has `name` in its address, as a crash in native code would: through the inspector, which
 * Node opens on SIGUSR1. @returns how many
 */
export const crashWorkers = async (relay: RelayProcess, name: string): Promise<number> => {
  process.kill(relay.pid, 'SIGUSR1');
  const untilMs = performance.now() + 10_000;
  let url: string | undefined;
  while (url === undefined) {
    url = [...relay.log.matchAll(/Debugger listening on (ws:\S+)/g)].at(-1)?.[1];
    if (performance.now() > untilMs) throw new Error('the relay opened no inspector');
    if (url === undefined) await pause(50); // it says so on stderr only
  }
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  let sent = 0;
  let crashed = 0;
  const send = (method: string, params: object): number => {
    sent += 1;
    socket.send(JSON.stringify({ id: sent, method, params }));
    return sent;
  };
  await new Promise<void>((resolve) => {
    let last = 0;
    socket.on('message', (data: Buffer) => {
      const { id, method, params } = JSON.parse(data.toString()) as Told;
      if (method === 'NodeWorker.attachedToWorker' && params?.workerInfo.url.includes(name) === true) {
        crashed += 1;
        const message = { id: 1, method: 'Runtime.evaluate', params: { expression: 'process.exit(86)' } };
        send('NodeWorker.sendMessageToWorker', {
          sessionId: params.sessionId,
          message: JSON.stringify(message),
        });
      }
      // Workers that run already are announced before the answer; one more exchange lets what was sent to them pass.
      if (id === last && method === undefined) {
        if (last !== 1) resolve();
        else last = send('NodeWorker.enable', { waitForDebuggerOnStart: false });
      }
    });
    last = send('NodeWorker.enable', { waitForDebuggerOnStart: false });
  });
  await pause(500); // the thread ends after its message, which nobody announces
  socket.terminate();
  return crashed;
};
