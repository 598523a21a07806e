import { z } from 'zod';

/** The state of a conversation, across all its routes. Times are wall clock, ms. */
export const lifecycleSchema = z.discriminatedUnion('kind', [
  /** No stream is connected; utterances may be added. */
  z.strictObject({ kind: z.literal('open') }),
  /** A stream sends its audio. */
  z.strictObject({ kind: z.literal('live') }),
  /** A stream is connected and analysis is paused. */
  z.strictObject({ kind: z.literal('paused'), reason: z.string().default('hold') }),
  z.strictObject({ kind: z.literal('ended'), code: z.string(), atMs: z.number() }),
  /** Nobody added anything for too long, or its stream did not come back in time. */
  z.strictObject({ kind: z.literal('expired'), code: z.string().default('idle'), atMs: z.number() }),
]);
export type Lifecycle = z.infer<typeof lifecycleSchema>;
export const LIFECYCLE_STATES = ['open', 'live', 'paused', 'ended', 'expired'] as const;

export type LifecycleEvent =
  | { readonly kind: 'stream_opened' }
  | { readonly kind: 'stream_paused'; readonly reason: string }
  | { readonly kind: 'stream_resumed' }
  /** The stream never began, or was released: the conversation goes on without it. */
  | { readonly kind: 'stream_left' }
  /** It did not come back within its window. */
  | { readonly kind: 'stream_lost'; readonly code: string; readonly atMs: number }
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
 * @returns undefined if the event changes nothing: `ended` and `expired` are final
 */
export const transitionLifecycle = (state: Lifecycle, event: LifecycleEvent): LifecycleChange | undefined => {
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
      // A pause may become stricter: a consent can be withdrawn while the caller is on hold.
      return state.kind === 'open' || (state.kind === 'paused' && state.reason === event.reason)
        ? undefined
        : go({ kind: 'paused', reason: event.reason }, 'stream_paused', 'its stream rests');
    case 'stream_resumed':
      return state.kind === 'paused'
        ? go({ kind: 'live' }, 'stream_resumed', 'its stream goes on')
        : undefined;
    case 'stream_left':
      return state.kind === 'open' ? undefined : go({ kind: 'open' }, 'stream_left', 'its stream is gone');
    case 'stream_lost':
      return state.kind === 'open'
        ? undefined
        : go({ kind: 'expired', code: event.code, atMs: event.atMs }, event.code, 'its stream is lost');
    case 'ended':
      return go({ kind: 'ended', code: event.code, atMs: event.atMs }, event.code, 'it was ended');
    case 'idle':
      // A stream has a timeout of its own for this.
      return state.kind === 'open'
        ? go({ kind: 'expired', code: 'idle', atMs: event.atMs }, 'idle', 'nobody added anything')
        : undefined;
  }
};

export const isOver = (state: Lifecycle): state is Extract<Lifecycle, { kind: 'ended' | 'expired' }> =>
  state.kind === 'ended' || state.kind === 'expired';
