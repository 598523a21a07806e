import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { HeldTimes } from './held-times.js';
import { addMemoryGauges, addServiceGauges, type ServiceFigures } from './service-gauges.js';

const HTTP_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const RESULT_BUCKETS_S = [0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.25, 0.5, 1, 2.5];
const STALL_BUCKETS_S = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const DELAY_BUCKETS_S = [0.001, 0.002, 0.005, 0.01, 0.015, 0.02, 0.03, 0.05, 0.1, 0.25, 1];
const EVENT_LOOP_PRECISION_MS = 10;

/** Figures that are read at each scrape. */
export interface LiveFigures extends ServiceFigures {
  /** Of the nearest limit. Undefined where there is none. */
  readonly memory?: () => { readonly usedBytes: number; readonly limitBytes: number } | undefined;
  /** Since the start. Absent: the log does not tell. */
  readonly droppedLogLines?: (() => number) | undefined;
  readonly openSockets: () => number;
  readonly sessions: () => number;
  readonly inference: () => {
    readonly outstandingChunks: number;
    readonly oldestMs: number;
    readonly restarts: number;
  };
}

/** A value with its labels. A histogram has one for each bound (label `le`), and its sum and count. */
export interface MetricSample {
  readonly metricName?: string;
  readonly labels: Readonly<Partial<Record<string, string | number>>>;
  readonly value: number;
}

export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly values: readonly MetricSample[];
}

/** The relay's Prometheus metrics. No label holds an id, so the number of series stays small. */
export class Metrics {
  private readonly registry = new Registry();
  private readonly requests = new Histogram({
    name: 'undertone_http_request_seconds',
    help: 'Time from a request to its answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: HTTP_BUCKETS_S,
    registers: [this.registry],
  });
  private readonly refusedCounter = new Counter({
    name: 'undertone_connections_refused_total',
    help: 'Connections closed or refused before they did anything, by reason',
    labelNames: ['reason'] as const,
    registers: [this.registry],
  });
  private readonly streamEvents = new Map<string, number>();
  private readonly closes = new Counter({
    name: 'undertone_stream_closes_total',
    help: 'Sockets this relay closed, by close code',
    labelNames: ['code'] as const,
    registers: [this.registry],
  });
  private readonly audioSeconds = new Counter({
    name: 'undertone_audio_seconds_total',
    help: 'Seconds of audio analysed, each once',
    registers: [this.registry],
  });
  private readonly resultLatency = new Histogram({
    name: 'undertone_result_latency_seconds',
    help: 'Time from the last sample of a span received to its result sent',
    buckets: RESULT_BUCKETS_S,
    registers: [this.registry],
  });

  private readonly reports = new Counter({
    name: 'undertone_otlp_reports_total',
    help: 'Reports to the OpenTelemetry collector, by signal and outcome',
    labelNames: ['signal', 'outcome'] as const,
    registers: [this.registry],
  });

  private readonly stalls = new Histogram({
    name: 'undertone_stall_seconds',
    help: 'How late the I/O thread was, above 50 ms, by the route or socket path that held it',
    labelNames: ['route'] as const,
    buckets: STALL_BUCKETS_S,
    registers: [this.registry],
  });

  private readonly delays = new Histogram({
    name: 'undertone_io_delay_seconds',
    help: 'How late the I/O thread was, asked fifty times a second, without what it waited for a processor',
    buckets: DELAY_BUCKETS_S,
    registers: [this.registry],
  });
  private readonly heldTimes = new HeldTimes();

  constructor() {
    const events = this.streamEvents;
    // These two are counted by hand: an observation of the library for each frame of each stream would cost a tenth of the frame.
    new Counter({
      name: 'undertone_stream_events_total',
      help: 'What happened on streams, by event',
      labelNames: ['event'] as const,
      registers: [this.registry],
      collect() {
        this.reset();
        for (const [event, count] of events) this.inc({ event }, count);
      },
    });
    const times = this.heldTimes;
    new Counter({
      name: 'undertone_io_held_seconds_bucket',
      help: 'How long requests and frames held the I/O thread at a time, by route or socket path; cumulative, as a histogram',
      labelNames: ['route', 'le'] as const,
      registers: [this.registry],
      collect() {
        this.reset();
        for (const { work, boundMs, count } of times.cumulated()) {
          const le = boundMs === Infinity ? '+Inf' : String(boundMs / 1_000);
          this.inc({ route: work, le }, count);
        }
      },
    });
    collectDefaultMetrics({
      register: this.registry,
      eventLoopMonitoringPrecision: EVENT_LOOP_PRECISION_MS,
    });
  }

  /** Reads these figures at every scrape. */
  observe(figures: LiveFigures): void {
    addServiceGauges(this.registry, figures);
    const { droppedLogLines = () => 0, memory = () => undefined } = figures;
    addMemoryGauges(this.registry, memory);
    new Counter({
      name: 'undertone_log_lines_dropped_total',
      help: 'Lines of the log that were dropped because their reader was too slow',
      registers: [this.registry],
      collect() {
        this.reset();
        this.inc(droppedLogLines());
      },
    });
    this.gauge('undertone_open_sockets', 'WebSockets open now', figures.openSockets);
    this.gauge('undertone_active_streams', 'Sessions held now, detached ones included', figures.sessions);
    this.gauge(
      'undertone_inference_outstanding_chunks',
      'Chunks given to workers and not answered',
      () => figures.inference().outstandingChunks,
    );
    this.gauge(
      'undertone_inference_oldest_chunk_seconds',
      'Age of the oldest of them',
      () => figures.inference().oldestMs / 1_000,
    );
    this.gauge(
      'undertone_inference_worker_restarts',
      'Inference workers replaced since the start',
      () => figures.inference().restarts,
    );
  }

  answered(method: string, route: string, status: number, durationMs: number): void {
    this.requests.observe({ method, route, status: String(status) }, durationMs / 1_000);
  }

  refused(reason: string): void {
    this.refusedCounter.inc({ reason });
  }

  streamEvent(event: string, by = 1): void {
    this.streamEvents.set(event, (this.streamEvents.get(event) ?? 0) + by);
  }

  streamClosed(code: number): void {
    this.closes.inc({ code: String(code) });
  }

  audioAnalysed(seconds: number): void {
    this.audioSeconds.inc(seconds);
  }

  resultSent(latencyMs: number): void {
    this.resultLatency.observe(latencyMs / 1_000);
  }

  stalled(route: string, delayMs: number): void {
    this.stalls.observe({ route }, delayMs / 1_000);
  }

  delayed(ms: number): void {
    this.delays.observe(ms / 1_000);
  }

  held(route: string, ms: number): void {
    this.heldTimes.note(route, ms);
  }

  /** The exposition format. */
  async render(): Promise<{ readonly contentType: string; readonly text: string }> {
    return { contentType: this.registry.contentType, text: await this.registry.metrics() };
  }

  /** The same figures as data, read now. */
  async families(): Promise<readonly MetricFamily[]> {
    const families = await this.registry.getMetricsAsJSON();
    return families.map(({ name, help, type, values }) => ({
      name,
      help,
      // The library's own types say it is a number.
      type: String(type) as MetricFamily['type'],
      values,
    }));
  }

  /** A report to the OpenTelemetry collector was taken or lost. */
  reported(signal: 'traces' | 'metrics', outcome: 'taken' | 'lost'): void {
    this.reports.inc({ signal, outcome });
  }

  private gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }
}
