import type { DeliveryTrace, DeliveryTraces } from '../../jobs/webhook-sender.js';
import type { Tracing } from '../../telemetry/trace.js';
import type { EventTrail } from './event-trail.js';

/** A span for each attempt to deliver an event. Its receiver gets the trace in `traceparent`. */
export class DeliverySpans implements DeliveryTraces {
  constructor(
    private readonly tracing: Tracing,
    private readonly trail: Pick<EventTrail, 'of'>,
  ) {}

  began({ delivery, attempt }: Parameters<DeliveryTraces['began']>[0]): DeliveryTrace {
    const span = this.tracing.start({
      name: 'webhook',
      kind: 'client',
      parent: this.trail.of(delivery.eventId),
      attributes: {
        'http.request.method': 'POST',
        'http.request.resend_count': attempt - 1,
        // Never the path: many receivers keep a secret in it.
        'server.address': new URL(delivery.url).hostname,
        'undertone.event_id': delivery.eventId,
        'undertone.event_type': delivery.eventType,
        'undertone.organization_id': delivery.orgId,
        'undertone.webhook_id': delivery.webhookId,
      },
    });
    return {
      headers: span.headers,
      ended: (result) => {
        if (result.kind === 'failed') {
          span.end(result.code);
          return;
        }
        span.set({ 'http.response.status_code': result.status });
        span.end(result.status >= 400 ? String(result.status) : undefined);
      },
    };
  }
}
