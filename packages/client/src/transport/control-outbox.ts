import type { ClientBody } from '@undertone/protocol';

interface Entry {
  seq: number | null;
  readonly body: ClientBody;
}

/**
 * Messages that must not be lost with a socket: feedback, corrections, transcripts, updates. They are kept until the relay's
 * `ack` covers them and sent again after a resume. (Audio has its own ring. Pings are not kept.)
 */
export class ControlOutbox {
  private entries: Entry[] = [];

  /** @param capacity most messages that are kept; beyond it the oldest is dropped */
  constructor(private readonly capacity: number) {}

  add(body: ClientBody): void {
    this.entries.push({ seq: null, body });
    if (this.entries.length > this.capacity) this.entries.shift();
  }

  /** The next message not yet given to the current socket. */
  next(): ClientBody | null {
    return this.entries.find((entry) => entry.seq === null)?.body ?? null;
  }

  /** Marks {@link next} as sent with this sequence number. */
  sent(seq: number): void {
    const entry = this.entries.find((candidate) => candidate.seq === null);
    if (entry !== undefined) entry.seq = seq;
  }

  /** The relay handled everything up to `seq`. */
  acknowledge(seq: number): void {
    this.entries = this.entries.filter((entry) => entry.seq === null || entry.seq > seq);
  }

  /** After a new socket: messages that are not acknowledged are sent again, with new sequence numbers. */
  rewind(): void {
    for (const entry of this.entries) entry.seq = null;
  }
}
