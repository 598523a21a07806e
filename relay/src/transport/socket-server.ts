import './header-limit.define.js';
import type { SocketListener } from '../socket/open-socket.js';
import type {
  HttpRequest as UwsRequest,
  HttpResponse,
  us_socket_context_t,
  WebSocket,
  WebSocketBehavior,
} from 'uWebSockets.js';
import { addressGroup } from './client-address.js';
import { HandshakeLimiter, type HandshakeAllowance } from './handshake-limiter.js';
import { errorReply, HttpError } from './http-message.js';
import type { FramingFault } from './request-framing.js';
import { Responder } from './responder.js';
import { takeRequest } from './uws-request.js';
import { UwsSocket } from './uws-socket.js';
import type { HandshakeDecision, HandshakeRequest, SocketEndpoint } from './websocket.js';

/**
 * Far above our own limit for a message, so that a too large message is answered with an error and 4413. Beyond this limit
 * the library drops the connection without a close frame, and a client would retry forever.
 */
const MAX_PAYLOAD_BYTES = 2 * 1024 * 1024;
/** A client that never reads is disconnected at this limit. Results are merged long before that. */
const MAX_BACKPRESSURE_BYTES = 1024 * 1024;
/** Seconds without a byte from the peer. The library pings before that. */
const IDLE_TIMEOUT_S = 32;
const INTERNAL_ERROR_CLOSE = 1011;

export interface SocketServerOptions {
  readonly handshakes: HandshakeAllowance;
  /** How many sockets one address may have open. Absent: any number. */
  readonly socketsPerAddress?: number;
  readonly observer: {
    failed(error: unknown, requestId: string): void;
    refusedFraming(fault: FramingFault, remoteAddress: string): void;
  };
  /** Called when the thread begins to work for a route or a socket's path, for those who watch its stalls. */
  readonly begins?: (work: string) => void;
  readonly newRequestId: () => string;
  /** Monotonic, for limits and durations. */
  readonly nowMs: () => number;
  /** The wall clock, for times in answers. */
  readonly wallMs: () => number;
  readonly trustProxy: boolean;
}

type Accepted = Extract<HandshakeDecision, { kind: 'accept' }>;

/** The data of a socket. The library copies the fields of this object, so the mutable part is one inner object. */
interface SocketData {
  readonly connection: Connection;
}

interface Connection {
  readonly requestId: string;
  readonly remoteAddress: string;
  readonly path: string;
  readonly decision: Accepted;
  socket?: UwsSocket<SocketData>;
  listener?: SocketListener;
}

/** Handles handshakes and WebSockets with their limits. None of our exceptions reaches the library. */
export class SocketServer {
  private readonly options: SocketServerOptions;
  private readonly limiter: HandshakeLimiter;
  /** Open sockets, handshakes under way included, by address. */
  private readonly counts = new Map<string, number>();

  constructor(options: SocketServerOptions) {
    this.options = options;
    this.limiter = new HandshakeLimiter(options.handshakes, options.nowMs);
  }

  behavior(endpoint: SocketEndpoint): WebSocketBehavior<SocketData> {
    return {
      maxPayloadLength: MAX_PAYLOAD_BYTES,
      maxBackpressure: MAX_BACKPRESSURE_BYTES,
      // Without this, the library silently drops messages when the buffer is full.
      closeOnBackpressureLimit: true,
      idleTimeout: IDLE_TIMEOUT_S,
      sendPingsAutomatically: true,
      // The library's DISABLED, which its types do not export as a value. Compression costs CPU and memory, allows bombs, and
      // does not shrink audio.
      compression: 0,
      upgrade: (res, req, context) => this.upgrade(endpoint, res, req, context),
      open: (ws) => this.open(ws),
      message: (ws, data, isBinary) => this.deliver(ws, (listener) => listener.message(data, isBinary)),
      pong: (ws, data) => this.deliver(ws, (listener) => listener.pong(Buffer.from(data).toString('latin1'))),
      drain: (ws) => this.deliver(ws, (listener) => listener.drain()),
      close: (ws, code) => this.close(ws, code),
    };
  }

