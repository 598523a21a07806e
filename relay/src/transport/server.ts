import './header-limit.define.js';
import {
  App,
  type HttpRequest as UwsRequest,
  type HttpResponse,
  type TemplatedApp,
  us_listen_socket_close,
  us_socket_local_port,
} from 'uWebSockets.js';
import { type BodyReader, readBody } from './body-reader.js';
import { ClientGoneError, errorReply, HttpError, type HttpReply, type HttpRequest } from './http-message.js';
import { assertListenable, ListenError } from './listen-error.js';
import type { FramingFault } from './request-framing.js';
import { isLarge, Responder } from './responder.js';
import { SocketServer, type SocketServerOptions } from './socket-server.js';
import { type CapturedRequest, takeRequest } from './uws-request.js';
import type { SocketEndpoint } from './websocket.js';

/** The application that answers HTTP requests. */
export interface HttpApplication {
  /** The maximum size of this request's body; 0 if no route reads it. */
  bodyLimitBytes(method: string, path: string): number;
  /** The deadlines of a request that may take longer than others. Absent: the server's own deadlines. */
  deadlines?(method: string, path: string): RequestDeadlines | undefined;
  /** The headers that every answer has, for errors that the server itself answers. */
  commonHeaders?(request: HttpRequest): Readonly<Record<string, string>>;
  /** A name for what a request asks for, one of few. Never the path, because anybody can invent paths. */
  routeName?(method: string, path: string): string;
  /** Never rejects for a caller's mistake. Mistakes get answers. */
  handle(request: HttpRequest): Promise<HttpReply>;
}

/** The deadlines of an endpoint with large bodies or long work. */
export interface RequestDeadlines {
  /** A body that comes at this many bytes a second gets more time than the server's deadline. */
  readonly bodyFloorBytesPerS: number;
  /** From the end of the body to the answer, ms. */
  readonly handlerMs: number;
}

export interface ServerObserver {
  answered(request: HttpRequest, status: number, durationMs: number): void;
  /** Called for a bug of ours. The caller got `internal_error` and the request id. */
  failed(error: unknown, requestId: string): void;
  refusedFraming(fault: FramingFault, remoteAddress: string): void;
}

export interface ServerOptions extends SocketServerOptions {
  readonly application: HttpApplication;
  readonly endpoints: readonly SocketEndpoint[];
  readonly observer: ServerObserver;
  readonly bodyDeadlineMs?: number;
  readonly handlerDeadlineMs?: number;
}

/** A request that waits for its answer. */
interface OpenRequest {
  readonly route: string;
  readonly request: HttpRequest;
  readonly responder: Responder;
  readonly reader: BodyReader | undefined;
  readonly deadlines: RequestDeadlines | undefined;
  readonly giveUp: (reason: Error) => void;
}

interface Patience {
  readonly handlerMs: number;
  /** The handler's time begins when this settles. Absent: at once. */
  readonly begins: Promise<unknown> | undefined;
  readonly giveUp: (reason: Error) => void;
}

/**
 * This build of the library takes what follows the last chunk for another request: trailers too. While an answer is due it runs none, and
 * after an answer that closes it reads none. So a request in chunks is never answered in the turn in which its body ended, and always
 * with a close.
 */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** A browser that came over TLS once never comes without it again (RFC 6797). */
const HSTS = { 'Strict-Transport-Security': 'max-age=31536000' } as const;
const BODY_DEADLINE_MS = 10_000;
const HANDLER_DEADLINE_MS = 30_000;

/** The HTTP and WebSocket server. */
export class Server {
  private readonly options: ServerOptions;
  private readonly app: TemplatedApp;
  private readonly sockets: SocketServer;
  private closeListener: () => void = () => undefined;
  private readonly unanswered = new Set<OpenRequest>();
  private isLeaving = false;
  private onIdle: () => void = () => undefined;

  constructor(options: ServerOptions) {
    this.options = options;
    this.app = App();
    this.sockets = new SocketServer(options);
    for (const endpoint of options.endpoints) {
      this.app.ws(endpoint.path, this.sockets.behavior(endpoint));
    }
    this.app.any('/*', (res, req) => this.receive(res, req));
  }

  /**
   * Starts to listen.
   * @param port 0 for any free one
   * @returns the port
   * @throws ListenError that says what to do
   */
  async listen(host: string, port: number): Promise<number> {
    await assertListenable(host, port);
    return new Promise((resolve, reject) => {
      this.app.listen(host, port, (socket) => {
        if (socket === false) {
          reject(new ListenError(host, port, undefined));
          return;
        }
        this.closeListener = () => us_listen_socket_close(socket);
        resolve(us_socket_local_port(socket));
      });
    });
  }

  /** Refuses new connections and keeps the open ones. */
  stopListening(): void {
    this.isLeaving = true;
    this.closeListener();
    this.closeListener = () => undefined;
  }

  /**
   * Waits until every request has its answer. Clients on open connections are told to close them, so that they go elsewhere.
   * @returns how many requests had no answer after this time
   */
  async finish(deadlineMs: number): Promise<number> {
    if (this.unanswered.size > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, deadlineMs);
        this.onIdle = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return this.unanswered.size;
  }

