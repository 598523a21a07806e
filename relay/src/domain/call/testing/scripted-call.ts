import { LABELS, type EmotionLabel, type ServerBody } from '@undertone/protocol';
import type { ProsodySummary } from '@undertone/prosody';
import type { Dimensions, EmotionReading, VoiceActivityChange } from '@undertone/hearing';
import type { AnalysisResult } from '../analysis-result.js';
import { CallAnalysis } from '../call-analysis.js';
import type { CallConfig, CallDependencies, CallSummary } from '../call-types.js';

/** How a person sounds: a label, the model's confidence in it, and the dimensions. */
export interface Tone extends Dimensions {
  label: EmotionLabel;
  confidence: number;
}

/** Prototypes near the coordinates of Russell & Mehrabian 1977, closer to 0, as a model's readings are. */
export const TONES = {
  calm: { label: 'content', confidence: 0.6, valence: 0.25, arousal: -0.2, dominance: 0.05 },
  neutral: { label: 'neutral', confidence: 0.6, valence: 0, arousal: 0, dominance: 0 },
  happy: { label: 'happy', confidence: 0.6, valence: 0.65, arousal: 0.4, dominance: 0.35 },
  sad: { label: 'sad', confidence: 0.6, valence: -0.55, arousal: -0.3, dominance: -0.3 },
  angry: { label: 'angry', confidence: 0.7, valence: -0.5, arousal: 0.55, dominance: 0.25 },
} as const satisfies Record<string, Tone>;

/** @param evidenceMs audio behind the reading, ms; the default is long enough for plain smoothing */
export const reading = ({ label, confidence }: Tone, evidenceMs = 60_000): EmotionReading => {
  const rest = (1 - confidence) / (LABELS.length - 1);
  const probabilities = Object.fromEntries(
    LABELS.map((name) => [name, name === label ? confidence : rest]),
  ) as Record<EmotionLabel, number>;
  return { probabilities, uncertainBelow: 0.3, evidenceMs, trust: 1 };
};

export const aProsody = (over: { f0Hz?: number; energyDb?: number; rate?: number } = {}): ProsodySummary => {
  const f0Hz = over.f0Hz ?? 120;
  return {
    pitch: { mean: f0Hz, std: 12, min: f0Hz - 30, max: f0Hz + 30, range: 60 },
    energy: { mean: over.energyDb ?? -25, std: 4 },
    rhythm: { speech_rate: over.rate ?? 4, pause_rate: 20, average_pause_duration: 0.4 },
    voice_quality: { jitter: 0.01, shimmer: 0.04, hnr: 15 },
  };
};

const TIMING = { receivedAtMs: 0, queueMs: 1, inferenceMs: 2, totalMs: 3 };

export interface SpanOptions {
  channel?: number;
  startMs: number;
  durationMs?: number;
  tone?: Tone;
  /** Speech in the span, ms. Default: the whole span with a tone, 0 without. */
  speechMs?: number;
  vadEvents?: VoiceActivityChange[];
  over?: Partial<AnalysisResult>;
}

/** One result, in the form that the pool makes. */
export const aResult = (options: SpanOptions): AnalysisResult => {
  const { channel = 0, startMs, durationMs = 250, tone } = options;
  const speechMs = options.speechMs ?? (tone === undefined ? 0 : durationMs);
  return {
    channel,
    span: 'audio',
    startSample: startMs * 16,
    endSample: (startMs + durationMs) * 16,
    startMs,
    endMs: startMs + durationMs,
    speech: speechMs > 0,
    speechMs,
    vadEvents: options.vadEvents ?? [],
    ...(tone === undefined
      ? {}
      : {
          emotion: reading(tone),
          dimensions: { valence: tone.valence, arousal: tone.arousal, dominance: tone.dominance },
        }),
    prosody: aProsody(),
    quality: { snrDb: 30, clipping: 0, voicedMs: speechMs * 0.6, narrowband: false },
    levels: speechMs > 0 ? { rmsDb: -25, peakDb: -10 } : { rmsDb: -60, peakDb: -50 },
    timing: TIMING,
    ...options.over,
  };
};

