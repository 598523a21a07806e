import type { SocketListener } from '../socket/open-socket.js';
import {
  CLOSE,
  LIMITS,
  type ClientMessage,
  type CloseCode,
  type ServerBody,
  type SessionEnded,
  type SessionHello,
} from '@undertone/protocol';
import type { StreamAuth } from '../domain/accounts/stream-auth.js';
import { defined } from '../domain/defined.js';
import { SessionFault, toSessionFault } from '../domain/live/session-fault.js';
import type { ConnectionState } from './connection-state.js';
import { errorMessage, type Link } from './link.js';
import { authenticate } from './handshake/authenticate.js';
import { EarlyMessages } from './handshake/early-messages.js';
import { beforeHello, greetsOnly } from './handshake/first-message.js';
import type { OpeningContext, OpeningRequest } from './handshake/opening.js';
import { Observer } from './observing/observer.js';
import { MessagePacer } from './audio/pacing.js';
import { openOrContinue } from './handshake/continuing.js';
import { RoundTrip } from './round-trip.js';
import type { LiveSession } from './live-session.js';
import type { PlanPlace, StreamSocket } from './socket.js';
import type { Codec, Incoming, Said, SessionHandles } from './wires/wire.js';
import { codecFor } from './wires/wires.js';

/**
 * A stream that only observes takes no place of the plan. This limit stops one organization from filling the
 * relay.
 */
const MAX_OBSERVING_STREAMS = 100;
/** The store answers in milliseconds. After this time no answer is expected any more. */
const OPENING_MS = 15_000;
/** How long a peer that tries the connection may stay. */
const PROBING_MS = 60_000;
/** How long a peer that closes the socket itself may take for it. */
const PARTING_MS = 10_000;

export interface ConnectionHost extends OpeningContext {
  /** Called for each message: notices when this process stood still. */
  readonly awake: (nowMs: number) => void;
  /** The connection has released everything it held. */
  closed(connection: Connection): void;
  /** How many connections of an organization observe. */
  observing(orgId: string): number;
  readonly draining: () => boolean;
}

/**
 * One socket from its first message to its close. It reads the hello, opens or resumes a session, and passes
 * on all later messages.
 */
export class Connection implements SocketListener, Link {
  readonly codec: Codec;
  private state: ConnectionState;
  private readonly pacer: MessagePacer;
  private readonly roundTrip = new RoundTrip();
  private readonly take = (incoming: Incoming): void => this.receive(incoming);

  constructor(
    private readonly host: ConnectionHost,
    readonly socket: StreamSocket,
    /** Absent when the credential comes in the hello. */
    public auth: StreamAuth | undefined,
    /** Absent when places are not counted. */
    private readonly place?: PlanPlace,
  ) {
    const now = host.deps.clock.monotonicMs();
    this.codec = codecFor(socket);
    this.pacer = new MessagePacer(now);
    this.state = { kind: 'waiting', deadlineMs: now + LIMITS.helloDeadlineMs };
  }

  get rttMs(): number | undefined {
    return this.roundTrip.ms;
  }

  get orgId(): string | undefined {
    return this.auth?.orgId;
  }

  get attachedTo(): LiveSession | undefined {
    return this.state.kind === 'attached' ? this.state.session : undefined;
  }

  get observer(): Observer | undefined {
    return this.state.kind === 'observing' ? this.state.observer : undefined;
  }

  message(data: ArrayBuffer, isBinary: boolean): void {
    const { state, host } = this;
    if (state.kind === 'closed') return;
    host.deps.metrics.count('messages_in');
    try {
      const now = host.deps.clock.monotonicMs();
      host.awake(now);
      if (!this.pacer.allow(now, data.byteLength)) {
        throw new SessionFault('rate_limited', 'too many messages', { retryAfterMs: 5_000 });
      }
      if (state.kind === 'opening') state.early.keep(data, isBinary);
      else this.codec.decode(data, isBinary, this.take);
    } catch (error) {
      this.refuse(error);
    }
  }

  drain(): void {
    this.observer?.drained();
    const session = this.attachedTo;
    session?.guard(() => session.outbox.drained());
  }

  ping(): void {
    if (this.state.kind === 'closed') return;
    this.socket.ping(this.roundTrip.begin(this.host.deps.clock.monotonicMs()));
  }

  pong(payload: string): void {
    this.roundTrip.answered(payload, this.host.deps.clock.monotonicMs());
  }

