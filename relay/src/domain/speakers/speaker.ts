import type { VoiceConsent } from './voice-consent.js';

/** How good the recording was that a template came from. */
export interface EnrolmentQuality {
  /** Speech behind the template, pauses left out, seconds. */
  readonly speechSeconds: number;
  readonly snrDb: number | undefined;
  /** Share of samples at full scale. */
  readonly clipping: number;
}

/** What may be told of a template; what it holds is told to nobody. */
export interface TemplateSummary {
  /** 1 for the first enrollment, one more with each that follows. */
  readonly version: number;
  /** The embedding space: templates of another one cannot be compared and ask for a new enrollment. */
  readonly space: string;
  readonly createdAt: Date;
  readonly quality: EnrolmentQuality;
}

/** A person who is recognized by voice, within one organization. */
export interface Speaker {
  readonly id: string;
  readonly orgId: string;
  readonly label: string;
  /** The organization's own id of the person. */
  readonly externalId: string | undefined;
  readonly consent: VoiceConsent;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Everything about the person is deleted then. */
  readonly expiresAt: Date | undefined;
  readonly template: TemplateSummary;
  /** Calls in which the person was recognized, and when last. */
  readonly recognized: { readonly sessions: number; readonly lastAt: Date | undefined };
}

/**
 * Whether a template can be compared: `outdated` is one that another model heard, whose person is recognized again only
 * after a new enrollment; `unknown` while the model in use does not answer.
 */
export const TEMPLATE_STATES = ['current', 'outdated', 'unknown'] as const;
export type TemplateState = (typeof TEMPLATE_STATES)[number];

/** A person, and whether the model in use can recognize the voice. */
export interface RatedSpeaker extends Speaker {
  readonly templateState: TemplateState;
}

/** Why a person is gone. */
export const REMOVAL_CAUSES = ['deleted', 'withdrawn', 'expired'] as const;
export type RemovalCause = (typeof REMOVAL_CAUSES)[number];

/** What went with a person. */
export interface Removal {
  readonly speakerId: string;
  readonly cause: RemovalCause;
  readonly at: Date;
  readonly templates: number;
  readonly links: number;
  readonly baselines: number;
}
