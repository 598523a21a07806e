/** The first message of a hosted service's client: `config`. */
import { LIMITS } from '@undertone/protocol';
import { SessionFault } from '../../domain/live/session-fault.js';

const { intervalMs, sampleRateHz } = LIMITS;

type Json = Readonly<Record<string, unknown>>;

export type ForeignAudio =
  | { readonly kind: 'raw'; readonly bytesPerSample: number; readonly sampleRate: number }
  | { readonly kind: 'ogg_opus'; readonly sampleRate: number };

export interface ForeignConfig {
  /** `session.hello`, as the relay knows it. */
  readonly hello: Readonly<Record<string, unknown>>;
  readonly audio: ForeignAudio;
  /** As the client named it. */
  readonly encoding: string;
  readonly sessionId: string | undefined;
  /** Fields of the config that change nothing here. */
  readonly ignored: readonly string[];
}

/** Opus is decoded at the rate of the analysis. */
const OPUS_RATE_HZ = 16_000;
const DEFAULT_RATE_HZ = 16_000;

interface RawEncoding {
  readonly name: string;
  readonly bytes: number;
}
const S16: RawEncoding = { name: 'pcm_s16le', bytes: 2 };
const RAW: Readonly<Record<string, RawEncoding>> = {
  pcm16: S16,
  linear16: S16,
  pcm_s16le: S16,
  pcm_f32le: { name: 'pcm_f32le', bytes: 4 },
  mulaw: { name: 'mulaw', bytes: 1 },
  alaw: { name: 'alaw', bytes: 1 },
};

/** What is understood. Every other field is ignored and the client is told so, or {@link DESCRIBES_AUDIO refused}. */
const UNDERSTOOD = new Set([
  'type',
  'api_key',
  'session_id',
  'encoding',
  'container',
  'channels',
  'sample_rate',
  'chunk_seconds',
  'source',
  'vertical',
  'language',
  'consent',
]);

/** A field that describes the audio and is not understood: the audio would be read as something else, and be charged. */
const DESCRIBES_AUDIO = /^(?!output).*(sample|rate|channel|format|codec|encod|depth|width|bits)/iu;

/** @throws SessionFault for a field of the wrong type, and for audio that is not read here */
export const readConfig = (config: Json): ForeignConfig => {
  refuseOtherAudio(config);
  const encoding = (textOf(config, 'encoding') ?? 'pcm16').toLowerCase();
  const audio = encoding === 'opus' ? opusOf(config) : rawOf(config, encoding);
  const sessionId = textOf(config, 'session_id');
  const language = textOf(config, 'language');
  const source = textOf(config, 'source');
  const vertical = textOf(config, 'vertical');
  return {
    hello: {
      type: 'session.hello',
      ...(sessionId !== undefined && { session_id: sessionId }),
      ...(source !== undefined && { source }),
      ...(vertical !== undefined && { vertical }),
      ...(language !== undefined && { metadata: { language } }),
      ...(config['consent'] !== undefined && { consent: config['consent'] }),
      sample_rate: audio.sampleRate,
      encoding: audio.kind === 'raw' ? RAW[encoding]?.name : S16.name,
      outputs: { interval_ms: intervalOf(config) },
    },
    audio,
    encoding,
    sessionId,
    ignored: Object.keys(config)
      .filter((name) => !UNDERSTOOD.has(name))
      .slice(0, 32)
      .map((name) => name.slice(0, 64)),
  };
};

const refuseOtherAudio = (config: Json): void => {
  const { channels } = config;
  if (channels !== undefined && channels !== null && channels !== 1) {
    throw new SessionFault('validation_error', 'channels must be 1: two take a session.hello', {
      param: 'channels',
    });
  }
  const other = Object.keys(config).find((name) => !UNDERSTOOD.has(name) && DESCRIBES_AUDIO.test(name));
  if (other === undefined) return;
  const param = other.slice(0, 64);
  throw new SessionFault(
    'validation_error',
    `${param} is not a known field: encoding, container, sample_rate and channels describe the audio`,
    { param },
  );
};

const rawOf = (config: Json, encoding: string): ForeignAudio => {
  const known = Object.hasOwn(RAW, encoding) ? RAW[encoding] : undefined;
  if (known === undefined) {
    throw new SessionFault(
      'unsupported_audio_format',
      `encoding must be one of ${[...Object.keys(RAW), 'opus'].join(', ')}`,
      { param: 'encoding' },
    );
  }
  return { kind: 'raw', bytesPerSample: known.bytes, sampleRate: rateOf(config) };
};

const opusOf = (config: Json): ForeignAudio => {
  const container = (textOf(config, 'container') ?? 'ogg').toLowerCase();
  if (container !== 'ogg') {
    throw new SessionFault(
      'unsupported_audio_format',
      'Opus is read from an Ogg stream: send container ogg, or pcm16',
      { param: 'container' },
    );
  }
  return { kind: 'ogg_opus', sampleRate: OPUS_RATE_HZ };
};

const rateOf = (config: Json): number => {
  const rate = config['sample_rate'] ?? DEFAULT_RATE_HZ;
  if (
    typeof rate !== 'number' ||
    !Number.isInteger(rate) ||
    rate < sampleRateHz.min ||
    rate > sampleRateHz.max
  ) {
    throw new SessionFault(
      'validation_error',
      `sample_rate must be a whole number from ${sampleRateHz.min} to ${sampleRateHz.max}`,
      { param: 'sample_rate' },
    );
  }
  return rate;
};

/** These clients expect one result for each piece of audio. */
const intervalOf = (config: Json): number => {
  const seconds = config['chunk_seconds'] ?? 1;
  if (typeof seconds !== 'number' || !Number.isFinite(seconds) || seconds <= 0) {
    throw new SessionFault('validation_error', 'chunk_seconds must be a number above 0', {
      param: 'chunk_seconds',
    });
  }
  return Math.round(Math.min(intervalMs.max, Math.max(intervalMs.min, seconds * 1_000)));
};

const textOf = (config: Json, name: string): string | undefined => {
  const value = config[name] ?? undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw new SessionFault('validation_error', `${name} must be a string`, { param: name });
};
