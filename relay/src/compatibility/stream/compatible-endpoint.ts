import { AUTH_IN_HELLO, SUBPROTOCOL_JSON } from '@undertone/protocol';
import type { StreamAuth } from '../../domain/accounts/stream-auth.js';
import { SessionFault, toSessionFault } from '../../domain/live/session-fault.js';
import type { StreamAuthorizer } from '../../domain/tokens/stream-authorizer.js';
import { type Authenticator, rateHeaders } from '../../routes/auth/authenticator.js';
import { hasCredential, lackOfScope, unauthorized } from '../../routes/auth/credential.js';
import { outageError } from '../../routes/requests/outage.js';
import { PLAIN_PATH, REALTIME_PATH } from '../../routes/streaming/stream-paths.js';
import type { OpenSocket, SocketListener } from '../../socket/open-socket.js';
import { codecFor } from '../../stream/wires/wires.js';
import type { StreamLog } from '../../stream/ports.js';
import type { PlanPlace, StreamSocket } from '../../stream/socket.js';
import type { HttpError } from '../../transport/http-message.js';
import type { HandshakeDecision, HandshakeRequest, SocketEndpoint } from '../../transport/websocket.js';
import { FacadeSocket } from './facade-socket.js';
import type { Schedule } from './paced-outbox.js';
import { isPrivateLink } from './private-link.js';
import { type Accept, BETTER_WAY, keyInAddressWarning, Undecided, type UndecidedHost } from './undecided.js';

export interface CompatibleSocketsOptions {
  readonly accept: Accept;
  readonly authenticator: Authenticator;
  readonly authorizer: StreamAuthorizer;
  readonly trustProxy: boolean;
  readonly nowMs: () => number;
  readonly schedule: Schedule;
  readonly log: Pick<StreamLog, 'error'>;
}

/** Makes the endpoints of one path. @param accept what the endpoint does with an accepted socket */
type EndpointWith = (accept: Accept) => SocketEndpoint;

const KEY_PARAMETER = 'api_key';

/**
 * A streaming endpoint that also takes what the hosted service's clients send: an API key in the address, or no sub-protocol at
 * all and the key in the first message.
 */
export const compatibleEndpoint = (make: EndpointWith, options: CompatibleSocketsOptions): SocketEndpoint => {
  const own = make(options.accept);
  // Telephony has paths and credentials of its own.
  if (own.path !== REALTIME_PATH && own.path !== PLAIN_PATH) return own;
  const host: UndecidedHost = { ...options, authenticate: authenticateWith(options) };
  const undecided = make((socket, auth, place) => listenTo(host, socket, auth, place));
  return {
    path: own.path,
    decide(request) {
      const [key, ...more] = request.query.getAll(KEY_PARAMETER);
      if (key === undefined) return decideWith(own, undecided, request, options);
      const headers = new Map(request.headers);
      const before = headers.get('x-api-key');
      const refusal =
        more.length > 0 || (before !== undefined && before !== key)
          ? 'the handshake carries two different credentials'
          : isPrivateLink(request, options.trustProxy)
            ? undefined
            : `an API key in the address is taken over TLS only: ${BETTER_WAY}`;
      if (refusal !== undefined) return Promise.resolve(refused(unauthorized(refusal), request, options));
      headers.set('x-api-key', key);
      return decideWith(own, undecided, { ...request, headers }, options, true);
    },
  };
};

const decideWith = async (
  own: SocketEndpoint,
  undecided: SocketEndpoint,
  request: HandshakeRequest,
  { trustProxy }: CompatibleSocketsOptions,
  keyInAddress = false,
): Promise<HandshakeDecision> => {
  const { headers, path } = request;
  const offersNothing = (headers.get('sec-websocket-protocol') ?? '').trim() === '';
  if (path !== REALTIME_PATH || !offersNothing) {
    const decision = await own.decide(request);
    return keyInAddress ? opening(decision, (socket) => new WarnedSocket(socket)) : decision;
  }
  const begun = (decision: HandshakeDecision): HandshakeDecision =>
    opening(decision, (socket) => new UndecidedSocket(socket, keyInAddress));
  if (hasCredential(headers)) return begun(await undecided.decide(request));
  // The key comes in a message, so the link must be private; elsewhere the handshake needs a credential.
  if (!isPrivateLink(request, trustProxy)) return own.decide(request);
  const later = new Map(headers).set('sec-websocket-protocol', `${SUBPROTOCOL_JSON}, ${AUTH_IN_HELLO}`);
  const decision = await undecided.decide({ ...request, headers: later });
  return begun(decision.kind === 'accept' ? { ...decision, subprotocol: undefined } : decision);
};

const opening = (decision: HandshakeDecision, wrap: (socket: OpenSocket) => OpenSocket): HandshakeDecision =>
  decision.kind === 'accept' ? { ...decision, open: (socket) => decision.open(wrap(socket)) } : decision;

const refused = (
  error: HttpError,
  { remoteAddress }: HandshakeRequest,
  { authenticator }: CompatibleSocketsOptions,
): HandshakeDecision => {
  const rate = rateHeaders(authenticator.peekAnonymous(remoteAddress));
  return { kind: 'refuse', error: error.withHeaders({ ...rate, ...error.headers }) };
};

/** Marks a socket without a sub-protocol on its way through the handshake. */
class UndecidedSocket extends FacadeSocket {
  constructor(
    readonly real: OpenSocket,
    readonly keyInAddress: boolean,
  ) {
    super(real, 'json', undefined);
  }
}

/** A socket of ours whose key was in the address: tells it once, before anything else. */
class WarnedSocket extends FacadeSocket {
  private isTold = false;

  constructor(outer: OpenSocket) {
    super(outer, 'json', undefined);
  }

  override send(data: Uint8Array | string): ReturnType<OpenSocket['send']> {
    if (!this.isTold) {
      this.isTold = true;
      const value = { ...keyInAddressWarning, detail: {} };
      const envelope = { seq: 0, ack: 0, generation: 0, audioPos: 0 };
      const told = codecFor(this).encode({ ...envelope, body: { kind: 'warning', value } });
      if (told !== undefined) super.send(told);
    }
    return super.send(data);
  }
}

const listenTo = (
  host: UndecidedHost,
  socket: StreamSocket,
  auth: StreamAuth | undefined,
  place: PlanPlace,
): SocketListener => {
  if (!(socket instanceof UndecidedSocket)) throw new Error('only sockets without a sub-protocol come here');
  const { real, keyInAddress, origin } = socket;
  return new Undecided(host, real, { origin, auth, place, keyInAddress });
};

/** Checks a key as a handshake would. */
const authenticateWith =
  ({ authenticator, authorizer }: CompatibleSocketsOptions): UndecidedHost['authenticate'] =>
  async (apiKey, remoteAddress) => {
    const admission = await authenticator
      .admit(new Map([['x-api-key', apiKey]]), remoteAddress)
      .catch((cause: unknown) => {
        throw outageError(cause) === undefined ? cause : toSessionFault(cause, () => true);
      });
    const error =
      admission.kind === 'refused' ? admission.error : lackOfScope(admission.caller.key, 'stream');
    if (error !== undefined)
      throw new SessionFault(error.code, error.message, { param: 'api_key', cause: error });
    if (admission.kind === 'refused') throw new Error('a refused admission has an error');
    return authorizer.forApiKey(admission.caller);
  };