  closed(code: number): void {
    const { attachedTo: session, observer } = this;
    if (this.state.kind === 'closed') return;
    this.finish();
    observer?.gone();
    if (session?.link === this) session.lost(code);
  }

  /** The relay itself stood still for so long. */
  forgive(pauseMs: number): void {
    this.pacer.forgive(pauseMs);
    this.attachedTo?.ingest.forgive(pauseMs);
  }

  /** Closes a socket that sends nothing. */
  tick(nowMs: number): void {
    if (this.state.kind === 'observing') {
      this.state.observer.tick(nowMs);
      return;
    }
    if (this.state.kind === 'attached' || this.state.kind === 'closed' || nowMs < this.state.deadlineMs)
      return;
    if (this.state.kind === 'parting') {
      this.shut(this.state.code, this.state.reason);
      return;
    }
    if (this.state.kind === 'opening') {
      this.fail(new SessionFault('overloaded', 'the session took too long to open', { retryAfterMs: 2_000 }));
      return;
    }
    this.fail(new SessionFault('protocol_error', 'no session.hello came in time'));
  }

  fail(fault: SessionFault, refSeq?: number): void {
    if (this.isOver) return;
    const { observer } = this;
    const hadNone = this.attachedTo === undefined && observer === undefined;
    const { close } = fault;
    const value = errorMessage(fault, true, refSeq);
    this.socket.cork(() => {
      const frame = this.encode({ kind: 'error', value });
      this.part(close.code, fault.code);
      observer?.closed();
      if (frame !== undefined) this.socket.send(frame);
      if (!this.codec.peerCloses) this.socket.close(close.code, fault.code);
    });
    if (hadNone) this.host.deps.traces?.refused(this.socket.trace, fault.code);
    this.host.deps.metrics.closed(close.code);
    this.host.deps.log.info(
      // A telephony vendor shows its customer the close code at most, so that the reason must stand here.
      {
        over: this.socket.kind,
        orgId: this.orgId,
        code: fault.code,
        close: close.code,
        param: fault.param,
        reason: fault.message,
      },
      'a connection was refused',
    );
  }

  farewell(ended: SessionEnded): void {
    if (this.isOver) return;
    this.socket.cork(() => {
      const frame = this.encode({ kind: 'session_end', value: ended });
      if (frame !== undefined) this.socket.send(frame);
      this.close(CLOSE.normal);
    });
  }

  close({ code, name }: Pick<CloseCode, 'code' | 'name'>): void {
    if (this.state.kind === 'parting') this.shut(code, name);
    if (this.isOver) return;
    const { observer } = this;
    this.part(code, name);
    observer?.closed();
    if (!this.codec.peerCloses) this.socket.close(code, name);
    this.host.deps.metrics.closed(code);
  }

  /** A message that is not part of a session's numbers. */
  private encode(body: ServerBody): Uint8Array | string | undefined {
    return this.codec.encode({ seq: 0, ack: 0, generation: 0, audioPos: 0, body });
  }

  private get isOver(): boolean {
    return this.state.kind === 'closed' || this.state.kind === 'parting';
  }

  /** Nothing more is sent but answers to the peer's farewell. */
  private part(code: number, reason: string): void {
    if (!this.codec.peerCloses) {
      this.finish();
      return;
    }
    const deadlineMs = this.host.deps.clock.monotonicMs() + PARTING_MS;
    this.state = { kind: 'parting', deadlineMs, code, reason };
  }

  private shut(code: number, reason: string): void {
    this.finish();
    this.socket.close(code, reason);
  }

  private finish(): void {
    this.state = { kind: 'closed' };
    this.host.closed(this);
  }

  private receive(incoming: Incoming): void {
    if (incoming.kind !== 'message' && incoming.kind !== 'samples') {
      this.between(incoming);
      return;
    }
    if (this.isOver) return;
    const session = this.attachedTo;
    if (session !== undefined) {
      session.receive(incoming);
      return;
    }
    if (this.state.kind === 'observing') {
      this.state.observer.receive(incoming);
      return;
    }
    if (incoming.kind === 'samples') throw beforeHello('audio');
    const { message } = incoming;
    const { body } = message;
    if (body === undefined) throw beforeHello('an unknown message');
    if (body.kind === 'observe.subscribe' && this.auth !== undefined) {
      this.observe(this.auth).receive(incoming);
      return;
    }
    if (body.kind !== 'session.hello') throw beforeHello(body.kind);
    this.open(message, body.value, incoming.handles);
  }

