import { MessageChannel, type MessagePort } from 'node:worker_threads';

/** Whatever is posted to a port whose channel is closed goes nowhere. */
const nowhere = (): MessagePort => {
  const { port1, port2 } = new MessageChannel();
  port2.close();
  port1.close();
  return port1;
};

const port = nowhere();

/**
 * Gives a buffer's bytes back at once, and takes them out of what the collector of garbage counts. Left to it, a few
 * megabytes of dead audio make it go through the whole heap once for every upload.
 *
 * Every view of the buffer is empty afterwards. Only for memory that its caller made, never for a `Buffer` that may share its memory.
 */
export const giveBack = (buffer: ArrayBuffer): void => {
  // A transfer takes the bytes away from this thread; the message with them is dropped.
  port.postMessage(undefined, [buffer]);
};
