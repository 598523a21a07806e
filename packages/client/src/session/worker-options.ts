import { LIMITS } from '@undertone/protocol';
import { ANALYSIS_SAMPLE_RATE_HZ } from '@undertone/prosody';
import type { HelloOptions } from '../transport/transport-types.js';
import type { WorkerOptions } from '../worker/worker-api.js';
import { channelId, type ResolvedAddresses, type SessionOptions } from './session-options.js';

/** Options for the page alone, and those that the relay takes in another form. */
type Otherwise =
  | 'url'
  | 'getToken'
  | 'sources'
  | 'features'
  | 'metadata'
  | 'assets'
  | 'vad'
  | 'reconnect'
  | 'logger'
  | 'signal';
type AsGiven = Exclude<keyof SessionOptions, Otherwise>;

/** The options that go to the relay unchanged. A new one that stands in neither list does not compile. */
const AS_GIVEN: Readonly<Record<AsGiven, true>> = {
  vertical: true,
  model: true,
  line: true,
  source: true,
  outputs: true,
  turn: true,
  steering: true,
  consent: true,
  traceparent: true,
  privacy: true,
};

/** How much audio a message of features covers, ms, unless the page says so: the reader reads half a second at a time. */
const FEATURES_MS = 500;

/** The options as the worker needs them: plain data. */
export const workerOptions = (
  options: SessionOptions,
  addresses: ResolvedAddresses,
  runtime: string,
): WorkerOptions => {
  const transport = {
    url: addresses.stream,
    hello: helloOptions(options, runtime),
    sampleRateHz: ANALYSIS_SAMPLE_RATE_HZ,
  };
  const { vadModel: model, vadRuntime, reader } = addresses;
  const isFeatureOnly = options.privacy !== undefined;
  return {
    transport: options.reconnect === undefined ? transport : { ...transport, reconnect: options.reconnect },
    probeUrl: addresses.probe,
    vad: options.vad ?? (isFeatureOnly ? 'energy' : 'auto'),
    vadAssets: { model, runtime: vadRuntime },
    ...(isFeatureOnly && {
      hearing: { reader, runtime: vadRuntime, intervalMs: options.outputs?.intervalMs ?? FEATURES_MS },
    }),
  };
};

/** The options in the form that the relay takes. An absent option stays absent: the relay has its own defaults. */
const helloOptions = (options: SessionOptions, runtime: string): HelloOptions => {
  const hello: HelloOptions = {
    channels: options.sources.map(({ subject, id, mixed }, index) => ({
      id: channelId(id, index),
      subject,
      encoding: 'pcm_s16le',
      sampleRate: ANALYSIS_SAMPLE_RATE_HZ,
      frameMs: LIMITS.frameMs.default,
      ...(mixed !== undefined && { mixed }),
    })),
    features: [...(options.features ?? [])],
    vadMode: 'both',
    metadata: { ...options.metadata },
    runtime,
  };
  const given: Pick<HelloOptions, AsGiven> = options;
  for (const option of Object.keys(AS_GIVEN) as AsGiven[]) {
    if (given[option] !== undefined) Object.assign(hello, { [option]: given[option] });
  }
  return hello;
};
