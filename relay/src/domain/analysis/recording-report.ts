import type { ProsodySummary } from '@undertone/prosody';
import { assessVertical, type VerticalName } from '../call/verticals/verticals.js';
import type { VerticalAssessment } from '../call/verticals/assess.js';
import type { ModelChoice } from '../fine-tune/tuned-models.js';
import type { AnalyzedSample } from '../fine-tune/samples/sample.js';
import type { SettledRequest } from '../recordings/analysis-request.js';
import type { RecordingChannel, RecordingQuality } from '../recordings/recording-channel.js';
import type { RecordingTurn } from '../recordings/recording-turns.js';
import type { VocalEvent } from '../call/emotion/vocal-events.js';
import type { OverallEmotion } from '../recordings/overall-emotion.js';
import type { DecodedAudio } from '../recordings/ports.js';
import type { RecordingSpeaker } from './recording-voices.js';

/** A turn with how it was spoken. */
export interface ReportedTurn extends RecordingTurn {
  readonly prosody: ProsodySummary | undefined;
}

/** All that was found out about one recording. */
export interface RecordingReport {
  readonly request: SettledRequest;
  readonly audio: Omit<DecodedAudio, 'channels'>;
  readonly quality: RecordingQuality;
  /** Laughs, sighs …: sounds of the voice that are no speech, in order of time. */
  readonly vocalEvents: readonly VocalEvent[];
  /** Undefined where no speech was heard, or nothing asked for needs the model. */
  readonly opinion: OverallEmotion | undefined;
  /** From the first speech to the last; undefined where nobody spoke for long enough to take a turn. */
  readonly speech: { readonly startMs: number; readonly endMs: number } | undefined;
  /** For training, where the consent covers that and speech was heard. */
  readonly heard: AnalyzedSample | undefined;
  /** The customer's model that read it; undefined: the base model. */
  readonly model: ModelChoice | undefined;
  /** Of the model's own labels, in its order. */
  readonly ownProbabilities: readonly number[] | undefined;
  readonly prosody: ProsodySummary | undefined;
  readonly assessment: VerticalAssessment | undefined;
  /** Present when asked for. */
  readonly turns: readonly ReportedTurn[] | undefined;
  /** Present with turns, and where people were to be recognized. */
  readonly speakers: readonly RecordingSpeaker[] | undefined;
  /** Enrolled people who may be among those whom nobody knows: another model heard them. */
  readonly outdatedPeople: number;
  /** Where two people spoke at once; present with turns. */
  readonly overlaps: readonly { readonly startMs: number; readonly endMs: number }[] | undefined;
  /** What the session expects after this utterance; present when it was asked. */
  readonly predictions: Readonly<Record<string, unknown>> | undefined;
  readonly kpiPredictions: Readonly<Record<string, unknown>> | undefined;
  readonly finishedAt: Date;
}

/** State and metrics of the recording by the rules that a stream's directives follow. */
export const assessRecording = (
  vertical: VerticalName,
  heard: RecordingChannel,
): VerticalAssessment | undefined => {
  const { opinion } = heard;
  if (opinion === undefined) return undefined;
  const { dimensions, signals, probabilities } = opinion;
  return assessVertical(vertical, { dimensions, signals, probabilities }, heard.trend);
};
