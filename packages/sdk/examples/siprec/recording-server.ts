/**
 * A SIPREC recording server behind Kamailio (`kamailio.cfg`), which keeps the SIP dialogs and hands on their bodies: POST `/offer` with the Call-ID
 * in the first line, the Content-Type in the second and the INVITE's body behind them, answered with SDP or with the SIP status to refuse it
 * with; POST `/bye` with the Call-ID. Keep its port on Kamailio's machine, since it has no authentication.
 */
import type { ServerBody, SessionEnded } from '@undertone/protocol';
import { CallBook } from '../rtp/call-book.js';
import { openProxyPort, type ProxyAnswer, type ProxyPort } from '../rtp/proxy-port.js';
import { RecordedCall, type RecordedCallOptions } from './recorded-call.js';
import { readRequest } from './recording-request.js';
import { SiprecError } from './siprec-error.js';

export interface RecordingServerOptions extends Omit<RecordedCallOptions, 'callId' | 'onMessage'> {
  /** @defaultValue 0, any free port of the loopback address */
  readonly port?: number;
  /** How long an INVITE waits for the relay, ms; then the border controller is told 503. @defaultValue 3000 */
  readonly waitMs?: number;
  readonly onMessage?: (callId: string, message: ServerBody) => void;
  readonly onEnd?: (callId: string, end: SessionEnded | undefined) => void;
  /** A call that could not be taken, or was lost. */
  readonly onFault?: (callId: string, error: unknown) => void;
}

const MAX_BODY_BYTES = 65_536;

export class RecordingServer {
  private readonly calls: CallBook<RecordedCall>;
  private port!: ProxyPort;

  private constructor(private readonly options: RecordingServerOptions) {
    this.calls = new CallBook(options);
  }

  static async start(options: RecordingServerOptions): Promise<RecordingServer> {
    const server = new RecordingServer(options);
    server.port = await openProxyPort(options.port ?? 0, MAX_BODY_BYTES, (path, body) =>
      server.answer(path, body),
    );
    return server;
  }

  get url(): string {
    return this.port.url;
  }

  /** Ends every call. Resolves when the relay has told the last result of each. */
  async stop(): Promise<void> {
    await this.calls.endAll();
    await this.port.close();
  }

  private async answer(path: string, body: string): Promise<ProxyAnswer> {
    const [, callId = '', contentType = '', content = ''] = /^(.+)(?:\n(.*)\n([^]*))?$/u.exec(body) ?? [];
    if (callId === '') return { status: 400 };
    if (path === '/bye') {
      this.calls.end(callId);
      return { status: 200 };
    }
    if (path !== '/offer') return { status: 404 };
    try {
      const { sdp, metadata } = readRequest(contentType, content);
      const known = this.calls.get(callId);
      const call = await (known ?? this.begin(callId, sdp, metadata));
      if (call === undefined) return { status: 503 };
      return { status: 200, sdp: await call.offered(sdp) };
    } catch (error) {
      if (error instanceof SiprecError) return { status: error.status };
      this.options.onFault?.(callId, error);
      return { status: 503 };
    }
  }

  /** @returns undefined when the relay lets the border controller wait too long */
  private async begin(
    callId: string,
    sdp: string,
    metadata: string | undefined,
  ): Promise<RecordedCall | undefined> {
    const { onMessage, waitMs = 3_000, ...rest } = this.options;
    const call = RecordedCall.open(
      {
        ...rest,
        callId,
        ...(onMessage !== undefined && { onMessage: (message) => onMessage(callId, message) }),
      },
      sdp,
      metadata,
    );
    this.calls.add(callId, call);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), waitMs)));
    const taken = await Promise.race([call, late]).finally(() => clearTimeout(timer));
    if (taken === undefined) this.calls.end(callId);
    return taken;
  }
}
