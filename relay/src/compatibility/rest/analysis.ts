/** `POST /v1/analyze/audio` and `/v1/analyze/base64`, as the hosted service's clients call them. */
import { z } from 'zod';
import { type AnalysisAnswer, analysisAnswerSchema } from '../../domain/analysis/analysis-answer.js';
import { prosodySchema } from '../../domain/analysis/prosody-answer.js';
import { turnSchema } from '../../domain/analysis/voices-answer.js';
import { analyzeForm } from '../../routes/analysis/analysis-fields.js';
import { type AnalysisRoutesOptions, answerRecording } from '../../routes/analysis/analyze.js';
import type { KeyRoute, Route } from '../../routes/requests/route.js';
import { jsonReply } from '../../transport/http-message.js';
import { predictionId } from './prediction-id.js';
import { readAudioOrForm, readEncoded, type ReadRecording } from './recording.js';
import { toUnitOrNull } from './scales.js';
import type { HttpRequest } from '../../transport/http-message.js';

const form = analyzeForm
  .extend({
    file: z
      .unknown()
      .meta({ type: 'string', format: 'binary', description: 'The same as `audio`.' })
      .optional(),
    language: z
      .string()
      .meta({ description: 'With `cues`, of their texts; without, accepted and of no account.' })
      .optional(),
    output_format: z.literal('json').meta({ description: 'The only one there is.' }).optional(),
  })
  .meta({ id: 'AnalyzeFileForm', description: 'Exactly one of `audio`, `file` and `audio_url`.' });

const DESCRIPTION =
  'A request with `file`, `output_format`, or `language` without `cues` comes from a client of the hosted service: its answer has that service’s fields besides, and its scales (see docs/migrating.md).';

const figure = (description: string) => z.number().nullable().meta({ description });
const unit = (description: string) => z.number().min(0).max(1).nullable().meta({ description });
/** Arousal and dominance go from 0 to 1. */
const unitFields = {
  valence: z
    .number()
    .min(-1)
    .max(1)
    .nullable()
    .meta({ description: 'How pleasant, -1 to 1; null: not known.' }),
  arousal: unit('How agitated, 0 to 1; null: not known.'),
  dominance: unit('How much in control, 0 to 1; null: not known.'),
};
const flatFields = {
  pitch_mean: figure('`pitch.mean`, Hz.'),
  pitch_std: figure('`pitch.std`, Hz.'),
  pitch_range: figure('`pitch.range`, Hz.'),
  energy_mean: figure('`energy.mean`, dB relative to full scale.'),
  energy_std: figure('`energy.std`, dB.'),
  speech_rate: figure('`rhythm.speech_rate`, syllables per second.'),
  jitter: figure('`voice_quality.jitter`, a fraction of the mean period.'),
  shimmer: figure('`voice_quality.shimmer`, a fraction of the mean amplitude.'),
  hnr: figure('`voice_quality.hnr`, dB.'),
};
const foreignProsody = prosodySchema.extend(flatFields).partial().extend(unitFields);
const foreignTurn = turnSchema.extend({
  ...unitFields,
  speaker_id: z.string().meta({ description: '`speaker.id`.' }),
  start_ms: z.number().int().meta({ description: '`start`, in milliseconds.' }),
  end_ms: z.number().int().meta({ description: '`end`, in milliseconds.' }),
  text: z.string().meta({ description: 'What was said; empty: not given.' }),
  prosody: prosodySchema.partial().extend(unitFields).meta({ description: 'Its measures.' }),
});
const foreignSpeaker = z.strictObject({
  speaker_id: z.string().meta({ description: 'Of the speaker.' }),
  talk_ms: z.number().int().meta({ description: 'How long they talked, in milliseconds.' }),
  window_count: z.number().int().meta({ description: 'Their turns.' }),
});

/** What {@link foreignAnswer} makes of an answer. */
const foreignSchema = analysisAnswerSchema
  .extend({
    ...unitFields,
    prediction_id: z.string().meta({ description: 'For `POST /v1/feedback/correction`.' }),
    text: z.string().meta({ description: 'What was said; empty: not given.' }),
    word_count: z.number().int().meta({ description: 'Of `text`.' }),
    affect_available: z.boolean().meta({ description: 'Whether `valence` is known.' }),
    prosody: foreignProsody.meta({ description: 'The measures, also under that service’s names.' }),
    turns: z.array(foreignTurn).meta({ description: 'With `diarize`, in order.' }).optional(),
    per_speaker: z.array(foreignSpeaker).meta({ description: 'With `diarize`.' }).optional(),
  })
  .meta({
    id: 'HostedAnalysisResult',
    description: 'For clients of the hosted service. Arousal and dominance go from 0 to 1.',
  });
