import type { ProsodySummary } from '@undertone/prosody';
import { assessVertical, type VerticalName } from '../call/verticals/verticals.js';
import type { VerticalAssessment } from '../call/verticals/assess.js';
import type { ModelChoice } from '../fine-tune/tuned-models.js';
import type { AnalyzedSample } from '../fine-tune/samples/sample.js';
import type { SettledRequest } from '../recordings/analysis-request.js';
import type { RecordingChannel, RecordingQuality } from '../recordings/recording-channel.js';
import type { RecordingSegment } from '../recordings/recording-segments.js';
import type { RecordingTurn } from '../recordings/recording-turns.js';
import type { VocalEvent } from '../call/emotion/vocal-events.js';
import type { OverallEmotion } from '../recordings/overall-emotion.js';
import type { AudioFacts } from '../recordings/ports.js';
import type { RecordingCue } from './recording-cues.js';
import type { RecordingSpeaker } from './recording-voices.js';
import { defined } from '../defined.js';

/** A turn with its prosody. */
export interface ReportedTurn extends RecordingTurn {
  readonly prosody: ProsodySummary | undefined;
}

/** All results for one recording. */
export interface RecordingReport {
  readonly request: SettledRequest;
  readonly audio: AudioFacts;
  readonly quality: RecordingQuality;
  /** Laughs, sighs …: sounds of the voice that are not speech, in order of time. */
  readonly vocalEvents: readonly VocalEvent[];
  /** Undefined without speech, or when no requested feature needs the model. */
  readonly opinion: OverallEmotion | undefined;
  /** Seconds of speech that were known of the line and of the voice. Absent where nothing is learned. */
  readonly known?: { readonly lineSeconds: number; readonly voiceSeconds: number };
  /** From the first speech to the last; undefined when nobody spoke long enough for a turn. */
  readonly speech: { readonly startMs: number; readonly endMs: number } | undefined;
  /** For training; present when the consent covers it and speech was heard. */
  readonly heard: AnalyzedSample | undefined;
  /** The customer's model that read it; undefined for the base model. */
  readonly model: ModelChoice | undefined;
  /** Probabilities of the model's own labels, in its order. */
  readonly ownProbabilities: readonly number[] | undefined;
  readonly prosody: ProsodySummary | undefined;
  readonly assessment: VerticalAssessment | undefined;
  /** How it went; undefined for a short recording. */
  readonly segments: readonly RecordingSegment[] | undefined;
  /** Present when asked for. */
  readonly turns: readonly ReportedTurn[] | undefined;
  /** Present with turns, or when recognition was asked for. */
  readonly speakers: readonly RecordingSpeaker[] | undefined;
  /** Enrolled people who may be among the unknown speakers, because another model made their voiceprints. */
  readonly outdatedPeople: number;
  /** Where two people spoke at once; present with turns. */
  readonly overlaps: readonly { readonly startMs: number; readonly endMs: number }[] | undefined;
  /** What a live agent would have been told, in order of time; present when asked for. */
  readonly cues?: readonly RecordingCue[];
  /** The session's predictions after this utterance; present when asked for. */
  readonly predictions: Readonly<Record<string, unknown>> | undefined;
  readonly kpiPredictions: Readonly<Record<string, unknown>> | undefined;
  readonly finishedAt: Date;
}

/** State and metrics of the recording, by the same rules as a stream's directives. */
const assessRecording = (vertical: VerticalName, heard: RecordingChannel): VerticalAssessment | undefined => {
  const { opinion } = heard;
  if (opinion === undefined) return undefined;
  const { dimensions, signals, probabilities } = opinion;
  return assessVertical(vertical, { dimensions, signals, probabilities }, heard.trend);
};

/** What a recording says as a whole, before its turns and its conversation. */
export const reportOfWhole = (
  { request, model }: Pick<RecordingReport, 'request' | 'model'>,
  { durationS, format, sampleRateHz, channelCount, damaged }: AudioFacts,
  whole: RecordingChannel,
): Omit<
  RecordingReport,
  'heard' | 'segments' | 'turns' | 'speakers' | 'outdatedPeople' | 'overlaps' | 'cues' | 'finishedAt'
> => ({
  request,
  audio: { durationS, format, sampleRateHz, channelCount, damaged },
  quality: whole.quality,
  vocalEvents: whole.vocalEvents,
  opinion: whole.opinion,
  model,
  ownProbabilities: whole.ownProbabilities,
  ...defined({ known: whole.known }),
  speech: whole.speech,
  prosody: whole.prosody,
  assessment: request.features.includes('vertical') ? assessRecording(request.vertical, whole) : undefined,
  predictions: undefined,
  kpiPredictions: undefined,
});
