import type { EnvironmentReader } from './environment-reader.js';

/** How much one relay takes on, and how long it takes to stop. */
export interface LoadSettings {
  /** Inference threads. Absent: one per core (`availableParallelism()`). */
  readonly workers: number | undefined;
  readonly maxSessions: number;
  /** Of this process. Absent: only the container's own limit counts. */
  readonly maxMemoryBytes: number | undefined;
  readonly handshakesPerMinute: number;
  readonly requestsPerAddress: number;
  readonly socketsPerAddress: number;
  /** From the failing readiness to the closed door, so that balancers send nobody here any more. */
  readonly stopDelayMs: number;
  /** How long requests may take to finish when the relay stops. */
  readonly stopGraceMs: number;
}

export const readLoad = (read: EnvironmentReader): LoadSettings => ({
  workers: read.integer('UNDERTONE_WORKERS', undefined, 1, 64),
  maxSessions: read.integer('UNDERTONE_MAX_SESSIONS', 2_000, 1, 1_000_000),
  maxMemoryBytes: megabytes(read.integer('UNDERTONE_MAX_MEMORY_MB', undefined, 64, 10_000_000)),
  handshakesPerMinute: read.integer('UNDERTONE_HANDSHAKES_PER_MINUTE', 600, 1, 10_000_000),
  requestsPerAddress: read.integer('UNDERTONE_REQUESTS_PER_ADDRESS', 120_000, 1, 100_000_000),
  socketsPerAddress: read.integer('UNDERTONE_SOCKETS_PER_ADDRESS', 10_000, 1, 10_000_000),
  stopDelayMs: 1000 * read.integer('UNDERTONE_STOP_DELAY', 0, 0, 3_600),
  stopGraceMs: 1000 * read.integer('UNDERTONE_STOP_GRACE', 20, 0, 3_600),
});

const megabytes = (count: number | undefined): number | undefined => count && count * 1024 * 1024;
