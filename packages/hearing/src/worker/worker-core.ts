import { TunedModel } from '@undertone/fine-tune';
import { ANALYSIS_SAMPLE_RATE_HZ } from '@undertone/prosody';
import { ChannelPipeline, createScratch, type Scratch } from './channel-pipeline.js';
import type { SpanAnswer, StreamKind, ToWorker } from './messages.js';
import { type Model, type ModelJob, ModelRunner } from './model-runner.js';
import { addReading, idOf } from './span-answer.js';
import { type SpanOp, SpanQueues } from './span-queues.js';
import { type Prepared, preparedOf, type WorkerStream } from './worker-channel.js';
import { Ear } from '../ear/ear.js';
import { EarChannel } from '../ear/ear-channel.js';
import { EarMemory } from '../ear/ear-memory.js';
import { LineLearner } from '../ear/line-learner.js';
import { MOST_ROWS } from '../ear/live-hearing.js';
import type { EarReaders } from '../ear/readers.js';
import type { ModelFault, UtteranceReading } from '../findings.js';
import { BusyShare } from './busy-share.js';
import { WorkClock } from './work-clock.js';
import { UtteranceQueue } from './utterances.js';
import { LONGEST_INTERVAL_MS } from '../spans.js';
import type { BlockSink } from './speech-gate.js';

/** How a worker’s core takes turns with the rest of its thread. */
export interface WorkerCoreOptions {
  /** The maximum number of streams whose chunks share one call of the model; default as many as one call of the live reader takes. */
  batch?: number;
  /** Monotonic, ms. */
  now: () => number;
  /** Lets the thread receive messages between batches. */
  yieldTurn: () => Promise<void>;
}

/**
 * What tells emotions, and speech from other sounds: the two readers, or one model that keeps the contract and knows
 * neither lines nor voices. Customers' own models are heads of the readers.
 */
export type Hearing = { readonly readers: EarReaders } | { readonly model: Model };

/** The speech gate's blocks for the readers, 50 ms: a stretch begins and ends with one. */
const GATE_BLOCK_SAMPLES = 800;

/** So many spans of a recording have their signal measured between two looks at what live streams want, about 3 ms. */
const SPANS_AT_ONCE = 4;

/**
 * The work of a worker, without the thread: takes spans in order, analyzes them, answers. One channel's spans are never
 * reordered. Spans of different channels that wait at the same time share a call of the model.
 */
export class WorkerCore {
  private readonly streams = new Map<number, WorkerStream>();
  private readonly scratch: Scratch = createScratch(LONGEST_INTERVAL_MS);
  private readonly runner: ModelRunner | undefined;
  private readonly readers: EarReaders | undefined;
  private readonly memory: EarMemory | undefined;
  private readonly blockSamples: number;
  private readonly slots: Float32Array[];
  private readonly queues: SpanQueues;
  private readonly ear: Ear | undefined;
  /** The readers' limit, or the model's. */
  private readonly outOfDomainAbove: number | undefined;
  private readonly utterances: UtteranceQueue | undefined;
  /** Of the thread's time; the full reader gets none of what spans need. */
  private readonly busy = new BusyShare();
  private draining: Promise<void> | undefined;

  constructor(
    hearing: Hearing,
    private readonly answer: (answers: SpanAnswer[]) => void,
    private readonly options: WorkerCoreOptions,
  ) {
    const model = 'model' in hearing ? hearing.model : undefined;
    this.readers = 'readers' in hearing ? hearing.readers : undefined;
    this.runner = model && new ModelRunner(model);
    this.blockSamples = model?.metadata.granularitySamples ?? GATE_BLOCK_SAMPLES;
    this.ear = this.readers && new Ear(this.readers);
    this.memory = this.readers && new EarMemory(this.readers.live.metadata);
    this.outOfDomainAbove = (this.readers?.live ?? model)?.metadata.domain?.outOfDomainAbove;
    this.utterances = this.ear && new UtteranceQueue(this.ear, this.outOfDomainAbove);
    const { batch = MOST_ROWS } = options;
    this.queues = new SpanQueues(batch, this.ear !== undefined);
    // Room for the longest chunk, the block begun before it, a stretch's lead, and the rest of a resampler at the end.
    const samples = (ANALYSIS_SAMPLE_RATE_HZ * (LONGEST_INTERVAL_MS + 200)) / 1000 + 8 * this.blockSamples;
    this.slots = Array.from({ length: batch }, () => new Float32Array(samples));
  }

