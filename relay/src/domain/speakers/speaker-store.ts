import type { PageEnd } from '../page-end.js';
import type { EnrollmentQuality, Removal, RemovalCause, Speaker } from './speaker.js';
import type { VoiceConsent } from './voice-consent.js';

/** A template as it is stored: the sealed bytes, and the facts that may be shown. */
export interface SealedTemplate {
  readonly space: string;
  readonly sealed: Uint8Array;
  readonly quality: EnrollmentQuality;
}

/** A template with more in it, of the same space. */
export interface GrownTemplate extends Pick<EnrollmentQuality, 'speechSeconds' | 'prints'> {
  readonly sealed: Uint8Array;
}

export interface NewSpeaker {
  readonly id: string;
  readonly orgId: string;
  readonly label: string;
  readonly externalId: string | undefined;
  readonly consent: VoiceConsent;
  readonly expiresAt: Date | undefined;
  readonly template: SealedTemplate;
  readonly at: Date;
  readonly actor: string;
}

export interface SpeakerChange {
  readonly label?: string;
  readonly externalId?: string | null;
  readonly expiresAt?: Date | null;
}

/** The result of an enrollment: `stored`, or the rule that prevented it. */
export type EnrollmentOutcome = 'stored' | 'full' | 'external_id_taken' | 'consent_used' | 'gone';

export interface SpeakerPage {
  readonly speakers: readonly Speaker[];
  /** The last person of the page, if another page follows. */
  readonly nextCursor: PageEnd | undefined;
}

/** A person that a voice is compared with. */
export interface Candidate {
  readonly speakerId: string;
  readonly label: string;
  readonly space: string;
  readonly sealed: Uint8Array;
}

/** A voice in a call that was recognized. */
export interface SpeakerLink {
  readonly orgId: string;
  readonly sessionId: string;
  /** The name of the voice within the session. */
  readonly speaker: string;
  readonly speakerId: string;
  readonly evidenceSeconds: number;
  readonly at: Date;
}

/**
 * The storage of enrolled people. Every call is for one organization. Data of other organizations is not
 * found.
 */
export interface SpeakerStore {
  add(speaker: NewSpeaker, most: number): Promise<EnrollmentOutcome>;
  list(
    orgId: string,
    page: {
      readonly limit: number;
      /** The last person of the page before, who may have been deleted since. */
      readonly cursor: PageEnd | undefined;
      readonly externalId: string | undefined;
    },
    now: Date,
  ): Promise<SpeakerPage>;
  find(orgId: string, id: string, now: Date): Promise<Speaker | undefined>;
  change(
    orgId: string,
    id: string,
    change: SpeakerChange,
    by: { readonly actor: string; readonly at: Date },
  ): Promise<Speaker | 'external_id_taken' | undefined>;
  /** Replaces the template with a new version. */
  enrollAgain(
    speaker: Pick<NewSpeaker, 'id' | 'orgId' | 'consent' | 'expiresAt' | 'template' | 'at' | 'actor'>,
  ): Promise<EnrollmentOutcome>;
  /**
   * Deletes the person and everything that was derived from the voice, in one transaction.
   * @returns undefined if there is no such person
   */
  remove(
    orgId: string,
    id: string,
    cause: RemovalCause,
    by: { readonly actor: string; readonly at: Date; readonly reference?: string },
  ): Promise<Removal | undefined>;
  /** All people of an organization that a voice can be compared with now. */
  candidates(orgId: string, now: Date): Promise<readonly Candidate[]>;
  /** Stores that a voice was recognized. @returns false if the person no longer exists */
  link(link: SpeakerLink): Promise<boolean>;
  /**
   * Adds to a person's template what a call heard. One call at a time sees the template, so that none is lost.
   * @param change gets the template and the scope of the person's consent; answers undefined to leave it as it is
   * @returns whether it was changed; false if the person no longer exists
   */
  grow(
    orgId: string,
    id: string,
    now: Date,
    change: (
      candidate: Pick<Candidate, 'speakerId' | 'space' | 'sealed'>,
      consent: readonly string[],
    ) => GrownTemplate | undefined,
  ): Promise<boolean>;
  /** Deletes who was recognized in a session, or as one voice of it. */
  unlink(orgId: string, sessionId: string, speaker?: string): Promise<void>;
  baseline(orgId: string, id: string, now: Date): Promise<Uint8Array | undefined>;
  /** @returns false if the person no longer exists; nothing is written then */
  keepBaseline(orgId: string, id: string, sealed: Uint8Array, at: Date): Promise<boolean>;
  /** Returns those of these people, over all organizations, who no longer exist. */
  gone(ids: readonly string[], now: Date): Promise<readonly string[]>;
  /** People whose retention time has passed. */
  expired(now: Date, limit: number): Promise<readonly { readonly orgId: string; readonly id: string }[]>;
  /**
   * Repeats the cleanup after removals since then. It deletes what another relay wrote before it learned of
   * them.
   * @returns rows deleted
   */
  sweep(since: Date): Promise<number>;
}
