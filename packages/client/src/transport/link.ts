import {
  AUTH_PREFIX,
  LIMITS,
  ProtocolError,
  SUBPROTOCOL_PROTO,
  type ClientBody,
  type ErrorMessage,
  type ServerMessage,
} from '@undertone/protocol';
import { decodeServerMessage } from '@undertone/protocol/client-codec';
import type { Cancel, Scheduler } from '../common/scheduler.js';
import type { LinkClose } from './close-policy.js';
import type { OpenSocket, SocketLike } from './transport-types.js';

/** Time from the start of the socket to `session.ready`. */
const HANDSHAKE_TIMEOUT_MS = 15_000;
/** The browser's API allows a page to close only with 1000 or 3000–4999. This code means that the client will return. */
const CLOSE_GOING_AWAY = 3001;

type LinkState = 'opening' | 'greeting' | 'ready' | 'closed';

export interface LinkHandlers {
  /** The upgrade succeeded: the hello may be sent. */
  onOpen(): void;
  /** Every message, including the first `session.ready`. */
  onMessage(message: ServerMessage): void;
  /** Called once, as the last call. `opened` says whether the upgrade had succeeded. */
  onClose(close: LinkClose, opened: boolean): void;
}

export interface LinkDependencies {
  openSocket: OpenSocket;
  scheduler: Scheduler;
  /** The message that may come first: `session.ready`, unless this connection only observes. */
  greetings?: ReadonlySet<string>;
}

/**
 * One socket from open to close: sub-protocol, deadlines, pings, decoding. It knows nothing about sessions. It reports nothing
 * after it closes, so late callbacks of an old socket have no effect.
 */
export class Link {
  private state: LinkState = 'opening';
  private readonly socket: SocketLike;
  private heardAtMs: number;
  private pingSentAtMs: number | null = null;
  private lastError: ErrorMessage | undefined;
  private cancelHandshake: Cancel;
  private cancelWatch: Cancel;

  /** Round-trip time of the newest answered ping. */
  rttMs: number | undefined;

  /** @throws whatever the socket factory throws for a malformed address or token */
  constructor(
    private readonly dependencies: LinkDependencies,
    url: string,
    token: string,
    private readonly handlers: LinkHandlers,
    private readonly sendPing: (body: ClientBody) => void,
  ) {
    const { scheduler, openSocket } = dependencies;
    this.heardAtMs = scheduler.nowMs();
    this.cancelHandshake = scheduler.after(HANDSHAKE_TIMEOUT_MS, () =>
      this.abort('no session.ready in time'),
    );
    this.cancelWatch = scheduler.after(LIMITS.pingIntervalMs, () => this.watch());
    try {
      this.socket = openSocket(url, [SUBPROTOCOL_PROTO, AUTH_PREFIX + token], {
        onOpen: (protocol) => this.opened(protocol),
        onMessage: (data) => this.received(data),
        onClose: (code, reason) => this.finish({ code, reason }),
      });
    } catch (cause) {
      this.release();
      throw cause;
    }
  }

  get isReady(): boolean {
    return this.state === 'ready';
  }

  get isOpen(): boolean {
    return this.state === 'greeting' || this.state === 'ready';
  }

  get bufferedBytes(): number {
    return this.socket.bufferedAmount;
  }

  send(bytes: Uint8Array): void {
    if (this.isOpen) this.socket.send(bytes);
  }

  /** Closes for good. Nothing is reported. */
  close(code: number, reason: string): void {
    if (this.state === 'closed') return;
    this.release();
    this.socket.close(code, reason);
  }

  /** Leaves the socket without waiting for its close handshake, which a dead connection never completes. */
  abort(reason: string): void {
    if (this.state === 'closed') return;
    const opened = this.isOpen;
    this.release();
    this.socket.close(CLOSE_GOING_AWAY, reason);
    this.handlers.onClose({ code: 1006, reason }, opened);
  }

  private opened(protocol: string): void {
    if (this.state !== 'opening') return;
    this.heardAtMs = this.dependencies.scheduler.nowMs();
    this.state = 'greeting';
    if (protocol !== SUBPROTOCOL_PROTO) {
      this.abort('the server does not speak undertone.v1.proto');
      return;
    }
    this.handlers.onOpen();
  }

  private received(data: Uint8Array): void {
    if (this.state === 'closed') return;
    this.heardAtMs = this.dependencies.scheduler.nowMs();
    let message: ServerMessage;
    try {
      message = decodeServerMessage(data);
    } catch (cause) {
      if (!(cause instanceof ProtocolError)) throw cause;
      this.abort(`unreadable message: ${cause.message}`);
      return;
    }
    const kind = message.body?.kind;
    if (kind !== undefined && (this.dependencies.greetings?.has(kind) ?? kind === 'session.ready')) {
      this.state = 'ready';
      this.cancelHandshake();
    }
    if (message.body?.kind === 'pong') {
      if (this.pingSentAtMs !== null) this.rttMs = this.heardAtMs - this.pingSentAtMs;
      this.pingSentAtMs = null;
    } else if (message.body?.kind === 'error') this.lastError = message.body.value;
    this.handlers.onMessage(message);
  }

  private watch(): void {
    const { scheduler } = this.dependencies;
    const silentMs = scheduler.nowMs() - this.heardAtMs;
    if (silentMs >= LIMITS.deadLinkMs) {
      this.abort(`nothing heard for ${Math.round(silentMs)} ms`);
      return;
    }
    if (this.isReady) {
      this.pingSentAtMs = scheduler.nowMs();
      this.sendPing({ kind: 'ping', value: { tUs: Math.round(this.pingSentAtMs * 1000) } });
    }
    const waitMs = Math.min(LIMITS.pingIntervalMs, LIMITS.deadLinkMs - silentMs);
    this.cancelWatch = scheduler.after(waitMs, () => this.watch());
  }

  private finish(close: LinkClose): void {
    if (this.state === 'closed') return;
    const opened = this.isOpen;
    this.release();
    this.handlers.onClose(this.lastError === undefined ? close : { ...close, error: this.lastError }, opened);
  }

  private release(): void {
    this.state = 'closed';
    this.cancelHandshake();
    this.cancelWatch();
  }
}
