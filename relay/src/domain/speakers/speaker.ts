import type { VoiceConsent } from './voice-consent.js';

/** The quality of the recording that a template was made from. */
export interface EnrollmentQuality {
  /** Speech behind the template, without pauses, in seconds. */
  readonly speechSeconds: number;
  readonly snrDb: number | undefined;
  /** Share of samples at full scale. */
  readonly clipping: number;
  /** Ways of speaking that are kept apart. */
  readonly prints: number;
}

/** The facts about a template that may be shown. Its content is shown to nobody. */
export interface TemplateSummary {
  /** 1 for the first enrollment, increased by one with each later one. */
  readonly version: number;
  /** The embedding space. Templates of another space cannot be compared, so they need a new enrollment. */
  readonly space: string;
  readonly createdAt: Date;
  readonly quality: EnrollmentQuality;
}

/** A person who is recognized by voice, within one organization. */
export interface Speaker {
  readonly id: string;
  readonly orgId: string;
  readonly label: string;
  /** The organization's own id for the person. */
  readonly externalId: string | undefined;
  readonly consent: VoiceConsent;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Everything about the person is deleted at this time. */
  readonly expiresAt: Date | undefined;
  readonly template: TemplateSummary;
  /** The number of calls in which the person was recognized, and the time of the last one. */
  readonly recognized: { readonly sessions: number; readonly lastAt: Date | undefined };
}

/**
 * Whether a template can be compared. `outdated`: another model made it, and the person is recognized again
 * only after a new enrollment. `unknown`: the model in use does not answer.
 */
export const TEMPLATE_STATES = ['current', 'outdated', 'unknown'] as const;
export type TemplateState = (typeof TEMPLATE_STATES)[number];

/** A person, and whether the model in use can recognize the voice. */
export interface RatedSpeaker extends Speaker {
  readonly templateState: TemplateState;
}

/** Why a person was removed. */
export const REMOVAL_CAUSES = ['deleted', 'withdrawn', 'expired'] as const;
export type RemovalCause = (typeof REMOVAL_CAUSES)[number];

/** What was removed together with a person. */
export interface Removal {
  readonly speakerId: string;
  readonly cause: RemovalCause;
  readonly at: Date;
  readonly templates: number;
  readonly links: number;
  readonly baselines: number;
}
