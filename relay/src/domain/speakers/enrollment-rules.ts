import { Fault } from '../fault.js';
import { isSpeech, type RecordingQuality } from '../recordings/recording-channel.js';
import type { EnrollmentQuality } from './speaker.js';
import type { Diarization, VoiceComparison, Voiceprint } from './voice-engine.js';

/** Why a recording cannot be used for an enrollment. */
export type EnrollmentProblem =
  'silent' | 'not_speech' | 'too_short' | 'several_voices' | 'too_noisy' | 'clipped' | 'another_voice';

export const ENROLLMENT = {
  /**
   * A second voice with more speech than this, or with more than this share of all speech, counts as another
   * person.
   */
  otherVoiceMs: 1_500,
  otherVoiceShare: 0.1,
  /**
   * Below this, the background outweighs the voice. The model card lists its error rate by signal-to-noise
   * ratio.
   */
  minimumSnrDb: 5,
  /** Above this share of samples at full scale, the spectrum no longer represents the person. */
  maximumClipping: 0.05,
  /**
   * A recording that is added is refused below this log-likelihood ratio. Of eight seconds in another mood, one in ten of the person's
   * own is refused, and one in a hundred of others of the gender is taken (EXPERIMENTS.md of packages/speaker).
   */
  addedFrom: Math.log(3),
} as const;

/** A voice that may be enrolled. */
export interface EnrolledVoice {
  readonly voiceprint: Voiceprint;
  readonly quality: EnrollmentQuality;
}

/**
 * Chooses the voice of an enrollment.
 * @throws Fault `validation_error` naming `audio`, its message beginning with the {@link EnrollmentProblem}
 */
export const readEnrollment = (
  { speakers }: Diarization,
  heard: RecordingQuality,
  comparison: VoiceComparison,
): EnrolledVoice => {
  const voices = [...speakers].sort((a, b) => b.talkMs - a.talkMs);
  const [main] = voices;
  if (main === undefined || heard.speechMs === 0) throw refuse('silent', 'no speech was heard');
  // A dial tone has a voiceprint, too, and would be recognized.
  if (!isSpeech(heard)) {
    throw refuse(
      'not_speech',
      'what was heard is a tone, music or another sound, and not somebody who speaks',
    );
  }
  const needed = comparison.thresholds.enrollSpeechSeconds;
  const voiceprint = oneVoice(voices, comparison);
  const speechSeconds = voiceprint?.speechSeconds ?? 0;
  if (voiceprint === undefined || speechSeconds < needed) {
    throw refuse(
      'too_short',
      `${speechSeconds.toFixed(1)} s of speech were heard, ${needed} s without pauses are needed`,
    );
  }
  const { snrDb, clipping } = heard;
  if (snrDb !== undefined && snrDb < ENROLLMENT.minimumSnrDb) {
    throw refuse(
      'too_noisy',
      `speech is ${snrDb.toFixed(1)} dB above the background, ${ENROLLMENT.minimumSnrDb} dB are needed`,
    );
  }
  if (clipping > ENROLLMENT.maximumClipping) throw refuse('clipped', 'the recording is overdriven');
  return { voiceprint, quality: { speechSeconds, snrDb, clipping, prints: 1 } };
};

/** Whether a recording that is said to be an enrolled person's may be, so that it is added to what was heard before. */
export const mayBeAdded = (
  kept: Voiceprint,
  { voiceprint }: Pick<EnrolledVoice, 'voiceprint'>,
  { score }: Pick<VoiceComparison, 'score'>,
): boolean => score(kept, voiceprint).logLikelihoodRatio >= ENROLLMENT.addedFrom;

/** The single voice of the recording, if only one person speaks. */
const oneVoice = (voices: Diarization['speakers'], comparison: VoiceComparison): Voiceprint | undefined => {
  const allMs = voices.reduce((sum, { talkMs }) => sum + talkMs, 0);
  let whole = voices[0]?.voiceprint;
  for (const { talkMs, voiceprint } of voices.slice(1)) {
    if (whole === undefined) return undefined;
    // The voice model sometimes splits one person in two moods into two voices. Voices whose score says "same
    // voice" count as one person.
    if (
      voiceprint !== undefined &&
      comparison.score(whole, voiceprint).logLikelihoodRatio >= comparison.thresholds.verify
    ) {
      whole = comparison.merge([whole, voiceprint]);
      continue;
    }
    if (talkMs >= ENROLLMENT.otherVoiceMs || talkMs >= allMs * ENROLLMENT.otherVoiceShare) {
      throw refuse('several_voices', 'more than one person speaks; an enrollment has one voice');
    }
  }
  return whole;
};

/** The error is machine-readable: first the code, then a sentence. */
export const refuse = (problem: EnrollmentProblem, sentence: string): Fault =>
  new Fault('validation_error', 'this recording cannot be enrolled', {
    details: { audio: [`${problem}: ${sentence}`] },
  });
