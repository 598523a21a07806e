import type { Consent, Feature, Outputs, SteeringConfig, Subject, TurnConfig } from '@undertone/protocol';
import { LIMITS } from '@undertone/protocol';
import type { SourceTrack } from '../capture/audio-source.js';
import type { CaptureSourceOptions } from '../capture/capture.js';
import type { Logger } from '../common/logger.js';
import { UsageError } from '../common/undertone-error.js';
import type { ReconnectOptions } from '../transport/reconnect-policy.js';
import type { TokenContext } from '../transport/transport-types.js';
import type { LibraryAssets } from './library-assets.js';
import type { TokenAnswer } from './token.js';

const STREAM_PATH = '/v1/stream/realtime';

/** One channel of a session. */
export interface SourceOptions {
  /** A microphone that the library opens, or any audio track of the page: a softphone's remote track, the sound of a tab. */
  track: SourceTrack;
  /** Who speaks on this channel. Sound of an `agent` is dropped before anything is computed, unless the relay's policy allows it. */
  subject: Exclude<Subject, 'unspecified'>;
  /** Only for a microphone. Added to the defaults: echo cancellation on, noise suppression and gain control off. */
  constraints?: MediaTrackConstraints | undefined;
  /** The page's own name for the channel. */
  id?: string | undefined;
  /**
   * Several people share this channel, as in one recording of both sides. They are told apart by their voices. This needs the
   * consent scope `diarization` or `voiceprint`.
   */
  mixed?: boolean | undefined;
}

/** The id of a channel: the page's own, or one made from its index. */
export const channelId = (id: string | undefined, index: number): string => id ?? `ch${index}`;

/** The sources as the capture takes them. */
export const captureSources = ({ sources }: Pick<SessionOptions, 'sources'>): CaptureSourceOptions[] =>
  sources.map(({ track, subject, constraints }) => ({
    track,
    isAgent: subject === 'agent',
    ...(constraints !== undefined && { constraints }),
  }));

/** Addresses of the files that are loaded by address. Absolute, or relative to the page. */
export interface AssetUrls {
  /** `prosody.js` must be in the same folder. */
  worklet?: string | undefined;
  /** `vad.worker.js` and `hearing.worker.js` must be in the same folder. */
  transportWorker?: string | undefined;
  /** Folder of the voice-activity model and its runtime. */
  vadBase?: string | undefined;
  /** With `privacy: 'features'`: a live reader (`.onnx`, its `.json` beside it). Default: the one that the relay hears with. */
  reader?: string | undefined;
}

/** What {@link createSession} needs to know of a call. What is left out is the relay's default. */
export interface SessionOptions {
  /**
   * The relay's address, such as `https://relay.example.com`. An address with a path is taken as the stream's own. `http:` and `ws:`
   * mean the same here. Default: the page's own origin.
   */
  url?: string | undefined;
  /** Fetches a token from your own server, as `tokenFrom` does. Called once per connection. Throw when there is no token. */
  getToken: (context: TokenContext) => Promise<TokenAnswer>;
  /** One channel or two. */
  sources: readonly SourceOptions[];
  /** Such as `contact_center`: chooses metrics, KPIs and cues. */
  vertical?: string | undefined;
  /** One of the organization's own models, `name` or `name@version`. Default: the one that the organization has activated. */
  model?: string | undefined;
  /** A name of yours for the microphone, trunk or queue. Default: the one in the token, else that of the API key which made it. */
  line?: string | undefined;
  /** Where the call comes from, for reports. */
  source?: string | undefined;
  /** Which results the relay gives. */
  features?: readonly Feature[] | undefined;
  /** How often directives come, and what they hold. */
  outputs?: Outputs | undefined;
  /** When a turn ends. */
  turn?: TurnConfig | undefined;
  /** Whether cues come for the agent, and how many at most. */
  steering?: SteeringConfig | undefined;
  /** What the caller was told and agreed to. It is kept with the session. */
  consent?: Consent | undefined;
  /** Facts of yours that are kept with the session. `language` chooses the language of cues. */
  metadata?: Record<string, string> | undefined;
  /** W3C trace context of the page, which the relay's traces go on from. */
  traceparent?: string | undefined;
  /**
   * Where the library's own files are, as the address of their folder or one by one. Not needed with a bundler that understands
   * `new URL('…', import.meta.url)`, nor where the library is a file of that folder.
   */
  assets?: string | AssetUrls | undefined;
  /**
   * `features`: no audio leaves the page. The reader runs in a worker of the page, and only readings, prosody and the times of turns are
   * sent. It needs about 9 MB once, and a token that allows it; what needs audio is refused.
   */
  privacy?: 'features' | undefined;
  /**
   * `auto` and `silero` load the neural detector and fall back if it fails; `energy` never loads it. Default `auto`; with `privacy` it
   * is `energy`, because the reader has its own.
   */
  vad?: 'auto' | 'silero' | 'energy' | undefined;
  /** How often and how long a lost connection is tried again. */
  reconnect?: ReconnectOptions | undefined;
  /** Where log lines go. Default: nowhere. */
  logger?: Logger | undefined;
  /** Disposes the session when it aborts. */
  signal?: AbortSignal | undefined;
}

