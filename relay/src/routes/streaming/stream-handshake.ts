import { AUTH_IN_HELLO, AUTH_PREFIX, SUBPROTOCOL_JSON, SUBPROTOCOL_PROTO } from '@undertone/protocol';
import type { TelephonyAccount } from '../../domain/telephony/telephony-accounts.js';
import type { SocketKind } from '../../stream/socket.js';
import { HttpError } from '../../transport/http-message.js';
import { type Credential, readApiKey, unauthorized } from '../auth/credential.js';

/** What a handshake requests. */
export interface StreamOffer {
  readonly kind: SocketKind;
  /** Echoed to the client. */
  readonly subprotocol: string | undefined;
  /** Absent when the token comes in the first message. */
  readonly credential: StreamCredential | undefined;
  /** Headers that the messages must agree with. */
  readonly headers?: ReadonlyMap<string, string>;
}

/** A credential of a request, or an account whose vendor proved to be itself. */
export type StreamCredential = Credential | { readonly kind: 'account'; readonly account: TelephonyAccount };

/**
 * Reads the credential and the sub-protocol of a handshake.
 * @throws HttpError 400 for unknown sub-protocols, 401 for a credential that is missing or given twice
 */
export const readStreamOffer = (
  headers: ReadonlyMap<string, string>,
  endpoint: 'realtime' | 'plain',
): StreamOffer => {
  const entries = (headers.get('sec-websocket-protocol') ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const credential = readCredential(headers, entries);
  const protocols = entries.filter((entry) => !isCredential(entry));
  const chosen = chooseProtocol(protocols, endpoint);
  // Browsers, Node and most libraries drop a connection whose answer names none of the sub-protocols they offered. The token
  // would be used up for nothing, and a credential is never echoed.
  const isLost = entries.some(isCredential) || (entries.length > 0 && headers.has('origin'));
  if (chosen.subprotocol === undefined && isLost) throw unnamedProtocol();
  return { credential, ...chosen };
};

const isCredential = (entry: string): boolean => entry === AUTH_IN_HELLO || entry.startsWith(AUTH_PREFIX);

const chooseProtocol = (
  offered: readonly string[],
  endpoint: 'realtime' | 'plain',
): Pick<StreamOffer, 'kind' | 'subprotocol'> => {
  if (endpoint === 'plain') {
    // Both names mean the same JSON here.
    return {
      kind: 'plain',
      subprotocol: offered.find((name) => name === SUBPROTOCOL_JSON || name === SUBPROTOCOL_PROTO),
    };
  }
  if (offered.length === 0) return { kind: 'proto', subprotocol: undefined };
  const subprotocol = offered.find((name) => name === SUBPROTOCOL_PROTO || name === SUBPROTOCOL_JSON);
  if (subprotocol === undefined) throw unnamedProtocol();
  return { kind: subprotocol === SUBPROTOCOL_PROTO ? 'proto' : 'json', subprotocol };
};

const unnamedProtocol = (): HttpError =>
  new HttpError(
    'validation_error',
    `offer the sub-protocol ${SUBPROTOCOL_PROTO} or ${SUBPROTOCOL_JSON}, beside the token where one is offered`,
    { details: { 'Sec-WebSocket-Protocol': [`must name ${SUBPROTOCOL_PROTO} or ${SUBPROTOCOL_JSON}`] } },
  );

const readCredential = (
  headers: ReadonlyMap<string, string>,
  entries: readonly string[],
): Credential | undefined => {
  const found: Credential[] = [];
  const key = readApiKey(headers);
  if (key !== undefined) found.push({ kind: 'api_key', text: key });
  for (const entry of entries) {
    if (entry.startsWith(AUTH_PREFIX)) found.push({ kind: 'token', text: entry.slice(AUTH_PREFIX.length) });
  }
  const inHello = entries.includes(AUTH_IN_HELLO);
  if (new Set(found.map(({ text }) => text)).size > 1 || (inHello && found.length > 0)) {
    throw unauthorized('the handshake carries two different credentials');
  }
  if (found[0] === undefined && !inHello) {
    throw unauthorized(
      'a credential is required: an API key in a header, or a stream token as a sub-protocol entry',
    );
  }
  return found[0];
};
