/** Pauses between tries to store what a stream did or that it ended, while the store is away. After the last one it is given up. */
export const WRITE_RETRIES_MS: readonly number[] = [1_000, 2_000, 4_000, 8_000, 16_000];
