import type { Tuning } from '@undertone/fine-tune';
import type { Features, KnownFeature, WireEncoding } from '@undertone/protocol';
import type { AnalysisResult } from '../domain/call/analysis-result.js';
import type { ChannelKnowledge, ModelDescription, StreamKind } from '@undertone/hearing';

export type { ModelDescription, StreamKind } from '@undertone/hearing';

export type { AnalysisResult } from '../domain/call/analysis-result.js';

export type { KnownFeature as InferenceFeature, WireEncoding } from '@undertone/protocol';

export interface ChannelSpec {
  encoding: WireEncoding;
  /** Hz, 8,000 to 48,000. */
  sampleRate: number;
  /** False if policy forbids analyzing the channel: its bytes are dropped unread, and only its clock moves. */
  analyse: boolean;
  /** Where the channel's audio starts, for a session that continues after a restart of the relay. Default 0. */
  firstSample?: number;
  /** A result ends here, because what comes before had results at an earlier relay. Default none. */
  cutSample?: number;
  /** The background level of the audio before that, dB relative to full scale. Absent: not known. */
  noiseDb?: number;
  /** Speech was under way at the end of that audio. Default false. */
  speaking?: boolean;
}

export interface StreamSpec {
  streamId: string;
  channels: readonly ChannelSpec[];
  /** The length of audio behind each result, ms: 50 to 1,000, rounded up to whole model blocks of 50 ms. */
  intervalMs: number;
  features: readonly KnownFeature[];
  /** A customer's own model: its heads judge what the readers heard, in place of the base model's. */
  tuning?: Tuning;
  /** Whether results have the readers' embeddings, for training a head. */
  embeddings?: boolean;
  /**
   * `file`: a recording, analyzed as fast as there is capacity. Its chunks wait while a live chunk waits, and it does not
   * count in latency figures. Its last result has the prosody of the whole recording. Default `live`.
   */
  kind?: StreamKind;
  /** What each channel knows of the line and its voices; default nothing. */
  known?: ChannelKnowledge;
}

/** The part of an artifact that a worker needs. It has a few dozen kilobytes and is sent when a stream opens. */
export type { Tuning } from '@undertone/fine-tune';

/**
 * What went wrong. The session reports it to its client.
 * - `degraded`: results continue, but are worse (warning `model_degraded`).
 * - `behind`: results are late (warning `behind_realtime`). `caught_up`: they are no longer late.
 * - `fatal`: the stream is closed and gives no more results. `code` names the error and the close code.
 */
export type InferenceFault =
  | { kind: 'degraded'; reason: 'worker_restarted' | 'model_failed'; channel?: number; message: string }
  | { kind: 'behind'; backlogMs: number }
  | { kind: 'caught_up' }
  | {
      kind: 'fatal';
      code: 'undecodable_audio' | 'overloaded' | 'inference_failed';
      channel?: number;
      message: string;
    };

/** The connection of one stream to its worker. Callbacks run on the I/O thread. Results of a channel come in order. */
export interface InferenceStream {
  /**
   * Takes the channel's next samples. The bytes are copied before it returns.
   * @param firstSample must be the channel's {@link nextSample}. A jump ahead counts as a gap.
   * @throws InferenceError `bad_span` if `firstSample` is in the past or the payload holds half a sample.
   */
  push(channel: number, firstSample: number, payload: Uint8Array): void;
  /** Takes what a page heard, in place of audio. Only streams of such pages have it. */
  takeFeatures?(features: Features): void;
  /** Declares `count` samples that will never come. Audio buffered before them is analyzed first. */
  gap(channel: number, firstSample: number, count: number): void;
  /** The next sample expected on a channel. */
  nextSample(channel: number): number;
  /** Analyzes what is buffered now. Resolves when every result up to here was passed to `onResult`. */
  flush(): Promise<void>;
  /**
   * Ends the audio. Like {@link flush}, but the last partial block is also padded with zeros and analyzed. Afterwards the
   * stream takes no more audio. Resolves after the last result, or after the fatal fault.
   */
  finish(): Promise<void>;
  /** Applies a `session.update`. It takes effect at the next chunk. */
  update(change: { intervalMs?: number; features?: readonly KnownFeature[]; embeddings?: boolean }): void;
  /**
   * What each channel knew of the line at first and learned since, for the next call or the next relay; the same object until
   * more is learned. Undefined: nothing.
   */
  learned(): ChannelKnowledge | undefined;
  /** Drops everything at once and zeroes the buffers. No callback runs afterwards. */
  close(): void;
  onResult(listener: (result: AnalysisResult) => void): void;
  onFault(listener: (fault: InferenceFault) => void): void;
}

export interface PoolStats {
  workers: number;
  workersReady: number;
  streams: number;
  /** Chunks that were posted and not answered. */
  outstandingChunks: number;
  /** Age of the oldest live chunk, ms. */
  oldestMs: number;
  restarts: number;
  /** `ok` to admit new streams, `busy` to refuse them, so that admitted streams keep their latency. */
  admission: 'ok' | 'busy';
}

export interface InferencePool {
  /** Resolves when every worker has loaded the model. @throws InferenceError `model_unavailable` */
  ready(): Promise<void>;
  /** Known once {@link ready} has resolved. */
  model(): ModelDescription;
  /** @throws InferenceError `overloaded` if admission is `busy`, `closed`, or `bad_spec`. */
  open(spec: StreamSpec): InferenceStream;
  stats(): PoolStats;
  close(): Promise<void>;
}

export type InferenceErrorCode = 'bad_span' | 'bad_spec' | 'overloaded' | 'model_unavailable' | 'closed';

/** A caller's mistake or a refusal. `code` says which. */
export class InferenceError extends Error {
  override readonly name = 'InferenceError';
  constructor(
    readonly code: InferenceErrorCode,
    message: string,
    readonly retryable: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
