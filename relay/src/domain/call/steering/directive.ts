import type { Directive, Feature, Prosody } from '@undertone/protocol';
import type { ProsodySummary } from '@undertone/prosody';
import type { AnalysisResult } from '../analysis-result.js';
import type { CallConfig } from '../call-types.js';
import type { CueCatalog } from '../cues/catalog.js';
import { modulationFor, modulationIntensity } from './modulation.js';
import { assessVertical, isVerticalName } from '../verticals/verticals.js';
import { NO_READING, type SpeakerState, type SpeakerReading } from '../emotion/speaker-state.js';

export interface DirectiveParts {
  directiveId: string;
  speakerId: string;
  result: AnalysisResult;
  /** Where the channel's last directive ended, or where the speech began. */
  startMs: number;
  speech: boolean;
  voice: SpeakerState;
  reading: SpeakerReading | undefined;
  config: Pick<CallConfig, 'features' | 'outputs' | 'vertical' | 'steering'>;
  role: 'caller' | 'agent';
  catalog: CueCatalog;
}

/**
 * Builds one directive. It has only what the session asked for and what is known. The common fields are written in one
 * object and the rest is added. Building it from conditional parts cost several times as much, and every result needs one.
 */
export const buildDirective = (parts: DirectiveParts): Directive => {
  const { result, config } = parts;
  const { queueMs, inferenceMs, totalMs } = result.timing;
  const directive: Directive = {
    directiveId: parts.directiveId,
    revision: 1,
    provenance: result.fromPage === true ? 'edge' : 'server',
    speakerId: parts.speakerId,
    channel: result.channel,
    audioStartMs: Math.round(parts.startMs),
    audioEndMs: Math.round(result.endMs),
    emotionProbabilities: {},
    signals: parts.reading === undefined ? {} : { ...parts.reading.signals },
    metrics: {},
    quality: qualityOf(result),
    latency: { queueMs, inferenceMs, totalMs },
    speech: parts.speech,
  };
  const wants = (feature: Feature) => config.features.includes(feature);
  if (wants('emotion')) addEmotion(directive, parts);
  if (wants('vad')) addDimensions(directive, parts);
  if (wants('prosody') && config.outputs.prosody && result.prosody !== undefined)
    directive.prosody = toWireProsody(result.prosody);
  if (wants('vertical')) addVertical(directive, parts);
  if (config.steering.enabled) addModulation(directive, parts);
  return directive;
};

/** The model failed on the span, or the span is not speech. The earlier reading is not repeated for it. */
const isUnread = ({ modelFault, notSpeech }: AnalysisResult): boolean =>
  modelFault !== undefined || notSpeech !== undefined;

const addEmotion = (directive: Directive, { result, reading, config }: DirectiveParts): void => {
  const read = isUnread(result) ? undefined : reading?.emotion;
  const told = isUnread(result) ? NO_READING : read;
  if (told === undefined) return;
  directive.emotion = told.emotion;
  directive.confidence = told.confidence;
  if (config.outputs.probabilities && read !== undefined) directive.emotionProbabilities = read.probabilities;
  if (read !== undefined && result.baseline !== undefined) directive.baseline = { ...result.baseline };
};

const addDimensions = (directive: Directive, { result, reading }: DirectiveParts): void => {
  if (reading === undefined || isUnread(result)) return;
  const { valence, arousal, dominance } = reading.dimensions;
  directive.valence = valence;
  directive.arousal = arousal;
  directive.dominance = dominance;
};

const addVertical = (directive: Directive, { config, reading, voice, role }: DirectiveParts): void => {
  if (!isVerticalName(config.vertical) || role !== 'caller' || reading === undefined) return;
  const { dimensions, signals, emotion } = reading;
  const moment = { dimensions, signals, probabilities: emotion.probabilities };
  const { state, figures } = assessVertical(config.vertical, moment, voice.trend);
  directive.state = state;
  // Metrics in messages are numbers, so this is the figure behind each word or flag.
  directive.metrics = figures;
};

const addModulation = (directive: Directive, { reading, voice, catalog }: DirectiveParts): void => {
  if (reading === undefined) return;
  const { mode } = voice.steering;
  const intensity = modulationIntensity(mode, reading.signals.escalation);
  directive.modulationMode = mode;
  directive.agentModulation = modulationFor(mode, intensity, catalog);
};

const qualityOf = ({ quality }: AnalysisResult): Directive['quality'] => {
  if (quality === undefined) return { doubts: [] };
  const told: Directive['quality'] = {
    clipping: quality.clipping,
    voicedMs: Math.round(quality.voicedMs),
    narrowband: quality.narrowband,
    doubts: [...(quality.doubts ?? [])],
  };
  if (quality.snrDb !== undefined) told.snrDb = quality.snrDb;
  if (quality.outOfDomain !== undefined) told.outOfDomain = quality.outOfDomain;
  return told;
};

/** The summary in the form of the realtime messages: camelCase, without unknown measures. */
const toWireProsody = ({ pitch, energy, rhythm, voice_quality: voiceQuality }: ProsodySummary): Prosody => ({
  pitch: known({ ...pitch }),
  energy: known({ ...energy }),
  rhythm: known({
    speechRate: rhythm.speech_rate,
    pauseRate: rhythm.pause_rate,
    averagePauseDuration: rhythm.average_pause_duration,
  }),
  voiceQuality: known({ ...voiceQuality }),
});

const known = (values: Readonly<Record<string, number | null>>): Record<string, number> => {
  const found: Record<string, number> = {};
  for (const name in values) {
    const value = values[name] ?? null;
    if (value !== null) found[name] = value;
  }
  return found;
};
