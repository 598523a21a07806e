import type { ClientBody } from '@undertone/protocol';

interface Entry {
  seq: number | null;
  /** Of an update that the relay has handled: the revision that it agreed to, 0 before that is known. */
  revision?: number | undefined;
  readonly body: ClientBody;
  /** Per channel: audio before this sample goes first. Empty: the message waits for none. */
  readonly after: readonly number[];
}

/** They hold until the next one. */
const LASTING: readonly string[] = ['pause', 'resume', 'session.update'] satisfies ClientBody['kind'][];

/** The lowest is dropped first: what was handled, then what tells of a moment, then of the call, then what changes it. */
const weight = ({ body: { kind }, revision }: Entry): number =>
  revision !== undefined ? -1 : kind === 'vad' ? 0 : LASTING.includes(kind) ? 2 : 1;

/**
 * Messages that must not be lost with a socket: feedback, corrections, transcripts, updates. They are kept until the relay's
 * `ack` covers them and sent again after a resume. (Audio has its own ring. Pings are not kept.) Updates are kept longer: the checkpoint
 * from which another relay takes the session up may be older.
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
    this.entries = this.entries.filter((entry) => {
      if (entry.seq === null || entry.seq > seq) return true;
      if (entry.body.kind !== 'session.update') return false;
      entry.revision ??= 0;
      return true;
    });
  }

  /** The relay agreed to the newest update that it has handled. */
  agreed(revision: number): void {
    const update = this.entries.filter((entry) => entry.revision === 0).at(-1);
    if (update !== undefined) update.revision = revision;
  }

  /** After a new socket: messages that are not acknowledged are sent again, with new sequence numbers. */
  rewind(): void {
    for (const entry of this.entries) if (entry.revision === undefined) entry.seq = null;
  }

  /** The session goes on as it was agreed at `revision`: what was agreed after that is sent again. */
  repeatAfter(revision: number): void {
    for (const entry of this.entries) {
      if ((entry.revision ?? 0) <= revision) continue;
      entry.seq = null;
      entry.revision = undefined;
    }
  }
}
