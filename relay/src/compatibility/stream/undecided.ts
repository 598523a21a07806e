import { LIMITS } from '@undertone/protocol';
import type { StreamAuth } from '../../domain/accounts/stream-auth.js';
import { SessionFault, toSessionFault } from '../../domain/live/session-fault.js';
import type { OpenSocket, SocketListener } from '../../socket/open-socket.js';
import type { StreamLog } from '../../stream/ports.js';
import type { PlanPlace, StreamSocket } from '../../stream/socket.js';
import { FacadeSocket } from './facade-socket.js';
import { type ForeignConfig, readConfig } from './foreign-config.js';
import { ForeignSession, readObject } from './foreign-session.js';
import type { Schedule } from './paced-outbox.js';

/** What is kept while a key is looked up. */
const EARLY_BYTES = 512 * 1_024;
const MAX_KEY_CHARACTERS = 1_024;

export type Accept = (socket: StreamSocket, auth: StreamAuth | undefined, place: PlanPlace) => SocketListener;

export interface UndecidedHost {
  readonly accept: Accept;
  /** Looks up an API key that came in a message. @throws SessionFault */
  readonly authenticate: (apiKey: string, remoteAddress: string) => Promise<StreamAuth>;
  readonly nowMs: () => number;
  readonly schedule: Schedule;
  readonly log: Pick<StreamLog, 'error'>;
}

export interface UndecidedOptions {
  readonly origin: string | undefined;
  /** From the handshake. Absent when the key comes in the config. */
  readonly auth: StreamAuth | undefined;
  readonly place: PlanPlace;
  /** Whether the key was in the address. */
  readonly keyInAddress: boolean;
}

type State =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'asking'; readonly early: { data: ArrayBuffer; isBinary: boolean }[]; bytes: number }
  | { readonly kind: 'decided'; readonly listener: SocketListener }
  | { readonly kind: 'closed' };

export const BETTER_WAY =
  'send the key as Authorization: Bearer <API key> in the handshake, or a token of POST /v1/stream/tokens as a sub-protocol';

/**
 * A socket of `/v1/stream/realtime` that offered no sub-protocol. Its first message says what it speaks: binary is protobuf,
 * `config` is the hosted service's dialect, any other text is our JSON.
 */
export class Undecided implements SocketListener {
  private state: State = { kind: 'waiting' };
  private readonly callOff: () => void;

  constructor(
    private readonly host: UndecidedHost,
    private readonly socket: OpenSocket,
    private readonly options: UndecidedOptions,
  ) {
    this.callOff = host.schedule(() => {
      this.fail(new SessionFault('protocol_error', 'no first message came in time'));
    }, LIMITS.helloDeadlineMs);
  }

  message(data: ArrayBuffer, isBinary: boolean): void {
    const { state } = this;
    switch (state.kind) {
      case 'closed':
        return;
      case 'decided':
        state.listener.message(data, isBinary);
        return;
      case 'asking':
        state.bytes += data.byteLength;
        if (state.bytes > EARLY_BYTES) {
          this.fail(new SessionFault('payload_too_large', 'too much was sent before the session was ready'));
        } else state.early.push({ data: data.slice(0), isBinary });
        return;
      case 'waiting':
        this.first(data, isBinary);
    }
  }

  drain(): void {
    if (this.state.kind === 'decided') this.state.listener.drain();
  }

  pong(payload: string): void {
    if (this.state.kind === 'decided') this.state.listener.pong(payload);
  }

  closed(code: number): void {
    this.callOff();
    const { state } = this;
    this.state = { kind: 'closed' };
    if (state.kind === 'decided') state.listener.closed(code);
  }

  private first(data: ArrayBuffer, isBinary: boolean): void {
    const message = isBinary ? undefined : readObject(data);
    if (message?.['type'] !== 'config') {
      this.native(data, isBinary);
      return;
    }
    try {
      const config = readConfig(message);
      const { auth } = this.options;
      if (auth !== undefined) this.open(config, auth, []);
      else this.ask(config, message['api_key']);
    } catch (error) {
      this.fail(error);
    }
  }

  /** A client of ours. Without a credential in the handshake, its hello has a token (RT4). */
  private native(data: ArrayBuffer, isBinary: boolean): void {
    const { auth, place, origin } = this.options;
    if (isBinary && auth === undefined) {
      this.fail(
        new SessionFault(
          'unauthorized',
          `the first message must be config with api_key; better, ${BETTER_WAY}`,
        ),
      );
      return;
    }
    this.callOff();
    const socket = new FacadeSocket(this.socket, isBinary ? 'proto' : 'json', origin);
    const listener = this.host.accept(socket, auth, place);
    this.state = { kind: 'decided', listener };
    listener.message(data, isBinary);
  }

  private ask(config: ForeignConfig, key: unknown): void {
    if (typeof key !== 'string' || key === '' || key.length > MAX_KEY_CHARACTERS) {
      throw new SessionFault('unauthorized', `config carries no api_key; better, ${BETTER_WAY}`, {
        param: 'api_key',
      });
    }
    const asking = { kind: 'asking' as const, early: [], bytes: 0 };
    this.state = asking;
    this.host.authenticate(key, this.socket.remoteAddress).then(
      (auth) => {
        if (this.state !== asking) return;
        if (this.options.place.take(auth)) this.open(config, auth, asking.early, 'key_in_message');
        else this.fail(noPlace(auth));
      },
      (error: unknown) => this.fail(error),
    );
  }

  private open(
    config: ForeignConfig,
    auth: StreamAuth,
    early: readonly { data: ArrayBuffer; isBinary: boolean }[],
    keyWarning?: 'key_in_message',
  ): void {
    this.callOff();
    const { origin, place, keyInAddress } = this.options;
    const warnings = [
      ...(keyWarning === undefined
        ? []
        : [{ code: keyWarning, message: `an API key came in a message: ${BETTER_WAY}` }]),
      ...(keyInAddress ? [keyInAddressWarning] : []),
      ...(config.ignored.length === 0
        ? []
        : [
            {
              code: 'fields_ignored',
              message: `these fields change nothing here: ${config.ignored.join(', ')}`,
            },
          ]),
    ];
    const { nowMs, schedule, log } = this.host;
    const session = new ForeignSession(this.socket, config, { nowMs, schedule, log, origin, warnings });
    this.state = { kind: 'decided', listener: session };
    session.begin((socket) => this.host.accept(socket, auth, place));
    for (const { data, isBinary } of early) session.message(data, isBinary);
  }

  private fail(error: unknown): void {
    if (this.state.kind === 'closed') return;
    this.callOff();
    this.state = { kind: 'closed' };
    if (!(error instanceof SessionFault)) {
      this.host.log.error({ error: String(error) }, 'a connection broke before its session began');
    }
    const { code, message, param, retryable, retryAfterMs, close } = toSessionFault(error);
    const told = {
      type: 'error',
      session_id: 'pending',
      code,
      message,
      fatal: true,
      retryable,
      ...(param !== undefined && { param }),
      ...(retryAfterMs !== undefined && { retry_after_ms: retryAfterMs }),
    };
    this.socket.cork(() => {
      this.socket.send(JSON.stringify(told));
      this.socket.close(close.code, code);
    });
  }
}

export const keyInAddressWarning = {
  code: 'key_in_address',
  message: `an API key in an address ends in histories and logs: ${BETTER_WAY}`,
} as const;

const noPlace = ({ plan }: StreamAuth): SessionFault =>
  new SessionFault('concurrency_exceeded', `the plan allows ${plan.concurrentStreams} streams at a time`, {
    retryAfterMs: 5_000,
  });
