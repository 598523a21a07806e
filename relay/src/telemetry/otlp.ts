import { OTLPMetricExporter as JsonMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter as JsonTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { type Resource, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import { CollectorWatch } from './collector-watch.js';
import { MetricBridge } from './metric-bridge.js';
import type { OpenTelemetry, OpenTelemetryOptions, OpenTelemetrySettings } from './open-telemetry.js';
import { OtlpTracing } from './otlp-tracing.js';

const SCOPE = 'undertone-relay';
/** Of one report, repetitions included: after it, the report is lost. */
const TIMEOUT_MS = 10_000;
/** Spans that wait, at most. More are dropped: a collector that is away must not fill the memory. */
const WAITING_SPANS = 2_048;
const SPANS_A_REPORT = 512;
const REPORT_EVERY_MS = 1_000;

interface Parts extends OpenTelemetryOptions {
  readonly resource: Resource;
  readonly watch: CollectorWatch;
}

/** Starts the SDK. Only `open-telemetry.ts` imports this module, and only when a collector is configured. */
export const startOtlp = (options: OpenTelemetryOptions): OpenTelemetry => {
  const { settings } = options;
  const parts = { ...options, resource: resourceOf(options), watch: new CollectorWatch(options) };
  const traces = settings.traces ? startTraces(parts) : undefined;
  const metrics = settings.metrics ? startMetrics(parts) : undefined;
  return {
    tracing: traces && new OtlpTracing(traces.getTracer(SCOPE, options.version)),
    close: async (withinMs) => {
      const closing = Promise.allSettled([traces?.shutdown(), metrics?.shutdown()]);
      await Promise.race([closing, new Promise((resolve) => setTimeout(resolve, withinMs).unref())]);
    },
  };
};

const resourceOf = ({ settings, version, instanceId }: OpenTelemetryOptions): Resource =>
  resourceFromAttributes({
    'service.instance.id': instanceId,
    'service.version': version,
    ...settings.resourceAttributes,
    'service.name': settings.serviceName,
  });

const startTraces = ({ settings, resource, watch, timeoutMs = TIMEOUT_MS }: Parts): BasicTracerProvider => {
  const Exporter = settings.protocol === 'http/json' ? JsonTraceExporter : OTLPTraceExporter;
  return new BasicTracerProvider({
    resource,
    sampler: samplerOf(settings),
    spanProcessors: [
      new BatchSpanProcessor(watch.over('traces', new Exporter(addressOf(settings, 'traces', timeoutMs))), {
        maxQueueSize: WAITING_SPANS,
        maxExportBatchSize: SPANS_A_REPORT,
        scheduledDelayMillis: REPORT_EVERY_MS,
        exportTimeoutMillis: timeoutMs,
      }),
    ],
  });
};

const startMetrics = ({
  settings,
  metrics,
  version,
  resource,
  watch,
  timeoutMs = TIMEOUT_MS,
}: Parts): MeterProvider => {
  const Exporter = settings.protocol === 'http/json' ? JsonMetricExporter : OTLPMetricExporter;
  const reader = new PeriodicExportingMetricReader({
    exporter: watch.over('metrics', new Exporter(addressOf(settings, 'metrics', timeoutMs))),
    exportIntervalMillis: settings.metricsEveryMs,
    exportTimeoutMillis: Math.min(timeoutMs, settings.metricsEveryMs),
    metricProducers: [new MetricBridge({ name: SCOPE, version }, () => metrics.families())],
  });
  return new MeterProvider({ resource, readers: [reader] });
};

const addressOf = (
  { endpoint, headers }: OpenTelemetrySettings,
  signal: 'traces' | 'metrics',
  timeoutMillis: number,
) => ({
  url: `${endpoint}/v1/${signal}`,
  headers: { ...headers },
  timeoutMillis,
  // At the end all that waits is sent at once, beside the report that is under way.
  concurrencyLimit: WAITING_SPANS / SPANS_A_REPORT + 1,
});

const samplerOf = ({ sampler, sampledShare }: OpenTelemetrySettings): Sampler => {
  const root = rootSamplerOf(sampler.replace('parentbased_', ''), sampledShare);
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
};

const rootSamplerOf = (name: string, share: number): Sampler => {
  if (name === 'always_off') return new AlwaysOffSampler();
  return name === 'traceidratio' ? new TraceIdRatioBasedSampler(share) : new AlwaysOnSampler();
};
