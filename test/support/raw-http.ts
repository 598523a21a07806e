/** HTTP/1.1 as bytes, for requests that no client library would send. */
import { connect } from 'node:net';

/**
 * Sends bytes and collects the answer until the peer closes.
 * @param quietMs the exchange ends after this long without data
 */
export const exchange = (
  port: number,
  request: string,
  quietMs = 1_500,
): Promise<{ answer: string; closed: boolean }> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let answer = '';
    socket.setEncoding('latin1').setTimeout(quietMs);
    socket.on('connect', () => socket.write(request, 'latin1'));
    socket.on('data', (text: string) => (answer += text));
    socket.on('timeout', () => {
      socket.destroy();
      resolve({ answer, closed: false });
    });
    socket.on('close', () => resolve({ answer, closed: true }));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
  });
