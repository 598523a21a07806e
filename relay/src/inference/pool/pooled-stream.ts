import type { AnalysisResult, SpanKind } from '../../domain/call/analysis-result.js';
import { speaksAfter } from '../../domain/call/speaks-after.js';
import { defined } from '../../domain/defined.js';
import {
  ChannelIntake,
  type ChannelKnowledge,
  type IntakeChunk,
  type SpanAnswer,
  type SpanFindings,
  wholeInterval,
} from '@undertone/hearing';
import {
  type ChannelSpec,
  InferenceError,
  type InferenceFault,
  type InferenceFeature,
  type InferenceStream,
  type StreamKind,
  type StreamSpec,
} from '../port.js';
import type { OutstandingSpan, SlotStream, StreamSetup, WorkerSlot } from './worker-slot.js';

/** What a stream needs from its pool. */
export interface StreamSurroundings {
  now: () => number;
  blockMs: number;
  /** Called for every answered span, for the pool's statistics. */
  onClosed: () => void;
}

interface PendingSpan {
  chunk: IntakeChunk;
  span: SpanKind;
  receivedAtMs: number;
}

/** If results are later than this, ms, the client gets a warning. */
const BEHIND_MS = 1_000;
/** When they are at most this late again, ms, the client is told that the delay is over. */
const CAUGHT_UP_MS = 300;
/** Beyond this delay, ms, the stream ends: live results that are 10 s old are useless. */
const OVERLOADED_MS = 10_000;

/** The features that need the model. `prosody` alone does not. */
const MODEL_FEATURES: readonly InferenceFeature[] = ['emotion', 'vad', 'vertical', 'prediction'];

/** One stream on the I/O thread: cuts audio into chunks, posts them to its worker, and passes results on. */
export class PooledStream implements InferenceStream, SlotStream {
  readonly kind: StreamKind;
  private readonly intakes: ChannelIntake<ChannelSpec>[];
  private readonly pending = new Map<number, PendingSpan>();
  private readonly waiters = new Set<{ ids: Set<number>; resolve: () => void }>();
  private resultListener: (result: AnalysisResult) => void = () => undefined;
  private faultListener: (fault: InferenceFault) => void = () => undefined;
  private phase: 'open' | 'finished' | 'closed' = 'open';
  private behind = false;
  private features: readonly InferenceFeature[];
  private embeddings: boolean;
  private known: ChannelKnowledge | undefined;
  /** The newest background level of each channel, for a worker that takes over. */
  private readonly noise: (number | undefined)[] = [];
  /** Whether speech is under way on each channel, for the same. */
  private readonly speaking: (boolean | undefined)[] = [];

  constructor(
    private readonly spec: StreamSpec,
    private readonly number: number,
    private readonly slot: WorkerSlot,
    private readonly surroundings: StreamSurroundings,
  ) {
    const intervalMs = wholeInterval(spec.intervalMs, surroundings.blockMs);
    this.intakes = spec.channels.map((channel) => new ChannelIntake(channel, intervalMs, true));
    this.features = spec.features;
    this.embeddings = spec.embeddings ?? false;
    this.kind = spec.kind ?? 'live';
    this.known = spec.known;
    slot.add(number, this);
  }

  push(channel: number, firstSample: number, payload: Uint8Array): void {
    const intake = this.intake(channel);
    const samples = intake.countSamples(payload);
    if (samples === undefined) {
      throw new InferenceError('bad_span', `${payload.length} bytes are not whole samples`, false);
    }
    if (firstSample > intake.nextSample)
      this.gap(channel, intake.nextSample, firstSample - intake.nextSample);
    if (firstSample < intake.nextSample) {
      throw new InferenceError('bad_span', `sample ${firstSample} was already given`, false);
    }
    if (samples === 0) return;
    if (intake.spec.analyse) intake.add(payload, (chunk) => this.submitChunk(channel, chunk, false));
    else intake.count(samples, (chunk) => this.exclude(channel, chunk, 'excluded'));
  }

  gap(channel: number, firstSample: number, count: number): void {
    const intake = this.intake(channel);
    if (firstSample !== intake.nextSample || count < 0) {
      throw new InferenceError(
        'bad_span',
        `a gap must start at ${intake.nextSample}, not ${firstSample}`,
        false,
      );
    }
    if (count === 0) return;
    const before = (intake.spec.cutSample ?? 0) - firstSample;
    if (before > 0 && before < count) {
      this.gap(channel, firstSample, before);
      this.gap(channel, firstSample + before, count - before);
      return;
    }
    this.submitPartial(channel);
    const chunk = intake.skip(count);
    if (!intake.spec.analyse) {
      this.exclude(channel, chunk, 'gap');
      return;
    }
    const id = this.remember(chunk, 'gap');
    const durationMs = intake.msAt(chunk.endSample) - intake.msAt(chunk.startSample);
    this.slot.submit({ kind: 'gap', stream: this.number, channel, id, durationMs });
  }

