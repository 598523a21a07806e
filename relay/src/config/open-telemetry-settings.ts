import type { EnvironmentReader } from './environment-reader.js';

const OTLP_PROTOCOLS = ['http/protobuf', 'http/json'] as const;
const TRACE_SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** Where traces and metrics go, read from the names that the OpenTelemetry specification gives. */
export interface OpenTelemetrySettings {
  /** Without the signal's path, and without a slash at its end. */
  readonly endpoint: string;
  /** May hold a secret. */
  readonly headers: Readonly<Record<string, string>>;
  readonly protocol: (typeof OTLP_PROTOCOLS)[number];
  readonly serviceName: string;
  readonly resourceAttributes: Readonly<Record<string, string>>;
  readonly traces: boolean;
  readonly metrics: boolean;
  readonly sampler: (typeof TRACE_SAMPLERS)[number];
  /** 0 to 1, for the samplers with a ratio. */
  readonly sampledShare: number;
  readonly metricsEveryMs: number;
}

const EXPORTERS = ['otlp', 'none'] as const;

/** @returns undefined when nothing is to be sent. What is set beside is then not looked at: other programs may want it so */
export const readOpenTelemetry = (read: EnvironmentReader): OpenTelemetrySettings | undefined => {
  const endpoint = read.matching(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    (text) => /^https?:\/\//.test(text) && URL.canParse(text),
    'must look like http://collector.example.com:4318',
  );
  const isDisabled = read.choice('OTEL_SDK_DISABLED', ['true', 'false'], 'false') === 'true';
  if (endpoint === undefined || isDisabled) return undefined;
  const settings = {
    endpoint: endpoint.replace(/\/+$/, ''),
    headers: read.pairs('OTEL_EXPORTER_OTLP_HEADERS'),
    protocol: read.choice('OTEL_EXPORTER_OTLP_PROTOCOL', OTLP_PROTOCOLS, 'http/protobuf'),
    serviceName: read.text('OTEL_SERVICE_NAME') ?? 'undertone-relay',
    resourceAttributes: read.pairs('OTEL_RESOURCE_ATTRIBUTES'),
    traces: read.choice('OTEL_TRACES_EXPORTER', EXPORTERS, 'otlp') === 'otlp',
    metrics: read.choice('OTEL_METRICS_EXPORTER', EXPORTERS, 'otlp') === 'otlp',
    sampler: read.choice('OTEL_TRACES_SAMPLER', TRACE_SAMPLERS, 'parentbased_always_on'),
    sampledShare: shareOf(read),
    metricsEveryMs: read.integer('OTEL_METRIC_EXPORT_INTERVAL', 60_000, 100, 3_600_000),
  };
  return settings.traces || settings.metrics ? settings : undefined;
};

const shareOf = (read: EnvironmentReader): number =>
  Number(read.matching('OTEL_TRACES_SAMPLER_ARG', isShare, 'must be a number from 0 to 1') ?? 1);
const isShare = (text: string): boolean => Number(text) >= 0 && Number(text) <= 1;