const answerSchema = z.union([analysisAnswerSchema, foreignSchema]);

const READERS: Readonly<Record<string, (request: HttpRequest) => Promise<ReadRecording>>> = {
  '/v1/analyze/audio': readAudioOrForm,
  '/v1/analyze/base64': readEncoded,
};

/** The row of an analysis that accepts both forms. Other rows stay as they are. */
export const withForeignRecordings = <R extends Route>(
  row: R,
  options: AnalysisRoutesOptions,
): R | KeyRoute => {
  const read = row.method === 'POST' ? READERS[row.path] : undefined;
  if (read === undefined || row.access !== 'api_key' || row.doc === undefined) return row;
  const { doc } = row;
  return {
    ...row,
    doc: {
      ...doc,
      description: [doc.description, DESCRIPTION].filter((text) => text !== undefined).join('\n\n'),
      ...(doc.bodies?.['multipart/form-data'] !== undefined && {
        bodies: { ...doc.bodies, 'multipart/form-data': form },
      }),
      responses: { 200: { description: 'The analysis result.', schema: answerSchema } },
    },
    async handle({ request }, caller) {
      const { recording, isForeign } = await read(request);
      const answer = await answerRecording(options, request, caller, recording);
      return jsonReply(200, isForeign ? foreignAnswer(answer) : answer);
    },
  };
};

const words = (text: string): number => text.split(/\s+/u).filter((word) => word !== '').length;

/** Our answer with the hosted service's fields. Arousal and dominance go from 0 to 1. */
const foreignAnswer = (answer: AnalysisAnswer): z.output<typeof foreignSchema> => {
  const { turns, text = '', ...rest } = answer;
  const { speakers, request_id: requestId, session_id: sessionId } = rest;
  const scaled = dimensionsOf(answer);
  return {
    ...rest,
    ...scaled,
    prediction_id: predictionId(requestId, sessionId),
    text,
    word_count: words(text),
    affect_available: scaled.valence !== null,
    prosody: { ...answer.prosody, ...scaled, ...flatProsody(answer.prosody) },
    ...(turns !== undefined && {
      turns: turns.map((turn) => ({
        ...turn,
        ...dimensionsOf(turn),
        speaker_id: turn.speaker.id,
        start_ms: ms(turn.start),
        end_ms: ms(turn.end),
        text: turn.text ?? '',
        prosody: { ...turn.prosody, ...dimensionsOf(turn) },
      })),
    }),
    ...(speakers !== undefined && {
      per_speaker: speakers.map(({ id, talkSeconds }) => ({
        speaker_id: id,
        talk_ms: ms(talkSeconds),
        window_count: turns?.filter(({ speaker }) => speaker.id === id).length ?? 0,
      })),
    }),
  };
};

const ms = (seconds: number): number => Math.round(seconds * 1_000);

interface Dimensions {
  readonly valence?: number | null | undefined;
  readonly arousal?: number | null | undefined;
  readonly dominance?: number | null | undefined;
}

const dimensionsOf = ({ valence, arousal, dominance }: Dimensions) => ({
  valence: valence ?? null,
  arousal: toUnitOrNull(arousal),
  dominance: toUnitOrNull(dominance),
});

/** The measures under the names of the hosted service's answer. */
const flatProsody = (prosody: AnalysisAnswer['prosody']) =>
  prosody === undefined || prosody === null
    ? {}
    : {
        pitch_mean: prosody.pitch.mean,
        pitch_std: prosody.pitch.std,
        pitch_range: prosody.pitch.range,
        energy_mean: prosody.energy.mean,
        energy_std: prosody.energy.std,
        speech_rate: prosody.rhythm.speech_rate,
        jitter: prosody.voice_quality.jitter,
        shimmer: prosody.voice_quality.shimmer,
        hnr: prosody.voice_quality.hnr,
      };