export interface StreamAddresses {
  /** `ws:` or `wss:`. */
  stream: string;
  /** The same as `http:` or `https:`. */
  probe: string;
  health: string;
  /** The reader that the relay hears with. */
  reader: string;
}

export type ResolvedAddresses = StreamAddresses & LibraryAssets;

const SUBJECTS: readonly SourceOptions['subject'][] = ['customer', 'agent', 'self', 'unknown'];

/** @throws UsageError `invalid_option`, naming the option in `details` */
export const checkOptions = (options: SessionOptions): void => {
  const { sources, getToken } = options as Partial<SessionOptions>;
  if (typeof getToken !== 'function') throw invalid('getToken', 'must be a function');
  if (!Array.isArray(sources) || sources.length < 1 || sources.length > LIMITS.maxChannels) {
    throw invalid('sources', `must name one to ${LIMITS.maxChannels} channels`);
  }
  for (const [index, { subject }] of (sources as SourceOptions[]).entries()) {
    if (!SUBJECTS.includes(subject))
      throw invalid(`sources[${index}].subject`, `must be one of ${SUBJECTS.join(', ')}`);
  }
  // A wrong word must not mean that sound is sent.
  if (![undefined, 'features'].includes(options.privacy)) throw invalid('privacy', 'must be features');
};

/** @throws UsageError `invalid_option` when there is no such channel */
export const checkChannel = ({ sources }: Pick<SessionOptions, 'sources'>, channel: number): void => {
  if (sources[channel] === undefined) throw invalid('channel', 'must name a channel');
};

/**
 * The addresses at the relay.
 *
 * @param pageUrl base of relative addresses
 * @throws UsageError `invalid_option`
 */
export const streamAddresses = ({ url }: Pick<SessionOptions, 'url'>, pageUrl: string): StreamAddresses => {
  const stream = absolute('url', url ?? STREAM_PATH, pageUrl);
  if (stream.pathname === '/') stream.pathname = STREAM_PATH;
  stream.hash = '';
  stream.protocol = stream.protocol.replace(/^http/, 'ws');
  if (!/^wss?:$/.test(stream.protocol)) throw invalid('url', 'must be an http: or ws: address');
  const probe = new URL(stream);
  probe.protocol = stream.protocol.replace(/^ws/, 'http');
  const at = (path: string): string => new URL(path, probe).href;
  return {
    stream: stream.href,
    probe: probe.href,
    health: at('/healthz'),
    reader: at('/undertone/reader/live.onnx'),
  };
};

/**
 * All addresses of a session.
 *
 * @param ownAssets the files that ship with the library, unless the options name other ones
 * @throws UsageError `invalid_option`
 */
export const resolveAddresses = (
  options: Pick<SessionOptions, 'url' | 'assets'>,
  pageUrl: string,
  ownAssets: LibraryAssets,
): ResolvedAddresses => ({
  ...streamAddresses(options, pageUrl),
  ...wholeAddresses(ownAssets, pageUrl),
  ...givenAssets(options.assets, pageUrl),
});

/** Some bundlers (Turbopack) put in a path alone where `new URL` stood. */
const wholeAddresses = (assets: LibraryAssets, pageUrl: string): LibraryAssets => {
  const whole = { ...assets };
  for (const name of Object.keys(whole) as (keyof LibraryAssets)[])
    whole[name] = new URL(whole[name], pageUrl).href;
  return whole;
};

const givenAssets = (assets: SessionOptions['assets'] = {}, pageUrl: string): Partial<ResolvedAddresses> => {
  const given: Partial<ResolvedAddresses> = {};
  const folder = (option: string, address: string) =>
    absolute(option, address.endsWith('/') ? address : `${address}/`, pageUrl);
  if (typeof assets === 'string') {
    const base = folder('assets', assets);
    return givenAssets(
      {
        worklet: new URL('worklet.js', base).href,
        transportWorker: new URL('transport.worker.js', base).href,
        vadBase: new URL('vad/', base).href,
      },
      pageUrl,
    );
  }
  if (assets.worklet !== undefined) {
    given.worklet = absolute('assets.worklet', assets.worklet, pageUrl).href;
    given.prosody = new URL('prosody.js', given.worklet).href;
  }
  if (assets.transportWorker !== undefined) {
    given.transportWorker = absolute('assets.transportWorker', assets.transportWorker, pageUrl).href;
    given.vadWorker = new URL('vad.worker.js', given.transportWorker).href;
    given.hearingWorker = new URL('hearing.worker.js', given.transportWorker).href;
  }
  if (assets.vadBase !== undefined) {
    const base = folder('assets.vadBase', assets.vadBase);
    given.vadModel = new URL('silero_vad_v5.onnx', base).href;
    given.vadRuntime = new URL('ort-wasm-simd-threaded.wasm', base).href;
  }
  if (assets.reader !== undefined) given.reader = absolute('assets.reader', assets.reader, pageUrl).href;
  return given;
};

const absolute = (option: string, address: string, base: string): URL => {
  try {
    return new URL(address, base);
  } catch (cause) {
    throw invalid(option, 'is not an address', cause);
  }
};

const invalid = (option: string, what: string, cause?: unknown): UsageError =>
  new UsageError('invalid_option', `${option} ${what}`, { details: { option }, cause });
