import { DOUBTS, type EmotionLabel, LABELS } from '@undertone/protocol';
import { z } from 'zod';
import { dimensionFields, dimensionsOf, emotionFields, emotionOf } from './reading-answer.js';
import { prosodyOf, prosodySchema } from './prosody-answer.js';
import type { RecordingReport } from './recording-report.js';
import { isSpeech } from '../recordings/recording-channel.js';
import { segmentSchema, segmentsOf } from './segment-answer.js';
import { defined } from '../defined.js';
import { rounded } from './rounded.js';
import { overlapSchema, speakerSchema, turnSchema, voicesOf } from './voices-answer.js';

const signalsSchema = z
  .strictObject({
    engagement: z.number().describe('How actively somebody takes part.'),
    stress: z.number().describe('Arousal with displeasure.'),
    certainty: z.number().describe('Dominance, and fast speech with few pauses.'),
    intensity: z.number().describe('Vocal effort.'),
    escalation: z.number().describe('Aroused, dominant displeasure.'),
  })
  .meta({ id: 'Signals', description: '0 to 1 each.' });

const vocalEventSchema = z
  .strictObject({
    event: z.string().meta({ description: 'as the model names it: laugh, sigh, groan …' }),
    start: z.number().meta({ description: 'seconds' }),
    end: z.number().meta({ description: 'seconds' }),
    confidence: z.number().min(0).max(1).describe('Mean probability over the event, 0 to 1.'),
  })
  .meta({ id: 'VocalEvent' });

const ownLabels = z
  .strictObject({
    label: z.string().describe('The most probable of your labels.'),
    confidence: z.number().min(0).max(1).describe('Its probability, 0 to 1.'),
    probabilities: z
      .record(z.string(), z.number().min(0).max(1))
      .describe('Of each of your labels; they sum to 1.'),
  })
  .meta({
    id: 'OwnLabels',
    description:
      'What your model says in its own labels; in `emotion_probabilities` each one’s goes to the label it is told as.',
  });

const cueSchema = z
  .strictObject({
    cue_id: z.string().describe('Of this answer alone.'),
    at: z.number().meta({ description: 'seconds' }),
    channel: z.number().int().min(0).describe('Of the recording, from 0.'),
    mode: z.string().describe('`caller_escalating`, `mirror_calm`, `agent_overheated` or `normal`.'),
    severity: z.string().describe('`info`, `notice` or `warning`.'),
    title: z.string().describe('A few words, in `language`.'),
    body: z.string().describe('One or two sentences.'),
    tips: z.array(z.string()).describe('Things to do or say.'),
  })
  .meta({ id: 'RecordingCue' });