  nextSample(channel: number): number {
    return this.intake(channel).nextSample;
  }

  flush(): Promise<void> {
    if (this.phase !== 'open') return this.settled();
    this.intakes.forEach((_, channel) => this.submitPartial(channel));
    return this.settled();
  }

  finish(): Promise<void> {
    if (this.phase !== 'open') return this.settled();
    this.intakes.forEach((intake, channel) => {
      if (!intake.spec.analyse) return;
      this.submitChunk(channel, intake.takePartial() ?? intake.emptyChunk(), true);
    });
    this.phase = 'finished';
    return this.settled();
  }

  update({ intervalMs, features, embeddings }: Parameters<InferenceStream['update']>[0]): void {
    if (this.phase !== 'open') return;
    if (intervalMs !== undefined) {
      const whole = wholeInterval(intervalMs, this.surroundings.blockMs);
      for (const intake of this.intakes) intake.setInterval(whole);
    }
    if (features === undefined && embeddings === undefined) return;
    this.features = features ?? this.features;
    this.embeddings = embeddings ?? this.embeddings;
    this.slot.setModel(this.number, this.needsModel(), this.embeddings);
  }

  learned(): ChannelKnowledge | undefined {
    return this.known;
  }

  close(): void {
    if (this.phase === 'closed') return;
    this.phase = 'closed';
    this.slot.remove(this.number);
    for (const { chunk } of this.pending.values()) chunk.payload.fill(0);
    this.pending.clear();
    for (const intake of this.intakes) intake.wipe();
    this.surroundings.onClosed();
    this.wakeAll();
  }

  onResult(listener: (result: AnalysisResult) => void): void {
    this.resultListener = listener;
  }

  onFault(listener: (fault: InferenceFault) => void): void {
    this.faultListener = listener;
  }

  /** Compares the oldest unanswered audio with the clock. The pool calls it regularly. */
  watch(nowMs: number): void {
    // A file waits as long as its caller does.
    if (this.kind === 'file') return;
    let oldestMs = 0;
    for (const { receivedAtMs } of this.pending.values()) oldestMs = Math.max(oldestMs, nowMs - receivedAtMs);
    if (oldestMs > OVERLOADED_MS) {
      this.fail('overloaded', `results are ${Math.round(oldestMs)} ms behind`);
    } else if (oldestMs > BEHIND_MS && !this.behind) {
      this.behind = true;
      this.faultListener({ kind: 'behind', backlogMs: oldestMs });
    } else if (oldestMs < CAUGHT_UP_MS && this.behind) {
      this.behind = false;
      this.faultListener({ kind: 'caught_up' });
    }
  }

  setup(oldest: ReadonlyMap<number, OutstandingSpan>): StreamSetup {
    const channels = this.intakes.map((intake, channel) => {
      const { encoding, sampleRate, analyse } = intake.spec;
      const noiseDb = this.noise[channel] ?? intake.spec.noiseDb;
      const speaking = this.speaking[channel] ?? intake.spec.speaking;
      const first = oldest.get(channel);
      const sample = (first && this.pending.get(first.id)?.chunk.startSample) ?? intake.chunkStart;
      const setup = { encoding, sampleRate, startMs: intake.msAt(sample) };
      return analyse ? { ...setup, ...defined({ noiseDb, speaking }) } : null;
    });
    const { tuning } = this.spec;
    return {
      channels,
      model: this.needsModel(),
      ...(tuning !== undefined && { tuning }),
      ...(this.known !== undefined && { known: this.known }),
      embeddings: this.embeddings,
    };
  }

  onAnswer(answer: SpanAnswer): void {
    if (answer.kind === 'undecodable') {
      this.fail('undecodable_audio', 'the audio holds NaN or infinite samples', answer.channel);
      return;
    }
    const pending = this.pending.get(answer.id);
    if (pending === undefined) return;
    this.pending.delete(answer.id);
    this.intake(answer.channel).recycle(pending.chunk.payload);
    if (answer.kind === 'analyzed') {
      this.noise[answer.channel] = answer.findings.quality.noiseDb;
      this.takeSideFindings(answer.channel, answer.findings);
    }
    const found = answer.kind === 'analyzed' ? answer.findings : { speechMs: 0, vadEvents: answer.vadEvents };
    this.speaking[answer.channel] = speaksAfter(found.vadEvents) ?? this.speaking[answer.channel];
    if (answer.kind === 'analyzed' && answer.findings.modelFault !== undefined) {
      const message = `the model gave no reading: ${answer.findings.modelFault}`;
      this.faultListener({ kind: 'degraded', reason: 'model_failed', channel: answer.channel, message });
    }
    this.deliver(answer.channel, pending, answer.inferenceMs, found);
    this.wake(answer.id);
  }