export const aConfig = (over: Partial<CallConfig> = {}): CallConfig => ({
  sessionId: 'ses_1',
  vertical: 'contact_center',
  language: 'en',
  channels: [{ id: 'caller', subject: 'customer' }],
  features: ['emotion', 'prosody', 'vad', 'vertical'],
  outputs: { probabilities: true, prosody: true },
  vadMode: 'server',
  endSilenceMs: 700,
  steering: { enabled: true },
  agentAnalysis: false,
  ...over,
});

export const CALLER_AND_AGENT = [
  { id: 'caller', subject: 'customer' },
  { id: 'agent', subject: 'agent' },
] as const;

/** turn_1, turn_2, dir_1 … */
export const countingIds = (): CallDependencies => {
  const counts = new Map<string, number>();
  return {
    newId: (prefix) => {
      const count = (counts.get(prefix) ?? 0) + 1;
      counts.set(prefix, count);
      return `${prefix}_${count}`;
    },
  };
};

type ValueOf<K extends ServerBody['kind']> = Extract<ServerBody, { kind: K }>['value'];

/** A conversation played from a script, with all its messages. */
export class ScriptedCall {
  readonly said: ServerBody[] = [];
  readonly conversation: CallAnalysis;
  private readonly positionMs: number[];
  private readonly speaking: boolean[];
  private readonly speakers: readonly string[];
  /** The newest tone of each speaker. */
  private readonly tones = new Map<string, Tone>();

  constructor(config: CallConfig = aConfig()) {
    this.conversation = CallAnalysis.create(config, countingIds());
    this.positionMs = config.channels.map(() => 0);
    this.speaking = config.channels.map(() => false);
    this.speakers = config.channels.map(({ id }) => id);
  }

  /** Speaks on the channel in this tone, in results of 250 ms. */
  speak(tone: Tone, durationMs: number, channel = 0, over: Partial<AnalysisResult> = {}): this {
    this.play(durationMs, channel, tone, over);
    return this;
  }

  silence(durationMs: number, channel = 0, over: Partial<AnalysisResult> = {}): this {
    this.play(durationMs, channel, undefined, over);
    return this;
  }

  of<K extends ServerBody['kind']>(kind: K): ValueOf<K>[] {
    const values: unknown[] = this.said.filter((body) => body.kind === kind).map(({ value }) => value);
    return values as ValueOf<K>[];
  }

  end(): { readonly messages: readonly ServerBody[]; readonly summary: CallSummary } {
    const messages = this.conversation.end();
    this.take(messages);
    return { messages, summary: this.conversation.summary() };
  }

  /** Labels each ended turn with the speaker's last tone. Outside tests, an analysis of the whole turn gives the label. */
  private take(bodies: readonly ServerBody[]): void {
    this.said.push(...bodies);
    for (const body of bodies) {
      if (body.kind !== 'turn.end') continue;
      const { turnId, speakerId } = body.value;
      this.conversation.label(turnId, this.tones.get(speakerId)?.label ?? null, false);
    }
  }

  private play(
    durationMs: number,
    channel: number,
    tone: Tone | undefined,
    over: Partial<AnalysisResult>,
  ): void {
    for (let playedMs = 0; playedMs < durationMs; playedMs += 250) {
      const startMs = this.positionMs[channel] ?? 0;
      const turns = (this.speaking[channel] ?? false) !== (tone !== undefined);
      const vadEvents = turns ? [{ kind: tone ? ('start' as const) : ('end' as const), atMs: startMs }] : [];
      this.speaking[channel] = tone !== undefined;
      this.positionMs[channel] = startMs + 250;
      const result = aResult({ channel, startMs, vadEvents, over, ...(tone && { tone }) });
      const bodies = this.conversation.advance(result);
      const speaker = over.speaker ?? this.speakers[channel] ?? '';
      if (tone !== undefined) this.tones.set(speaker, tone);
      this.take(bodies);
    }
  }
}
