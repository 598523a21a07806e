/**
 * What a SIP proxy tells of its calls (`kamailio.cfg`): POST `/begin` with the Call-ID, the From tag, the caller and the called party, a line each;
 * POST `/end` with the Call-ID. Each call is forked to a relay while it lasts. Keep its port on the proxy's machine, since it has no authentication.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { forkCall, type Fork, type ForkOptions } from './fork-call.js';

export interface ForkServerOptions extends Omit<
  ForkOptions,
  'callId' | 'fromTag' | 'metadata' | 'onMessage'
> {
  /** @defaultValue 0, any free port of the loopback address */
  readonly port?: number;
  readonly onMessage?: (
    callId: string,
    message: Parameters<NonNullable<ForkOptions['onMessage']>>[0],
  ) => void;
  /** A call that could not be forked, or was lost. The call itself goes on. */
  readonly onFault?: (callId: string, error: unknown) => void;
}

const MAX_BODY_BYTES = 4_096;

export class ForkServer {
  private readonly forks = new Map<string, Promise<Fork>>();
  private readonly ending = new Set<Promise<void>>();

  private constructor(
    private readonly options: ForkServerOptions,
    private readonly server: Server,
  ) {
    server.on('request', (request, response) => {
      bodyOf(request).then(
        (body) => {
          const status = body === undefined ? 413 : this.told(request.url ?? '', body.split('\n'));
          // At once, because the call waits for it.
          response.writeHead(status).end();
        },
        () => response.destroy(), // it was cut off
      );
    });
  }

  static async start(options: ForkServerOptions): Promise<ForkServer> {
    const server = createServer().listen(options.port ?? 0, '127.0.0.1');
    await once(server, 'listening');
    return new ForkServer(options, server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Ends every fork. Resolves when the relay has told the last result of each. */
  async stop(): Promise<void> {
    for (const callId of [...this.forks.keys()]) this.end(callId);
    await Promise.all(this.ending);
    this.server.close();
    await once(this.server, 'close');
  }

  private told(
    path: string,
    [callId = '', fromTag = '', caller = '', called = '']: readonly string[],
  ): number {
    if (callId === '') return 400;
    if (path === '/begin') {
      // A proxy tells of an answer again when it is sent again.
      if (!this.forks.has(callId)) this.begin(callId, fromTag, { caller, agent: called });
      return 202;
    }
    if (path !== '/end') return 404;
    this.end(callId);
    return 202;
  }

  private begin(callId: string, fromTag: string, metadata: Readonly<Record<string, string>>): void {
    const { onMessage, ...rest } = this.options;
    const fork = forkCall({
      ...rest,
      callId,
      fromTag,
      metadata,
      ...(onMessage !== undefined && { onMessage: (message) => onMessage(callId, message) }),
    });
    this.forks.set(callId, fork);
    fork.catch((error: unknown) => {
      this.forks.delete(callId);
      this.options.onFault?.(callId, error);
    });
  }

  private end(callId: string): void {
    const fork = this.forks.get(callId);
    if (fork === undefined) return;
    this.forks.delete(callId);
    const ended = fork
      .then((each) => each.end())
      .then(
        () => undefined,
        (error: unknown) => this.options.onFault?.(callId, error),
      );
    this.ending.add(ended);
    void ended.then(() => this.ending.delete(ended));
  }
}

/** @returns undefined when it is too long */
const bodyOf = async (request: IncomingMessage): Promise<string | undefined> => {
  let body: string | undefined = '';
  // Read to its end in any case, because the answer needs the connection.
  for await (const chunk of request.setEncoding('utf8'))
    body = body === undefined || body.length > MAX_BODY_BYTES ? undefined : body + (chunk as string);
  return body === undefined || body.length > MAX_BODY_BYTES ? undefined : body;
};
