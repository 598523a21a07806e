import type { OpenSocket } from '../socket/open-socket.js';
import type { StreamAuth } from '../domain/accounts/stream-auth.js';
import type { TelephonyAccount } from '../domain/telephony/telephony-accounts.js';
import type { TelephonyKind } from './wires/telephony/adapters.js';

/**
 * The format of a socket: protobuf, its JSON twin, the plain endpoint, or a telephony vendor's own. On the JSON forms,
 * binary data is raw samples.
 */
export type SocketKind = 'proto' | 'json' | 'plain' | TelephonyKind;

/** A client's socket, with its kind and origin. */
export interface StreamSocket extends OpenSocket {
  readonly kind: SocketKind;
  /** The page's `Origin`; absent for a program. A token in the first message is checked against it. */
  readonly origin?: string;
  /** The vendor's account that signed the request. */
  readonly account?: TelephonyAccount;
  /** The trace that the socket belongs to, for whoever traces. */
  readonly trace?: Readonly<Record<string, string>>;
  /** Headers of the request that the vendor's messages must agree with, by name in lower case. */
  readonly headers?: ReadonlyMap<string, string>;
}

/** One of the places that the organization's plan allows for streams at the same time. */
export interface PlanPlace {
  /**
   * Takes a place for a stream whose credential came in the hello. Other streams got theirs at the upgrade.
   * @returns whether a place was free
   */
  take(auth: StreamAuth): boolean;
  /** Gives the place back for good: the socket is gone, or the stream only observes. */
  release(): void;
}
