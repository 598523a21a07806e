import type { ClientMessage } from '@undertone/protocol';
import { SessionFault } from '../../domain/live/session-fault.js';
import type { Said } from '../wires/wire.js';
import type { LiveSession } from '../live-session.js';
import { requireAudioAllowed, takeFeatures } from '../features/privacy.js';
import { handleBody } from './commands.js';

/** Handles one message from the client of a session. @throws SessionFault */
export const takeIncoming = (session: LiveSession, incoming: Said): void => {
  if (incoming.kind === 'message') {
    takeMessage(session, incoming.message);
  } else {
    requireAudioAllowed(session, 'audio');
    session.checkpointNeed.progressed();
    session.audio.samples(incoming.payload);
  }
};

const takeMessage = (session: LiveSession, { seq, ack, body }: ClientMessage): void => {
  session.continuity.received(seq);
  if (ack > 0 && !session.outbox.acknowledge(ack)) {
    throw new SessionFault('protocol_error', 'ack is beyond what was sent', { param: 'ack' });
  }
  if (body === undefined) {
    session.deps.metrics.count('messages_unknown');
  } else if (body.kind === 'audio') {
    requireAudioAllowed(session, 'type');
    session.checkpointNeed.progressed();
    session.audio.frame(body.value);
  } else if (body.kind === 'features') {
    session.checkpointNeed.progressed();
    takeFeatures(session, body.value);
  } else {
    handleBody(session, body, seq);
  }
};
