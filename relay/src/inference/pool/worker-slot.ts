import type { FromWorker, SpanAnswer, ToWorker } from '@undertone/hearing';
import type { ModelDescription, StreamKind } from '../port.js';
import type { SpawnWorker, WorkerLike } from './worker-host.js';

/** A span that was posted and not answered yet. */
export interface OutstandingSpan {
  id: number;
  stream: number;
  channel: number;
  message: Extract<ToWorker, { kind: 'chunk' | 'gap' }>;
  postedAtMs: number;
  attempts: number;
  kind: StreamKind;
}

/** The data about a stream that a worker gets when the stream opens. */
export type StreamSetup = Omit<Extract<ToWorker, { kind: 'open' }>, 'kind' | 'stream' | 'priority'>;

/** A stream as its worker's slot sees it. */
export interface SlotStream {
  readonly kind: StreamKind;
  /** The setup for a new worker. `oldest` is the first unanswered span of each channel. */
  setup(oldest: ReadonlyMap<number, OutstandingSpan>): StreamSetup;
  onAnswer(answer: SpanAnswer): void;
  /** Called when its worker died twice on this span. */
  onLost(span: OutstandingSpan): void;
  onWorkerRestarted(reason: string): void;
  /** Called when no worker stays alive for it. */
  onGivenUp(reason: string): void;
}

/** What an operator has to know of a worker; its streams go on, or were told that they do not. */
export interface WorkerTrouble {
  readonly kind: 'model_failed' | 'worker_died';
  readonly cause: string;
}

export interface SlotOptions {
  spawn: SpawnWorker;
  now: () => number;
  after: (ms: number, run: () => void) => void;
  /** If a worker that has work sends nothing for this long, it counts as hanging, ms. */
  hangMs: number;
  /** Time to load the model, ms. */
  startMs: number;
  onTrouble: (trouble: WorkerTrouble) => void;
}

export type SlotState =
  | { kind: 'starting'; sinceMs: number }
  | { kind: 'ready' }
  /** Dead, and waits to be started again. */
  | { kind: 'down' }
  | { kind: 'closed' };

/** After this many deaths without an answer, the streams end. The worker is still started again. */
const HOPELESS_DEATHS = 5;
const MAXIMUM_ATTEMPTS = 2;
const RESTART_DELAY_MS = { first: 250, longest: 5_000 };

/** One worker of the pool with its streams: starts the worker, watches it, and restarts it. */
export class WorkerSlot {
  state: SlotState;
  model: ModelDescription | undefined;
  /** Length of the model's blocks. Known when the worker is ready. */
  blockMs = 50;
  restarts = 0;
  readonly outstanding = new Map<number, OutstandingSpan>();
  private readonly streams = new Map<number, SlotStream>();
  private readonly readiness: {
    promise: Promise<void>;
    resolve: () => void;
    reject: (reason: Error) => void;
  };
  private worker: WorkerLike;
  private lastSignMs: number;
  private deaths = 0;
  private nextId = 1;

  constructor(private readonly options: SlotOptions) {
    let resolve: () => void = () => undefined;
    let reject: (reason: Error) => void = () => undefined;
    const promise = new Promise<void>((yes, no) => {
      resolve = yes;
      reject = no;
    });
    // Callers of ready() get the failure. Without callers, the rejection must not crash the process.
    promise.catch(() => undefined);
    this.readiness = { promise, resolve, reject };
    this.lastSignMs = options.now();
    this.state = { kind: 'starting', sinceMs: this.lastSignMs };
    this.worker = this.start();
  }

  /** Rejects if the first start fails: if the model cannot be read once, it cannot be read later. */
  ready(): Promise<void> {
    return this.readiness.promise;
  }

  /** The number of this worker's streams of a kind. Live streams are spread without regard to files, which come and go. */
  load(kind: StreamKind): number {
    let count = 0;
    for (const stream of this.streams.values()) if (stream.kind === kind) count++;
    return count;
  }

  add(number: number, stream: SlotStream): void {
    this.streams.set(number, stream);
    this.worker.post({ kind: 'open', stream: number, priority: stream.kind, ...stream.setup(new Map()) });
  }

  remove(number: number): void {
    if (!this.streams.delete(number)) return;
    for (const span of this.outstanding.values())
      if (span.stream === number) this.outstanding.delete(span.id);
    this.worker.post({ kind: 'close', stream: number });
  }

  setModel(number: number, on: boolean, embeddings: boolean): void {
    this.worker.post({ kind: 'model', stream: number, on, embeddings });
  }

  nextSpanId(): number {
    return this.nextId++;
  }