  /** What the peer's own protocol asks of the socket, not of the session. */
  private between(incoming: Exclude<Incoming, Said>): void {
    const session = this.attachedTo;
    if (this.state.kind === 'closed') return;
    this.socket.send(incoming.frame);
    if (incoming.kind === 'probe') {
      this.place?.release();
      this.state = { kind: 'probing', deadlineMs: this.host.deps.clock.monotonicMs() + PROBING_MS };
    } else if (incoming.kind === 'leave' && !this.isOver) {
      this.part(CLOSE.normal.code, CLOSE.normal.name);
      session?.lost(CLOSE.normal.code);
    }
  }

  private open(message: ClientMessage, hello: SessionHello, handles?: SessionHandles): void {
    const deadlineMs = this.host.deps.clock.monotonicMs() + OPENING_MS;
    const opening = { kind: 'opening' as const, deadlineMs, early: new EarlyMessages() };
    this.state = opening;
    this.negotiate(message, hello, handles).then(
      (session) => this.attached(session, opening.early),
      (error: unknown) => this.refuse(error, message.seq),
    );
  }

  /** From now on this connection observes. @throws SessionFault when the credential does not allow it */
  private observe(auth: StreamAuth): Observer {
    if (!auth.scopes.includes('stream.observe')) {
      throw new SessionFault('forbidden', 'the credential has no scope stream.observe');
    }
    if (this.host.draining()) {
      throw new SessionFault('overloaded', 'this relay is going away', { retryAfterMs: 1_000 });
    }
    const { deps, registry } = this.host;
    if (this.host.observing(auth.orgId) >= MAX_OBSERVING_STREAMS) {
      throw new SessionFault(
        'concurrency_exceeded',
        `an organization has at most ${MAX_OBSERVING_STREAMS} observing streams on a relay`,
        { retryAfterMs: 5_000 },
      );
    }
    const observer = new Observer(deps, registry, auth, this);
    this.state = { kind: 'observing', observer };
    // An observer needs no place of the plan.
    this.place?.release();
    return observer;
  }

  private async negotiate(
    message: ClientMessage,
    hello: SessionHello,
    handles: SessionHandles | undefined,
  ): Promise<LiveSession | Observer | undefined> {
    if (this.host.draining()) {
      throw new SessionFault('overloaded', 'this relay is going away', { retryAfterMs: 1_000 });
    }
    const { deps } = this.host;
    const given = { known: this.auth, hello, narrows: this.codec.narrows, origin: this.socket.origin };
    const auth = (this.auth = await authenticate(deps, given, this.place));
    if (!auth.scopes.includes('stream.write')) {
      greetsOnly(hello);
      return this.state.kind === 'opening' ? this.observe(auth) : undefined;
    }
    const request: OpeningRequest = {
      auth,
      hello,
      message,
      link: this,
      alive: () => this.state.kind === 'opening',
      ...defined({ handles }),
    };
    return request.alive() ? openOrContinue(this.host, request) : undefined;
  }

  private attached(opened: LiveSession | Observer | undefined, early: EarlyMessages): void {
    if (opened === undefined) return;
    if (!(opened instanceof Observer)) {
      if (this.state.kind !== 'opening') return;
      this.state = { kind: 'attached', session: opened };
    }
    early.deliver((data, isBinary) => this.deliver(data, isBinary));
  }

  private deliver(data: ArrayBuffer, isBinary: boolean): void {
    try {
      this.codec.decode(data, isBinary, this.take);
    } catch (error) {
      this.refuse(error);
    }
  }

  /**
   * A message that cannot be read ends the session, if there is one. A message with a wrong field does not.
   */
  private refuse(error: unknown, refSeq?: number): void {
    const session = this.attachedTo;
    if (this.state.kind === 'parting') this.shut(this.state.code, this.state.reason);
    if (this.isOver) return;
    const { deps } = this.host;
    const fault = toSessionFault(error, deps.isOutage);
    if (fault !== error) {
      const level = fault.code === 'internal_error' ? 'error' : 'warn';
      deps.log[level]({ error: String(error) }, 'a connection broke');
    }
    const { observer } = this;
    if (observer !== undefined && fault.code === 'validation_error') {
      observer.complain(fault, refSeq);
    } else if (session?.link !== this) {
      deps.metrics.count('connections_refused');
      this.fail(fault, refSeq);
    } else if (fault.code === 'validation_error') session.complain(fault, refSeq);
    else session.fail(fault, refSeq);
  }
}
