import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { type Capacity, freePercent } from '../../routes/health/capacity.js';
import { ListenError } from '../../transport/listen-error.js';

/** A balancer asks once a second and hangs up; whoever stays has come to the wrong port. */
const PATIENCE_MS = 2_000;
const MOST_AT_A_TIME = 64;

export interface AgentPort {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * What HAProxy's `agent-check` understands: the weight of this relay in percent of its configured one, or that nobody new is to
 * be sent. `ready` takes an earlier `drain` back.
 */
export const agentAnswer = (isUp: boolean, capacity: Capacity): string => {
  const percent = isUp ? freePercent(capacity) : 0;
  return percent === 0 ? 'drain\n' : `ready up ${percent}%\n`;
};

/**
 * Tells whoever connects the answer of the moment, and hangs up.
 * @throws ListenError
 */
export const openAgentPort = async (host: string, port: number, answer: () => string): Promise<AgentPort> => {
  const server = createServer((socket: Socket) => {
    socket.setTimeout(PATIENCE_MS, () => socket.destroy());
    socket.on('error', () => socket.destroy()); // a balancer that resets the connection has its answer
    socket.resume().end(answer());
  });
  server.maxConnections = MOST_AT_A_TIME;
  server.listen({ host, port });
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new ListenError(host, port, error instanceof Error ? error : undefined);
  }
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
