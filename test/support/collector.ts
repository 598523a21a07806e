/** An OpenTelemetry collector: takes OTLP over HTTP as JSON, and tells what came. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { Inbox } from './inbox.js';

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: string | number; doubleValue?: number };
}

export interface ReceivedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  failed: boolean;
  attributes: Record<string, string | number | undefined>;
  service: Record<string, string | number | undefined>;
}

interface Points {
  dataPoints: { attributes?: Attribute[]; asDouble?: number; count?: string | number }[];
}

export interface ReceivedMetric {
  name: string;
  sum?: Points;
  gauge?: Points;
  histogram?: Points;
}

interface Report {
  resourceSpans?: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: {
        name: string;
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        status?: { code?: number };
        attributes: Attribute[];
      }[];
    }[];
  }[];
  resourceMetrics?: { scopeMetrics: { metrics: ReceivedMetric[] }[] }[];
}

const STATUS_ERROR = 2;

export class Collector {
  readonly spans = new Inbox<ReceivedSpan>(({ name }) => name);
  readonly metrics = new Inbox<ReceivedMetric>(({ name }) => name);
  /** Everything that came, as text. */
  received = '';
  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString();
      this.received += text;
      this.take(JSON.parse(text) as Report);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });

  static async start(): Promise<Collector> {
    const collector = new Collector();
    await new Promise<void>((resolve) => collector.server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The environment of a relay that reports here. */
  get env(): Record<string, string> {
    return {
      OTEL_EXPORTER_OTLP_ENDPOINT: this.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_METRIC_EXPORT_INTERVAL: '500',
    };
  }

  /** The span of this trace with this name. */
  async span(traceId: string, name: string): Promise<ReceivedSpan> {
    const { message } = await this.spans.waitFor(
      (span) => span.traceId === traceId && span.name === name,
      `the span ${name} of ${traceId}`,
    );
    return message;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private take({ resourceSpans = [], resourceMetrics = [] }: Report): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      for (const { name, traceId, spanId, parentSpanId, status, attributes } of scopeSpans.flatMap(
        ({ spans }) => spans,
      )) {
        this.spans.push({
          name,
          traceId,
          spanId,
          parentSpanId,
          failed: status?.code === STATUS_ERROR,
          attributes: valuesOf(attributes),
          service: valuesOf(resource.attributes),
        });
      }
    }
    for (const { scopeMetrics } of resourceMetrics) {
      for (const metric of scopeMetrics.flatMap(({ metrics }) => metrics)) this.metrics.push(metric);
    }
  }
}

const valuesOf = (attributes: Attribute[]): Record<string, string | number | undefined> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ??
        value.doubleValue ??
        (value.intValue === undefined ? undefined : Number(value.intValue)),
    ]),
  );