  submit(message: OutstandingSpan['message']): void {
    const { id, stream, channel } = message;
    const kind = this.streams.get(stream)?.kind ?? 'live';
    const postedAtMs = this.options.now();
    this.outstanding.set(id, { id, stream, channel, message, postedAtMs, attempts: 1, kind });
    this.worker.post(message);
  }

  /** Age of the oldest unanswered span of a kind, ms. Spans are posted in order, so it is the first. */
  oldestMs(nowMs: number, wanted: StreamKind | 'any' = 'live'): number {
    for (const { kind, postedAtMs } of this.outstanding.values()) {
      if (wanted === 'any' || kind === wanted) return nowMs - postedAtMs;
    }
    return 0;
  }

  /**
   * Kills a worker that hangs. Called regularly.
   * @param lateMs how late this call is. If it is late, the whole process was stopped, the worker too.
   */
  watch(nowMs: number, lateMs: number): void {
    this.lastSignMs += lateMs;
    switch (this.state.kind) {
      case 'starting':
        if (nowMs - this.state.sinceMs > this.options.startMs + lateMs)
          this.kill('it did not load the model in time');
        return;
      case 'ready': {
        const quietMs = nowMs - Math.max(this.lastSignMs, nowMs - this.oldestMs(nowMs, 'any') + lateMs);
        if (this.outstanding.size > 0 && quietMs > this.options.hangMs)
          this.kill('it did not answer in time');
        return;
      }
      case 'down':
      case 'closed':
        return;
    }
  }

  async close(): Promise<void> {
    const { kind } = this.state;
    this.state = { kind: 'closed' };
    this.streams.clear();
    this.outstanding.clear();
    // A worker that loads its model is only asked to end: a kill inside the runtime would end the whole process.
    if (kind === 'ready' || kind === 'starting') await this.worker.stop();
    else this.worker.kill();
  }

  private start(): WorkerLike {
    const worker = this.options.spawn();
    worker.onMessage((message) => {
      if (worker === this.worker) this.receive(message);
    });
    worker.onExit((reason) => {
      if (worker === this.worker) this.onDeath(reason);
    });
    return worker;
  }

  private receive(message: FromWorker): void {
    this.lastSignMs = this.options.now();
    if (this.state.kind === 'closed') return;
    switch (message.kind) {
      case 'ready':
        this.model = message.model;
        this.blockMs = message.blockMs;
        this.state = { kind: 'ready' };
        this.readiness.resolve();
        return;
      case 'unusable':
        this.readiness.reject(new Error(message.message));
        this.kill(message.message);
        return;
      case 'model_failed':
        this.options.onTrouble({ kind: 'model_failed', cause: message.message });
        return;
      case 'answers':
        this.deaths = 0;
        for (const answer of message.answers) {
          // The spans of closed streams were removed already.
          if (this.outstanding.delete(answer.id)) this.streams.get(answer.stream)?.onAnswer(answer);
        }
        return;
    }
  }

  private kill(reason: string): void {
    const { worker } = this;
    this.onDeath(reason);
    worker.kill();
  }

  private onDeath(reason: string): void {
    if (this.state.kind === 'closed' || this.state.kind === 'down') return;
    this.state = { kind: 'down' };
    this.options.onTrouble({ kind: 'worker_died', cause: reason });
    this.deaths++;
    if (this.deaths >= HOPELESS_DEATHS) {
      this.readiness.reject(new Error(reason));
      for (const stream of [...this.streams.values()]) stream.onGivenUp(reason);
    }
    const delayMs =
      this.deaths === 1
        ? 0
        : Math.min(RESTART_DELAY_MS.longest, RESTART_DELAY_MS.first * 2 ** (this.deaths - 2));
    this.options.after(delayMs, () => this.restart(reason));
  }

  private restart(reason: string): void {
    if (this.state.kind !== 'down') return;
    this.restarts++;
    this.lastSignMs = this.options.now();
    this.state = { kind: 'starting', sinceMs: this.lastSignMs };
    this.worker = this.start();
    const spans = [...this.outstanding.values()];
    for (const span of spans.filter(({ attempts }) => attempts >= MAXIMUM_ATTEMPTS)) {
      this.outstanding.delete(span.id);
      this.streams.get(span.stream)?.onLost(span);
    }
    for (const [number, stream] of this.streams) {
      const oldest = new Map<number, OutstandingSpan>();
      for (const span of this.outstanding.values()) {
        if (span.stream === number && !oldest.has(span.channel)) oldest.set(span.channel, span);
      }
      this.worker.post({ kind: 'open', stream: number, priority: stream.kind, ...stream.setup(oldest) });
      stream.onWorkerRestarted(reason);
    }
    for (const span of this.outstanding.values()) {
      span.attempts++;
      this.worker.post(span.message);
    }
  }
}
