import type { ClientBody } from '@undertone/protocol';
import { encodeStreamingMessage } from '@undertone/protocol/client-codec';
import { ControlOutbox } from './control-outbox.js';
import type { Link } from './link.js';

const OUTBOX_CAPACITY = 500;

/** The client's part of the envelope: the sequence numbers, which continue across sockets, and the messages not yet handled. */
export class Outgoing {
  readonly outbox = new ControlOutbox(OUTBOX_CAPACITY);
  /** Epoch of the session's holder, from the newest `session.ready`. */
  generation = 0;
  /** The link on which `session.end` was sent. It is sent again on a new link. */
  endSentOn: Link | null = null;
  private seq = 0;

  encode(body: ClientBody, ack: number, audioPos: number): { seq: number; bytes: Uint8Array } {
    const seq = ++this.seq;
    return { seq, bytes: encodeStreamingMessage({ seq, ack, generation: this.generation, audioPos, body }) };
  }
}