  private upgrade(
    endpoint: SocketEndpoint,
    res: HttpResponse,
    req: UwsRequest,
    context: us_socket_context_t,
  ): void {
    this.options.begins?.(endpoint.path);
    const captured = takeRequest(res, req, this.options);
    if (captured === undefined) return;
    const id = this.options.newRequestId();
    const responder = new Responder(res, id, () => undefined);
    const group = addressGroup(captured.remoteAddress);
    const waitS = this.limiter.take(group);
    if (waitS > 0) {
      const headers = this.limiter.headers(waitS, this.options.wallMs());
      const error = new HttpError('rate_limited', 'too many connections from this address', {
        headers,
        close: true,
      });
      void responder.send(errorReply(error), 'GET');
      return;
    }
    const most = this.options.socketsPerAddress ?? Infinity;
    if ((this.counts.get(group) ?? 0) >= most) {
      void responder.send({ ...errorReply(tooManySockets(most)), close: true }, 'GET');
      return;
    }
    this.count(group, 1);
    void this.decide(endpoint, { id, ...captured }).then((decision) => {
      if (decision.kind === 'refuse') {
        this.count(group, -1);
        void responder.send({ ...errorReply(decision.error), close: true }, 'GET');
        return;
      }
      if (!responder.isOpen) {
        this.count(group, -1);
        decision.release();
        return;
      }
      const { remoteAddress } = captured;
      const connection: Connection = { requestId: id, remoteAddress, path: endpoint.path, decision };
      responder.handOver(decision.headers ?? {}, (open) => {
        open.upgrade<SocketData>(
          { connection },
          captured.headers.get('sec-websocket-key') ?? '',
          decision.subprotocol ?? '',
          captured.headers.get('sec-websocket-extensions') ?? '',
          context,
        );
      });
    });
  }

  private count(group: string, by: 1 | -1): void {
    const count = (this.counts.get(group) ?? 0) + by;
    if (count > 0) this.counts.set(group, count);
    else this.counts.delete(group);
  }

  private async decide(endpoint: SocketEndpoint, request: HandshakeRequest): Promise<HandshakeDecision> {
    try {
      return await endpoint.decide(request);
    } catch (error) {
      this.options.observer.failed(error, request.id);
      return { kind: 'refuse', error: new HttpError('internal_error', 'something went wrong on our side') };
    }
  }

  private open(ws: WebSocket<SocketData>): void {
    const { connection } = ws.getUserData();
    const socket = new UwsSocket(ws, connection.remoteAddress);
    connection.socket = socket;
    try {
      connection.listener = connection.decision.open(socket);
    } catch (error) {
      this.fail(connection, error);
    }
  }

  private deliver(ws: WebSocket<SocketData>, deliver: (listener: SocketListener) => void): void {
    const { connection } = ws.getUserData();
    if (connection.listener === undefined) return;
    this.options.begins?.(connection.path);
    try {
      deliver(connection.listener);
    } catch (error) {
      this.fail(connection, error);
    }
  }

  private close(ws: WebSocket<SocketData>, code: number): void {
    const { connection } = ws.getUserData();
    connection.socket?.markClosed();
    this.count(addressGroup(connection.remoteAddress), -1);
    const { listener } = connection;
    delete connection.listener;
    try {
      connection.decision.release();
      listener?.closed(code);
    } catch (error) {
      this.options.observer.failed(error, connection.requestId);
    }
  }

  private fail(connection: Connection, error: unknown): void {
    this.options.observer.failed(error, connection.requestId);
    connection.socket?.close(INTERNAL_ERROR_CLOSE, 'internal_error');
  }
}

const tooManySockets = (most: number): HttpError =>
  new HttpError('concurrency_exceeded', `one address may have ${most} sockets open`, {
    headers: { 'Retry-After': '5' },
  });
