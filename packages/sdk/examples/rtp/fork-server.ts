/**
 * What a SIP proxy tells of its calls (`kamailio.cfg`): POST `/begin` with the Call-ID, the From tag, the caller and the called party, a line each;
 * POST `/end` with the Call-ID. Each call is forked to a relay while it lasts. Keep its port on the proxy's machine, since it has no authentication.
 */
import { CallBook } from './call-book.js';
import { forkCall, type Fork, type ForkOptions } from './fork-call.js';
import { openProxyPort, type ProxyPort } from './proxy-port.js';

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
  private readonly forks: CallBook<Fork>;
  private port!: ProxyPort;

  private constructor(private readonly options: ForkServerOptions) {
    this.forks = new CallBook(options);
  }

  static async start(options: ForkServerOptions): Promise<ForkServer> {
    const server = new ForkServer(options);
    server.port = await openProxyPort(options.port ?? 0, MAX_BODY_BYTES, (path, body) => ({
      // At once, because the call waits for it.
      status: server.told(path, body.split('\n')),
    }));
    return server;
  }

  get url(): string {
    return this.port.url;
  }

  /** Ends every fork. Resolves when the relay has told the last result of each. */
  async stop(): Promise<void> {
    await this.forks.endAll();
    await this.port.close();
  }

  private told(
    path: string,
    [callId = '', fromTag = '', caller = '', called = '']: readonly string[],
  ): number {
    if (callId === '') return 400;
    if (path === '/begin') {
      // A proxy tells of an answer again when it is sent again.
      if (this.forks.get(callId) === undefined) this.begin(callId, fromTag, { caller, agent: called });
      return 202;
    }
    if (path !== '/end') return 404;
    this.forks.end(callId);
    return 202;
  }

  private begin(callId: string, fromTag: string, metadata: Readonly<Record<string, string>>): void {
    const { onMessage, onFault, ...rest } = this.options;
    const fork = forkCall({
      ...rest,
      callId,
      fromTag,
      metadata,
      ...(onMessage !== undefined && { onMessage: (message) => onMessage(callId, message) }),
    });
    this.forks.add(callId, fork);
    fork.catch((error: unknown) => onFault?.(callId, error));
  }
}