  /** Refuses new connections and closes the open ones. */
  close(): void {
    this.stopListening();
    this.app.close();
  }

  private receive(res: HttpResponse, req: UwsRequest): void {
    const captured = takeRequest(res, req, this.options);
    if (captured === undefined) return;
    const opened = this.open(res, captured);
    const { request, responder, reader, deadlines, giveUp } = opened;
    this.unanswered.add(opened);
    const startedMs = this.options.nowMs();
    this.options.begins?.(opened.route);
    const handlerMs = deadlines?.handlerMs ?? this.options.handlerDeadlineMs ?? HANDLER_DEADLINE_MS;
    // The time of long work starts at the end of the body. Reading the body has its own deadline.
    const begins = deadlines === undefined ? undefined : reader?.whole;
    void this.answer(request, { handlerMs, begins, giveUp }).then(async (answer) => {
      reader?.abort();
      const isRead = answer.close === true || reader === undefined || (await reader.pastEnd());
      this.options.begins?.(opened.route);
      const isChunked = request.headers.has('transfer-encoding');
      if (isChunked) await nextTurn();
      const isTooLarge = (!isRead || isChunked) && request.method === 'GET' && isLarge(answer);
      const reply = isTooLarge
        ? errorReply(bodyInGet(this.options.application.commonHeaders?.(request)))
        : answer;
      const closes = !isRead || isChunked || (this.isLeaving && reader?.isOver !== false);
      const headers = { ...(this.isOverTls(request) && HSTS), ...reply.headers };
      const sent = responder.send({ ...reply, headers, ...(closes && { close: true }) }, request.method);
      this.options.observer.answered(request, reply.status, this.options.nowMs() - startedMs);
      await sent;
      this.unanswered.delete(opened);
      if (this.unanswered.size === 0) this.onIdle();
    });
  }

  /** Only our own proxy may say so. */
  private isOverTls({ headers }: HttpRequest): boolean {
    return this.options.trustProxy && headers.get('x-forwarded-proto')?.trim().toLowerCase() === 'https';
  }

  private open(res: HttpResponse, captured: CapturedRequest): OpenRequest {
    const { method, path, query, headers, remoteAddress } = captured;
    const announced = headers.get('content-length');
    const hasBody = (announced !== undefined && announced !== '0') || headers.has('transfer-encoding');
    const maxBytes = this.options.application.bodyLimitBytes(method, path);
    const deadlineMs = this.options.bodyDeadlineMs ?? BODY_DEADLINE_MS;
    const deadlines = this.options.application.deadlines?.(method, path);
    const limits = {
      maxBytes,
      deadlineMs,
      contentType: headers.get('content-type')?.toLowerCase() ?? '',
      coding: headers.get('content-encoding')?.toLowerCase() ?? 'identity',
      hasTrailers: announced === undefined && headers.has('trailer'),
      ...(deadlines !== undefined && { floorBytesPerS: deadlines.bodyFloorBytesPerS }),
    };
    const reader = hasBody ? readBody(res, announced, limits) : undefined;
    const id = this.options.newRequestId();
    const controller = new AbortController();
    const giveUp = (reason: Error): void => controller.abort(reason);
    const responder = new Responder(res, id, () => {
      reader?.abort();
      giveUp(new ClientGoneError('the client left before its answer'));
    });
    const route = this.options.application.routeName?.(method, path) ?? path;
    const none = Promise.resolve(Buffer.alloc(0));
    const body = async (): Promise<Buffer> => {
      const bytes = await ((maxBytes > 0 ? reader?.whole : undefined) ?? none);
      // What is done with a body begins here, and may take long.
      this.options.begins?.(route);
      return bytes;
    };
    const { signal } = controller;
    const request = { id, method, path, query, headers, remoteAddress, body, signal };
    return { route, request, responder, reader, deadlines, giveUp };
  }

  private async answer(request: HttpRequest, { handlerMs, begins, giveUp }: Patience): Promise<HttpReply> {
    const { application } = this.options;
    let timer: NodeJS.Timeout | undefined;
    let answered = false;
    const expired = new Promise<HttpReply>((resolve) => {
      const start = (): void => {
        if (answered) return;
        timer = setTimeout(() => {
          const error = new HttpError('overloaded', 'the request took too long', {
            headers: { 'Retry-After': '5', ...application.commonHeaders?.(request) },
          });
          resolve(errorReply(error));
          giveUp(error);
        }, handlerMs);
      };
      if (begins === undefined) start();
      else void begins.then(start, start);
    });
    try {
      return await Promise.race([application.handle(request), expired]);
    } catch (error) {
      this.options.observer.failed(error, request.id);
      const headers = application.commonHeaders?.(request) ?? {};
      return errorReply(new HttpError('internal_error', 'something went wrong on our side', { headers }));
    } finally {
      answered = true;
      clearTimeout(timer);
    }
  }
}

/** Such a connection closes behind its answer, which the library then keeps whole for a reader that never reads. */
const bodyInGet = (headers: Readonly<Record<string, string>> = {}): HttpError =>
  new HttpError('validation_error', 'this is too much to answer to a GET with a body', {
    details: { body: ['must be left out: a GET has none'] },
    headers,
  });
