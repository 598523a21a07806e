import { LABELS } from '@undertone/protocol';
import type { ChannelKnowledge, SpanOutputs } from '@undertone/hearing';
import type { AnalysisResult, SpanKind } from '../../domain/call/analysis-result.js';
import { bytesPerSample, samplesToMs } from '../../domain/live/audio-encoding.js';
import {
  InferenceError,
  type InferenceFault,
  type InferenceStream,
  type ModelDescription,
  type StreamSpec,
} from '../../inference/port.js';

interface Lane {
  next: number;
  done: number;
  spans: { kind: SpanKind; start: number; end: number }[];
  readonly bytes: Uint8Array[];
}

/**
 * Inference without a model. It keeps the port's contract (contiguous spans in order, `bad_span` for the past), records
 * every byte it gets, and answers when a test tells it to.
 */
export class ScriptedInferenceStream implements InferenceStream {
  readonly lanes: Lane[];
  readonly updates: object[] = [];
  closed = false;
  /** Flushes wait until `release` while this is set. */
  stalled = false;
  /** The network's outputs when the stream requests them; the numbers mean nothing. */
  heard: SpanOutputs = { embedding: [1, 0], seconds: 1 };
  /** How the audio sounds from now on; by default, all labels are equally likely. */
  says: Partial<Pick<AnalysisResult, 'emotion' | 'dimensions' | 'quality' | 'vadEvents'>> = {};
  /** What it learned of the line and its voices. */
  knows: ChannelKnowledge | undefined;
  private embeddings: boolean;
  private readonly waiting: (() => void)[] = [];
  private listener: (result: AnalysisResult) => void = () => undefined;
  private faultListener: (fault: InferenceFault) => void = () => undefined;

  constructor(readonly spec: StreamSpec) {
    this.embeddings = spec.embeddings ?? false;
    this.lanes = spec.channels.map(({ firstSample = 0 }) => ({
      next: firstSample,
      done: firstSample,
      spans: [],
      bytes: [],
    }));
  }

  push(channel: number, firstSample: number, payload: Uint8Array): void {
    const encoding = this.spec.channels[channel]?.encoding ?? 'pcm_s16le';
    const count = payload.length / bytesPerSample(encoding);
    if (!Number.isInteger(count)) throw new InferenceError('bad_span', 'half a sample', false);
    this.take(channel, 'audio', firstSample, count);
    this.lanes[channel]?.bytes.push(payload.slice());
  }

  gap(channel: number, firstSample: number, count: number): void {
    this.take(channel, 'gap', firstSample, count);
  }

  nextSample(channel: number): number {
    return this.lanes[channel]?.next ?? 0;
  }

  learned(): ChannelKnowledge | undefined {
    return this.knows ?? this.spec.known;
  }

  flush(): Promise<void> {
    if (this.stalled) {
      return new Promise((resolve) => {
        this.waiting.push(() => {
          this.answer();
          resolve();
        });
      });
    }
    this.answer();
    return Promise.resolve();
  }

  finish(): Promise<void> {
    return this.flush();
  }

  update(change: Parameters<InferenceStream['update']>[0]): void {
    this.updates.push(change);
    this.embeddings = change.embeddings ?? this.embeddings;
  }

  close(): void {
    this.closed = true;
    this.listener = () => undefined;
    this.faultListener = () => undefined;
  }

  onResult(listener: (result: AnalysisResult) => void): void {
    this.listener = listener;
  }

  onFault(listener: (fault: InferenceFault) => void): void {
    this.faultListener = listener;
  }

  /** Gives results for everything that was pushed since the last answer. */
  answer(): void {
    this.lanes.forEach((lane, channel) => {
      for (const span of lane.spans.splice(0)) {
        lane.done = span.end;
        const result: AnalysisResult = {
          ...resultFor(this.spec, channel, span),
          ...(span.kind === 'audio' && this.says),
        };
        const labels = result.emotion?.probabilities;
        if (this.embeddings && labels !== undefined) result.heard = this.heard;
        this.listener(result);
      }
    });
  }

  /** Gives up everything that was pushed since the last answer, as a pool does whose workers died of it. */
  lose(): void {
    this.lanes.forEach((lane, channel) => {
      for (const span of lane.spans.splice(0)) {
        lane.done = span.end;
        this.listener(resultFor(this.spec, channel, { ...span, kind: 'lost' }));
      }
    });
  }

  release(): void {
    this.stalled = false;
    for (const answer of this.waiting.splice(0)) answer();
  }

  fault(fault: InferenceFault): void {
    this.faultListener(fault);
  }

  /** All bytes of a channel, in the order of arrival. */
  bytesOf(channel: number): number[] {
    return (this.lanes[channel]?.bytes ?? []).flatMap((bytes) => [...bytes]);
  }

  private take(channel: number, kind: SpanKind, start: number, count: number): void {
    const lane = this.lanes[channel];
    if (this.closed) throw new InferenceError('closed', 'the stream is closed', false);
    if (lane === undefined || start < lane.next) throw new InferenceError('bad_span', 'in the past', false);
    const { cutSample = 0 } = this.spec.channels[channel] ?? {};
    const add = (each: SpanKind, from: number, to: number): void => {
      const cut = cutSample > from && cutSample < to ? [cutSample] : [];
      [...cut, to].reduce((at, end) => {
        lane.spans.push({ kind: each, start: at, end });
        return end;
      }, from);
    };
    if (start > lane.next) add('gap', lane.next, start);
    add(kind, start, start + count);
    lane.next = start + count;
  }
}

/** Opens scripted streams and keeps them for the test to inspect. */
export class ScriptedInference {
  readonly streams: ScriptedInferenceStream[] = [];
  full = false;

  open(spec: StreamSpec): ScriptedInferenceStream {
    if (this.full) throw new InferenceError('overloaded', 'no worker is free', true);
    const stream = new ScriptedInferenceStream(spec);
    this.streams.push(stream);
    return stream;
  }

  model(): ModelDescription {
    return { id: 'scripted', version: '1', labels: LABELS, calibration: 'none' };
  }

  /** The stream opened last. */
  get last(): ScriptedInferenceStream {
    const stream = this.streams.at(-1);
    if (stream === undefined) throw new Error('no stream was opened');
    return stream;
  }
}

const resultFor = (
  spec: StreamSpec,
  channel: number,
  { kind, start, end }: { kind: SpanKind; start: number; end: number },
): AnalysisResult => {
  const rate = spec.channels[channel]?.sampleRate ?? 16_000;
  const startMs = samplesToMs(start, rate);
  const endMs = samplesToMs(end, rate);
  const speech = kind === 'audio';
  const share = 1 / LABELS.length;
  const result: AnalysisResult = {
    channel,
    speech,
    startMs,
    endMs,
    span: kind,
    startSample: start,
    endSample: end,
    speechMs: speech ? endMs - startMs : 0,
    vadEvents: [],
    timing: { receivedAtMs: 0, queueMs: 1, inferenceMs: 1, totalMs: 2 },
  };
  if (!speech) return result;
  const probabilities = Object.fromEntries(LABELS.map((label) => [label, share]));
  return Object.assign(result, {
    emotion: { probabilities, confidence: 0.5, uncertainBelow: 0.3, evidenceMs: 60_000, trust: 1 },
    dimensions: { valence: 0, arousal: 0, dominance: 0 },
    quality: { clipping: 0, voicedMs: endMs - startMs, narrowband: false },
    levels: { rmsDb: -30, peakDb: -20 },
  });
};
