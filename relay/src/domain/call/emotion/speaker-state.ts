import { UNCERTAIN } from '@undertone/protocol';
import { z } from 'zod';
import type { Dimensions } from '@undertone/hearing';
import type { AnalysisResult } from '../analysis-result.js';
import {
  baselineSchema,
  freshBaseline,
  hzToSemitones,
  isBaselineReady,
  learnBaseline,
  zScore,
  type BaselineSample,
} from './baseline.js';
import { readSignals, type Signals } from './signals.js';
import { freshSmoothing, readSmoothing, smooth, smoothingSchema, type SmoothedEmotion } from './smoothing.js';
import { freshSteering, steeringSchema, transitionSteering, type ModeChange } from '../steering/steering.js';
import { freshTone, toneSchema, transitionTone, type ToneEvent } from './tone-shift.js';
import { measuresOf } from '../verticals/assess.js';
import { advanceTrend, freshTrend, trendSchema } from '../verticals/trend.js';

/** All that is known about one speaker on one channel. Each channel has its own state, so no tone leaks to another. */
export const speakerStateSchema = z.strictObject({
  smoothing: smoothingSchema,
  baseline: baselineSchema,
  tone: toneSchema,
  steering: steeringSchema,
  /** How the speaker sounded in the last sentences, for the vertical's rules. */
  trend: trendSchema,
});
export type SpeakerState = z.infer<typeof speakerStateSchema>;

export const freshSpeakerState = (): SpeakerState => ({
  smoothing: freshSmoothing(),
  baseline: freshBaseline(),
  tone: freshTone(),
  steering: freshSteering(),
  trend: freshTrend(),
});

/** Deviations from the speaker's own baseline; all 0 until there is a baseline. */
export interface Deviations {
  valence: number;
  arousal: number;
  energyDb: number;
  pitchSemitones: number;
}

/** What is known after a span of audio. The directive and steering use it. */
export interface SpeakerReading {
  emotion: SmoothedEmotion;
  dimensions: Dimensions;
  signals: Signals;
  z: Deviations;
}

export interface SpeakerStep {
  speaker: SpeakerState;
  /** Absent before the first reading. */
  reading?: SpeakerReading;
  /** How the utterance that has just ended sounded as a whole; only where the full reader read it. */
  whole?: SpeakerReading;
  toneEvent?: ToneEvent;
  modeChange?: ModeChange;
}

export interface SpeakerRules {
  role: 'caller' | 'agent';
  steering: boolean;
}

/** Takes in one span of speech. Without a new reading (silence, a model fault) nothing changes. */
export const advanceSpeaker = (
  speaker: SpeakerState,
  result: AnalysisResult,
  speechMs: number,
  rules: SpeakerRules,
): SpeakerStep => {
  const step = advanceLive(speaker, result, speechMs, rules);
  const whole = readWhole(speaker, result);
  return whole === undefined ? step : { ...step, whole };
};

const advanceLive = (
  speaker: SpeakerState,
  result: AnalysisResult,
  speechMs: number,
  rules: SpeakerRules,
): SpeakerStep => {
  const { emotion, dimensions } = result;
  if (emotion === undefined || dimensions === undefined || speechMs <= 0) return { speaker };
  const smoothing = smooth(speaker.smoothing, speechMs, emotion, dimensions);
  const smoothed = { ...speaker, smoothing };
  const sample = sampleOf(smoothed, result);
  const reading = readSpeaker(smoothed, result, sample);
  if (reading === undefined) return { speaker: smoothed };

  const { tone, event: toneEvent } = transitionTone(speaker.tone, {
    startMs: result.startMs,
    endMs: result.endMs,
    speechMs,
    arousalZ: reading.z.arousal,
    valenceZ: reading.z.valence,
  });
  const { steering, change: modeChange } = rules.steering
    ? transitionSteering(speaker.steering, {
        role: rules.role,
        speechMs,
        evidenceMs: emotion.evidenceMs,
        escalation: reading.signals.escalation,
        hasBaseline: isBaselineReady(speaker.baseline),
        arousalZ: reading.z.arousal,
        valenceZ: reading.z.valence,
      })
    : { steering: speaker.steering };
  // The baseline does not learn during a tone shift or a heated mode: unusual speech must not define what is usual.
  const usual = tone.kind === 'watching' && (steering.mode === 'normal' || steering.mode === 'mirror_calm');
  const learned = usual ? learnBaseline(speaker.baseline, speechMs / 1000, sample) : speaker.baseline;
  const baseline = toneEvent?.adopted === true ? freshBaseline() : learned;
  const trend = advanceTrend(speaker.trend, speechMs, measuresOf(reading));
  return {
    speaker: { smoothing, baseline, tone, steering, trend },
    reading,
    ...(toneEvent === undefined ? {} : { toneEvent }),
    ...(modeChange === undefined ? {} : { modeChange }),
  };
};

/** What is known without new evidence. Used for the directive that ends a stretch of speech. */
export const readSpeaker = (
  speaker: SpeakerState,
  result: AnalysisResult,
  sample = sampleOf(speaker, result),
): SpeakerReading | undefined => {
  const emotion = readSmoothing(speaker.smoothing);
  if (emotion === undefined) return undefined;
  const { valence, arousal, dominance } = speaker.smoothing;
  const dimensions = { valence, arousal, dominance };
  const z = {
    valence: zScore(speaker.baseline, 'valence', sample.valence),
    arousal: zScore(speaker.baseline, 'arousal', sample.arousal),
    energyDb: zScore(speaker.baseline, 'energyDb', sample.energyDb),
    pitchSemitones: zScore(speaker.baseline, 'pitchSemitones', sample.pitchSemitones),
  };
  const signals = readSignals({
    dimensions,
    z,
    prosody: result.prosody,
    probabilities: emotion.probabilities,
  });
  return { emotion, dimensions, signals, z };
};

/** The utterance that has just ended, by the same rules without smoothing: its reader heard all of it. */
const readWhole = (speaker: SpeakerState, result: AnalysisResult): SpeakerReading | undefined => {
  const { utterance } = result;
  if (utterance === undefined) return undefined;
  const { emotion, dimensions } = utterance;
  // The first reading of a fresh state replaces it, so this is the reading as it is.
  const smoothing = smooth(freshSmoothing(), emotion.evidenceMs, emotion, dimensions);
  return readSpeaker({ ...speaker, smoothing }, result);
};

const sampleOf = ({ smoothing }: SpeakerState, { prosody }: AnalysisResult): BaselineSample => {
  const energyDb = prosody?.energy.mean ?? null;
  const f0Hz = prosody?.pitch.mean ?? null;
  return {
    valence: smoothing.valence,
    arousal: smoothing.arousal,
    ...(energyDb === null ? {} : { energyDb }),
    ...(f0Hz === null || f0Hz <= 0 ? {} : { pitchSemitones: hzToSemitones(f0Hz) }),
  };
};

/** What a directive says when the model failed on a span or the span is not speech. */
export const NO_READING = { emotion: UNCERTAIN, confidence: 0 } as const;
