/** Work that would hold up the thread that sends: each in a worker of its own. */
export type HelperName = 'vad' | 'hearing';

/** What the page does for such a worker. */
export interface HelperHost {
  /**
   * Starts a worker, which answers at the other end of `port`. The page starts it, because in Firefox a worker may hang when
   * another worker starts it. It ends with the session at the latest.
   *
   * @returns never resolves; rejects when the worker cannot be loaded, and when it fails later
   */
  startHelper(name: HelperName, port: MessagePort): Promise<never>;
  /** Ends that worker, whether or not it still answers. */
  stopHelper(name: HelperName): void;
}

/** Rejects when an answer cannot be read. */
export const garbled = (port: MessagePort): Promise<never> =>
  new Promise((_, reject) => {
    port.onmessageerror = () => reject(new Error('its answer cannot be read'));
  });
