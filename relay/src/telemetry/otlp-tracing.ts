import { AsyncLocalStorage } from 'node:async_hooks';
import {
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { Span, SpanAttributes, SpanOrder, TraceHeaders, Tracing } from './trace.js';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const;
const PROPAGATOR = new W3CTraceContextPropagator();

/** Spans by an OpenTelemetry tracer. Nothing global, so that two relays of one process do not share traces. */
export class OtlpTracing implements Tracing {
  private readonly spans = new AsyncLocalStorage<Span>();

  constructor(private readonly tracer: Tracer) {}

  get current(): Span | undefined {
    return this.spans.getStore();
  }

  start({ name, kind, parent, attributes = {} }: SpanOrder): Span {
    const context =
      parent === undefined ? ROOT_CONTEXT : PROPAGATOR.extract(ROOT_CONTEXT, parent, defaultTextMapGetter);
    const span = this.tracer.startSpan(name, { kind: KINDS[kind] }, context);
    return new OtlpSpan(span).set(attributes);
  }

  within<T>(span: Span, work: () => T): T {
    return this.spans.run(span, work);
  }
}

class OtlpSpan implements Span {
  readonly headers: TraceHeaders;

  constructor(private readonly span: OtelSpan) {
    const headers: Record<string, string> = {};
    PROPAGATOR.inject(trace.setSpan(ROOT_CONTEXT, span), headers, defaultTextMapSetter);
    this.headers = headers;
  }

  get traceId(): string {
    return this.span.spanContext().traceId;
  }

  set(attributes: SpanAttributes): this {
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== undefined) this.span.setAttribute(name, value);
    }
    return this;
  }

  end(failure?: string): void {
    if (failure !== undefined) {
      this.set({ 'error.type': failure });
      this.span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.span.end();
  }
}
