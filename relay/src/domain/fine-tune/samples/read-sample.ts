import { createHash } from 'node:crypto';
import type { SpanOutputs } from '@undertone/hearing';
import type { AnalysisResult } from '../../call/analysis-result.js';
import type { DecodedAudio, RunEngine } from '../../recordings/ports.js';
import { type AudioPorts, withAudio } from '../../recordings/with-audio.js';
import { Fault } from '../../fault.js';
import { SpeechMean } from '../../call/emotion/speech-mean.js';
import {
  type AnalyzedSample,
  LEAST_SPEECH_MS,
  type Refusal,
  refusal,
  type ReaderOutputs,
  SAMPLE_SECONDS,
} from './sample.js';

export interface SampleReader extends AudioPorts {
  /** Runs with `embeddings`: its results hold what the readers heard. */
  readonly engine: RunEngine;
}

export type SampleOutcome =
  | { readonly kind: 'heard'; readonly heard: AnalyzedSample }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** The readers' own numbers have hardly more. */
const DIGITS = 6;
/**
 * Up to this share of the sound in a sample may be something other than speech. A sentence may begin with a
 * sigh, and a tone may contain one wrong guess.
 */
const MOST_OTHER_SOUND = 0.5;

const SILENT = 'no speech was heard in it: send a louder recording, or one with more speech';
const NOT_SPEECH =
  'most of what sounds in it is no speech (a tone, noise, music, laughter …): send a recording of somebody speaking';

/**
 * Runs the frozen readers over one sample, on the same path as every recording, and keeps its outputs. The
 * audio is dropped afterwards.
 * @throws Fault `overloaded` and other faults that the sample did not cause; the signal's reason
 */
export const readSample = async (
  ports: SampleReader,
  { id, orgId }: { readonly id: string; readonly orgId: string },
  source: { readonly url: string } | { readonly bytes: Uint8Array },
  signal: AbortSignal,
): Promise<SampleOutcome> => {
  try {
    const order = { maxSeconds: SAMPLE_SECONDS.most, separateChannels: false, orgId, signal };
    return await withAudio(ports, source, order, (audio) => heardIn(audio, ports.engine, { id, signal }));
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof Fault)) throw error;
    const found = refusalOf(error);
    if (found === undefined) throw error;
    return refused(found);
  }
};

const heardIn = async (
  { channels, durationS }: DecodedAudio,
  engine: RunEngine,
  { id, signal }: { readonly id: string; readonly signal: AbortSignal },
): Promise<SampleOutcome> => {
  if (durationS < SAMPLE_SECONDS.least) {
    return refused(
      refusal('too_short', `it has ${durationS} s, at least ${SAMPLE_SECONDS.least} are needed`),
    );
  }
  const heard = new SampleAccumulator();
  await engine({
    id,
    channels,
    features: ['emotion'],
    signal,
    onResult: (result) => heard.add(result),
  });
  if (heard.isOtherSound) return refused(refusal('not_speech', NOT_SPEECH));
  const readings = heard.read();
  if (readings === undefined) return refused(refusal('silent', SILENT));
  return { kind: 'heard', heard: { seconds: durationS, digest: digestOf(channels), readings } };
};

const refused = (found: Refusal): SampleOutcome => ({ kind: 'refused', refusal: found });

/** Undefined for a fault that may not occur on the next try. */
const refusalOf = ({ code, message, details }: Fault): Refusal | undefined => {
  switch (code) {
    case 'validation_error': {
      const told = details?.['audio_url'];
      return refusal('unreachable', Array.isArray(told) ? told.join('; ') : message);
    }
    case 'payload_too_large':
      return refusal('too_large', message);
    case 'audio_too_long':
      return refusal('too_long', `a sample may have at most ${SAMPLE_SECONDS.most} s`);
    case 'unsupported_audio_format':
    case 'undecodable_audio':
      return refusal(code, message);
    case 'client_too_slow':
    case 'concurrency_exceeded':
    case 'conflict':
    case 'ended_by_server':
    case 'forbidden':
    case 'idempotency_mismatch':
    case 'idle_timeout':
    case 'inference_failed':
    case 'inference_timeout':
    case 'insufficient_credits':
    case 'internal_error':
    case 'max_duration':
    case 'method_not_allowed':
    case 'model_unavailable':
    case 'not_found':
    case 'origin_not_allowed':
    case 'overloaded':
    case 'policy_blocked':
    case 'protocol_error':
    case 'rate_limited':
    case 'request_timeout':
    case 'session_elsewhere':
    case 'session_not_found':
    case 'session_superseded':
    case 'unauthorized':
    case 'version_unsupported':
      return undefined;
  }
};

/** SHA-256 of the decoded samples, in hex. */
const digestOf = (channels: readonly Float32Array[]): string => {
  const hash = createHash('sha256');
  for (const { buffer, byteOffset, byteLength } of channels) {
    hash.update(new Uint8Array(buffer, byteOffset, byteLength));
  }
  return hash.digest('hex');
};

/** Collects what the readers hear until the recording ends. */
export class SampleAccumulator {
  private readonly live = new SpeechMean();
  private readonly full = new WeightedMean();
  private speechMs = 0;
  private otherMs = 0;

  add(result: AnalysisResult): void {
    const { speechMs, notSpeech, heard, utterance } = result;
    this.speechMs += speechMs;
    if (notSpeech !== undefined) this.otherMs += speechMs;
    this.live.hear(result, speechMs, heard?.embedding);
    if (utterance?.heard !== undefined) this.full.add(utterance.heard);
  }

  /** Whether most of the detected voice activity exceeds the model's published limit for speech. */
  get isOtherSound(): boolean {
    return this.otherMs > MOST_OTHER_SOUND * this.speechMs;
  }

  /** Undefined if there is too little speech, or too much other sound. */
  read(): ReaderOutputs | undefined {
    const live = this.live.read();
    if (live === undefined || this.isOtherSound || this.speechMs < LEAST_SPEECH_MS) return undefined;
    const full = this.full.read();
    return { live: short(live), ...(full !== undefined && { full: short(full) }) };
  }
}

/** What is kept of a recording for training; nothing when it is longer than a sample may be. */
export const analyzedSample = (
  listener: SampleAccumulator | undefined,
  channels: readonly Float32Array[],
  seconds: number,
): AnalyzedSample | undefined => {
  const readings = listener?.read();
  if (readings === undefined || seconds > SAMPLE_SECONDS.most) return undefined;
  return { seconds, readings, digest: digestOf(channels) };
};

/** The mean of what the full reader heard of several utterances, by their length. */
class WeightedMean {
  private sums: number[] = [];
  private seconds = 0;

  add({ embedding, seconds }: SpanOutputs): void {
    this.seconds += seconds;
    this.sums = embedding.map((value, d) => (this.sums[d] ?? 0) + seconds * value);
  }

  read(): number[] | undefined {
    return this.seconds > 0 ? this.sums.map((sum) => sum / this.seconds) : undefined;
  }
}

const short = (values: readonly number[]): number[] =>
  values.map((value) => Number(value.toPrecision(DIGITS)));
