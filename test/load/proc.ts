/** What Linux reports about a process: memory, and CPU time by thread. */
import { readFile } from 'node:fs/promises';

const tickMs = 10; // USER_HZ is 100 on every Linux that Node runs on

export interface Usage {
  atMs: number;
  /** User and system time of all threads. */
  cpuMs: number;
  /** The main thread's share: in the relay, it runs all sockets and sessions. */
  mainThreadMs: number;
  residentKb: number;
}

const cpuOf = (stat: string): number => {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMs; // utime and stime, fields 14 and 15 in proc(5)
};

/** Reads a process's counters. */
export const readUsage = async (pid: number): Promise<Usage> => {
  const [whole, main, status] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8'),
    readFile(`/proc/${pid}/task/${pid}/stat`, 'utf8'),
    readFile(`/proc/${pid}/status`, 'utf8'),
  ]);
  return {
    atMs: performance.now(),
    cpuMs: cpuOf(whole),
    mainThreadMs: cpuOf(main),
    residentKb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN),
  };
};
