import { WebSocket } from 'ws';

export type HandshakeOutcome =
  | {
      readonly kind: 'open';
      readonly socket: WebSocket;
      readonly protocol: string;
      readonly headers: Record<string, unknown>;
    }
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly headers: Record<string, unknown>;
      readonly code: string;
    };

/** Tries to open a WebSocket and returns the result. */
export const handshake = (
  url: string,
  protocols: readonly string[],
  headers: Record<string, string> = {},
): Promise<HandshakeOutcome> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(url.replace('http', 'ws'), [...protocols], { headers });
    let upgraded: Record<string, unknown> = {};
    socket.once('upgrade', (response) => {
      upgraded = response.headers;
    });
    socket.once('open', () =>
      resolve({ kind: 'open', socket, protocol: socket.protocol, headers: upgraded }),
    );
    socket.once('unexpected-response', (_request, response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { error } = JSON.parse(Buffer.concat(chunks).toString()) as { error: { code: string } };
        resolve({
          kind: 'refused',
          status: response.statusCode ?? 0,
          headers: response.headers,
          code: error.code,
        });
      });
    });
    socket.once('error', reject);
  });

/** @throws Error when it was refused */
export const opened = (outcome: HandshakeOutcome): Extract<HandshakeOutcome, { kind: 'open' }> => {
  if (outcome.kind !== 'open') throw new Error(`refused: ${outcome.status} ${outcome.code}`);
  return outcome;
};

/** Its status and code; `open` when it was not refused, which is then closed. */
export const refusal = (outcome: HandshakeOutcome): string => {
  if (outcome.kind === 'refused') return `${outcome.status} ${outcome.code}`;
  outcome.socket.terminate();
  return 'open';
};