/** The analysis result of the interface specification, with fields that the specification leaves open. */
export const analysisAnswerSchema = z
  .strictObject({
    speech: z.boolean().meta({
      description:
        'Whether speech was heard. Where it is false the answer has its own shape: `emotion` is `uncertain` with confidence 0, and `emotion_probabilities`, `valence`, `arousal`, `dominance`, `state`, `metrics` and `signals` are null. Where it is true none of them is.',
    }),
    ...emotionFields,
    derived_labels: z
      .array(z.enum(LABELS))
      .meta({
        description:
          'Labels the model was not trained on: documented splits of another label’s probability by valence, arousal and dominance.',
      })
      .optional(),
    model: z
      .string()
      .meta({ description: 'Your model that read it, `name@version`; absent: the base model.' })
      .optional(),
    own_labels: ownLabels.nullable().optional(),
    ...dimensionFields,
    baseline: z
      .strictObject({
        line_seconds: z.number().min(0).meta({ description: 'of the line' }),
        voice_seconds: z.number().min(0).meta({ description: 'of this voice' }),
      })
      .meta({
        id: 'KnownSpeech',
        description:
          'Seconds of speech that were known when the emotion was told, with feature emotion. Absent where nothing is learned.',
      })
      .optional(),
    prosody: prosodySchema.nullable().optional(),
    state: z.string().nullable().optional().describe('The vertical’s word for how the speaker sounds.'),
    metrics: z
      .record(z.string(), z.union([z.number(), z.string(), z.boolean()]))
      .nullable()
      .optional()
      .describe('The vertical’s figures, words and flags, by name.'),
    signals: signalsSchema.nullable().optional(),
    duration: z
      .number()
      .min(0)
      .meta({ description: 'seconds of audio: what is billed, silence too, since all of it is listened to' }),
    processed_at: z.iso.datetime().describe('When the answer was ready.'),
    request_id: z.string().describe('As in `X-Request-Id`.'),
    vertical: z.string().describe('The rules that judged state and metrics.'),
    quality: z
      .strictObject({
        snr_db: z.number().nullable().describe('Speech over background, dB; null until both were heard.'),
        clipping: z.number().meta({ description: 'share of samples at full scale' }),
        speech_seconds: z.number().describe('Seconds with speech, over all channels.'),
        voiced_seconds: z.number().describe('Seconds of it with a pitch.'),
        narrowband: z.boolean().describe('Telephone bandwidth.'),
        out_of_domain: z.number().nullable().meta({
          description: 'mean probability over the speech that it was none (music, noise, laughter), 0 to 1',
        }),
        doubts: z.array(z.enum(DOUBTS)).meta({
          description:
            'Why confidence was lowered: the sound is rather no speech, it hardly stands out from the background, it clips, or holds too little voice.',
        }),
        format: z.string().describe('As its bytes say: `wav`, `mp3`, `ogg` …'),
        sample_rate: z.number().describe('Hz, of the file.'),
        channels: z.number().int().describe('Of the file.'),
        damaged: z.boolean().meta({ description: 'parts of the file could not be read and were left out' }),
      })
      .meta({ id: 'AudioQuality', description: 'What the file is, and how well speech is heard in it.' }),
    vocal_events: z
      .array(vocalEventSchema)
      .meta({
        description: 'Sounds of the voice that are no speech, with feature emotion. Never an emotion.',
      })
      .optional(),
    segments: z
      .array(segmentSchema)
      .meta({
        description:
          'How the recording went, in order of time: the stretches whose mean is the answer. With feature emotion or vad; absent for speech of at most 4 s, of which the answer says everything. With `diarize`, of every channel that was heard apart.',
      })
      .optional(),
    turns: z.array(turnSchema).optional().describe('With `diarize`: who spoke when, and how.'),
    speakers: z.array(speakerSchema).optional().describe('With `diarize`: the voices.'),
    outdated_enrollments: z
      .number()
      .int()
      .min(1)
      .meta({
        description:
          'Enrolled people who were not compared, since another model heard their voices: enroll them again. Absent where everybody is known or nobody is concerned.',
      })
      .optional(),
    overlaps: z
      .array(overlapSchema)
      .meta({ description: 'Where two people speak at once, seconds.' })
      .optional(),
    cues: z
      .array(cueSchema)
      .meta({
        description:
          'With `cues` in the request: what an agent would have been told, and when, if the recording had been streamed with every voice being the subject’s. Empty: nothing.',
      })
      .optional(),
    text: z.string().optional().describe('The `transcript` of the request.'),
    speaker_id: z.string().optional().describe('As in the request.'),
    session_id: z.string().optional().describe('As in the request.'),
    metadata: z.record(z.string(), z.unknown()).optional().describe('As in the request.'),
    predictions: z
      .record(z.string(), z.unknown())
      .nullable()
      .optional()
      .describe('With feature prediction: what is expected of the session; null without a session.'),
    kpi_predictions: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('What is expected of your KPIs, by name.'),
  })
  .meta({
    id: 'AnalysisResult',
    description:
      'Fields of features that were not asked for are absent; figures that the audio does not give (no speech, no voice) are null. `speech` tells the shape without speech apart.',
  });

export type AnalysisAnswer = z.infer<typeof analysisAnswerSchema>;

