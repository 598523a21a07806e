import type { ClientBody, ServerMessage } from '@undertone/protocol';
import { encodeObservingMessage } from '@undertone/protocol/client-codec';
import { describeUnknown } from '../common/error-wire.js';
import type { Logger } from '../common/logger.js';
import type { Cancel } from '../common/scheduler.js';
import { ConnectionError, type UndertoneError } from '../common/undertone-error.js';
import type { LinkClose } from '../transport/close-policy.js';
import { Link, type LinkDependencies } from '../transport/link.js';
import type { Reach } from '../transport/reach.js';
import { Recovery, type RecoveryPlan } from '../transport/recovery.js';
import type { ReconnectPolicy } from '../transport/reconnect-policy.js';
import { TOKEN_TIMEOUT_MS, type TokenContext } from '../transport/transport-types.js';

/** The first message that an observer gets: the answer to its first request. */
const GREETINGS: ReadonlySet<string> = new Set(['snapshot', 'resumed', 'error', 'pong']);

export interface ObserverLinkOptions extends LinkDependencies {
  readonly url: string;
  readonly getToken: (context: TokenContext) => Promise<string>;
  /** What answers plain HTTP at the address. */
  readonly probe: () => Promise<Reach>;
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
  private recovery: Recovery;

  constructor(private readonly options: ObserverLinkOptions) {
    this.recovery = this.newRecovery();
  }

  /** Opens the first socket; later calls do nothing. */
  open(): void {
    if (this.state.kind === 'idle') void this.connect(0);
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
    this.recovery = this.newRecovery();
  }

  close(): void {
    const { state } = this;
    this.state = { kind: 'closed' };
    if (state.kind === 'open') state.link.close(1000, 'disposed');
    if (state.kind === 'waiting') state.cancel();
  }

  private newRecovery(): Recovery {
    const { url, scheduler, policy, probe } = this.options;
    return new Recovery(url, scheduler, policy, probe);
  }

  private async connect(attempt: number): Promise<void> {
    const { options, recovery } = this;
    const connecting: State = { kind: 'connecting', attempt };
    this.state = connecting;
    const plan = await recovery.knock();
    if (this.state !== connecting) return;
    if (plan !== null) {
      this.recover(plan);
      return;
    }
    let token: string;
    try {
      token = await this.token({ attempt, reason: recovery.tokenReason });
    } catch (cause) {
      if (this.state === connecting) this.recover(recovery.afterTokenFailure(cause));
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
          onClose: (close, opened) => void this.lost(close, opened),
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
    this.recovery.live();
    this.options.onMessage(message);
  }

  private async lost(close: LinkClose, opened: boolean): Promise<void> {
    const { state, recovery } = this;
    if (state.kind === 'closed') return;
    const plan = opened ? recovery.afterClose(close) : await recovery.afterRefusal(close);
    if (this.state === state) this.recover(plan);
  }

  private recover(plan: RecoveryPlan): void {
    switch (plan.kind) {
      case 'ended':
        this.over(undefined, plan.reason);
        return;
      case 'failed':
        this.over(plan.error);
        return;
      case 'retry': {
        const { attempt, delayMs, error } = plan;
        const { scheduler, onAway, logger } = this.options;
        logger.info('an observer reconnects', { code: error.code, delayMs });
        const cancel = scheduler.after(delayMs, () => void this.connect(attempt));
        this.state = { kind: 'waiting', cancel };
        onAway(attempt, delayMs, error.message);
        return;
      }
    }
  }

  private over(error: UndertoneError | undefined, reason = error?.code ?? ''): void {
    if (this.state.kind === 'closed') return;
    this.close();
    this.options.onOver(error, reason);
  }
}
