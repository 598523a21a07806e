import { z } from 'zod';

/** Where a conversation stands, whatever its routes. Times are wall clock, ms. */
export const lifecycleSchema = z.discriminatedUnion('kind', [
  /** Nobody streams; utterances may be added. */
  z.strictObject({ kind: z.literal('open') }),
  /** A stream brings its audio. */
  z.strictObject({ kind: z.literal('live') }),
  /** A stream is there and analysis rests. */
  z.strictObject({ kind: z.literal('paused') }),
  z.strictObject({ kind: z.literal('ended'), code: z.string(), atMs: z.number() }),
  /** Nobody added anything for too long. */
  z.strictObject({ kind: z.literal('expired'), atMs: z.number() }),
]);
export type Lifecycle = z.infer<typeof lifecycleSchema>;
export const LIFECYCLE_STATES = ['open', 'live', 'paused', 'ended', 'expired'] as const;

export type LifecycleEvent =
  | { readonly kind: 'stream_opened' }
  | { readonly kind: 'stream_paused' }
  | { readonly kind: 'stream_resumed' }
  /** It may come back; until then the conversation goes on without it. */
  | { readonly kind: 'stream_left' }
  | { readonly kind: 'ended'; readonly code: string; readonly atMs: number }
  | { readonly kind: 'idle'; readonly atMs: number };

export interface LifecycleChange {
  readonly from: Lifecycle['kind'];
  readonly to: Lifecycle;
  readonly code: string;
  readonly reason: string;
}

/**
 * The one place where a conversation changes state.
 * @returns undefined where the event means nothing: nothing leaves `ended` or `expired`
 */
export function transitionLifecycle(state: Lifecycle, event: LifecycleEvent): LifecycleChange | undefined {
  const go = (to: Lifecycle, code: string, reason: string): LifecycleChange => ({
    from: state.kind,
    to,
    code,
    reason,
  });
  if (isOver(state)) return undefined;
  switch (event.kind) {
    case 'stream_opened':
      return state.kind === 'open' ? go({ kind: 'live' }, 'stream_opened', 'a stream took it up') : undefined;
    case 'stream_paused':
      return state.kind === 'live' ? go({ kind: 'paused' }, 'stream_paused', 'its stream rests') : undefined;
    case 'stream_resumed':
      return state.kind === 'paused'
        ? go({ kind: 'live' }, 'stream_resumed', 'its stream goes on')
        : undefined;
    case 'stream_left':
      return state.kind === 'open' ? undefined : go({ kind: 'open' }, 'stream_left', 'its stream is gone');
    case 'ended':
      return go({ kind: 'ended', code: event.code, atMs: event.atMs }, event.code, 'it was ended');
    case 'idle':
      // A stream has its own clock for this.
      return state.kind === 'open'
        ? go({ kind: 'expired', atMs: event.atMs }, 'idle', 'nobody added anything')
        : undefined;
  }
}

export function isOver(state: Lifecycle): state is Extract<Lifecycle, { kind: 'ended' | 'expired' }> {
  return state.kind === 'ended' || state.kind === 'expired';
}
