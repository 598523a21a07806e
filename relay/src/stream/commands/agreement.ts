import { withoutTraining } from '../../domain/fine-tune/training-utterances.js';
import type { SessionConfig } from '../../domain/live/session-config.js';

/** What client and relay agreed on for a session, and the consent for it. */
export class Agreement {
  /** @param hasNewConsent whether a consent was given again after it was withdrawn */
  constructor(
    private current: SessionConfig,
    private revisionNow: number,
    private hasNewConsent: boolean,
  ) {}

  get config(): SessionConfig {
    return this.current;
  }

  /** Goes up with every change that the client asks for. */
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

  /** Removes training from the consent. @returns false when there is no consent */
  withdrawTraining(): boolean {
    const { consent } = this.current;
    if (consent === undefined) return false;
    this.current = { ...this.current, consent: { ...consent, scope: withoutTraining(consent.scope) } };
    return true;
  }
}
