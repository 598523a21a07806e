import type { KnownFeature } from '@undertone/protocol';
import type { OrganizationPolicy } from '../accounts/organization-policy.js';
import type { VerticalName } from '../call/verticals/verticals.js';

export type AnalysisFeature = KnownFeature;

/** What is computed where a request names nothing: all but the predictions, which need a session. */
export const DEFAULT_FEATURES: readonly AnalysisFeature[] = ['emotion', 'prosody', 'vad', 'vertical'];

export type AudioSource =
  { readonly kind: 'bytes'; readonly bytes: Uint8Array } | { readonly kind: 'url'; readonly url: string };

/** Whom a recording lets hear. */
export type Subject = OrganizationPolicy['defaultSubject'];

/** One recording to be analyzed. */
export interface AnalysisRequest {
  readonly source: AudioSource;
  readonly features: readonly AnalysisFeature[];
  /** Absent, the session's; without one, the default. */
  readonly vertical: VerticalName | undefined;
  /** A customer's model by its name; absent, the organization's default. */
  readonly model: string | undefined;
  /** Absent, the organization's default. */
  readonly subject: Subject | undefined;
  readonly diarize: boolean;
  /** A consent covers comparing the voices with those of enrolled people. Absent in jobs stored before there was one. */
  readonly identify?: boolean;
  /** A consent covers training: what the network heard is reported. Absent in jobs stored before there was one. */
  readonly training?: boolean;
  readonly transcript: string | undefined;
  readonly speakerId: string | undefined;
  readonly sessionId: string | undefined;
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
}

/** A request of which the vertical is known. */
export interface SettledRequest extends AnalysisRequest {
  readonly vertical: VerticalName;
}

/** What of a recording needs the model; `prosody` alone does not. */
export const needsModel = (features: readonly AnalysisFeature[]): boolean =>
  features.some((feature) => feature !== 'prosody');
