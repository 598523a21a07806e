import { FEATURES, type ErrorCode } from '@undertone/protocol';
import { z } from 'zod';
import { momentSchema } from '../../domain/storable-time.js';
import { sessionIdText } from '../../domain/conversations/session-id.js';
import { isStorableValue, storableText } from '../../domain/storable-text.js';
import { VERTICAL_NAMES } from '../../domain/call/verticals/verticals.js';
import { lineField } from '../requests/line-field.js';
import { EncodedBytes } from '../requests/encoded-bytes.js';
import { languageTag } from '../requests/language-tag.js';
import { isUnique } from '../requests/unique.js';

const text = (maxCharacters: number) => storableText(maxCharacters).min(1);

const METADATA_CHARACTERS = 16_384;
/** More than the transcript of an hour of fast speech. */
const TRANSCRIPT_CHARACTERS = 100_000;

/**
 * This also limits the depth: each level takes two characters, and a value too deep for `JSON.stringify` is
 * refused.
 */
const isSmall = (value: unknown): boolean => {
  try {
    return JSON.stringify(value).length <= METADATA_CHARACTERS;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
};

const metadata = z
  .custom<Record<string, unknown>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'must be an object',
  )
  .refine((value) => !Object.hasOwn(value, '__proto__'), 'has an invalid name')
  .refine(isSmall, { error: `may take at most ${METADATA_CHARACTERS} characters as JSON`, abort: true })
  // It comes back as it is, and a session's is stored.
  .refine(isStorableValue, 'must be made of well-formed text without NUL')
  .meta({ type: 'object', additionalProperties: true, description: 'Custom metadata; comes back as it is.' });

const scopeName = text(64);

/** As in a stream's hello. */
const recordingConsent = z
  .strictObject({
    basis: text(64).optional().meta({ description: 'The legal basis, in your own words, e.g. `consent`.' }),
    scope: z.union([scopeName, z.array(scopeName).min(1).max(16)]).meta({
      description:
        'What it covers: `voiceprint` (who speaks is recognized), `training`, or words of your own.',
    }),
    jurisdiction: text(64)
      .optional()
      .meta({ description: 'Whose law applies, in your own words, e.g. `DE`.' }),
    disclosed_at: momentSchema.optional().meta({ description: 'When the caller was told of the analysis.' }),
  })
  .meta({
    id: 'RecordingConsent',
    description:
      'What the people recorded agreed to. With `voiceprint` in `scope`, voices are compared with those of the organization’s enrolled people; without, nobody is recognized. In background jobs nobody is. With `training`, what was heard of an utterance of a session (never its audio) is kept for as long as the session, and a correction makes a fine-tuning sample of it.',
  });

/** The fields that all ways to send audio share. */
export const analysisFields = {
  vertical: z
    .enum(VERTICAL_NAMES)
    .meta({ description: 'Target vertical. Absent: the session’s; without a session, `general`.' })
    .optional(),
  features: z
    .array(z.enum(FEATURES))
    .min(1)
    .refine(isUnique, 'must not repeat a feature')
    .meta({
      description:
        'What is computed: emotion = base classification; prosody = pitch, energy, rhythm; vad = valence, arousal, dominance; vertical = vertical-specific state and metrics; prediction = forward predictions, requires `session_id`. Absent: all that can be, `prediction` only with a session.',
    })
    .optional(),
  model: text(128)
    .meta({
      description:
        'A model of yours (`name`, or `name@version`), or the base model by its id. Absent, what is active; see `/v1/models`.',
    })
    .optional(),
  line: lineField
    .meta({
      description:
        'The microphone, trunk or queue that was recorded, by a name of yours: what its recordings have in common is learned and taken out of how they sound. Absent, a file is judged by itself alone, and the same file always gets the same answer.',
    })
    .optional(),
  transcript: text(TRANSCRIPT_CHARACTERS)
    .meta({ description: 'Transcript of the audio; comes back as `text`.' })
    .optional(),
  speaker_id: text(128).meta({ description: 'Speaker identifier.' }).optional(),
  session_id: sessionIdText.meta({ description: 'Ties utterances of one conversation together.' }).optional(),
  metadata: metadata.optional(),
  subject: z
    .enum(['customer', 'agent', 'self', 'unknown'])
    .meta({
      description:
        'Whom the recording lets hear. Absent, the organization’s default. `agent` is refused by the workplace policy (403 `policy_blocked`).',
    })
    .optional(),
  diarize: z
    .boolean()
    .meta({
      description:
        'Adds `turns`, each with `prosody`, and `speakers`. Channels with different signals are different speakers; on one channel they are told apart by their voices.',
    })
    .optional(),
  cues: z
    .boolean()
    .meta({
      description:
        'Adds `cues`: what an agent would have been told, and when, by the rules of a live stream. Needs a feature besides prosody.',
    })
    .optional(),
  language: languageTag
    .meta({ description: 'Of the texts of `cues`; the organization’s unless given.' })
    .optional(),
  consent: recordingConsent.optional(),
};

