import { z } from 'zod';
import { Fault } from '../fault.js';
import { storableText } from '../storable-text.js';
import { momentSchema } from '../storable-time.js';

/**
 * The consent scope that a voiceprint needs (GDPR, Article 9(2)(a): explicit consent to biometric
 * identification).
 */
const VOICEPRINT_SCOPE = 'voiceprint';
const DIARIZATION_SCOPE = 'diarization';
/** Calls in which the person is recognized may teach the profile how the voice sounds in other moods. */
const GROWTH_SCOPE = 'voiceprint_growth';

const CONSENT_METHODS = ['written', 'digital', 'spoken', 'recorded_call'] as const;
const MAX_SCOPES = 16;
const MAX_REFERENCE_CHARACTERS = 256;
/** Clocks differ by a little. A consent that lies further in the future is not valid. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

const word = (maxCharacters: number) => storableText(maxCharacters).min(1);
const scopeName = word(64);

/** A person's recorded consent, as it is sent with an enrollment. */
export const voiceConsentSchema = z
  .strictObject({
    scope: z.union([scopeName, z.array(scopeName).min(1).max(MAX_SCOPES)]).meta({
      description:
        'What was consented to: must hold `voiceprint`. With `voiceprint_growth` calls in which the person is surely recognized add to the profile.',
    }),
    given_at: momentSchema.meta({ description: 'When the person consented.' }),
    method: z.enum(CONSENT_METHODS).meta({ description: 'How the consent was recorded.' }),
    reference: word(MAX_REFERENCE_CHARACTERS).meta({
      description:
        'Where the record is in your own systems. Each consent is good for one person, and not again once it was withdrawn.',
    }),
    basis: word(64).optional().meta({ description: 'The legal basis, in your own words, e.g. `consent`.' }),
    jurisdiction: word(64)
      .optional()
      .meta({ description: 'Whose law applies, in your own words, e.g. `DE`.' }),
    expires_at: momentSchema.optional().meta({ description: 'The voice is forgotten then at the latest.' }),
  })
  .meta({
    id: 'VoiceConsent',
    description: 'The person’s recorded consent; without one no enrollment is made.',
  });
export type VoiceConsentInput = z.output<typeof voiceConsentSchema>;

/** A consent that covers a voiceprint, as it is stored. */
export interface VoiceConsent {
  readonly scope: readonly string[];
  readonly givenAt: Date;
  readonly method: (typeof CONSENT_METHODS)[number];
  readonly reference: string;
  readonly basis: string | undefined;
  readonly jurisdiction: string | undefined;
  readonly expiresAt: Date | undefined;
}

/** Whether somebody consented to recognition by voice. */
export const coversVoiceprint = (scope: readonly string[] | undefined): boolean =>
  scope?.includes(VOICEPRINT_SCOPE) ?? false;

/** Whether calls may add to what is kept of the voice. */
export const coversGrowth = (scope: readonly string[]): boolean => scope.includes(GROWTH_SCOPE);

/** Distinguishing the voices of a live channel identifies nobody, so a weaker consent is enough. */
export const coversTellingApart = (scope: readonly string[] | undefined): boolean =>
  coversVoiceprint(scope) || (scope?.includes(DIARIZATION_SCOPE) ?? false);

/**
 * Checks what a schema cannot: that the consent covers a voiceprint and is in force.
 * @throws Fault `policy_blocked` without a consent, for another scope and for an expired one;
 *   `validation_error` for one that lies in the future
 */
export const readVoiceConsent = (given: VoiceConsentInput | undefined, nowMs: number): VoiceConsent => {
  if (given === undefined) {
    throw blocked('a recorded consent with the scope voiceprint is required', 'is required');
  }
  const scope = typeof given.scope === 'string' ? [given.scope] : given.scope;
  if (!coversVoiceprint(scope)) {
    throw blocked('the consent does not cover a voiceprint', 'must hold the scope voiceprint', '.scope');
  }
  const givenAt = new Date(given.given_at);
  if (givenAt.getTime() > nowMs + CLOCK_TOLERANCE_MS) {
    throw new Fault('validation_error', 'the request has invalid parameters', {
      details: { 'consent.given_at': ['lies in the future'] },
    });
  }
  const expiresAt = given.expires_at === undefined ? undefined : new Date(given.expires_at);
  if (expiresAt !== undefined && expiresAt.getTime() <= nowMs) {
    throw blocked('the consent has expired', 'has passed', '.expires_at');
  }
  const { method, reference, basis, jurisdiction } = given;
  return { scope, givenAt, method, reference, basis, jurisdiction, expiresAt };
};

const blocked = (message: string, rule: string, field = ''): Fault =>
  new Fault('policy_blocked', message, { details: { [`consent${field}`]: [rule] } });
