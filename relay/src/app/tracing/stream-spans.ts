import { ERROR_CODES } from '@undertone/protocol';
import type { SessionName } from '../../domain/call/session-name.js';
import type { StreamTrace, StreamTraces, TracedStream } from '../../stream/index.js';
import type { Span, TraceHeaders, Tracing } from '../../telemetry/trace.js';

/** A span for each live session of this relay, from its opening until its end is stored or another relay has it. */
export class StreamSpans implements StreamTraces {
  private readonly live = new Map<string, Span>();

  constructor(private readonly tracing: Tracing) {}

  began({ orgId, sessionId, keyId, parent }: TracedStream): StreamTrace {
    const span = this.tracing.start({
      name: 'stream',
      kind: 'server',
      parent,
      attributes: {
        'undertone.organization_id': orgId,
        'undertone.key_id': keyId,
        'undertone.session_id': sessionId,
      },
    });
    const key = keyOf({ orgId, sessionId });
    this.live.set(key, span);
    return {
      ended: (code) => {
        if (this.live.get(key) === span) this.live.delete(key);
        end(span, code);
      },
    };
  }

  refused(parent: TraceHeaders | undefined, code: string): void {
    end(this.tracing.start({ name: 'stream', kind: 'server', parent }), code);
  }

  /** The span of a session that this relay holds. */
  of(session: SessionName): Span | undefined {
    return this.live.get(keyOf(session));
  }
}

/** No id of ours contains a line break. */
const keyOf = ({ orgId, sessionId }: SessionName): string => `${orgId}\n${sessionId}`;

const end = (span: Span, code: string): void => {
  span.set({ 'undertone.code': code });
  span.end(isOurFailure(code) ? code : undefined);
};

const isOurFailure = (code: string): boolean =>
  code in ERROR_CODES && ERROR_CODES[code as keyof typeof ERROR_CODES].http >= 500;
