import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';

/** What V8 itself never exceeds. */
const MOST = 7;

/** V8's flag for how many threads look for what is garbage beside the one whose garbage it is: half of the cores. */
export const garbageThreadsFlag = (cores: number): string =>
  `--concurrent-marking-max-worker-num=${Math.min(MOST, Math.max(1, Math.floor(cores / 2)))}`;

/**
 * Leaves cores to live streams. V8 looks for a thread's garbage with four others, whatever the machine has: on two cores they
 * took most of both for a quarter of a second, every five seconds, and all results of that time were late.
 */
export const limitGarbageThreads = (): void => setFlagsFromString(garbageThreadsFlag(availableParallelism()));
