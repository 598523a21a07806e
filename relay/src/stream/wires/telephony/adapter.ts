import type { TelephonyAccount, TelephonyAccounts } from '../../../domain/telephony/telephony-accounts.js';
import type { Wire } from '../wire.js';

/** A vendor's request for a WebSocket, as far as an adapter looks at it. */
export interface Upgrade {
  /** Path and query, as sent. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** The origin under which the vendor was told to call, `wss://…`: as configured, else as the request names it. */
  readonly origin: string;
}

/** Who calls, as the upgrade shows it. */
export type Caller =
  /** The vendor proved to be the one that an organization has an account with. */
  | { readonly kind: 'account'; readonly account: TelephonyAccount }
  /** An API key of an organization is in the headers. */
  | { readonly kind: 'api_key' }
  /** A token comes in the first message. */
  | { readonly kind: 'token_later' }
  /** `message` is for the vendor's log and names no secret. */
  | { readonly kind: 'refused'; readonly message: string };

/** A telephony vendor: where it connects, how it proves who it is, and how it speaks. */
export interface TelephonyAdapter {
  readonly path: string;
  readonly callerOf: (upgrade: Upgrade, accounts: TelephonyAccounts, nowMs: number) => Caller;
  readonly wire: Wire;
}