const isWebUrl = (value: string): boolean => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

const MAX_URL_CHARACTERS = 2_048;

export const audioUrl = z
  .string()
  .max(MAX_URL_CHARACTERS)
  .refine(isWebUrl, 'must be an http or https URL')
  .meta({ format: 'uri', description: 'URL of the audio: public, at most 25 MB, at most 3 redirects.' });

/** Base64 in JSON. A long text comes decoded already, and is not a string any more. */
export const encodedAudio = (least: number) =>
  z.custom<string | EncodedBytes>(
    (value) => value instanceof EncodedBytes || (typeof value === 'string' && value.length >= least),
    least === 0 ? 'must be text' : 'must be text that is not empty',
  );

export const audioBase64 = encodedAudio(1).meta({
  type: 'string',
  minLength: 1,
  contentEncoding: 'base64',
  description: 'The audio file as base64, at most 25 MB decoded.',
});

/** A file in a form, as the API reference shows it. */
const filePart = z
  .unknown()
  .meta({ type: 'string', format: 'binary', description: 'Audio file, at most 25 MB.' });

const commaSeparated = z
  .string()
  .meta({ description: 'Comma-separated: emotion, prosody, vad, vertical, prediction.' })
  .optional();
const jsonText = z.string().meta({ description: 'A JSON object.' }).optional();
const flag = z.enum(['true', 'false']).meta({ description: 'As in the JSON form.' }).optional();

/** The body of `POST /v1/analyze` as JSON. */
export const analyzeBody = z
  .strictObject({
    audio_url: audioUrl.optional(),
    audio_base64: audioBase64.optional(),
    ...analysisFields,
  })
  .meta({ id: 'AnalyzeRequest', description: 'Exactly one of `audio_url` and `audio_base64`.' });

/** The body of `POST /v1/analyze/base64`. */
export const base64Body = z
  .strictObject({ audio_base64: audioBase64, ...analysisFields })
  .meta({ id: 'AnalyzeBase64Request' });

/** The form of `POST /v1/analyze` and `POST /v1/analyze/audio`, for the API reference. */
export const analyzeForm = z
  .strictObject({
    audio: filePart.optional(),
    audio_url: audioUrl.optional(),
    audio_base64: audioBase64.optional(),
    ...analysisFields,
    features: commaSeparated,
    metadata: jsonText,
    consent: jsonText,
    diarize: flag,
    cues: flag,
  })
  .meta({ id: 'AnalyzeForm', description: 'Exactly one of `audio`, `audio_url` and `audio_base64`.' });

/** The query of `POST /v1/analyze/audio` with the file itself as the body. */
export const analyzeQuery = z.strictObject({
  ...analysisFields,
  features: commaSeparated,
  metadata: jsonText,
  consent: jsonText,
  diarize: flag,
  cues: flag,
});

/** The fields that remain without the source. */
export const analysisOptions = z.strictObject(analysisFields);
export type AnalysisOptions = z.output<typeof analysisOptions>;

/** The errors of every operation that takes audio, besides the errors of all operations. */
export const AUDIO_FAULTS: readonly ErrorCode[] = [
  'insufficient_credits',
  'policy_blocked',
  'request_timeout',
  'payload_too_large',
  'audio_too_long',
  'unsupported_audio_format',
  'undecodable_audio',
  'overloaded',
  'model_unavailable',
];
