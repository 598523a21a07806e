import type { Directive, Feature, Prosody } from '@undertone/protocol';
import type { ProsodySummary } from '@undertone/prosody';
import type { AnalysisResult } from './analysis.js';
import type { ConversationConfig } from './conversation-types.js';
import type { CueCatalog } from './cues/catalog.js';
import { modulationFor, modulationIntensity } from './modulation.js';
import { assessVertical, isVerticalName } from './verticals/verticals.js';
import { NO_READING, type Voice, type VoiceReading } from './voice.js';

export interface DirectiveParts {
  directiveId: string;
  speakerId: string;
  result: AnalysisResult;
  /** Where the last directive of the channel ended, or the speech began. */
  startMs: number;
  speech: boolean;
  voice: Voice;
  reading: VoiceReading | undefined;
  config: Pick<ConversationConfig, 'features' | 'outputs' | 'vertical' | 'steering'>;
  role: 'caller' | 'agent';
  catalog: CueCatalog;
}

/** One directive: what the session asked for and what is known, and nothing else. */
export function buildDirective(parts: DirectiveParts): Directive {
  const { result, config, reading, voice } = parts;
  const wants = (feature: Feature) => config.features.includes(feature);
  return {
    directiveId: parts.directiveId,
    revision: 1,
    provenance: 'server',
    speakerId: parts.speakerId,
    channel: result.channel,
    audioStartMs: Math.round(parts.startMs),
    audioEndMs: Math.round(result.endMs),
    emotionProbabilities: {},
    ...(wants('emotion') ? emotionFields(parts) : {}),
    ...(wants('vad') ? dimensionFields(parts) : {}),
    signals: reading === undefined ? {} : { ...reading.signals },
    ...(wants('prosody') && config.outputs.prosody && result.prosody !== undefined
      ? { prosody: toWireProsody(result.prosody) }
      : {}),
    metrics: {},
    ...(wants('vertical') ? verticalFields(parts) : {}),
    quality: qualityFields(result),
    ...(config.steering.enabled && reading !== undefined
      ? {
          modulationMode: voice.steering.mode,
          agentModulation: modulationFor(
            voice.steering.mode,
            modulationIntensity(voice.steering.mode, reading.signals.escalation),
            parts.catalog,
          ),
        }
      : {}),
    latency: {
      queueMs: result.timing.queueMs,
      inferenceMs: result.timing.inferenceMs,
      totalMs: result.timing.totalMs,
    },
    speech: parts.speech,
  };
}

function emotionFields({ result, reading, config }: DirectiveParts): Partial<Directive> {
  if (result.modelFault !== undefined || result.notSpeech === true) return NO_READING;
  if (reading === undefined) return {};
  const { emotion, confidence, probabilities } = reading.emotion;
  return {
    emotion,
    confidence,
    ...(config.outputs.probabilities ? { emotionProbabilities: probabilities } : {}),
  };
}

function dimensionFields({ result, reading }: DirectiveParts): Partial<Directive> {
  return reading === undefined || result.modelFault !== undefined || result.notSpeech === true
    ? {}
    : reading.dimensions;
}

function verticalFields({ config, reading, voice, role }: DirectiveParts): Partial<Directive> {
  if (!isVerticalName(config.vertical) || role !== 'caller' || reading === undefined) return {};
  const { dimensions, signals, emotion } = reading;
  const moment = { dimensions, signals, probabilities: emotion.probabilities };
  const { state, figures } = assessVertical(config.vertical, moment, voice.trend);
  // The wire's metrics are numbers: the figure behind each word or flag.
  return { state, metrics: figures };
}

function qualityFields({ quality }: AnalysisResult): Directive['quality'] {
  if (quality === undefined) return { doubts: [] };
  return {
    ...(quality.snrDb === undefined ? {} : { snrDb: quality.snrDb }),
    clipping: quality.clipping,
    voicedMs: Math.round(quality.voicedMs),
    ...(quality.outOfDomain === undefined ? {} : { outOfDomain: quality.outOfDomain }),
    narrowband: quality.narrowband,
    doubts: [...(quality.doubts ?? [])],
  };
}

/** The summary in the form of the realtime messages: camelCase, and unknown measures absent. */
export function toWireProsody({
  pitch,
  energy,
  rhythm,
  voice_quality: voiceQuality,
}: ProsodySummary): Prosody {
  return {
    pitch: known({ ...pitch }),
    energy: known({ ...energy }),
    rhythm: known({
      speechRate: rhythm.speech_rate,
      pauseRate: rhythm.pause_rate,
      averagePauseDuration: rhythm.average_pause_duration,
    }),
    voiceQuality: known({ ...voiceQuality }),
  };
}

function known<K extends string>(values: Record<K, number | null>): Partial<Record<K, number>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Partial<
    Record<K, number>
  >;
}
