import { AUDIO_TYPES, type EmotionLabel, LABELS, MAX_AUDIO_BYTES } from '@undertone/protocol';
import type { Organization } from '../domain/accounts/organization.js';
import { AnalysisJobs, type AnalysisJobStore } from '../domain/analysis/analysis-jobs.js';
import type { DecodeAudio, FetchAudio } from '../domain/recordings/ports.js';
import {
  type AnalyzerDependencies,
  RecordingAnalyzer,
  type SessionAnswer,
  type SessionUtterance,
} from '../domain/analysis/recording-analyzer.js';
import type { VoicesOfRecordings } from '../domain/analysis/recording-voices.js';
import { Semaphore } from '../concurrency/semaphore.js';
import type { Wallet } from '../domain/billing/wallet.js';
import { Fault } from '../domain/fault.js';
import type { TunedModels } from '../domain/fine-tune/tuned-models.js';
import type { TrainingUtterances } from '../domain/fine-tune/training-utterances.js';
import { newId } from '../domain/ids.js';
import { analyzeFile } from '../inference/file-analysis.js';
import type { InferencePool } from '../inference/port.js';
import { AudioUrlStatusError, fetchAudio, type MediaDecoder, MediaError } from '../media/index.js';
import { OutboundError, type SafeHttp } from '../outbound/index.js';
import { waitFor } from '../concurrency/wait-for.js';

/** Recordings worked on at a time: two a worker share a call of the model, and their samples are what takes memory. */
const RUNNING = 4;
/** Those wait with their bytes in memory: 25 MB each at most. */
const WAITING = 32;
const RETRY_S = 5;

/** The answer to who comes when as many wait as may wait. */
const overloaded = (): Fault =>
  new Fault('overloaded', 'as many recordings wait as may wait', { retryAfterS: RETRY_S });

export interface AnalysisWiring {
  readonly inference: InferencePool;
  readonly decoder: MediaDecoder;
  readonly http: SafeHttp;
  readonly wallet: Wallet;
  readonly jobStore: AnalysisJobStore;
  readonly organizations: { find(id: string): Promise<Organization | undefined> };
  readonly onJobFailed: (error: unknown, jobId: string) => void;
  readonly nowMs: () => number;
  /** In what vertical a conversation is held. */
  readonly verticalOf: AnalyzerDependencies['verticalOf'];
  /** What a conversation expects after one more utterance. */
  readonly observe: (utterance: SessionUtterance) => Promise<SessionAnswer | undefined>;
  /** Customers' models. Absent, there is the base model. */
  readonly models?: Pick<TunedModels, 'choose'>;
  /** What may become fine-tuning samples. Absent, nothing does. */
  readonly training?: TrainingUtterances;
  /** Who speaks. Absent, a channel has one speaker and nobody is recognised. */
  readonly voices?: VoicesOfRecordings;
}

export interface Analysis {
  readonly analyzer: RecordingAnalyzer;
  readonly jobs: AnalysisJobs;
  /** Labels that the model in use was not trained on. */
  readonly derivedLabels: () => readonly EmotionLabel[];
  readonly training?: TrainingUtterances;
}

/** Gives the analysis of recordings its decoder, its engine, its money and its jobs. */
export const wireAnalysis = (wiring: AnalysisWiring): Analysis => {
  const { inference, decoder, http, wallet, nowMs, observe, verticalOf } = wiring;
  const analyzer = new RecordingAnalyzer({
    decode: decodeWith(decoder),
    fetchAudio: fetchWith(http),
    engine: (order) => analyzeFile(inference, order),
    wallet,
    observe,
    verticalOf,
    ...(wiring.models !== undefined && { models: wiring.models }),
    ...(wiring.voices !== undefined && { voices: wiring.voices }),
    places: new Semaphore({ running: RUNNING, waiting: WAITING }, overloaded),
    newId: (prefix) => newId(prefix),
    nowMs,
  });
  const derivedLabels = (): readonly EmotionLabel[] =>
    LABELS.filter((label) => !inference.model().labels.includes(label));
  const jobs = new AnalysisJobs({
    analyzer,
    derivedLabels,
    store: wiring.jobStore,
    organizations: wiring.organizations,
    newId: (prefix) => newId(prefix),
    nowMs,
    wait: waitFor,
    onFailed: wiring.onJobFailed,
  });
  const { training } = wiring;
  return { analyzer, jobs, derivedLabels, ...(training !== undefined && { training }) };
};

/** Decoding as the domain sees it: faults in its words. */
export const decodeWith =
  (decoder: MediaDecoder): DecodeAudio =>
  async (bytes, { maxSeconds, separateChannels, signal }) => {
    try {
      const layout = separateChannels ? 'separate' : 'mono';
      const { audio, durationS, container, codec, sampleRateHz, channels, damaged } = await decoder.decode(
        bytes,
        { maxSeconds, layout, signal },
      );
      const format = codec === container ? container : `${container}/${codec}`;
      return { channels: audio, durationS, format, sampleRateHz, channelCount: channels, damaged };
    } catch (error) {
      throw error instanceof MediaError ? fromMedia(error, signal) : error;
    }
  };

const fromMedia = (error: MediaError, signal: AbortSignal): unknown => {
  const { code, message } = error;
  switch (code) {
    case 'unsupported_audio_format':
      return new Fault(code, message, { cause: error, details: { supported_formats: AUDIO_TYPES } });
    case 'undecodable_audio':
    case 'audio_too_long':
    case 'payload_too_large':
      return new Fault(code, message, { cause: error });
    case 'overloaded':
    case 'timeout':
    case 'decoder_failed':
      return new Fault('overloaded', message, { cause: error, retryAfterS: RETRY_S });
    case 'aborted':
      return signal.aborted
        ? signal.reason
        : new Fault('overloaded', 'the relay is stopping', { cause: error, retryAfterS: RETRY_S });
  }
};

/** Fetching a caller's URL, likewise. */
export const fetchWith =
  (http: SafeHttp): FetchAudio =>
  async (url, signal) => {
    try {
      return await fetchAudio(http, url, { maxBytes: MAX_AUDIO_BYTES, signal });
    } catch (error) {
      if (error instanceof AudioUrlStatusError) throw notFetched(error);
      if (!(error instanceof OutboundError)) throw error;
      if (error.code === 'aborted') throw signal.reason;
      if (error.code === 'response_too_large') {
        const message = `the audio may hold at most ${MAX_AUDIO_BYTES} bytes (25 MB)`;
        throw new Fault('payload_too_large', message, { cause: error });
      }
      throw notFetched(error);
    }
  };

/** The URL is the caller's: that it gives nothing is told by its name. */
const notFetched = (error: Error): Fault =>
  new Fault('validation_error', 'the audio behind audio_url could not be fetched', {
    cause: error,
    details: { audio_url: [error.message] },
  });
