/** What the machine and each process gave during a run, from /proc. */
import { readdir, readFile } from 'node:fs/promises';

const TICK_MS = 10; // USER_HZ is 100 on every Linux that Node runs on

/** Time of all processors since the start, ms. */
export interface Processors {
  readonly totalMs: number;
  readonly idleMs: number;
}

export const readProcessors = async (): Promise<Processors> => {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n');
  // user, nice, system, idle, iowait, irq, softirq, steal of proc(5); guest time is in user's already
  const ticks = line.trim().split(/\s+/).slice(1, 9).map(Number);
  const totalMs = ticks.reduce((sum, part) => sum + part, 0) * TICK_MS;
  return { totalMs, idleMs: ((ticks[3] ?? 0) + (ticks[4] ?? 0)) * TICK_MS };
};

/** How much of the processors was used between two readings, from 0 to 1. */
export const usedShare = (before: Processors, after: Processors): number =>
  1 - (after.idleMs - before.idleMs) / (after.totalMs - before.totalMs);

/** CPU time of a process and of its children, those too that have ended, ms. */
export const cpuOfFamily = async (pid: number): Promise<number> => {
  const own = await readStat(pid);
  let ms = own === undefined ? 0 : own.ownMs + own.endedMs;
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const child = await readStat(Number(name));
    if (child?.parent === pid) ms += child.ownMs + child.endedMs;
  }
  return ms;
};

const readStat = async (
  pid: number,
): Promise<{ parent: number; ownMs: number; endedMs: number } | undefined> => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''); // it may have ended meanwhile
  if (text === '') return undefined;
  const rest = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = (at: number): number => Number(rest[at]) * TICK_MS;
  // fields 4 and 14 to 17 of proc(5)
  return { parent: Number(rest[1]), ownMs: ticks(11) + ticks(12), endedMs: ticks(13) + ticks(14) };
};
