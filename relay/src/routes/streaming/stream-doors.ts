import type { TelephonyAccounts } from '../../domain/telephony/telephony-accounts.js';
import type { TelephonyAdapter } from '../../stream/wires/telephony/adapter.js';
import { TELEPHONY, type TelephonyKind } from '../../stream/wires/telephony/adapters.js';
import { readApiKey, unauthorized } from '../auth/credential.js';
import { readStreamOffer, type StreamCredential } from './stream-handshake.js';
import type { StreamDoor } from './stream-endpoint.js';
import { PLAIN_PATH, REALTIME_PATH } from './stream-paths.js';

export interface TelephonySettings {
  /** As they are now: the operator's file may change. */
  readonly accounts: () => TelephonyAccounts;
  /** `wss://…`, under which vendors are told to call. Absent: the name in the request counts. */
  readonly publicUrl?: string;
  readonly nowMs: () => number;
}

/** Every path that streams come through. */
export const streamDoors = (settings: TelephonySettings): readonly StreamDoor[] => [
  { path: REALTIME_PATH, offerOf: ({ headers }) => readStreamOffer(headers, 'realtime') },
  { path: PLAIN_PATH, offerOf: ({ headers }) => readStreamOffer(headers, 'plain') },
  ...Object.entries(TELEPHONY).map(([kind, adapter]) => doorOf(kind as TelephonyKind, adapter, settings)),
];

const doorOf = (
  kind: TelephonyKind,
  adapter: TelephonyAdapter,
  { accounts, publicUrl, nowMs }: TelephonySettings,
): StreamDoor => ({
  path: adapter.path,
  offerOf({ headers, target }) {
    const origin = publicUrl ?? `wss://${headers.get('host') ?? ''}`;
    const caller = adapter.callerOf({ headers, target, origin }, accounts(), nowMs());
    if (caller.kind === 'refused') throw unauthorized(caller.message);
    let credential: StreamCredential | undefined;
    if (caller.kind === 'account') credential = caller;
    if (caller.kind === 'api_key') {
      const text = readApiKey(headers);
      if (text === undefined) throw unauthorized('an API key is required in X-API-Key');
      credential = { kind: 'api_key', text };
    }
    const [subprotocol] = (headers.get('sec-websocket-protocol') ?? '').split(',');
    return { kind, headers, credential, subprotocol: subprotocol?.trim() || undefined };
  },
});
