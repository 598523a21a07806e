import type { ClientMessage } from '@undertone/protocol';
import type { SavedStream } from '../lifetime/saved-stream.js';

/** A checkpoint is at most this many sockets old. A client that claims more is wrong, and would soon leave the 32 bits of the wire. */
const MOST_UNSAVED = 1_000;

/** What a session keeps from one socket to the next. */
export class Continuity {
  private generationNow: number;
  private lastClientSeq: number;
  /** The session was restored, and its client has not received the content of the checkpoint yet. */
  private owesSnapshot: boolean;

  /** @param saved present when the session was restored from the store */
  constructor(saved: SavedStream | undefined) {
    this.generationNow = saved?.generation ?? 1;
    this.lastClientSeq = saved?.clientSeq ?? 0;
    this.owesSnapshot = saved !== undefined;
  }

  /** Goes up with every socket that takes over the session. */
  get generation(): number {
    return this.generationNow;
  }

  /** Sequence number of the client's newest message. */
  get clientSeq(): number {
    return this.lastClientSeq;
  }

  /** A message of the client arrived. */
  received(seq: number): void {
    if (seq > this.lastClientSeq) this.lastClientSeq = seq;
  }

  /** Another socket takes the session over. @param hello its first message */
  takeOver(hello: Pick<ClientMessage, 'generation' | 'seq'>): void {
    const isCredible = hello.generation <= this.generationNow + MOST_UNSAVED;
    this.generationNow = Math.max(this.generationNow, isCredible ? hello.generation : 0) + 1;
    this.received(hello.seq);
  }

  /** Whether a returning client needs a snapshot because the session was restored. True once. */
  takeOwedSnapshot(): boolean {
    const owed = this.owesSnapshot;
    this.owesSnapshot = false;
    return owed;
  }
}
