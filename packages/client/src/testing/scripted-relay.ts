import { SUBPROTOCOL_PROTO, type ClientBody, type ClientMessage, type ServerBody } from '@undertone/protocol';
import { decodeClientMessage, encodeServerMessage } from '@undertone/protocol/server-codec';
import type { OpenSocket, SocketHandlers } from '../transport/transport-types.js';

type BodyValue<Kind> = Extract<ClientBody, { kind: Kind }>['value'];

/** One upgrade as the relay sees it. */
export class ScriptedSocket {
  readonly received: ClientMessage[] = [];
  /** The client's close code and reason; null before it closes. */
  clientClose: { code: number | undefined; reason: string | undefined } | null = null;
  bufferedBytes = 0;
  /** True when bytes stay in the buffer and are not read. */
  isStuck = false;

  constructor(
    readonly protocols: string[],
    private readonly handlers: SocketHandlers,
    private readonly relay: ScriptedRelay,
  ) {}

  accept(): void {
    this.handlers.onOpen(SUBPROTOCOL_PROTO);
  }

  /** The TCP connection breaks, or the relay closes. */
  drop(code = 1006, reason = ''): void {
    this.handlers.onClose(code, reason);
  }

  send(body: ServerBody, seq = this.relay.nextSeq()): void {
    const message = { seq, ack: this.relay.ack, generation: this.relay.generation, audioPos: 0, body };
    this.handlers.onMessage(encodeServerMessage(message));
  }

  /** Sends a message about a session to an observing stream. */
  tell(observed: string, position: number | undefined, body: ServerBody): void {
    const envelope = { seq: this.relay.nextSeq(), ack: this.relay.ack, generation: 0, audioPos: 0 };
    this.handlers.onMessage(encodeServerMessage({ ...envelope, observed, position, body }));
  }

  sendBytes(bytes: Uint8Array): void {
    this.handlers.onMessage(bytes);
  }

  /** Bodies of one kind, in order. */
  bodies<Kind extends ClientBody['kind']>(kind: Kind): BodyValue<Kind>[] {
    const found: BodyValue<Kind>[] = [];
    for (const { body } of this.received) {
      if (body?.kind === kind) found.push(body.value as BodyValue<Kind>);
    }
    return found;
  }

  take(data: Uint8Array): void {
    if (this.isStuck) {
      this.bufferedBytes += data.length;
    }
    const message = decodeClientMessage(data);
    this.received.push(message);
    this.relay.heard(message);
  }
}

/** The relay side, controlled by a test. Every socket that the transport opens is in {@link sockets}. */
export class ScriptedRelay {
  readonly sockets: ScriptedSocket[] = [];
  generation = 1;
  /** Highest client sequence number handled. */
  ack = 0;
  private seq = 0;

  readonly openSocket: OpenSocket = (_url, protocols, handlers) => {
    const socket = new ScriptedSocket(protocols, handlers, this);
    this.sockets.push(socket);
    return {
      get bufferedAmount() {
        return socket.bufferedBytes;
      },
      send: (data) => socket.take(data),
      close: (code, reason) => {
        socket.clientClose = { code, reason };
      },
    };
  };

  get last(): ScriptedSocket {
    const socket = this.sockets.at(-1);
    if (socket === undefined) throw new Error('no socket was opened yet');
    return socket;
  }

  nextSeq(): number {
    return ++this.seq;
  }

  heard(message: ClientMessage): void {
    this.ack = Math.max(this.ack, message.seq);
  }
}

/** A `session.ready` in which only the relevant parts can be set. */
export const sessionReady = (
  nextSample: number[],
  { generation = 1, agentAnalysis = false, configRevision = 1 } = {},
): Extract<ServerBody, { kind: 'session.ready' }> => ({
  kind: 'session.ready',
  value: {
    sessionId: 'ses_test',
    resumeHandle: 'handle',
    resumeWindowMs: 120_000,
    generation,
    serverTime: '2026-01-01T00:00:00Z',
    model: { id: 'test', version: '1', labels: [] },
    channels: [],
    configRevision,
    limits: { frameBytes: 64_000, messageBytes: 65_536, rate: 1.1, sessionS: 3_600, idleS: 120 },
    quota: { concurrentUsed: 1, concurrentMax: 10 },
    policy: { agentAnalysis, retention: 'none' },
    nextSample,
  },
});
