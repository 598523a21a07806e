import type { Span, Tracing } from '../../telemetry/trace.js';
import { traceHeadersOf } from '../../telemetry/trace.js';
import type { HttpRequest } from '../../transport/http-message.js';
import type { HttpApplication } from '../../transport/server.js';
import type { HandshakeDecision, HandshakeRequest, SocketEndpoint } from '../../transport/websocket.js';

/** Balancers and Prometheus ask these every few seconds. */
const PROBES = new Set(['/healthz', '/readyz', '/metrics']);

/** What is known of a request when it was answered. */
export interface AnsweredRequest {
  readonly orgId: string | undefined;
  readonly keyId: string | undefined;
  readonly status: number;
}

/** A span for each request and each handshake. It goes on the trace that the caller names in `traceparent`. */
export class RequestSpans {
  private readonly open = new WeakMap<HttpRequest, Span>();

  constructor(private readonly tracing: Tracing) {}

  /** The same application; what it does for a request happens within the request's span. */
  over(application: HttpApplication & { routeName(method: string, path: string): string }): HttpApplication {
    return {
      bodyLimitBytes: (method, path) => application.bodyLimitBytes(method, path),
      deadlines: (method, path) => application.deadlines?.(method, path),
      commonHeaders: (request) => application.commonHeaders?.(request) ?? {},
      routeName: (method, path) => application.routeName(method, path),
      handle: (request) => {
        const route = application.routeName(request.method, request.path);
        if (PROBES.has(route)) return application.handle(request);
        const span = this.begin(request.method, route, request);
        this.open.set(request, span);
        return this.tracing.within(span, () => application.handle(request));
      },
    };
  }

  /** Ends the span of a request. @returns its trace, for the log */
  answered(request: HttpRequest, { orgId, keyId, status }: AnsweredRequest): string | undefined {
    const span = this.open.get(request);
    if (span === undefined) return undefined;
    span.set({ 'undertone.organization_id': orgId, 'undertone.key_id': keyId });
    finish(span, status);
    return span.traceId;
  }

  /** The same endpoint; a stream that it opens continues the trace of its handshake. */
  overEndpoint(endpoint: SocketEndpoint): SocketEndpoint {
    return {
      path: endpoint.path,
      decide: async (request) => {
        const span = this.begin('GET', endpoint.path, request);
        try {
          const decision = await this.tracing.within(span, () => endpoint.decide(request));
          finish(span, decision.kind === 'accept' ? 101 : decision.error.status);
          return decision.kind === 'accept' ? withTrace(decision, span) : decision;
        } catch (error) {
          finish(span, 500);
          throw error;
        }
      },
    };
  }

  private begin(method: string, route: string, request: HttpRequest | HandshakeRequest): Span {
    return this.tracing.start({
      name: `${method} ${route}`,
      kind: 'server',
      parent: traceHeadersOf(request.headers),
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'undertone.request_id': request.id,
      },
    });
  }
}

const withTrace = (
  decision: HandshakeDecision & { kind: 'accept' },
  { headers }: Span,
): HandshakeDecision => ({
  ...decision,
  // The socket itself with a fact more: a wrapper would cost a call for every message.
  open: (socket) => decision.open(Object.assign(socket, { trace: headers })),
});

/** By the conventions, only a failure of the server is one. */
const finish = (span: Span, status: number): void => {
  span.set({ 'http.response.status_code': status });
  span.end(status >= 500 ? String(status) : undefined);
};
