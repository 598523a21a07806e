/** Row R3: memory per idle authenticated connection, and per active stream with model state. */
import { BenchChild } from './child-process.js';
import type { Order } from './generator.js';
import { readUsage } from './proc.js';
import { type LoadResult, startRelay } from './relay-under-load.js';

const idleConnections = 2_000;

const idleOrder = (port: number, key: string): Order => ({
  port,
  key,
  streams: idleConnections,
  warmUpS: 0,
  measureS: 0,
  frameMs: 40,
  intervalMs: 500,
  clips: [],
  idle: true,
});

/** Memory that `idleConnections` open sockets add to a process, kB each. */
const growth = async (pid: number, port: number, key: string): Promise<number> => {
  const before = (await readUsage(pid)).residentKb;
  const generator = BenchChild.start('generator.ts', [JSON.stringify(idleOrder(port, key))]);
  try {
    await generator.next('connected', 60_000);
    const after = (await readUsage(pid)).residentKb;
    return (after - before) / idleConnections;
  } finally {
    await generator.stop();
  }
};

/** @returns how many floors are missed */
export const measureIdleMemory = async (
  active: LoadResult,
  streams: number,
  relayCpus: string | undefined,
  print: (line?: string) => void,
): Promise<number> => {
  const relay = await startRelay(relayCpus);
  let ours: number;
  try {
    await growth(relay.pid, relay.port, relay.key); // warm-up: code and buffers that stay in memory
    ours = await growth(relay.pid, relay.port, relay.key);
  } finally {
    await relay.stop();
  }
  const server = BenchChild.start('frame-server.ts', ['ws']);
  let rival: number;
  try {
    const { port } = await server.next<{ kind: 'listening'; port: number }>('listening', 20_000);
    await growth(server.process.pid ?? 0, port, '');
    rival = await growth(server.process.pid ?? 0, port, '');
  } finally {
    await server.stop();
  }
  const perStream = (active.after.residentKb - active.few.residentKb) / (streams - active.few.streams);
  const missed = (ours > 8 ? 1 : 0) + (perStream > 128 ? 1 : 0);
  print(`\nR3  memory, resident, ${idleConnections} idle connections and ${streams} active streams`);
  print(
    `   ours  ${ours.toFixed(1)} kB per idle authenticated connection, ${perStream.toFixed(0)} kB per active stream`,
  );
  print(
    `   rival ws ${rival.toFixed(1)} kB per idle connection (measured in this run); Socket.IO 15.8 kB (cited)`,
  );
  print(`   floor 8 and 128 kB, aim 3 and 32 kB: ${missed === 0 ? 'floor met' : 'BELOW THE FLOOR'}`);
  return missed;
};
