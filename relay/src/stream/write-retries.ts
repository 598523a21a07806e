/**
 * Pauses between tries to store what a stream did or that it ended, while the store is away. After the last one, two minutes later,
 * it is given up: a database that moves to another machine, or a table that a migration locks, is back by then.
 */
export const WRITE_RETRIES_MS: readonly number[] = [
  1_000,
  2_000,
  4_000,
  8_000,
  ...Array.from({ length: 7 }, () => 16_000),
];
