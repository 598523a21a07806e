import { fork, type ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { TrainingFailed } from '../domain/fine-tune/jobs/job-runner.js';
import type { RunTraining, TrainingResult } from '../domain/fine-tune/training.js';

export interface TrainingProcessOptions {
  /** The compiled training.define.ts; tests pass their own build. */
  readonly childUrl?: URL;
  readonly heapMb?: number;
}

/** 2,000 samples with two readings each take about 50 MB. */
const HEAP_MB = 512;

/** Signals that say nothing about the training: a person, the system's supervisor or its memory killer sent them. */
const FROM_OUTSIDE: ReadonlySet<NodeJS.Signals> = new Set([
  'SIGKILL',
  'SIGTERM',
  'SIGINT',
  'SIGHUP',
  'SIGQUIT',
]);

/** Somebody else ended the training process. The job is taken up again, three times at most. */
export class TrainingKilled extends Error {
  override readonly name = 'TrainingKilled';
  constructor(signal: NodeJS.Signals) {
    super(`the training process was killed by ${signal}`);
  }
}

/** Trains in its own process at the lowest priority, so it takes only the CPU time that calls leave. */
export const trainingProcess =
  ({ childUrl, heapMb = HEAP_MB }: TrainingProcessOptions = {}): RunTraining =>
  (order, { signal, onProgress }) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const url = childUrl ?? new URL('./training.define.js', import.meta.url);
      const child = fork(url, { env: {}, execArgv: [`--max-old-space-size=${heapMb}`], stdio: 'ignore' });
      const kill = (): boolean => child.kill('SIGKILL');
      let result: TrainingResult | undefined;
      signal.addEventListener('abort', kill, { once: true });
      child.on('message', (message: ChildMessage) => {
        if (message.kind === 'progress') onProgress(message.share);
        else ({ result } = message);
      });
      child.once('error', (cause) => {
        signal.removeEventListener('abort', kill);
        reject(new TrainingFailed('the training process cannot be started', { cause }));
      });
      child.once('exit', (code, killedBy) => {
        signal.removeEventListener('abort', kill);
        if (signal.aborted) reject(signal.reason instanceof Error ? signal.reason : new Error('given up'));
        else if (result !== undefined) resolve(result);
        else if (killedBy !== null && FROM_OUTSIDE.has(killedBy)) reject(new TrainingKilled(killedBy));
        else reject(new TrainingFailed(`the training process ended with ${code ?? killedBy ?? 'nothing'}`));
      });
      lowerPriority(child);
      child.send(order);
    });

type ChildMessage =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'result'; readonly result: TrainingResult };

const lowerPriority = ({ pid }: ChildProcess): void => {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch (error) {
    // The process has ended already. Its exit event says why.
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_SYSTEM_ERROR') throw error;
  }
};
