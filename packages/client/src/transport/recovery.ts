import { describeUnknown } from '../common/error-wire.js';
import type { Scheduler } from '../common/scheduler.js';
import { ConnectionError, CredentialError, UndertoneError } from '../common/undertone-error.js';
import { closeError, decideClose, type LinkClose } from './close-policy.js';
import type { Reach } from './reach.js';
import type { ReconnectPolicy } from './reconnect-policy.js';
import type { TokenContext } from './transport-types.js';

/**
 * This many failed upgrades in a row are final, by what answers plain HTTP at the address. The last two only before the first
 * success: a relay that was there may come back.
 */
const FINAL_AT = { relay: 4, other: 3, nothing: 6 } as const;

/** This many requests without a token are final, before the first success. */
const FINAL_TOKEN_FAILURE = 6;

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
  private wasLive = false;
  private tokenFailures = 0;
  /** The failed upgrades in a row with the same answer over HTTP. */
  private refused = { by: 'relay' as Reach['kind'], times: 0 };

  /**
   * @param url the stream's address, for messages
   * @param probe asks what answers plain HTTP at that address
   */
  constructor(
    private readonly url: string,
    private readonly scheduler: Pick<Scheduler, 'nowMs'>,
    private readonly policy: ReconnectPolicy,
    private readonly probe: () => Promise<Reach>,
  ) {}

  /** The relay accepted the client: earlier failures are forgotten. */
  live(): void {
    this.tokenReason = 'resume';
    this.liveSinceMs = this.scheduler.nowMs();
    this.retriedOnce = false;
    this.wasLive = true;
    this.refused = { by: 'relay', times: 0 };
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
   * After an upgrade that failed. The browser does not distinguish a refusal (401, 403, 429) from a wrong address or a relay that
   * is down. So the address is asked over plain HTTP. What stays as it is, try after try, is final.
   */
  async afterRefusal({ code: closeCode }: Pick<LinkClose, 'code'>): Promise<RecoveryPlan> {
    return this.afterReach(await this.probe(), { closeCode });
  }

  /**
   * Before a token is requested: after an upgrade that found no relay, the token for the next one would be wasted until one
   * answers.
   *
   * @returns null when a token can be requested
   */
  async knock(): Promise<RecoveryPlan | null> {
    if (this.refused.by === 'relay') return null;
    const found = await this.probe();
    if (found.kind !== 'relay') return this.afterReach(found, {});
    this.refused = { by: 'relay', times: 0 };
    return null;
  }

  private afterReach(found: Reach, details: Readonly<Record<string, number>>): RecoveryPlan {
    const { by, times } = this.refused;
    this.refused = { by: found.kind, times: by === found.kind ? times + 1 : 1 };
    const isFinal = this.refused.times >= FINAL_AT[found.kind] && (found.kind === 'relay' || !this.wasLive);
    const error = this.refusal(found, details, isFinal);
    return isFinal ? { kind: 'failed', error } : this.retry(error);
  }

  private refusal(
    found: Reach,
    details: Readonly<Record<string, number>>,
    isFinal: boolean,
  ): ConnectionError | CredentialError {
    const { url } = this;
    switch (found.kind) {
      case 'relay': {
        if (!isFinal)
          return new ConnectionError('closed', 'the relay refused the upgrade', { retryable: true, details });
        const message =
          'the relay is up and refuses the connection: check the token, its origin, the plan, and whether a proxy passes WebSockets on';
        return new CredentialError('unauthorized', message, { details });
      }
      case 'other': {
        const { status } = found;
        const message = `no relay at ${url}: ${status === undefined ? 'something else answers there' : `it answers ${status} to a stream`}. Check url`;
        return new ConnectionError('not_a_relay', message, {
          retryable: !isFinal,
          details: status === undefined ? { ...details, url } : { ...details, url, status },
        });
      }
      case 'nothing': {
        const message = `nothing answers at ${url}: check url, the network, and connect-src in the CSP`;
        return new ConnectionError('relay_unreachable', message, {
          retryable: true,
          details: { ...details, url },
        });
      }
    }
  }

  /**
   * After the page had no token. A refusal by the page is final; any other failure may be temporary, but not one that stays from the
   * start on.
   */
  afterTokenFailure(cause: unknown): RecoveryPlan {
    if (cause instanceof UndertoneError && !cause.retryable) return { kind: 'failed', error: cause };
    const message = `no token: ${describeUnknown(cause)}`;
    const error = new CredentialError('token_unavailable', message, { cause, retryable: true });
    return ++this.tokenFailures >= FINAL_TOKEN_FAILURE && !this.wasLive
      ? { kind: 'failed', error }
      : this.retry(error);
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
