import { withoutTraining } from '../../domain/fine-tune/training-utterances.js';
import type { SessionConfig } from '../../domain/live/session-config.js';

/** What client and relay agreed on for a session, and the consent behind it. */
export class Agreement {
  /** A consent that was withdrawn was given again. */
  private hasNewConsent = false;

  constructor(
    private current: SessionConfig,
    private revisionNow: number,
  ) {}

  get config(): SessionConfig {
    return this.current;
  }

  /** Raised by every change that the client asks for. */
  get revision(): number {
    return this.revisionNow;
  }

  /** Whether a session that was paused by a withdrawn consent may go on. */
  get isConsentRenewed(): boolean {
    return this.hasNewConsent;
  }

  /** @param givesConsent whether the change names the basis of a consent */
  change(options: Partial<SessionConfig>, givesConsent: boolean): void {
    this.current = { ...this.current, ...options };
    this.revisionNow += 1;
    if (givesConsent) this.hasNewConsent = true;
  }

  /** The consent to be analyzed was withdrawn: a new one is needed. */
  requireConsent(): void {
    this.hasNewConsent = false;
  }

  /** Takes training out of the consent. @returns false where there is no consent to take it from */
  withdrawTraining(): boolean {
    const { consent } = this.current;
    if (consent === undefined) return false;
    this.current = { ...this.current, consent: { ...consent, scope: withoutTraining(consent.scope) } };
    return true;
  }
}
