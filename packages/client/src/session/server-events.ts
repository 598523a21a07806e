import type { ErrorMessage, ServerBody } from '@undertone/protocol';
import { RelayError } from '../common/undertone-error.js';
import type { Emitter } from './emitter.js';
import type { SessionEvents, TurnEvent } from './session-events.js';

/** Messages without a separate event. The event `message` has them. */
type WithoutEvent =
  | 'resumed'
  | 'audio.ack'
  | 'kpi_predictions'
  | 'speaker_change'
  | 'new_speaker'
  | 'overlap'
  | 'enroll_agent_ack'
  | 'session.updated'
  | 'paused'
  | 'resumed_analysis'
  | 'flushed'
  | 'go_away'
  | 'session_end'
  | 'pong';

/** Turns the relay's messages into events of the session. */
export const emitServerMessage = (events: Emitter<SessionEvents>, body: ServerBody): void => {
  events.emit('message', body);
  // eslint-disable-next-line @typescript-eslint/switch-exhaustiveness-check -- the type of the default names the rest
  switch (body.kind) {
    case 'session.ready':
      events.emit('ready', body.value);
      if (body.value.observers !== undefined) events.emit('presence', { observers: body.value.observers });
      return;
    case 'observer.joined':
    case 'observer.left': {
      const { role, count } = body.value;
      const change = body.kind.slice('observer.'.length) as 'joined' | 'left';
      events.emit('presence', { observers: count, change, role });
      return;
    }
    case 'corrected':
    case 'utterance':
    case 'directive':
    case 'alert':
    case 'warning':
    case 'usage':
    case 'snapshot':
      events.emit(body.kind, body.value);
      return;
    case 'turn.start':
    case 'turn.update':
    case 'turn.end':
      events.emit('turn', { phase: body.kind.slice('turn.'.length), ...body.value } as TurnEvent);
      return;
    case 'turn.revised':
      events.emit('turnRevised', body.value);
      return;
    case 'identity_resolved':
      events.emit('identity', body.value);
      return;
    case 'vocal_event':
      events.emit('vocalEvent', body.value);
      return;
    case 'tone_shift':
      events.emit('toneShift', body.value);
      return;
    case 'agent_steering':
      events.emit('steering', body.value);
      return;
    case 'session.prediction':
      events.emit('prediction', body.value);
      return;
    case 'stats':
      events.emit('stats', { relay: body.value });
      return;
    case 'error':
      // The terminal state reports a fatal error again, together with the close that it explains.
      if (!body.value.fatal) events.emit('error', relayError(body.value));
      return;
    default:
      // A kind that is named in neither place does not compile. Fourteen cases would be 75 bytes of every page.
      body.kind satisfies WithoutEvent;
  }
};

/** What the relay refused, and which parameter of which request. */
export const relayError = ({ code, message, retryable, param, requestId }: ErrorMessage): RelayError => {
  const details: Record<string, string> = {};
  if (param !== undefined) details['param'] = param;
  if (requestId !== undefined) details['requestId'] = requestId;
  return new RelayError(code, message, { retryable, details });
};
