import type { ClientMessage } from '@undertone/protocol';
import type { SavedStream } from '../lifetime/saved-stream.js';

/** What a session carries on from one socket to the next. */
export class Continuity {
  private generationNow: number;
  private lastClientSeq: number;
  /** The session was restored, and no client was told yet what the checkpoint holds. */
  private owesSnapshot: boolean;

  /** @param saved present where the session was restored from the store */
  constructor(saved: SavedStream | undefined) {
    this.generationNow = saved?.generation ?? 1;
    this.lastClientSeq = saved?.clientSeq ?? 0;
    this.owesSnapshot = saved !== undefined;
  }

  /** Raised with every socket that takes the session over. */
  get generation(): number {
    return this.generationNow;
  }

  /** Of the client's newest message. */
  get clientSeq(): number {
    return this.lastClientSeq;
  }

  /** A message of the client arrived. */
  received(seq: number): void {
    if (seq > this.lastClientSeq) this.lastClientSeq = seq;
  }

  /** Another socket takes the session over. @param hello its first message */
  takeOver(hello: Pick<ClientMessage, 'generation' | 'seq'>): void {
    this.generationNow = Math.max(this.generationNow, hello.generation) + 1;
    this.received(hello.seq);
  }

  /** Whether the client that comes back needs a snapshot because the session was restored. Said once. */
  takeOwedSnapshot(): boolean {
    const owed = this.owesSnapshot;
    this.owesSnapshot = false;
    return owed;
  }
}
