import { z } from 'zod';
import type { EventName } from '../../domain/events/event-names.js';
import { EVENT_TYPES } from '../../domain/events/event.js';
import {
  type EndReason,
  type EventListeners,
  type ListenerOrder,
  MAX_LISTENERS,
} from '../../domain/webhooks/event-listeners.js';
import type { OpenSocket, SocketListener } from '../../socket/open-socket.js';
import { HttpError } from '../../transport/http-message.js';
import type { HandshakeDecision, HandshakeRequest, SocketEndpoint } from '../../transport/websocket.js';
import { type Authenticator, rateHeaders } from '../auth/authenticator.js';
import { lackOfScope } from '../auth/credential.js';
import { checkInput } from '../requests/json-body.js';
import { LISTEN_PATH } from '../streaming/stream-paths.js';
import { outageError } from '../requests/outage.js';
import { eventList } from './webhook-fields.js';

/** A listener says nothing. */
const UNEXPECTED_MESSAGE_CLOSE = 1003;
const CLOSES: Readonly<Record<EndReason, readonly [number, string]>> = {
  revoked: [4401, 'unauthorized'],
  stopping: [1012, 'the relay stops'],
};
const INTERNAL_ERROR_CLOSE = 1011;

const query = z.strictObject({
  events: z
    .string()
    .max(1_024)
    .optional()
    .transform((text) => text?.split(',').map((name) => name.trim()) ?? [...EVENT_TYPES])
    .pipe(eventList),
});

export interface ListenEndpointOptions {
  readonly authenticator: Authenticator;
  readonly listeners: EventListeners;
  /** The signing secret of a key's listeners: the same at each connection. */
  readonly secretOf: (keyId: string) => string;
  readonly admits: () => boolean;
  readonly onRefused: (reason: string) => void;
  readonly onFailed: (error: unknown) => void;
}

/**
 * Events over a WebSocket, for developers whose machine no relay can call. The first message is `ready` with the signing secret;
 * each following one is an `event` with the headers and the body that a webhook would get.
 */
export class ListenEndpoint implements SocketEndpoint {
  readonly path = LISTEN_PATH;

  constructor(private readonly options: ListenEndpointOptions) {}

  async decide(request: HandshakeRequest): Promise<HandshakeDecision> {
    try {
      return await this.accept(request);
    } catch (error) {
      const refusal = error instanceof HttpError ? error : outageError(error);
      if (refusal === undefined) throw error;
      this.options.onRefused(refusal.code);
      return { kind: 'refuse', error: refusal };
    }
  }

  private async accept({
    headers,
    remoteAddress,
    query: asked,
  }: HandshakeRequest): Promise<HandshakeDecision> {
    const { authenticator, listeners, secretOf, admits } = this.options;
    if (!admits()) {
      throw new HttpError('overloaded', 'this relay is about to stop', { headers: { 'Retry-After': '5' } });
    }
    const admission = await authenticator.admit(headers, remoteAddress);
    if (admission.kind === 'refused') throw admission.error.withHeaders(rateHeaders(admission.rate));
    const { key, organization } = admission.caller;
    const lack = lackOfScope(key, 'webhooks');
    if (lack !== undefined) throw lack;
    const { events } = checkInput<{ events: readonly EventName[] }>(query, Object.fromEntries(asked));
    const order = { orgId: organization.id, keyId: key.id, events, secret: secretOf(key.id) };
    // The last that may fail: from here on, the server gives the place back in every case.
    const release = listeners.reserve(order.orgId);
    if (release === undefined) {
      throw new HttpError('concurrency_exceeded', `${MAX_LISTENERS} listen already`, {
        headers: { 'Retry-After': '30' },
      });
    }
    return {
      kind: 'accept',
      subprotocol: undefined,
      headers: rateHeaders(admission.rate),
      open: (socket) => this.listen(socket, order),
      release,
    };
  }

  private listen(socket: OpenSocket, order: ListenerOrder): SocketListener {
    const { listeners, onFailed } = this.options;
    const say = (message: object): void => void socket.send(JSON.stringify(message));
    let isOpen = true;
    const opened = listeners.open(order, {
      event: ({ id, type, headers, body }) => say({ type: 'event', id, event_type: type, headers, body }),
      end: (reason) => socket.close(...CLOSES[reason]),
    });
    opened.then(
      () => isOpen && say({ type: 'ready', secret: order.secret, events: order.events }),
      (error: unknown) => {
        onFailed(error);
        socket.close(INTERNAL_ERROR_CLOSE, 'internal_error');
      },
    );
    return {
      message: () => socket.close(UNEXPECTED_MESSAGE_CLOSE, 'a listener sends nothing'),
      drain: () => undefined,
      pong: () => undefined,
      closed: () => {
        isOpen = false;
        opened.then((leave) => leave()).catch(onFailed);
      },
    };
  }
}
