import type { ClientBody, ServerMessage } from '@undertone/protocol';
import { encodeObservingMessage } from '@undertone/protocol/client-codec';
import { describeUnknown } from '../common/error-wire.js';
import type { Logger } from '../common/logger.js';
import type { Cancel } from '../common/scheduler.js';
import { ConnectionError, CredentialError, UndertoneError } from '../common/undertone-error.js';
import { closeError, decideClose, type LinkClose } from '../transport/close-policy.js';
import { Link, type LinkDependencies } from '../transport/link.js';
import type { ReconnectPolicy } from '../transport/reconnect-policy.js';
import { TOKEN_TIMEOUT_MS, type TokenContext } from '../transport/transport-types.js';

/** The first message that an observer gets: the answer to its first request. */
const GREETINGS: ReadonlySet<string> = new Set(['snapshot', 'resumed', 'error', 'pong']);

export interface ObserverLinkOptions extends LinkDependencies {
  readonly url: string;
  readonly getToken: (context: TokenContext) => Promise<string>;
  readonly policy: ReconnectPolicy;
  readonly logger: Logger;
  /** A socket is open; everything must be requested (again). */
  readonly onOpen: () => void;
  readonly onMessage: (message: ServerMessage) => void;
  readonly onAway: (attempt: number, delayMs: number, reason: string) => void;
  /** Always the last call. Without an error, the relay ended the connection on purpose. */
  readonly onOver: (error: UndertoneError | undefined, reason: string) => void;
}

type State =
  | { kind: 'idle' }
  | { kind: 'connecting'; attempt: number }
  | { kind: 'open'; link: Link }
  | { kind: 'waiting'; cancel: Cancel }
  | { kind: 'closed' };

/** An observer's connection to the relay, over as many sockets as needed. Each socket asks for its own token. */
export class ObserverLink {
  private state: State = { kind: 'idle' };
  private seq = 0;
  private ack = 0;
  private attempt = 0;
  private downSinceMs: number | undefined;
  private refused = false;
  private reason: TokenContext['reason'] = 'connect';

  constructor(private readonly options: ObserverLinkOptions) {}

  /** Opens the first socket; later calls do nothing. */
  open(): void {
    if (this.state.kind === 'idle') void this.connect();
  }

  get isOpen(): boolean {
    return this.state.kind === 'open';
  }

  send(body: ClientBody): void {
    if (this.state.kind !== 'open') return;
    this.seq += 1;
    const { seq, ack } = this;
    this.state.link.send(encodeObservingMessage({ seq, ack, generation: 0, audioPos: 0, body }));
  }

  /** Nothing is watched now; {@link open} starts again. */
  rest(): void {
    if (this.state.kind === 'closed') return;
    this.close();
    this.state = { kind: 'idle' };
    this.attempt = 0;
    this.downSinceMs = undefined;
    this.reason = 'connect';
  }

  close(): void {
    const { state } = this;
    this.state = { kind: 'closed' };
    if (state.kind === 'open') state.link.close(1000, 'disposed');
    if (state.kind === 'waiting') state.cancel();
  }

  private async connect(): Promise<void> {
    const { attempt, options } = this;
    const connecting: State = { kind: 'connecting', attempt };
    this.state = connecting;
    let token: string;
    try {
      token = await this.token({ attempt, reason: this.reason });
    } catch (cause) {
      if (this.state !== connecting) return;
      if (cause instanceof UndertoneError && !cause.retryable) this.over(cause);
      else {
        const what = `no token: ${describeUnknown(cause)}`;
        this.retry(new CredentialError('token_unavailable', what, { retryable: true, cause }), 0);
      }
      return;
    }
    if (this.state !== connecting) return;
    this.seq = 0;
    try {
      const link: Link = new Link(
        { ...options, greetings: GREETINGS },
        options.url,
        token,
        {
          onOpen: () => {
            this.state = { kind: 'open', link };
            options.onOpen();
          },
          onMessage: (message) => this.received(message),
          onClose: (close) => this.lost(close),
        },
        (body) => this.send(body),
      );
    } catch (cause) {
      this.over(
        new ConnectionError('closed', `the socket could not be opened: ${describeUnknown(cause)}`, { cause }),
      );
    }
  }

  /** @throws Error after 15 s without an answer, or what the page throws */
  private token(context: TokenContext): Promise<string> {
    const { scheduler, getToken } = this.options;
    return new Promise((resolve, reject) => {
      const cancel = scheduler.after(TOKEN_TIMEOUT_MS, () =>
        reject(new Error(`no answer within ${TOKEN_TIMEOUT_MS} ms`)),
      );
      getToken(context).finally(cancel).then(resolve, reject);
    });
  }

  private received(message: ServerMessage): void {
    this.ack = Math.max(this.ack, message.seq);
    this.attempt = 0;
    this.downSinceMs = undefined;
    this.refused = false;
    this.options.onMessage(message);
  }

  private lost(close: LinkClose): void {
    if (this.state.kind === 'closed') return;
    const decision = decideClose(close);
    this.reason = 'resume';
    switch (decision.kind) {
      case 'resume':
        this.retry(closeError(close), decision.minimumDelayMs);
        return;
      case 'retry_once':
        if (this.refused) {
          this.over(closeError(close));
          return;
        }
        this.refused = true;
        this.reason = 'unauthorized';
        this.retry(closeError(close), decision.minimumDelayMs);
        return;
      case 'ended':
        this.over(undefined, decision.reason);
        return;
      case 'failed':
        this.over(decision.error);
        return;
    }
  }

  private retry(error: UndertoneError, minimumMs: number): void {
    const { scheduler, policy, onAway, logger } = this.options;
    const nowMs = scheduler.nowMs();
    this.downSinceMs ??= nowMs;
    const waitMs = policy.delayMs(this.attempt, nowMs - this.downSinceMs);
    if (waitMs === null) {
      this.over(
        new ConnectionError('gave_up', `the relay did not come back: ${error.message}`, { cause: error }),
      );
      return;
    }
    const delayMs = Math.max(waitMs, minimumMs);
    this.attempt += 1;
    logger.info('an observer reconnects', { code: error.code, delayMs });
    const cancel = scheduler.after(delayMs, () => void this.connect());
    this.state = { kind: 'waiting', cancel };
    onAway(this.attempt, delayMs, error.message);
  }

  private over(error: UndertoneError | undefined, reason = error?.code ?? ''): void {
    if (this.state.kind === 'closed') return;
    this.close();
    this.options.onOver(error, reason);
  }
}
