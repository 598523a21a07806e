import type { IntakeChunk, SpanFindings, VoiceActivityChange } from '@undertone/hearing';
import { type Features, LABELS, type PageReading } from '@undertone/protocol';
import type { ProsodySummary } from '@undertone/prosody';

/** What a span says on the wire: readings, prosody and the times of turns. Whatever else was found of its sound stays here. */
export const featuresOf = (
  channel: number,
  { startSample, endSample }: Omit<IntakeChunk, 'payload'>,
  changes: readonly VoiceActivityChange[],
  findings: SpanFindings,
  inferenceMs: number,
): Features => {
  const { notSpeech, vocalSound, modelFault, levels, quality } = findings;
  const { snrDb, clipping, voicedMs, narrowband, outOfDomain, doubts } = quality;
  return {
    channel,
    firstSample: startSample,
    sampleCount: endSample - startSample,
    speechMs: findings.speechMs,
    voiceChanges: changes.map(({ kind, atMs }) => ({ event: kind, atMs: Math.max(0, atMs) })),
    prosody: prosodyOf(findings.prosody),
    quality: { snrDb, clipping, voicedMs, narrowband, outOfDomain, doubts: [...(doubts ?? [])] },
    rmsDb: levels.rmsDb,
    peakDb: levels.peakDb,
    inferenceMs,
    reading: readingOf(findings),
    notSpeechMs: notSpeech?.evidenceMs,
    vocalSound,
    modelFault,
  };
};

const readingOf = ({ emotion, dimensions, baseline }: SpanFindings): PageReading | undefined => {
  if (emotion === undefined || dimensions === undefined) return undefined;
  const { probabilities, uncertainBelow, evidenceMs, trust } = emotion;
  return {
    probabilities: LABELS.map((label) => probabilities[label]),
    uncertainBelow,
    evidenceMs,
    trust,
    ...dimensions,
    baseline,
  };
};

/** What is not known is absent on the wire. */
const known = <Name extends string>(
  values: Readonly<Record<Name, number | null>>,
): Record<Name, number | undefined> =>
  Object.fromEntries(
    Object.entries<number | null>(values).map(([name, value]) => [name, value ?? undefined]),
  ) as Record<Name, number | undefined>;

const prosodyOf = ({ pitch, energy, rhythm, voice_quality }: ProsodySummary): Features['prosody'] => {
  const { speech_rate, pause_rate, average_pause_duration } = known(rhythm);
  return {
    pitch: known(pitch),
    energy: known(energy),
    rhythm: {
      speechRate: speech_rate,
      pauseRate: pause_rate,
      averagePauseDuration: average_pause_duration,
    },
    voiceQuality: known(voice_quality),
  };
};
