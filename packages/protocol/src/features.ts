/** What a page says it heard (privacy features): the relay hears nothing itself, so every number is checked. */
import { ProtocolError } from './errors.js';
import type { Features, PageReading, Prosody, Quality, VoiceChange } from './generated/types.js';
import { LABELS } from './labels.js';
import { features as limits } from './limits.js';

/**
 * Why a confidence was lowered (`quality.doubts`).
 * - `out_of_domain`: the sound is probably or certainly not speech.
 * - `low_snr`: speech is hardly louder than the background.
 * - `clipping`: the input was too loud.
 * - `little_voice`: too little of the audio was voiced.
 */
export const DOUBTS = ['out_of_domain', 'low_snr', 'clipping', 'little_voice'] as const;
/** One of {@link DOUBTS}. */
export type Doubt = (typeof DOUBTS)[number];

/** Why a model gave no reading for audio that needed one. */
export const MODEL_FAULTS = ['threw', 'non_finite', 'unavailable'] as const;
/** One of {@link MODEL_FAULTS}. */
export type ModelFault = (typeof MODEL_FAULTS)[number];

interface Range {
  readonly min: number;
  readonly max: number;
}

const SHARE: Range = { min: 0, max: 1 };
const DIMENSION: Range = { min: -1, max: 1 };
/** Of 16 and of 32 bits, with room for an intersample peak. */
const LEVEL_DB: Range = { min: -400, max: 60 };
/** Nothing that is measured of a voice lies beyond. */
const MEASURE: Range = { min: -100_000, max: 100_000 };
const SECONDS: Range = { min: 0, max: 1e9 };
/** Probabilities come as 32-bit floats, so their sum is not exact (RT28). */
const SUM_TOLERANCE = 1e-3;
const NAME = /^[a-z][a-z_]*$/;

const wrong = (param: string, expected: string): ProtocolError =>
  new ProtocolError('validation_error', `${param} must be ${expected}`, param);

/** NaN and infinity are in no range. */
const within = (value: number, { min, max }: Range, param: string): void => {
  if (!(value >= min && value <= max)) throw wrong(param, `a number from ${min} to ${max}`);
};

const measures = (values: object, param: string): void => {
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'number') within(value, MEASURE, `${param}.${name}`);
  }
};

const checkProsody = ({ pitch, energy, rhythm, voiceQuality }: Prosody): void => {
  measures(pitch, 'prosody.pitch');
  measures(energy, 'prosody.energy');
  measures(rhythm, 'prosody.rhythm');
  measures(voiceQuality, 'prosody.voice_quality');
};

const checkQuality = ({ snrDb, clipping, voicedMs, outOfDomain, doubts }: Quality, spanMs: number): void => {
  if (snrDb !== undefined) within(snrDb, MEASURE, 'quality.snr_db');
  if (clipping !== undefined) within(clipping, SHARE, 'quality.clipping');
  if (outOfDomain !== undefined) within(outOfDomain, SHARE, 'quality.out_of_domain');
  const most = Math.ceil(spanMs + limits.pitchLagMs);
  if (voicedMs !== undefined) within(voicedMs, { min: 0, max: most }, 'quality.voiced_ms');
  const known: readonly string[] = DOUBTS;
  if (doubts.length > known.length || !doubts.every((doubt) => known.includes(doubt))) {
    throw wrong('quality.doubts', `of ${DOUBTS.join(', ')}`);
  }
};

const checkReading = (reading: PageReading): void => {
  const { probabilities, uncertainBelow, evidenceMs, trust, baseline } = reading;
  if (probabilities.length !== LABELS.length) {
    throw wrong('reading.probabilities', `${LABELS.length} numbers, one for each label`);
  }
  probabilities.forEach((value, index) => within(value, SHARE, `reading.probabilities[${index}]`));
  const sum = probabilities.reduce((total, value) => total + value, 0);
  if (Math.abs(sum - 1) > SUM_TOLERANCE) throw wrong('reading.probabilities', 'numbers with a sum of 1');
  within(uncertainBelow, SHARE, 'reading.uncertain_below');
  within(trust, SHARE, 'reading.trust');
  within(evidenceMs, SECONDS, 'reading.evidence_ms');
  within(reading.valence, DIMENSION, 'reading.valence');
  within(reading.arousal, DIMENSION, 'reading.arousal');
  within(reading.dominance, DIMENSION, 'reading.dominance');
  if (baseline === undefined) return;
  within(baseline.lineSeconds, SECONDS, 'reading.baseline.line_seconds');
  within(baseline.voiceSeconds, SECONDS, 'reading.baseline.voice_seconds');
};

const checkChanges = (changes: readonly VoiceChange[], startMs: number, endMs: number): void => {
  if (changes.length > limits.voiceChanges) {
    throw wrong('voice_changes', `at most ${limits.voiceChanges}`);
  }
  const range = { min: Math.max(0, startMs - limits.changeBeforeMs), max: endMs + limits.hopMs };
  changes.forEach(({ event, atMs }, index) => {
    if (event !== 'start' && event !== 'end') throw wrong(`voice_changes[${index}].event`, 'start or end');
    within(atMs, range, `voice_changes[${index}].at_ms`);
    range.min = atMs;
  });
};

/**
 * Checks one `features` message by itself: finite numbers in their ranges, nothing longer than its span.
 *
 * @param sampleRateHz of its channel
 * @throws {@link ProtocolError} `validation_error` that names the first wrong field
 */
export const checkFeatures = (features: Features, sampleRateHz: number): void => {
  const { firstSample, sampleCount, speechMs, reading, notSpeechMs, vocalSound, modelFault } = features;
  const spanMs = (sampleCount * 1_000) / sampleRateHz;
  const startMs = (firstSample * 1_000) / sampleRateHz;
  if (spanMs > limits.spanMs) throw wrong('sample_count', `at most ${limits.spanMs} ms of audio`);
  within(speechMs, { min: 0, max: Math.ceil(spanMs + limits.hopMs) }, 'speech_ms');
  within(features.rmsDb, LEVEL_DB, 'rms_db');
  within(features.peakDb, LEVEL_DB, 'peak_db');
  if (features.inferenceMs !== undefined) within(features.inferenceMs, MEASURE, 'inference_ms');
  checkChanges(features.voiceChanges, startMs, startMs + spanMs);
  checkProsody(features.prosody);
  checkQuality(features.quality, spanMs);
  const known: readonly string[] = MODEL_FAULTS;
  if (modelFault !== undefined && !known.includes(modelFault)) {
    throw wrong('model_fault', `one of ${MODEL_FAULTS.join(', ')}`);
  }
  const told = [reading, notSpeechMs, modelFault].filter((part) => part !== undefined).length;
  if (told > 1) throw wrong('reading', 'absent beside not_speech_ms or model_fault');
  // A reading without audio would be a result that nobody pays.
  if (told > 0 && sampleCount === 0) throw wrong('sample_count', 'more than 0 where there is a reading');
  if (reading !== undefined) checkReading(reading);
  if (notSpeechMs !== undefined) within(notSpeechMs, SECONDS, 'not_speech_ms');
  if (vocalSound === undefined) return;
  if (notSpeechMs === undefined) throw wrong('vocal_sound', 'absent without not_speech_ms');
  const { kind, probability } = vocalSound;
  if (kind.length > limits.nameCharacters || !NAME.test(kind)) {
    throw wrong('vocal_sound.kind', `a name of at most ${limits.nameCharacters} letters`);
  }
  within(probability, SHARE, 'vocal_sound.probability');
};
