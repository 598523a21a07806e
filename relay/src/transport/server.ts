import {
  App,
  type HttpRequest as UwsRequest,
  type HttpResponse,
  type TemplatedApp,
  us_listen_socket_close,
  us_socket_local_port,
} from 'uWebSockets.js';
import { readBody } from './body-reader.js';
import { errorReply, HttpError, type HttpReply, type HttpRequest } from './http-message.js';
import { assertListenable, ListenError } from './listen-error.js';
import { type FramingFault, findFramingFault } from './request-framing.js';
import { Responder } from './responder.js';
import { SocketServer, type SocketServerOptions } from './socket-server.js';
import { type CapturedRequest, captureRequest } from './uws-request.js';
import type { SocketEndpoint } from './websocket.js';

/** What answers HTTP requests. */
export interface HttpApplication {
  /** How much body this request may carry; 0 when nobody would read it. */
  bodyLimitBytes(method: string, path: string): number;
  /** Never rejects for a caller's mistake: those are answers. */
  handle(request: HttpRequest): Promise<HttpReply>;
}

export interface ServerObserver {
  answered(request: HttpRequest, status: number, durationMs: number): void;
  /** A bug of ours: the caller was told `internal_error` and the request id. */
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

const BODY_DEADLINE_MS = 10_000;
const HANDLER_DEADLINE_MS = 30_000;

/** The HTTP and WebSocket server. */
export class Server {
  readonly #options: ServerOptions;
  readonly #app: TemplatedApp;
  readonly #sockets: SocketServer;
  #stopListening: () => void = () => undefined;

  constructor(options: ServerOptions) {
    this.#options = options;
    this.#app = App();
    this.#sockets = new SocketServer(options);
    for (const endpoint of options.endpoints) {
      this.#app.ws(endpoint.path, this.#sockets.behavior(endpoint));
    }
    this.#app.any('/*', (res, req) => this.#receive(res, req));
  }

  /**
   * Starts to listen.
   * @param port 0 for any free one
   * @returns the port
   * @throws ListenError which says what to do
   */
  async listen(host: string, port: number): Promise<number> {
    await assertListenable(host, port);
    return new Promise((resolve, reject) => {
      this.#app.listen(host, port, (socket) => {
        if (socket === false) {
          reject(new ListenError(host, port, undefined));
          return;
        }
        this.#stopListening = () => us_listen_socket_close(socket);
        resolve(us_socket_local_port(socket));
      });
    });
  }

  /** Refuses new connections; open ones go on. */
  stopListening(): void {
    this.#stopListening();
    this.#stopListening = () => undefined;
  }

  /** Refuses new connections and cuts the open ones. */
  close(): void {
    this.stopListening();
    this.#app.close();
  }

  #receive(res: HttpResponse, req: UwsRequest): void {
    const captured = captureRequest(res, req, this.#options.trustProxy);
    const fault = findFramingFault(captured.list);
    if (fault !== undefined) {
      this.#options.observer.refusedFraming(fault, captured.remoteAddress);
      res.close();
      return;
    }
    const { request, responder, bodyIgnored } = this.#open(res, captured);
    const startedMs = this.#options.nowMs();
    void this.#answer(request).then((reply) => {
      responder.send(bodyIgnored ? { ...reply, close: true } : reply, request.method);
      this.#options.observer.answered(request, reply.status, this.#options.nowMs() - startedMs);
    });
  }

  #open(
    res: HttpResponse,
    captured: CapturedRequest,
  ): { request: HttpRequest; responder: Responder; bodyIgnored: boolean } {
    const { method, path, query, headers, remoteAddress } = captured;
    const announced = headers.get('content-length');
    const hasBody = (announced !== undefined && announced !== '0') || headers.has('transfer-encoding');
    const maxBytes = this.#options.application.bodyLimitBytes(method, path);
    const deadlineMs = this.#options.bodyDeadlineMs ?? BODY_DEADLINE_MS;
    const reader = hasBody && maxBytes > 0 ? readBody(res, announced, { maxBytes, deadlineMs }) : undefined;
    const id = this.#options.newRequestId();
    const responder = new Responder(res, id, () => reader?.abort());
    const body = (): Promise<Buffer> => reader?.whole ?? Promise.resolve(Buffer.alloc(0));
    const request = { id, method, path, query, headers, remoteAddress, body };
    return { request, responder, bodyIgnored: hasBody && reader === undefined };
  }

  async #answer(request: HttpRequest): Promise<HttpReply> {
    const deadlineMs = this.#options.handlerDeadlineMs ?? HANDLER_DEADLINE_MS;
    let timer: NodeJS.Timeout | undefined;
    const expired = new Promise<HttpReply>((resolve) => {
      timer = setTimeout(() => {
        resolve(
          errorReply(
            new HttpError('overloaded', 'the request took too long', { headers: { 'Retry-After': '5' } }),
          ),
        );
      }, deadlineMs);
    });
    try {
      return await Promise.race([this.#options.application.handle(request), expired]);
    } catch (error) {
      this.#options.observer.failed(error, request.id);
      return errorReply(new HttpError('internal_error', 'something went wrong on our side'));
    } finally {
      clearTimeout(timer);
    }
  }
}