/** A report in the format of the interface specification. */
export const answerOf = (
  report: RecordingReport,
  { requestId, derivedLabels }: { requestId: string; derivedLabels: readonly EmotionLabel[] },
): AnalysisAnswer => {
  const { request, audio, quality, opinion, assessment } = report;
  const wants = (feature: (typeof request.features)[number]): boolean => request.features.includes(feature);
  const modelRan = request.features.some((feature) => feature !== 'prosody');
  return {
    speech: modelRan ? opinion !== undefined : isSpeech(quality),
    ...(wants('emotion') && {
      ...emotionOf(opinion),
      derived_labels: report.model === undefined ? [...derivedLabels] : [],
      ...ownOf(report),
      vocal_events: report.vocalEvents.map(({ event, startMs, endMs, probability }) => ({
        event,
        start: rounded(startMs / 1000),
        end: rounded(endMs / 1000),
        confidence: probability,
      })),
    }),
    ...(wants('vad') && dimensionsOf(opinion)),
    ...(wants('emotion') && knownOf(report)),
    ...(wants('prosody') && { prosody: prosodyOf(report.prosody) }),
    ...(wants('vertical') && { state: assessment?.state ?? null, metrics: assessment?.metrics ?? null }),
    ...(modelRan && { signals: opinion === undefined ? null : { ...opinion.signals } }),
    duration: rounded(audio.durationS),
    processed_at: report.finishedAt.toISOString(),
    request_id: requestId,
    vertical: request.vertical,
    quality: {
      snr_db: quality.snrDb ?? null,
      clipping: quality.clipping,
      speech_seconds: rounded(quality.speechMs / 1000),
      voiced_seconds: rounded(quality.voicedMs / 1000),
      narrowband: quality.narrowband,
      out_of_domain: quality.outOfDomain ?? null,
      doubts: [...quality.doubts],
      format: audio.format,
      sample_rate: audio.sampleRateHz,
      channels: audio.channelCount,
      damaged: audio.damaged,
    },
    ...segmentsOf(report),
    ...(report.speakers !== undefined && voicesOf(report)),
    ...cuesOf(report),
    ...(report.outdatedPeople > 0 && { outdated_enrollments: report.outdatedPeople }),
    ...defined({ text: request.transcript, speaker_id: request.speakerId, session_id: request.sessionId }),
    ...(request.metadata !== undefined && { metadata: { ...request.metadata } }),
    ...(wants('prediction') && { predictions: report.predictions ?? null }),
    ...(report.kpiPredictions !== undefined && { kpi_predictions: { ...report.kpiPredictions } }),
  };
};

const knownOf = ({ known }: RecordingReport): Pick<AnalysisAnswer, 'baseline'> =>
  known === undefined
    ? {}
    : { baseline: { line_seconds: rounded(known.lineSeconds), voice_seconds: rounded(known.voiceSeconds) } };

const cuesOf = ({ cues }: RecordingReport): Pick<AnalysisAnswer, 'cues'> =>
  cues === undefined
    ? {}
    : {
        cues: cues.map(({ cueId, atMs, channel, mode, cue: { severity, title, body, tips } }) => ({
          cue_id: cueId,
          at: rounded(atMs / 1000),
          channel,
          mode,
          severity,
          title,
          body,
          tips: [...tips],
        })),
      };

/** A tuned model's name and its own labels. */
const ownOf = ({
  model,
  ownProbabilities,
}: RecordingReport): Pick<AnalysisAnswer, 'model' | 'own_labels'> => {
  if (model === undefined) return {};
  if (ownProbabilities === undefined) return { model: model.name, own_labels: null };
  const probabilities = Object.fromEntries(model.labels.map((name, k) => [name, ownProbabilities[k] ?? 0]));
  const [label, confidence] = Object.entries(probabilities).reduce((best, each) =>
    each[1] > best[1] ? each : best,
  );
  return { model: model.name, own_labels: { label, confidence, probabilities } };
};
