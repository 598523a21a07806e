import { createServer } from 'node:net';

/** The server cannot listen. The message says why and what to do. */
export class ListenError extends Error {
  override readonly name = 'ListenError';
  readonly code: string;

  constructor(host: string, port: number, cause: NodeJS.ErrnoException | undefined) {
    super(explain(host, port, cause), { cause });
    this.code = cause?.code ?? 'listen_failed';
  }
}

const explain = (host: string, port: number, cause: NodeJS.ErrnoException | undefined): string => {
  switch (cause?.code) {
    case 'EADDRINUSE':
      return `port ${port} is in use by another program: stop it, or choose another port with PORT=${port + 1}`;
    case 'EACCES':
      return `this user may not listen on port ${port}: choose one above 1023 with PORT=8787`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine: set HOST=127.0.0.1 for this machine only, or HOST=0.0.0.0 for all`;
    case undefined:
    default:
      return `cannot listen on ${host}:${port}${cause === undefined ? '' : `: ${cause.message}`}`;
  }
};

/**
 * Finds out why listening would fail. The socket library says only that it failed, and it shares a port with another
 * process that uses the same library, without an error.
 * @throws ListenError
 */
export const assertListenable = async (host: string, port: number): Promise<void> => {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject);
      probe.listen({ host, port, exclusive: true }, resolve);
    });
  } catch (error) {
    throw new ListenError(host, port, error instanceof Error ? error : undefined);
  }
  await new Promise<void>((resolve) => probe.close(() => resolve()));
};
