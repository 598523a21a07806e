import { EMOTION_LABELS } from '@undertone/model';
import type { Doubt } from '@undertone/protocol';
import { type Evidence, TRUST, trustIn } from './trust.js';
import type { SpanFindings } from './messages.js';
import type { ModelReading } from './model-runner.js';

/** The fields that a gated reading adds to a span. */
export type GatedReading = Pick<
  SpanFindings,
  'emotion' | 'dimensions' | 'notSpeech' | 'vocalSound' | 'tunedProbabilities' | 'heard'
> & { outOfDomain?: number; doubts?: readonly Doubt[] };

/** The properties of a span's audio that decide how far the model's reading is trusted. */
export interface Listening {
  readonly snrDb?: number;
  readonly clipping: number;
  /** Judged by level and voicing, 0 to 1. Absent while the stretch is younger than a second. */
  readonly outOfDomain?: number;
  /** Certainty that an instrument or a tone holds the pitch more evenly than a voice can, 0 to 1. */
  readonly heldPitch?: number;
  /** Voiced audio of the stretch, ms. */
  readonly stretchVoicedMs: number;
  /** Whose reading it is. */
  readonly by: Evidence['by'];
}

/**
 * Decides how far a reading is trusted. A sound beyond the model's limit gives no emotion at all, so that nothing
 * downstream can mistake it for one. For all other sounds, trust says how much of the probability is confidence.
 * @param outOfDomainAbove the model's own limit, if it has one
 */
export const gateReading = (
  { outOfDomain: modelScore, vocalSound: burst, ...reading }: ModelReading,
  listening: Listening,
  outOfDomainAbove: number = TRUST.outOfDomainAbove,
): GatedReading => {
  const known = modelScore !== undefined || listening.outOfDomain !== undefined;
  const outOfDomain = Math.max(modelScore ?? 0, listening.outOfDomain ?? 0);
  const score = known ? { outOfDomain } : {};
  // A ring tone at the pitch of a cheer is not a cheer.
  const voice = (listening.heldPitch ?? 0) < TRUST.heldPitch;
  // The first reading of plain speech often looks like no speech. This early, the reason is too little voice.
  const young = listening.outOfDomain === undefined;
  const tooYoung = young && listening.stretchVoicedMs < TRUST.voicedMs;
  const sure =
    outOfDomain > TRUST.firstSoundAbove || !young || listening.stretchVoicedMs >= TRUST.firstVoicedMs;
  const vocalSound = voice && sure ? burst : undefined;
  if (outOfDomain > outOfDomainAbove) {
    const doubts: Doubt[] = [tooYoung && vocalSound === undefined ? 'little_voice' : 'out_of_domain'];
    const { evidenceMs } = reading.emotion;
    return {
      ...score,
      doubts,
      notSpeech: { evidenceMs },
      ...(vocalSound === undefined ? {} : { vocalSound }),
    };
  }
  const { probabilities } = reading.emotion;
  const leading = EMOTION_LABELS.reduce((most, label) => Math.max(most, probabilities[label]), 0);
  const { snrDb, clipping, stretchVoicedMs, by } = listening;
  const { share, doubts } = trustIn(
    { outOfDomain, clipping, voicedMs: stretchVoicedMs, by, ...(snrDb === undefined ? {} : { snrDb }) },
    leading,
  );
  const reported = tooYoung ? doubts.filter((doubt) => doubt !== 'out_of_domain') : doubts;
  return { ...reading, emotion: { ...reading.emotion, trust: share }, ...score, doubts: reported };
};
