import { TunedModel } from '@undertone/fine-tune';
import { ANALYSIS_SAMPLE_RATE_HZ } from '@undertone/prosody';
import { ChannelPipeline, createScratch, type Scratch } from './channel-pipeline.js';
import type { SpanAnswer, SpanFindings, ToWorker } from './messages.js';
import {
  ModelRunner,
  type Model,
  type ModelJob,
  type ModelReading,
  type ModelVoice,
} from './model-runner.js';
import { Ear, type EarJob } from '../ear/ear.js';
import { EarChannel } from '../ear/ear-channel.js';
import { EarMemory } from '../ear/ear-memory.js';
import { LineLearner } from '../ear/line-learner.js';
import type { EarReaders } from '../ear/readers.js';
import type { ModelFault, UtteranceReading } from '../findings.js';
import type { StreamKind } from './messages.js';
import { BusyShare } from './busy-share.js';
import { WorkClock } from './work-clock.js';
import { isWorthKeeping, UtteranceQueue } from './utterances.js';
import { gateReading } from './reading-gate.js';
import { LONGEST_INTERVAL_MS } from '../spans.js';
import type { BlockSink } from './speech-gate.js';

type SpanOp = Extract<ToWorker, { kind: 'chunk' | 'gap' }>;

interface WorkerChannel {
  pipeline: ChannelPipeline;
  /** Of a model without readers. */
  voice: ModelVoice | undefined;
  /** Voiced audio since the stretch of speech began, ms. */
  stretchVoicedMs: number;
  /** Of the readers; each channel is a microphone of its own, and learns for itself. */
  ear: EarChannel | undefined;
  learner: LineLearner | undefined;
  /** The stretch of the newest reading that was answered. */
  answeredStretch: number;
  /** The full reader's, for the next answer. */
  whole?: { reading: UtteranceReading; stretch: number };
  wholeFault?: ModelFault;
}

interface WorkerStream {
  channels: (WorkerChannel | null)[];
  model: boolean;
  priority: StreamKind;
}

/** A span whose signal path is done, and which waits for the model. */
interface Prepared {
  op: SpanOp;
  channel: WorkerChannel;
  /** As it was after this span: later ones may be prepared before this one is judged. */
  stretchVoicedMs: number;
  job: ModelJob | undefined;
  ear: EarJob | undefined;
  answer:
    { kind: 'analyzed'; findings: SpanFindings } | { kind: 'gap'; vadEvents: SpanFindings['vadEvents'] };
}

