import type { KnownFeature } from '@undertone/protocol';
import type { OrganizationPolicy } from '../accounts/organization-policy.js';
import type { VerticalName } from '../call/verticals/verticals.js';

export type AnalysisFeature = KnownFeature;

/** The features when a request names none: all except the predictions, which need a session. */
export const DEFAULT_FEATURES: readonly AnalysisFeature[] = ['emotion', 'prosody', 'vad', 'vertical'];

export type AudioSource =
  { readonly kind: 'bytes'; readonly bytes: Uint8Array } | { readonly kind: 'url'; readonly url: string };

/** Who speaks in a recording. */
export type Subject = OrganizationPolicy['defaultSubject'];

/** One recording to be analyzed. */
export interface AnalysisRequest {
  readonly source: AudioSource;
  readonly features: readonly AnalysisFeature[];
  /** If undefined: the session's vertical, or the default without a session. */
  readonly vertical: VerticalName | undefined;
  /** The name of a customer's model. If undefined: the organization's default. */
  readonly model: string | undefined;
  /** The microphone, trunk or queue that was recorded. If undefined: none; in a batch, the batch's own. */
  readonly line?: string;
  /** An item of a batch that is on no line of the batch's own. */
  readonly isAlone?: true;
  /** If undefined: the organization's default. */
  readonly subject: Subject | undefined;
  readonly diarize: boolean;
  /** Whether to say when a live agent would have got which cue. */
  readonly cues?: true;
  /** Of the texts of cues, BCP 47. If undefined: the organization's. */
  readonly language?: string;
  /** A consent covers comparing the voices with those of enrolled people. Absent in older stored jobs. */
  readonly identify?: boolean;
  /** A consent covers training, so the network's outputs are reported. Absent in older stored jobs. */
  readonly training?: boolean;
  readonly transcript: string | undefined;
  readonly speakerId: string | undefined;
  readonly sessionId: string | undefined;
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
}

/** A request with a known vertical. */
export interface SettledRequest extends AnalysisRequest {
  readonly vertical: VerticalName;
}

/** Whether any feature needs the model. `prosody` does not. */
export const needsModel = (features: readonly AnalysisFeature[]): boolean =>
  features.some((feature) => feature !== 'prosody');
