import { z } from 'zod';
import { type RatedSpeaker, type Removal, TEMPLATE_STATES } from '../../domain/speakers/speaker.js';
import type { EnrolledSpeaker } from '../../domain/speakers/speakers.js';
import { PROFILE } from '../../domain/speakers/voice-profile.js';
import { voiceConsentSchema } from '../../domain/speakers/voice-consent.js';
import { momentSchema } from '../../domain/storable-time.js';
import { defined } from '../../domain/defined.js';
import { nameText } from '../accounts/fields.js';
import { audioBase64, audioUrl } from '../analysis/analysis-fields.js';

const LABEL_CHARACTERS = 128;
const EXTERNAL_ID_CHARACTERS = 128;

const label = nameText(LABEL_CHARACTERS).meta({ description: 'The name that is shown for this voice.' });
const externalId = nameText(EXTERNAL_ID_CHARACTERS).meta({
  description: 'Your own id of the person; unique in the organization.',
});
const expiresAt = momentSchema.meta({ description: 'Everything about the voice is deleted then.' });

/** The fields of an enrollment besides its audio. */
const enrollmentFields = {
  consent: voiceConsentSchema.optional(),
  expires_at: expiresAt.optional(),
};

const newSpeakerFields = z.strictObject({
  label,
  external_id: externalId.optional(),
  ...enrollmentFields,
});
const renewalFields = z.strictObject({
  ...enrollmentFields,
  mode: z
    .enum(['replace', 'add'])
    .meta({
      description:
        'replace (default): only this recording counts from now on; add: it joins those before, and must be the same voice.',
    })
    .optional(),
});

const sources = { audio_url: audioUrl.optional(), audio_base64: audioBase64.optional() };
const SOURCE_RULE = 'Exactly one of `audio`, `audio_url` and `audio_base64`.';
const form = {
  audio: z
    .unknown()
    .meta({ type: 'string', format: 'binary', description: 'Audio file, at most 25 MB.' })
    .optional(),
  consent: z.string().meta({ description: 'The consent as a JSON object.' }).optional(),
};

export const newSpeakerBody = newSpeakerFields
  .extend(sources)
  .meta({ id: 'NewSpeaker', description: SOURCE_RULE });
export const newSpeakerForm = newSpeakerFields
  .extend({ ...sources, ...form })
  .meta({ id: 'NewSpeakerForm', description: SOURCE_RULE });
export const renewalBody = renewalFields
  .extend(sources)
  .meta({ id: 'NewEnrollment', description: SOURCE_RULE });
export const renewalForm = renewalFields
  .extend({ ...sources, ...form })
  .meta({ id: 'NewEnrollmentForm', description: SOURCE_RULE });

/** A body without the audio's fields is one of these. */
export const newSpeakerInput = newSpeakerFields.extend(sources);
export const renewalInput = renewalFields.extend(sources);