  /** The speech gate's block, ms: spans are cut at multiples of it. */
  get blockMs(): number {
    return (1000 * this.blockSamples) / ANALYSIS_SAMPLE_RATE_HZ;
  }

  /** Takes a message. Opening and closing act at once. Spans wait for their turn. */
  receive(message: Exclude<ToWorker, { kind: 'stop' }>): void {
    switch (message.kind) {
      case 'open':
        this.open(message);
        return;
      case 'close':
        this.close(message.stream);
        return;
      case 'model': {
        const stream = this.streams.get(message.stream);
        if (stream === undefined) return;
        stream.model = message.on;
        for (const channel of stream.channels) {
          if (channel?.ear !== undefined) channel.ear.outputs = message.embeddings;
        }
        return;
      }
      case 'chunk':
      case 'gap':
        this.queues.add(message, this.streams.get(message.stream)?.priority ?? 'live');
        this.draining ??= this.drain();
        return;
    }
  }

  /** Resolves when every span received so far is answered. */
  async idle(): Promise<void> {
    while (this.draining !== undefined) await this.draining;
  }

  private close(stream: number): void {
    for (const channel of this.streams.get(stream)?.channels ?? []) channel?.ear?.release();
    this.streams.delete(stream);
  }

  private open(message: Extract<ToWorker, { kind: 'open' }>): void {
    const { stream, channels, model, priority, known, tuning, embeddings = false } = message;
    const { readers, runner, memory } = this;
    // The heads of a stream's tuned model are unpacked once, for all of its channels.
    const tuned = tuning && new TunedModel(tuning);
    this.streams.set(stream, {
      model,
      priority,
      channels: channels.map((setup, index) => {
        if (setup === null) return null;
        const pipeline = new ChannelPipeline(setup, this.scratch, this.blockSamples);
        return {
          pipeline,
          voice: runner?.freshVoice(),
          stretchVoicedMs: 0,
          stretchMs: 0,
          toneMs: 0,
          answeredStretch: 0,
          ear: memory && this.earOf(memory, index, { pipeline, priority, embeddings }),
          learner: readers && new LineLearner(readers, known?.[index], tuned),
        };
      }),
    });
  }

  private earOf(
    memory: EarMemory,
    index: number,
    of: { pipeline: ChannelPipeline; priority: StreamKind; embeddings: boolean },
  ): EarChannel {
    const keepsAudio = (): boolean =>
      this.readers?.full !== undefined &&
      (of.priority === 'file' || this.utterances?.isWorthKeeping(this.busy.at(this.options.now())) === true);
    const channel = new EarChannel(String(index), memory, keepsAudio, () => of.pipeline.outOfDomain);
    channel.outputs = of.embeddings;
    return channel;
  }

  private async drain(): Promise<void> {
    try {
      while (this.queues.has('live') || this.queues.has('file') || this.utterances?.isEmpty === false) {
        // First waits one turn of the event loop, so that other spans that have arrived can join the batch.
        await this.options.yieldTurn();
        if (this.queues.has('live')) await this.work('live');
        else if (this.utterances?.isEmpty === false) await this.readUtterance(this.utterances);
        else await this.work('file');
      }
    } finally {
      // In the same turn as the last look at the queues: whatever comes afterwards begins anew.
      this.draining = undefined;
    }
  }

  /** Analyzes the next spans of a kind and answers them. */
  private async work(kind: StreamKind): Promise<void> {
    const clock = new WorkClock(this.options.now, this.busy);
    const pause = kind === 'live' ? undefined : () => clock.pausedFor(this.liveFirst());
    const answers: SpanAnswer[] = [];
    const prepared: Prepared[] = [];
    for (const [index, op] of this.queues.take(kind).entries()) {
      if (index > 0 && index % SPANS_AT_ONCE === 0) await pause?.();
      const result = this.prepare(op, index);
      if (result === 'undecodable') answers.push({ ...idOf(op), kind: 'undecodable', inferenceMs: 0 });
      else if (result !== undefined) prepared.push(result);
    }
    await this.runner?.run(prepared.flatMap(({ job }) => job ?? []));
    await this.ear?.hear(
      prepared.flatMap(({ ear }) => ear ?? []),
      pause,
    );
    for (const item of prepared) {
      if (item.ear !== undefined) this.ear?.judge(item.ear);
      await this.endUtterances(item, pause);
      addReading(item, this.outOfDomainAbove);
    }
    const inferenceMs = clock.stop();
    answers.push(...prepared.map(({ op, answer }) => ({ ...idOf(op), ...answer, inferenceMs })));
    if (answers.length > 0) this.answer(answers);
  }

