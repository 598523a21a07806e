// @ts-check
/** Plain JavaScript, because the thread of the embedded database, which is, imports it too. */
import { Session } from 'node:inspector';

/**
 * Collects the garbage of the calling thread and gives what its heap does not need back to the system. What a start takes for its
 * young objects stays otherwise, since V8 makes that part smaller only when it is short of memory. Holds the thread for some 100 ms.
 * @returns {Promise<void>}
 */
export const collectGarbage = async () => {
  const session = new Session();
  session.connect();
  try {
    /** @type {Error | null} */
    const error = await new Promise((resolve) => {
      session.post('HeapProfiler.collectGarbage', resolve);
    });
    if (error !== null) throw new Error(error.message);
  } finally {
    // Not in the answer's own callback, where it would never return.
    session.disconnect();
  }
};
