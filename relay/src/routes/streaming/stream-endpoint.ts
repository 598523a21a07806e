import type { OpenSocket, SocketListener } from '../../socket/open-socket.js';
import type { StreamAuth } from '../../domain/accounts/stream-auth.js';
import type { CheckedToken, StreamAuthorizer } from '../../domain/tokens/stream-authorizer.js';
import type { RateState } from '../../domain/limits/rate-limiter.js';
import { newId } from '../../domain/ids.js';
import type { StreamSlot, StreamSlots } from '../../domain/limits/stream-slots.js';
import { TokenError } from '../../domain/tokens/stream-token.js';
import type { PlanPlace, StreamSocket } from '../../stream/socket.js';
import { HttpError } from '../../transport/http-message.js';
import type { HandshakeDecision, HandshakeRequest, SocketEndpoint } from '../../transport/websocket.js';
import { type Authenticator, rateHeaders } from '../auth/authenticator.js';
import { lackOfScope, unauthorized } from '../auth/credential.js';
import type { StreamOffer } from './stream-handshake.js';
import { defined } from '../../domain/defined.js';
import { outageError } from '../requests/outage.js';

/** Seconds until a place is probably free again. */
const CONCURRENCY_RETRY_S = 5;

export interface StreamEndpointDependencies {
  readonly authenticator: Authenticator;
  readonly authorizer: StreamAuthorizer;
  readonly slots: StreamSlots;
  /**
   * Starts a stream on an accepted socket. Without `auth` the token comes in the first message, and the place
   * is taken then. The place is released if the stream only watches sessions.
   */
  readonly accept: (socket: StreamSocket, auth: StreamAuth | undefined, place: PlanPlace) => SocketListener;
  /** False while the relay shuts down or is full; it refuses new work first. */
  readonly admits: () => boolean;
  readonly onRefused: (reason: string) => void;
}

interface Authorized {
  readonly auth: StreamAuth;
  readonly redeem: () => Promise<void>;
  /** The allowance of the API key. A token has none of its own. */
  readonly rate?: RateState;
}

/** A path that streams come through, and what a request there asks for. */
export interface StreamDoor {
  readonly path: string;
  /** @throws HttpError when the request cannot be a stream of this door */
  offerOf(request: HandshakeRequest): StreamOffer;
}

/**
 * A streaming endpoint. When the credential is in the handshake, it authenticates before the upgrade
 * completes.
 */
export class StreamEndpoint implements SocketEndpoint {
  readonly path: string;

  constructor(
    private readonly door: StreamDoor,
    private readonly dependencies: StreamEndpointDependencies,
  ) {
    this.path = door.path;
  }

  async decide(request: HandshakeRequest): Promise<HandshakeDecision> {
    try {
      return await this.accept(request);
    } catch (error) {
      const refusal = toHttpError(error);
      this.dependencies.onRefused(refusal.code);
      const rate = this.dependencies.authenticator.peekAnonymous(request.remoteAddress);
      return { kind: 'refuse', error: refusal.withHeaders({ ...rateHeaders(rate), ...refusal.headers }) };
    }
  }

  private async accept(request: HandshakeRequest): Promise<HandshakeDecision> {
    const { accept, admits } = this.dependencies;
    const offer = this.door.offerOf(request);
    if (!admits()) {
      throw new HttpError('overloaded', 'this relay takes no new streams now', {
        headers: { 'Retry-After': '5' },
      });
    }
    const origin = request.headers.get('origin');
    const authorized = await this.authorize(offer, request, origin);
    // A watcher takes no place: a supervisor must not block a call.
    const slot = authorized?.auth.scopes.includes('stream.write') ? this.takeSlot(authorized) : undefined;
    try {
      await authorized?.redeem();
    } catch (error) {
      slot?.release();
      throw error;
    }
    const place = this.placeWith(slot);
    const rate = authorized?.rate ?? this.dependencies.authenticator.peekAnonymous(request.remoteAddress);
    return {
      kind: 'accept',
      subprotocol: offer.subprotocol,
      headers: rateHeaders(rate),
      open: (socket) => accept(described(socket, offer, origin), authorized?.auth, place),
      release: () => place.release(),
    };
  }

  private async authorize(
    { credential }: StreamOffer,
    request: HandshakeRequest,
    origin: string | undefined,
  ): Promise<Authorized | undefined> {
    const { authenticator, authorizer } = this.dependencies;
    if (credential === undefined) return undefined;
    if (credential.kind === 'account') {
      const auth = await authorizer.forTelephony(credential.account);
      return { auth, redeem: () => Promise.resolve() };
    }
    if (credential.kind === 'token') {
      const checked: CheckedToken = await authorizer.checkToken(credential.text, origin);
      return { auth: checked.auth, redeem: () => authorizer.redeem(checked) };
    }
    const admission = await authenticator.admit(request.headers, request.remoteAddress);
    if (admission.kind === 'caller') {
      const lack = lackOfScope(admission.caller.key, 'stream');
      if (lack !== undefined) throw lack.withHeaders(rateHeaders(admission.rate));
      const auth = authorizer.forApiKey(admission.caller);
      return { auth, redeem: () => Promise.resolve(), rate: admission.rate };
    }
    const { code, message, headers } = admission.error;
    throw new HttpError(code, message, { headers: { ...headers, ...rateHeaders(admission.rate) } });
  }

  /** @param slot the place taken before the upgrade */
  private placeWith(slot: StreamSlot | undefined): PlanPlace {
    let held = slot;
    let isGone = false;
    return {
      take: (auth) => {
        // The socket may close while its token is checked.
        if (isGone) return true;
        held ??= this.slotFor(auth);
        return held !== undefined;
      },
      release: () => {
        isGone = true;
        held?.release();
      },
    };
  }

  private slotFor({ orgId, sessionId, plan }: StreamAuth): StreamSlot | undefined {
    return this.dependencies.slots.acquire(orgId, sessionId ?? newId('con'), plan.concurrentStreams);
  }

  private takeSlot({ auth, rate }: Authorized): StreamSlot {
    const slot = this.slotFor(auth);
    if (slot !== undefined) return slot;
    const { concurrentStreams } = auth.plan;
    throw new HttpError('concurrency_exceeded', `the plan allows ${concurrentStreams} streams at a time`, {
      headers: {
        'Retry-After': String(CONCURRENCY_RETRY_S),
        ...(rate !== undefined && rateHeaders(rate)),
      },
    });
  }
}

const toHttpError = (error: unknown): HttpError => {
  if (error instanceof HttpError) return error;
  if (error instanceof TokenError) {
    if (error.code === 'wrong_origin')
      return new HttpError('origin_not_allowed', error.message, { cause: error });
    return unauthorized(error.message, error);
  }
  const outage = outageError(error);
  if (outage !== undefined) return outage;
  throw error;
};

/** The socket itself with a few facts more: a wrapper would cost a call for every message. */
const described = (
  socket: OpenSocket,
  { kind, credential, headers }: StreamOffer,
  origin: string | undefined,
): StreamSocket =>
  Object.assign(socket, {
    kind,
    ...defined({ origin, headers }),
    ...(credential?.kind === 'account' && { account: credential.account }),
  });