  /** Live spans that came in the meantime go before the rest of a recording's. */
  private async liveFirst(): Promise<void> {
    await this.options.yieldTurn();
    while (this.queues.has('live')) await this.work('live');
  }

  private async readUtterance(utterances: UtteranceQueue): Promise<void> {
    const clock = new WorkClock(this.options.now, this.busy);
    await utterances.readNext(this.busy.at(this.options.now()));
    clock.stop();
  }

  /** A recording waits for the full reader; a live stream's utterances wait until there is time. */
  private async endUtterances(
    { op, channel, stretchVoicedMs, ear, answer }: Prepared,
    pause?: () => Promise<void>,
  ): Promise<void> {
    const stream = this.streams.get(op.stream);
    const isLast = op.kind === 'chunk' && op.final;
    for (const ended of ear?.ended ?? []) {
      // Nobody waits for what was closed meanwhile.
      if (stream === undefined) {
        ended.audio.clear();
        continue;
      }
      const quality = answer.kind === 'analyzed' ? answer.findings.quality : { clipping: 0 };
      const utterance = {
        ...ended,
        listening: {
          ...quality,
          stretchVoicedMs: ended.stretch === ear?.stretch ? stretchVoicedMs : 1000 * ended.seconds,
          by: 'reader' as const,
        },
        isOutdated: () => ended.stretch < channel.answeredStretch,
        onRead: (reading: UtteranceReading) => (channel.whole = { reading, stretch: ended.stretch }),
        onFailed: (fault: ModelFault) => (channel.wholeFault = fault),
      };
      if (stream.priority === 'file' || isLast) {
        await this.utterances?.read(utterance);
        await pause?.();
      } else this.utterances?.add(utterance);
    }
  }

  private prepare(op: SpanOp, slot: number): Prepared | 'undecodable' | undefined {
    const stream = this.streams.get(op.stream);
    const channel = stream?.channels[op.channel];
    // The stream was closed while its spans were waiting: no answer is due.
    if (stream === undefined || channel === undefined || channel === null) return undefined;
    const { voice } = channel;
    const audio = this.slots[slot];
    const job: ModelJob | undefined = voice && audio && { voice, audio, samples: 0 };
    const sink: BlockSink = {
      fresh: () => {
        if (job !== undefined) {
          job.samples = 0;
          this.runner?.reset(job.voice);
        }
        channel.toneMs = channel.pipeline.followsTone ? channel.toneMs + channel.stretchMs : 0;
        channel.stretchMs = 0;
        channel.stretchVoicedMs = 0;
        channel.ear?.fresh();
      },
      block: (samples) => {
        channel.stretchMs += (1000 * samples.length) / ANALYSIS_SAMPLE_RATE_HZ;
        if (!stream.model) return;
        channel.ear?.block(samples);
        if (job === undefined) return;
        job.audio.set(samples, job.samples);
        job.samples += samples.length;
      },
      end: () => channel.ear?.end(),
    };
    if (op.kind === 'gap') {
      const vadEvents = channel.pipeline.skip(op.durationMs, sink);
      return preparedOf(op, channel, job, { kind: 'gap', vadEvents });
    }
    const measures = channel.pipeline.take(op.payload, op.final, sink);
    if (measures === undefined) return 'undecodable';
    channel.stretchVoicedMs += measures.quality.voicedMs;
    const findings =
      op.final && stream.priority === 'file'
        ? { ...measures, wholeProsody: channel.pipeline.wholeProsody() }
        : measures;
    return preparedOf(op, channel, job, { kind: 'analyzed', findings });
  }
}
