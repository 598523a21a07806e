import type { PageEnd } from '../page-end.js';
import type { EnrolmentQuality, Removal, RemovalCause, Speaker } from './speaker.js';
import type { VoiceConsent } from './voice-consent.js';

/** A template as it is stored: sealed, and what may be told of it. */
export interface SealedTemplate {
  readonly space: string;
  readonly sealed: Uint8Array;
  readonly quality: EnrolmentQuality;
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

/** What an enrollment came to: `stored`, or the rule it ran into. */
export type EnrolmentOutcome = 'stored' | 'full' | 'external_id_taken' | 'consent_used' | 'gone';

export interface SpeakerPage {
  readonly speakers: readonly Speaker[];
  /** The last of the page, where another one follows. */
  readonly nextCursor: PageEnd | undefined;
}

/** Somebody a voice is compared with. */
export interface Candidate {
  readonly speakerId: string;
  readonly label: string;
  readonly space: string;
  readonly sealed: Uint8Array;
}

/** A voice of a call that was recognized. */
export interface SpeakerLink {
  readonly orgId: string;
  readonly sessionId: string;
  /** The session's own name of the voice. */
  readonly speaker: string;
  readonly speakerId: string;
  readonly evidenceSeconds: number;
  readonly at: Date;
}

/** Where enrolled people are kept. Every call is for one organization; what is another's is not found. */
export interface SpeakerStore {
  add(speaker: NewSpeaker, most: number): Promise<EnrolmentOutcome>;
  list(
    orgId: string,
    page: {
      readonly limit: number;
      /** The last of the page before, who may be gone since. */
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
  /** Puts a new version of the template in the place of the one before. */
  enrolAgain(
    speaker: Pick<NewSpeaker, 'id' | 'orgId' | 'consent' | 'expiresAt' | 'template' | 'at' | 'actor'>,
  ): Promise<EnrolmentOutcome>;
  /**
   * Deletes the person and everything that was derived from the voice, in one transaction.
   * @returns undefined where there is no such person
   */
  remove(
    orgId: string,
    id: string,
    cause: RemovalCause,
    by: { readonly actor: string; readonly at: Date; readonly reference?: string },
  ): Promise<Removal | undefined>;
  /** Everybody of an organization that a voice can be compared with now. */
  candidates(orgId: string, now: Date): Promise<readonly Candidate[]>;
  /** Writes down that a voice was recognized. @returns false when the person is gone */
  link(link: SpeakerLink): Promise<boolean>;
  /** A session's consent was withdrawn: nobody was recognized in it. */
  unlink(orgId: string, sessionId: string): Promise<void>;
  baseline(orgId: string, id: string, now: Date): Promise<Uint8Array | undefined>;
  /** @returns false when the person is gone: nothing is written */
  keepBaseline(orgId: string, id: string, sealed: Uint8Array, at: Date): Promise<boolean>;
  /** Of these people, over all organizations, those who are gone. */
  gone(ids: readonly string[], now: Date): Promise<readonly string[]>;
  /** Whose time is over. */
  expired(now: Date, limit: number): Promise<readonly { readonly orgId: string; readonly id: string }[]>;
  /** Clears again after removals since then: what another relay wrote before it heard of them. @returns rows cleared */
  sweep(since: Date): Promise<number>;
}
