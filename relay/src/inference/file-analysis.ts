import { ANALYSIS_SAMPLE_RATE_HZ } from '@undertone/prosody';
import { LIMITS } from '@undertone/protocol';
import { Fault } from '../domain/fault.js';
import type { AnalysisResult } from '../domain/call/analysis-result.js';
import { type ChannelKnowledge, type LineKnowledge, RECORDED_SPANS } from '@undertone/hearing';
import type { InferenceFault, InferenceFeature, InferencePool, InferenceStream, Tuning } from './port.js';
import { InferenceError } from './port.js';

/** The length of a recording's chunks. It is the default interval of a stream, so that both give the same results. */
export const FILE_INTERVAL_MS = LIMITS.intervalMs.default;
/** Chunks of one channel in progress: twice what the worker takes at a time, so that it never waits. Each is a copy of only 16 kB. */
const CHUNKS_AHEAD = 2 * RECORDED_SPANS;
const CHUNK_SAMPLES = (ANALYSIS_SAMPLE_RATE_HZ * FILE_INTERVAL_MS) / 1000;
const RETRY_S = 5;

export interface FileOrder {
  readonly id: string;
  /** 16 kHz, all of the same length, full scale ±1. */
  readonly channels: readonly Float32Array[];
  readonly features: readonly InferenceFeature[];
  readonly tuning?: Tuning;
  readonly embeddings?: boolean;
  /** What every channel begins with. */
  readonly known?: LineKnowledge;
  readonly signal: AbortSignal;
  /** Each channel's results in order. */
  readonly onResult: (result: AnalysisResult) => void;
}

/**
 * Sends a decoded recording through the path of the live streams, at lower priority, and resolves after its last result.
 * @returns what each channel knows of the line then
 * @throws Fault `overloaded`, `model_unavailable`, `inference_failed`, or the signal's reason
 */
export const analyzeFile = async (
  pool: Pick<InferencePool, 'open'>,
  order: FileOrder,
): Promise<ChannelKnowledge | undefined> => {
  const { channels, signal } = order;
  signal.throwIfAborted();
  const stream = openFor(pool, order);
  try {
    await feed(stream, channels, order);
    return stream.learned();
  } finally {
    stream.close();
  }
};

const openFor = (
  pool: Pick<InferencePool, 'open'>,
  { id, channels, features, tuning, embeddings, known }: FileOrder,
): InferenceStream => {
  try {
    return pool.open({
      streamId: id,
      kind: 'file',
      intervalMs: FILE_INTERVAL_MS,
      features,
      ...(tuning !== undefined && { tuning }),
      ...(embeddings !== undefined && { embeddings }),
      ...(known !== undefined && { known: channels.map(() => known) }),
      channels: channels.map(() => ({
        encoding: 'pcm_f32le',
        sampleRate: ANALYSIS_SAMPLE_RATE_HZ,
        analyse: true,
      })),
    });
  } catch (error) {
    throw toFault(error);
  }
};

const feed = (
  stream: InferenceStream,
  channels: readonly Float32Array[],
  { signal, onResult }: FileOrder,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const length = channels[0]?.length ?? 0;
    let sent = 0;
    let answered = 0;
    let ended = false;
    const stop = (error: unknown) => {
      ended = true;
      signal.removeEventListener('abort', onAbort);
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    const onAbort = () => stop(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    const send = () => {
      while (!ended && sent < length && sent / CHUNK_SAMPLES - answered / channels.length < CHUNKS_AHEAD) {
        const end = Math.min(length, sent + CHUNK_SAMPLES);
        channels.forEach((samples, channel) => stream.push(channel, sent, bytesOf(samples, sent, end)));
        sent = end;
      }
      if (ended || sent < length) return;
      ended = true;
      stream.finish().then(() => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      }, stop);
    };
    stream.onFault((fault) => {
      const failed = faultOf(fault);
      if (failed !== undefined) stop(failed);
    });
    stream.onResult((result) => {
      if (result.span === 'lost') {
        stop(new Fault('inference_failed', 'the analysis of this audio failed twice'));
        return;
      }
      answered++;
      try {
        onResult(result);
        send();
      } catch (error) {
        stop(error);
      }
    });
    send();
  });

/** Bytes in the platform's byte order, which is little-endian on every platform that the relay runs on. */
const bytesOf = (samples: Float32Array, from: number, to: number): Uint8Array =>
  new Uint8Array(samples.buffer, samples.byteOffset + 4 * from, 4 * (to - from));

const faultOf = (fault: InferenceFault): Fault | undefined => {
  if (fault.kind !== 'fatal') return undefined;
  switch (fault.code) {
    case 'overloaded':
      return new Fault('overloaded', 'the relay is busy', { retryAfterS: RETRY_S });
    case 'inference_failed':
      return new Fault('inference_failed', 'the analysis failed');
    case 'undecodable_audio':
      return new Fault('undecodable_audio', 'the audio holds samples that are no numbers');
  }
};

const toFault = (error: unknown): unknown => {
  if (!(error instanceof InferenceError)) return error;
  switch (error.code) {
    case 'overloaded':
    case 'closed':
      return new Fault('overloaded', 'the relay is busy', { cause: error, retryAfterS: RETRY_S });
    case 'model_unavailable':
      return new Fault('model_unavailable', 'the model is not available now', {
        cause: error,
        retryAfterS: RETRY_S,
      });
    case 'bad_span':
    case 'bad_spec':
      return error;
  }
};
