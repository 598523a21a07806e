import type { EarlyMessages } from './handshake/early-messages.js';
import type { LiveSession } from './live-session.js';
import type { Observer } from './observing/observer.js';

/** Where a connection stands, from its first message to its close. */
export type ConnectionState =
  | { readonly kind: 'waiting'; readonly deadlineMs: number }
  | {
      readonly kind: 'opening';
      readonly deadlineMs: number;
      readonly early: EarlyMessages;
    }
  | { readonly kind: 'attached'; readonly session: LiveSession }
  | { readonly kind: 'observing'; readonly observer: Observer }
  /** A peer that only tries the connection. */
  | { readonly kind: 'probing'; readonly deadlineMs: number }
  /** All is said. The peer closes the socket, or we do after the deadline. */
  | { readonly kind: 'parting'; readonly deadlineMs: number; readonly code: number; readonly reason: string }
  | { readonly kind: 'closed' };
