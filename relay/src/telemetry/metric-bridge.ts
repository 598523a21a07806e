import { type HrTime, ValueType } from '@opentelemetry/api';
import { hrTime, millisToHrTime } from '@opentelemetry/core';
import { emptyResource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  type CollectionResult,
  DataPointType,
  type Histogram,
  type DataPoint,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics';
import type { MetricFamily, MetricSample } from './metrics.js';

/** Hands the figures of the Prometheus registry to OpenTelemetry, so that nothing is counted twice. */
export class MetricBridge implements MetricProducer {
  private readonly startTime: HrTime;

  constructor(
    private readonly scope: { readonly name: string; readonly version: string },
    private readonly read: () => Promise<readonly MetricFamily[]>,
  ) {
    this.startTime = millisToHrTime(performance.timeOrigin);
  }

  async collect(): Promise<CollectionResult> {
    const times = { startTime: this.startTime, endTime: hrTime() };
    const metrics = (await this.read()).map((family) => metricOf(family, times));
    return {
      // The reader puts its own resource in its place.
      resourceMetrics: { resource: emptyResource(), scopeMetrics: [{ scope: this.scope, metrics }] },
      errors: [],
    };
  }
}

type Times = Pick<DataPoint<number>, 'startTime' | 'endTime'>;

const metricOf = (family: MetricFamily, times: Times): MetricData => {
  const about = {
    descriptor: { name: family.name, description: family.help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  if (family.type === 'histogram') {
    return { ...about, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramsOf(family, times) };
  }
  const dataPoints = family.values.map(({ labels, value }) => ({ ...times, attributes: labels, value }));
  return family.type === 'counter'
    ? { ...about, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...about, dataPointType: DataPointType.GAUGE, dataPoints };
};

/** One histogram for each set of labels. Prometheus counts up to a bound, OpenTelemetry between two of them. */
const histogramsOf = ({ name, values }: MetricFamily, times: Times): DataPoint<Histogram>[] => {
  const series = new Map<string, MetricSample[]>();
  for (const sample of values) {
    const key = JSON.stringify(Object.entries(withoutBound(sample.labels)).sort());
    const samples = series.get(key);
    if (samples === undefined) series.set(key, [sample]);
    else samples.push(sample);
  }
  return [...series.values()].map((samples) => {
    const buckets = samples
      .filter(({ labels }) => labels['le'] !== undefined)
      .map(({ labels, value }) => ({ bound: boundOf(labels['le']), upTo: value }))
      .sort((a, b) => a.bound - b.bound);
    const sumOf = (suffix: string): number =>
      samples.find(({ metricName }) => metricName === `${name}${suffix}`)?.value ?? 0;
    return {
      ...times,
      attributes: withoutBound(samples[0]?.labels ?? {}),
      value: {
        buckets: {
          boundaries: buckets.map(({ bound }) => bound).filter(Number.isFinite),
          counts: buckets.map(({ upTo }, at) => upTo - (buckets[at - 1]?.upTo ?? 0)),
        },
        sum: sumOf('_sum'),
        count: sumOf('_count'),
      },
    };
  });
};

const boundOf = (le: string | number | undefined): number => (le === '+Inf' ? Infinity : Number(le));

const withoutBound = (labels: MetricSample['labels']): MetricSample['labels'] =>
  Object.fromEntries(Object.entries(labels).filter(([name]) => name !== 'le'));