export const speakerChange = z
  .strictObject({
    label: label.optional(),
    external_id: externalId.nullable().optional(),
    expires_at: expiresAt.nullable().optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'must change something');

export const withdrawal = z.strictObject({
  reference: nameText(256)
    .meta({
      description: 'Where the withdrawal is recorded in your own systems; goes into the audit log as it is.',
    })
    .optional(),
});

const isoTime = z.iso.datetime();

export const shownSpeaker = z
  .strictObject({
    id: z.string().describe('Of the person.'),
    label: z.string().describe('The name that is shown for this voice.'),
    external_id: z.string().nullable().describe('Your own id of the person.'),
    created_at: isoTime.describe('When somebody was enrolled.'),
    updated_at: isoTime.describe('When something of it changed last.'),
    expires_at: isoTime.nullable().describe('When the voice is forgotten; null: not by itself.'),
    consent: z
      .strictObject({
        scope: z.array(z.string()).describe('What the person agreed to.'),
        given_at: isoTime.describe('When.'),
        method: z.string().describe('How.'),
        reference: z.string().describe('Where it is recorded in your own systems.'),
        basis: z.string().nullable().describe('The legal ground, in your words.'),
        jurisdiction: z.string().nullable().describe('In your words.'),
        expires_at: isoTime.nullable().describe('When it ends; null: not by itself.'),
      })
      .describe('The consent that the newest enrollment rests on.'),
    enrollment: z
      .strictObject({
        version: z.number().int().meta({ description: 'One more with each enrollment.' }),
        model: z.string().meta({ description: 'The embedding space of the model that heard it.' }),
        status: z.enum(TEMPLATE_STATES).meta({
          description:
            'outdated: another model heard it than the one in use, so the person is not recognized until enrolled again; unknown: the model is not available at the moment.',
        }),
        enrolled_at: isoTime.describe('When it was heard last.'),
        speech_seconds: z.number().describe('Speech behind it.'),
        snr_db: z.number().nullable().describe('Speech over background, dB.'),
        clipping: z.number().describe('Share of samples at full scale, 0 to 1.'),
        prints: z.number().int().meta({
          description: 'Ways of speaking that were heard and are kept apart, 1 to 8: each counts as much.',
        }),
        thin: z.boolean().meta({
          description:
            'true: only one way of speaking was heard, so the person is often not recognized in another mood. Add a recording of another mood (`mode: add`).',
        }),
        resembles: z
          .string()
          .meta({
            description:
              'Only in the answer to an enrollment: the id of another person as whom this voice would be recognized. While both are enrolled, often neither is. If they are one person, delete one, and add its recordings to the other (`mode: add`).',
          })
          .optional(),
      })
      .describe('What the stored profile of the voice rests on, and whether it can be used.'),
    sessions: z.number().int().meta({ description: 'Calls in which the person was recognized.' }),
    last_recognized_at: isoTime
      .nullable()
      .meta({ description: 'When a call recognized the person last; null: none did yet.' }),
  })
  .meta({ id: 'Speaker', description: 'An enrolled person. What the voice is like is in no answer.' });

export const shownRemoval = z
  .strictObject({
    speaker_id: z.string().meta({ description: 'Who was forgotten.' }),
    state: z.literal('withdrawn').meta({ description: 'Of the consent.' }),
    withdrawn_at: isoTime.meta({ description: 'When the consent ended.' }),
    removed: z
      .strictObject({
        templates: z.number().int().meta({ description: 'Stored profiles of the voice.' }),
        sessions: z.number().int().meta({ description: 'Voices of calls that were this person’s.' }),
        baselines: z.number().int().meta({ description: 'How the person usually sounds.' }),
      })
      .meta({ description: 'How much was deleted.' }),
  })
  .meta({ id: 'SpeakerWithdrawal' });

export const toShownSpeaker = (speaker: RatedSpeaker | EnrolledSpeaker): z.output<typeof shownSpeaker> => {
  const { consent, template, recognized } = speaker;
  return {
    id: speaker.id,
    label: speaker.label,
    external_id: speaker.externalId ?? null,
    created_at: speaker.createdAt.toISOString(),
    updated_at: speaker.updatedAt.toISOString(),
    expires_at: speaker.expiresAt?.toISOString() ?? null,
    consent: {
      scope: [...consent.scope],
      given_at: consent.givenAt.toISOString(),
      method: consent.method,
      reference: consent.reference,
      basis: consent.basis ?? null,
      jurisdiction: consent.jurisdiction ?? null,
      expires_at: consent.expiresAt?.toISOString() ?? null,
    },
    enrollment: {
      version: template.version,
      model: template.space,
      status: speaker.templateState,
      enrolled_at: template.createdAt.toISOString(),
      speech_seconds: round(template.quality.speechSeconds),
      snr_db: template.quality.snrDb === undefined ? null : round(template.quality.snrDb),
      clipping: template.quality.clipping,
      prints: template.quality.prints,
      thin: template.quality.prints < PROFILE.enough,
      ...('resembles' in speaker && defined({ resembles: speaker.resembles })),
    },
    sessions: recognized.sessions,
    last_recognized_at: recognized.lastAt?.toISOString() ?? null,
  };
};

export const toShownRemoval = (removal: Removal): z.output<typeof shownRemoval> => ({
  speaker_id: removal.speakerId,
  state: 'withdrawn',
  withdrawn_at: removal.at.toISOString(),
  removed: { templates: removal.templates, sessions: removal.links, baselines: removal.baselines },
});

const round = (value: number): number => Math.round(value * 100) / 100;
