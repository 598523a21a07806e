import type { Metrics } from './metrics.js';
import type { Tracing } from './trace.js';

/** Where traces and metrics go. The relay's configuration has this shape. */
export interface OpenTelemetrySettings {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly protocol: 'http/protobuf' | 'http/json';
  readonly serviceName: string;
  readonly resourceAttributes: Readonly<Record<string, string>>;
  readonly traces: boolean;
  readonly metrics: boolean;
  readonly sampler:
    | 'always_on'
    | 'always_off'
    | 'traceidratio'
    | 'parentbased_always_on'
    | 'parentbased_always_off'
    | 'parentbased_traceidratio';
  readonly sampledShare: number;
  readonly metricsEveryMs: number;
}

export interface OpenTelemetryOptions {
  readonly settings: OpenTelemetrySettings;
  readonly metrics: Metrics;
  readonly version: string;
  /** Tells this relay from the others. */
  readonly instanceId: string;
  /** Of one report. Tests shorten it. */
  readonly timeoutMs?: number;
  /** The collector does not take what is sent. Called once, until {@link onRecovered}. */
  readonly onLost: (reason: string) => void;
  readonly onRecovered: () => void;
}

export interface OpenTelemetry {
  /** Undefined when only metrics are sent. */
  readonly tracing: Tracing | undefined;
  /** Sends what is left, as far as the collector takes it within this time. */
  close(withinMs: number): Promise<void>;
}

/** Starts to send. The packages are loaded only here: a relay without a collector neither waits for them nor holds them. */
export const openTelemetry = async (options: OpenTelemetryOptions): Promise<OpenTelemetry> => {
  const { startOtlp } = await import('./otlp.js');
  return startOtlp(options);
};
