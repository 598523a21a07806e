/**
 * A SIPREC recording server behind Kamailio (`kamailio.cfg`), which keeps the SIP dialogs and hands on their bodies: POST `/offer` with the Call-ID
 * in the first line, the Content-Type in the second and the INVITE's body behind them, answered with SDP or with the SIP status to refuse it
 * with; POST `/bye` with the Call-ID. Keep its port on Kamailio's machine, since it has no authentication.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServerBody, SessionEnded } from '@undertone/protocol';
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

interface Answer {
  readonly status: number;
  readonly sdp?: string;
}

export class RecordingServer {
  private readonly calls = new Map<string, Promise<RecordedCall>>();
  private readonly ending = new Set<Promise<void>>();

  private constructor(
    private readonly options: RecordingServerOptions,
    private readonly server: Server,
  ) {
    server.on('request', (request, response) => {
      this.answer(request).then(
        ({ status, sdp }) => {
          response.writeHead(status, { 'Content-Type': 'application/sdp' }).end(sdp);
        },
        () => response.destroy(), // it was cut off
      );
    });
  }

  static async start(options: RecordingServerOptions): Promise<RecordingServer> {
    const server = createServer().listen(options.port ?? 0, '127.0.0.1');
    await once(server, 'listening');
    return new RecordingServer(options, server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Ends every call. Resolves when the relay has told the last result of each. */
  async stop(): Promise<void> {
    for (const callId of [...this.calls.keys()]) this.end(callId);
    await Promise.all(this.ending);
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage): Promise<Answer> {
    const body = await bodyOf(request);
    if (body === undefined) return { status: 413 };
    const [, callId = '', contentType = '', content = ''] = /^(.+)(?:\n(.*)\n([^]*))?$/u.exec(body) ?? [];
    if (callId === '') return { status: 400 };
    if (request.url === '/bye') {
      this.end(callId);
      return { status: 200 };
    }
    if (request.url !== '/offer') return { status: 404 };
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
    this.calls.set(callId, call);
    call.then(
      // A BYE may be lost: the relay ends what is silent for long (RT40).
      (each) => each.over.then(() => this.end(callId)),
      () => this.calls.delete(callId),
    );
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), waitMs)));
    const taken = await Promise.race([call, late]).finally(() => clearTimeout(timer));
    if (taken === undefined) this.end(callId);
    return taken;
  }

  private end(callId: string): void {
    const call = this.calls.get(callId);
    if (call === undefined) return;
    this.calls.delete(callId);
    const ended = call
      .then((each) => each.end())
      .then(
        (end) => this.options.onEnd?.(callId, end),
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