export interface WorkerCoreOptions {
  /** The maximum number of streams whose chunks share one call of the model. */
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

/** Measured on two cores: one call for eight rows costs a third less per row than eight calls. Sixteen rows save hardly more. */
const DEFAULT_BATCH = 8;
/** Of a model without readers. A live chunk waits for at most one running call; this many files share one, which takes about 3 ms. */
const FILE_BATCH = 2;
/** Spans of recordings that are taken together, eight seconds: so many hold several stretches of speech, which share calls of the live reader. */
const RECORDED_SPANS = 16;
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
  private readonly batch: number;
  private readonly queues: Record<StreamKind, SpanOp[]> = { live: [], file: [] };
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
    this.batch = options.batch ?? DEFAULT_BATCH;
    // Room for the longest chunk, the block begun before it, a stretch's lead, and the rest of a resampler at the end.
    const samples = (ANALYSIS_SAMPLE_RATE_HZ * (LONGEST_INTERVAL_MS + 200)) / 1000 + 8 * this.blockSamples;
    this.slots = Array.from({ length: this.batch }, () => new Float32Array(samples));
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
        this.queues[this.streams.get(message.stream)?.priority ?? 'live'].push(message);
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
      channels: channels.map((setup, index) =>
        setup === null
          ? null
          : {
              pipeline: new ChannelPipeline(setup, this.scratch, this.blockSamples),
              voice: runner?.freshVoice(),
              stretchVoicedMs: 0,
              answeredStretch: 0,
              ear: memory && this.earOf(memory, index, { priority, embeddings }),
              learner: readers && new LineLearner(readers, known?.[index], tuned),
            },
      ),
    });
  }

  private earOf(
    memory: EarMemory,
    index: number,
    { priority, embeddings }: { priority: StreamKind; embeddings: boolean },
  ): EarChannel {
    const keepsAudio = (): boolean =>
      this.readers?.full !== undefined &&
      (priority === 'file' || isWorthKeeping(this.busy.at(this.options.now())));
    const channel = new EarChannel(String(index), memory, keepsAudio);
    channel.outputs = embeddings;
    return channel;
  }

  private async drain(): Promise<void> {
    try {
      while (this.hasWork()) {
        // First waits one turn of the event loop, so that other spans that have arrived can join the batch.
        await this.options.yieldTurn();
        const { live } = this.queues;
        if (live.length === 0 && this.utterances?.isEmpty === false) {
          await this.readUtterance(this.utterances);
        } else await this.work(live.length > 0 ? 'live' : 'file');
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
    for (const [index, op] of this.takeBatch(kind).entries()) {
      if (index % SPANS_AT_ONCE === SPANS_AT_ONCE - 1) await pause?.();
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
      this.addReading(item);
    }
    const inferenceMs = clock.stop();
    answers.push(...prepared.map(({ op, answer }) => ({ ...idOf(op), ...answer, inferenceMs })));
    if (answers.length > 0) this.answer(answers);
  }

  /** Live spans that came in the meantime go before the rest of a recording's. */
  private async liveFirst(): Promise<void> {
    await this.options.yieldTurn();
    while (this.queues.live.length > 0) await this.work('live');
  }

  private async readUtterance(utterances: UtteranceQueue): Promise<void> {
    const startedMs = this.options.now();
    await utterances.readNext(this.busy.at(startedMs));
    this.busy.add(startedMs, this.options.now());
  }

  private hasWork(): boolean {
    const { live, file } = this.queues;
    return live.length > 0 || file.length > 0 || this.utterances?.isEmpty === false;
  }

  /** A recording waits for the full reader; a live stream's utterances wait until there is time. */
  private async endUtterances(
    { op, channel, stretchVoicedMs, ear, answer }: Prepared,
    pause?: () => Promise<void>,
  ): Promise<void> {
    const priority = this.streams.get(op.stream)?.priority ?? 'file';
    const isLast = op.kind === 'chunk' && op.final;
    for (const ended of ear?.ended ?? []) {
      const quality = answer.kind === 'analyzed' ? answer.findings.quality : { clipping: 0 };
      const utterance = {
        ...ended,
        listening: {
          ...quality,
          stretchVoicedMs: ended.stretch === ear?.stretch ? stretchVoicedMs : 1000 * ended.seconds,
        },
        isOutdated: () => ended.stretch < channel.answeredStretch,
        onRead: (reading: UtteranceReading) => (channel.whole = { reading, stretch: ended.stretch }),
        onFailed: (fault: ModelFault) => (channel.wholeFault = fault),
      };
      if (priority === 'file' || isLast) {
        await this.utterances?.read(utterance);
        await pause?.();
      } else this.utterances?.add(utterance);
    }
  }

  /**
   * The next spans, oldest first: at most one per channel, but a recording's as they come, since the readers hear its stretches
   * of speech side by side.
   */
  private takeBatch(kind: StreamKind): SpanOp[] {
    if (kind === 'file' && this.ear !== undefined) return this.queues.file.splice(0, RECORDED_SPANS);
    const most = kind === 'live' ? this.batch : Math.min(FILE_BATCH, this.batch);
    const queue = this.queues[kind];
    const taken: SpanOp[] = [];
    const left: SpanOp[] = [];
    const busy = new Set<string>();
    let seen = 0;
    // Thousands may wait behind these: a thread that is late must not look through all of them for each batch.
    for (; seen < queue.length && taken.length < most; seen++) {
      const op = queue[seen];
      if (op === undefined) break;
      const key = `${op.stream}/${op.channel}`;
      (busy.has(key) ? left : taken).push(op);
      busy.add(key);
    }
    queue.splice(0, seen, ...left);
    return taken;
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
        channel.stretchVoicedMs = 0;
        channel.ear?.fresh();
      },
      block: (samples) => {
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

  private addReading({ op, channel, stretchVoicedMs, job, ear, answer }: Prepared): void {
    if (answer.kind === 'gap') return;
    const { findings } = answer;
    const fault = job?.fault ?? ear?.channel.fault;
    if (ear !== undefined) {
      ear.channel.fault = undefined;
      const learned = ear.learner.news(op.kind === 'chunk' && op.final);
      if (learned !== undefined) findings.learned = learned;
      takeWhole(channel, findings);
    }
    const last = ear === undefined ? channel.voice?.last : readingOf(ear);
    if (fault !== undefined) findings.modelFault = fault;
    else if (last !== undefined) {
      const { outOfDomain, doubts, ...reading } = gateReading(
        last,
        { ...findings.quality, stretchVoicedMs },
        this.outOfDomainAbove,
      );
      Object.assign(findings, reading);
      if (ear !== undefined && reading.emotion !== undefined) {
        const known = ear.channel.heard?.reading.baseline;
        if (known !== undefined) findings.baseline = known;
        channel.answeredStretch = ear.stretch;
      }
      if (outOfDomain !== undefined) findings.quality.outOfDomain = outOfDomain;
      if (doubts !== undefined) findings.quality.doubts = doubts;
    }
  }
}

/** The live reader's reading. */
const readingOf = ({ channel, stretchMs }: EarJob): ModelReading | undefined => {
  const { heard: last, outputs } = channel;
  if (last === undefined) return undefined;
  const { emotion, dimensions, outOfDomain, vocalSound, tunedProbabilities, heard } = last.reading;
  return {
    emotion: { ...emotion, evidenceMs: stretchMs },
    dimensions,
    outOfDomain,
    ...(vocalSound !== undefined && { vocalSound }),
    ...(tunedProbabilities !== undefined && { tunedProbabilities }),
    ...(outputs && heard !== undefined && { heard }),
  };
};

const preparedOf = (
  op: SpanOp,
  channel: WorkerChannel,
  job: ModelJob | undefined,
  answer: Prepared['answer'],
): Prepared => ({
  op,
  channel,
  stretchVoicedMs: channel.stretchVoicedMs,
  job,
  ear: earJobOf(channel),
  answer,
});

const earJobOf = ({ ear, learner }: WorkerChannel): EarJob | undefined => {
  if (ear === undefined || learner === undefined) return undefined;
  const steps = ear.takeSteps();
  return { channel: ear, learner, steps, stretch: ear.stretch, stretchMs: ear.stretchMs, ended: [] };
};

/** Adds the full reader's reading, unless a later stretch was answered already. */
const takeWhole = (channel: WorkerChannel, findings: SpanFindings): void => {
  const { whole, wholeFault } = channel;
  delete channel.whole;
  delete channel.wholeFault;
  if (wholeFault !== undefined) findings.utteranceFault = wholeFault;
  if (whole !== undefined && whole.stretch >= channel.answeredStretch) findings.utterance = whole.reading;
};

const idOf = ({ stream, channel, id }: SpanOp): { stream: number; channel: number; id: number } => ({
  stream,
  channel,
  id,
});
