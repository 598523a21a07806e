import { LIMITS } from '@undertone/protocol';
import { ANALYSIS_SAMPLE_RATE_HZ } from '@undertone/prosody';
import type { HelloOptions } from '../transport/transport-types.js';
import type { WorkerOptions } from '../worker/worker-api.js';
import type { ResolvedAddresses, SessionOptions } from './session-options.js';

/** The options as the worker needs them: plain data. */
export function workerOptions(
  options: SessionOptions,
  addresses: ResolvedAddresses,
  runtime: string,
): WorkerOptions {
  const transport = {
    url: addresses.stream,
    hello: helloOptions(options, runtime),
    sampleRateHz: ANALYSIS_SAMPLE_RATE_HZ,
  };
  return {
    transport: options.reconnect === undefined ? transport : { ...transport, reconnect: options.reconnect },
    healthUrl: addresses.health,
    vad: options.vad ?? 'auto',
    vadWorker: addresses.vadWorker,
    vadBase: addresses.vadBase,
  };
}

/** The options as the relay is told them. Absent stays absent: the relay has its own defaults. */
function helloOptions(options: SessionOptions, runtime: string): HelloOptions {
  const { vertical, model, source, features, outputs, turn, steering, consent, metadata, traceparent } =
    options;
  const hello: HelloOptions = {
    channels: options.sources.map(({ subject, id, mixed }, index) => ({
      id: id ?? `ch${index}`,
      subject,
      encoding: 'pcm_s16le',
      sampleRate: ANALYSIS_SAMPLE_RATE_HZ,
      frameMs: LIMITS.frameMs.default,
      ...(mixed !== undefined && { mixed }),
    })),
    features: [...(features ?? [])],
    vadMode: 'both',
    metadata: { ...metadata },
    runtime,
  };
  if (vertical !== undefined) hello.vertical = vertical;
  if (model !== undefined) hello.model = model;
  if (source !== undefined) hello.source = source;
  if (outputs !== undefined) hello.outputs = outputs;
  if (turn !== undefined) hello.turn = turn;
  if (steering !== undefined) hello.steering = steering;
  if (consent !== undefined) hello.consent = consent;
  if (traceparent !== undefined) hello.traceparent = traceparent;
  return hello;
}
