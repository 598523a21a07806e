/** What carries a trace from one process to the next: `traceparent` and, where there is one, `tracestate` (W3C Trace Context). */
export type TraceHeaders = Readonly<Record<string, string>>;

/**
 * Everything that a span may tell, so that no secret, audio or text gets in: ids of ours, names that the relay gives, and
 * numbers.
 */
export type SpanAttributeName =
  | 'error.type'
  | 'http.request.method'
  | 'http.request.resend_count'
  | 'http.response.status_code'
  | 'http.route'
  | 'server.address'
  | 'undertone.code'
  | 'undertone.event_id'
  | 'undertone.event_type'
  | 'undertone.job_id'
  | 'undertone.key_id'
  | 'undertone.organization_id'
  | 'undertone.request_id'
  | 'undertone.session_id'
  | 'undertone.webhook_id';
export type SpanAttributes = Partial<Readonly<Record<SpanAttributeName, string | number | undefined>>>;

export interface SpanOrder {
  /** One of few. */
  readonly name: string;
  /** `server` answers somebody, `client` calls somebody, `consumer` does what was ordered earlier. */
  readonly kind: 'server' | 'client' | 'consumer';
  /** Absent: the span begins a trace. */
  readonly parent?: TraceHeaders | undefined;
  readonly attributes?: SpanAttributes;
}

/** Work in progress. */
export interface Span {
  readonly traceId: string;
  /** For spans that begin because of this one, here or elsewhere. */
  readonly headers: TraceHeaders;
  set(attributes: SpanAttributes): void;
  /** @param failure a short code of why it failed. Absent: it did not */
  end(failure?: string): void;
}

/** Makes spans. */
export interface Tracing {
  start(order: SpanOrder): Span;
  /** Runs work so that {@link current} is this span in all that it does and waits for. */
  within<T>(span: Span, work: () => T): T;
  readonly current: Span | undefined;
}

/** The trace headers among a request's headers. Undefined without a trace. */
export const traceHeadersOf = (headers: ReadonlyMap<string, string>): TraceHeaders | undefined => {
  const traceparent = headers.get('traceparent');
  if (traceparent === undefined) return undefined;
  const tracestate = headers.get('tracestate');
  return tracestate === undefined ? { traceparent } : { traceparent, tracestate };
};