  onLost(span: OutstandingSpan): void {
    const pending = this.pending.get(span.id);
    if (pending === undefined) return;
    this.pending.delete(span.id);
    this.deliver(span.channel, { ...pending, span: 'lost' }, 0, { speechMs: 0, vadEvents: [] });
    this.wake(span.id);
  }

  onWorkerRestarted(reason: string): void {
    const message = `an inference worker was restarted: ${reason}`;
    this.faultListener({ kind: 'degraded', reason: 'worker_restarted', message });
  }

  onGivenUp(reason: string): void {
    this.fail('inference_failed', `no inference worker stays alive: ${reason}`);
  }

  private takeSideFindings(channel: number, findings: SpanFindings): void {
    const { learned, utteranceFault } = findings;
    if (learned !== undefined) {
      this.known = this.spec.channels.map((_, own) => (own === channel ? learned : this.known?.[own]));
    }
    delete findings.learned;
    if (utteranceFault === undefined) return;
    delete findings.utteranceFault;
    const message = `the full reader gave no reading: ${utteranceFault}`;
    this.faultListener({ kind: 'degraded', reason: 'model_failed', message });
  }

  private intake(channel: number): ChannelIntake<ChannelSpec> {
    if (this.phase !== 'open' && this.phase !== 'finished') {
      throw new InferenceError('closed', 'the stream is closed', false);
    }
    const intake = this.intakes[channel];
    if (intake === undefined) throw new InferenceError('bad_span', `there is no channel ${channel}`, false);
    return intake;
  }

  private needsModel(): boolean {
    return this.features.some((feature) => MODEL_FEATURES.includes(feature));
  }

  private submitPartial(channel: number): void {
    const chunk = this.intake(channel).takePartial();
    if (chunk !== undefined) this.submitChunk(channel, chunk, false);
  }

  private submitChunk(channel: number, chunk: IntakeChunk, final: boolean): void {
    const id = this.remember(chunk, 'audio');
    this.slot.submit({ kind: 'chunk', stream: this.number, channel, id, payload: chunk.payload, final });
  }

  private remember(chunk: IntakeChunk, span: SpanKind): number {
    const id = this.slot.nextSpanId();
    this.pending.set(id, { chunk, span, receivedAtMs: this.surroundings.now() });
    return id;
  }

  /** There is nothing to analyze. The result follows at once, but never inside the caller's own call. */
  private exclude(channel: number, chunk: IntakeChunk, span: SpanKind): void {
    const id = this.remember(chunk, span);
    queueMicrotask(() => {
      const pending = this.pending.get(id);
      if (pending === undefined) return;
      this.pending.delete(id);
      this.deliver(channel, pending, 0, { speechMs: 0, vadEvents: [] });
      this.wake(id);
    });
  }

  private deliver(
    channel: number,
    { chunk, span, receivedAtMs }: PendingSpan,
    inferenceMs: number,
    found: Pick<AnalysisResult, 'speechMs' | 'vadEvents'> & Partial<AnalysisResult>,
  ): void {
    const intake = this.intake(channel);
    const totalMs = this.surroundings.now() - receivedAtMs;
    const queueMs = Math.max(0, totalMs - inferenceMs);
    // Fields that every result has come first, so that all results have one shape. Spreading `found` first was slow.
    const result: AnalysisResult = {
      channel,
      span,
      startSample: chunk.startSample,
      endSample: chunk.endSample,
      startMs: intake.msAt(chunk.startSample),
      endMs: intake.msAt(chunk.endSample),
      speech: found.speechMs > 0,
      speechMs: found.speechMs,
      vadEvents: found.vadEvents,
      timing: { receivedAtMs, queueMs, inferenceMs, totalMs },
    };
    this.resultListener(Object.assign(result, found));
  }

  private fail(
    code: 'undecodable_audio' | 'overloaded' | 'inference_failed',
    message: string,
    channel?: number,
  ): void {
    if (this.phase === 'closed') return;
    this.faultListener({ kind: 'fatal', code, message, ...(channel === undefined ? {} : { channel }) });
    this.close();
  }

  private settled(): Promise<void> {
    if (this.pending.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.waiters.add({ ids: new Set(this.pending.keys()), resolve }));
  }

  private wake(id: number): void {
    for (const waiter of this.waiters) {
      waiter.ids.delete(id);
      if (waiter.ids.size > 0) continue;
      this.waiters.delete(waiter);
      waiter.resolve();
    }
  }

  private wakeAll(): void {
    for (const { resolve } of this.waiters) resolve();
    this.waiters.clear();
  }
}
