import { describeUnknown } from '../common/error-wire.js';
import type { Scheduler } from '../common/scheduler.js';
import { ConnectionError, CredentialError, UndertoneError } from '../common/undertone-error.js';
import { closeError, decideClose, type LinkClose } from './close-policy.js';
import type { ReconnectPolicy } from './reconnect-policy.js';
import type { TokenContext } from './transport-types.js';

/** A refusal counts as final when a relay that is up refuses this many upgrades in a row. */
const REFUSALS_UNTIL_FAILURE = 4;

/** A connection that was up for less than this counts as failed, so that a relay that accepts and drops is not flooded. */
const STABLE_MS = 5_000;

/** What to do about a connection that was lost. */
export type RecoveryPlan =
  | { kind: 'retry'; attempt: number; delayMs: number; error: UndertoneError }
  | { kind: 'ended'; reason: string }
  | { kind: 'failed'; error: UndertoneError };

/** Remembers how often and how long the connection has been down, and decides whether another attempt makes sense. */
export class Recovery {
  /** The reason for the next token request. */
  tokenReason: TokenContext['reason'] = 'connect';
  private nextAttempt = 0;
  private liveSinceMs: number | null = null;
  private downSinceMs: number | null = null;
  private retriedOnce = false;
  private refusals = 0;

  constructor(
    private readonly scheduler: Pick<Scheduler, 'nowMs'>,
    private readonly policy: ReconnectPolicy,
  ) {}

  /** The relay accepted the client: earlier failures are forgotten. */
  live(): void {
    this.tokenReason = 'resume';
    this.liveSinceMs = this.scheduler.nowMs();
    this.retriedOnce = false;
    this.refusals = 0;
  }

  /** After a connection that had been upgraded. */
  afterClose(close: LinkClose): RecoveryPlan {
    const decision = decideClose(close);
    switch (decision.kind) {
      case 'resume':
        return this.retry(closeError(close), decision.minimumDelayMs, decision.immediate);
      case 'retry_once':
        if (this.retriedOnce) return { kind: 'failed', error: closeError(close) };
        this.retriedOnce = true;
        this.tokenReason = 'unauthorized';
        return this.retry(closeError(close), decision.minimumDelayMs, decision.minimumDelayMs === 0);
      case 'ended':
      case 'failed':
        return decision;
    }
  }

  /**
   * After an upgrade that failed. The browser does not distinguish a refusal (401, 403, 429) from a relay that is down. So the
   * relay is asked over HTTP. If it is up and refuses repeatedly, each time with a fresh token, the refusal is final.
   */
  async afterRefusal(close: LinkClose, probe: () => Promise<boolean>): Promise<RecoveryPlan> {
    const isUp = await probe();
    const details = { closeCode: close.code };
    this.refusals = isUp ? this.refusals + 1 : 0;
    if (this.refusals >= REFUSALS_UNTIL_FAILURE) {
      const message = 'the relay is up and refuses the connection: check the token, its origin and the plan';
      return { kind: 'failed', error: new CredentialError('unauthorized', message, { details }) };
    }
    return this.retry(
      isUp
        ? new ConnectionError('closed', 'the relay refused the upgrade', { retryable: true, details })
        : new ConnectionError('relay_unreachable', 'the relay does not answer', { retryable: true, details }),
    );
  }

  /** After the page had no token. A refusal by the page is final; any other failure may be temporary. */
  afterTokenFailure(cause: unknown): RecoveryPlan {
    if (cause instanceof UndertoneError && !cause.retryable) return { kind: 'failed', error: cause };
    const message = `no token: ${describeUnknown(cause)}`;
    return this.retry(new CredentialError('token_unavailable', message, { cause, retryable: true }));
  }

  private retry(error: UndertoneError, minimumDelayMs = 0, immediate = false): RecoveryPlan {
    const nowMs = this.scheduler.nowMs();
    if (this.liveSinceMs !== null && nowMs - this.liveSinceMs >= STABLE_MS) {
      this.nextAttempt = 0;
      this.downSinceMs = null;
    }
    this.liveSinceMs = null;
    this.downSinceMs ??= nowMs;
    const attempt = this.nextAttempt++;
    const wait = this.policy.delayMs(attempt, nowMs - this.downSinceMs);
    if (wait === null) {
      const message = `no connection: ${error.message}`;
      return {
        kind: 'failed',
        error: new ConnectionError('gave_up', message, { cause: error, retryable: true }),
      };
    }
    const delayMs = Math.max(minimumDelayMs, immediate && attempt === 0 ? 0 : wait);
    return { kind: 'retry', attempt, delayMs, error };
  }
}
