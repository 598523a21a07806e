/** Real time: sends each piece of audio when it would have been spoken, measured from the first piece. */
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Calls `send` once per piece, piece n no earlier than n × `pieceMs` after the start. A late piece does not delay those
 * after it.
 * @returns `performance.now()` after the last piece.
 */
export const paced = async (
  pieces: number,
  pieceMs: number,
  send: (index: number) => void | Promise<void>,
): Promise<number> => {
  const start = performance.now();
  for (let index = 0; index < pieces; index += 1) {
    const waitMs = start + index * pieceMs - performance.now();
    if (waitMs > 0) await pause(waitMs);
    await send(index);
  }
  return performance.now();
};
