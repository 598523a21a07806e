/** The relay as the benchmarks start it, with plan and address limits out of the way. */
import { RelayProcess } from '../support/relay-process.js';
import type { Report } from './generator.js';
import type { Usage } from './proc.js';

export interface LoadResult {
  report: Report;
  before: Usage;
  after: Usage;
  /** Streams and relay memory while a few are active, to compute the slope without the memory of the process itself. */
  few: { streams: number; residentKb: number };
}

const relayEnvironment = {
  UNDERTONE_BOOTSTRAP_PLAN: 'enterprise',
  UNDERTONE_HANDSHAKES_PER_MINUTE: '1000000',
  UNDERTONE_MAX_SESSIONS: '20000',
  UNDERTONE_LOG_LEVEL: 'warn',
  // As the start script has it.
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '32768',
};

export const startRelay = (relayCpus: string | undefined, env: Record<string, string> = {}) =>
  RelayProcess.start({
    env: { ...relayEnvironment, ...env },
    ...(relayCpus === undefined ? {} : { wrap: ['taskset', '-c', relayCpus] }),
  });
