import type { ClientBody } from '@undertone/protocol';

interface Entry {
  seq: number | null;
  readonly body: ClientBody;
  /** Per channel: audio before this sample goes first. Empty: the message waits for none. */
  readonly after: readonly number[];
}

/** They hold until the next one. */
const LASTING: readonly string[] = ['pause', 'resume', 'session.update'] satisfies ClientBody['kind'][];

/** The lowest is dropped first: what tells of a moment, then of the call, then what changes it. */
const weight = ({ body: { kind } }: Entry): number => (kind === 'vad' ? 0 : LASTING.includes(kind) ? 2 : 1);

/**
 * Messages that must not be lost with a socket: feedback, corrections, transcripts, updates. They are kept until the relay's
 * `ack` covers them and sent again after a resume. (Audio has its own ring. Pings are not kept.)
 */
export class ControlOutbox {
  private entries: Entry[] = [];

  /** @param capacity most messages that are kept; beyond it the oldest of the least {@link weight} is dropped */
  constructor(private readonly capacity: number) {}

  add(body: ClientBody, after: readonly number[] = []): void {
    this.entries.push({ seq: null, body, after });
    if (this.entries.length <= this.capacity) return;
    const least = this.entries.reduce((one, other) => (weight(other) < weight(one) ? other : one));
    this.entries.splice(this.entries.indexOf(least), 1);
  }

  /** The next message not yet given to the current socket. */
  next(): Pick<Entry, 'body' | 'after'> | undefined {
    return this.entries.find((entry) => entry.seq === null);
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
