import { LIMITS, traitsOf, type ServerBody } from '@undertone/protocol';
import type { Codec } from '../wires/wire.js';
import { mergeKey, PendingQueue } from './pending-queue.js';
import type { StreamMetrics } from '../ports.js';
import { ReplayRing } from './replay-ring.js';
import type { StreamSocket } from '../socket.js';

/**
 * A checkpoint lacks the messages of seconds, or of the hours of an outage. A client that claims more is wrong, and would soon
 * leave the numbers that can be counted (2^53).
 */
const MOST_UNSAVED = 1_000_000;

export interface OutboxOptions {
  readonly seq: number;
  /** The rest of the envelope. */
  readonly envelope: () => { ack: number; generation: number; audioPos: number };
  readonly now: () => number;
  readonly metrics: StreamMetrics;
  /** Receives every message, with or without a reader. */
  readonly said?: (body: ServerBody) => void;
  /** The reader has not read for too long. */
  readonly tooSlow: () => void;
}

/**
 * Everything that goes to the client. A message gets its sequence number when it leaves, so merging under
 * backpressure leaves no hole in the numbers.
 */
export class Outbox {
  private seq: number;
  private link: { readonly socket: StreamSocket; readonly codec: Codec } | undefined;
  private readonly ring: ReplayRing;
  private readonly pending: PendingQueue;
  private congestedSinceMs: number | undefined;

  constructor(private readonly options: OutboxOptions) {
    this.seq = options.seq;
    this.ring = new ReplayRing(options.now);
    this.pending = new PendingQueue(mergeKey, () => options.metrics.count('coalesced'));
  }

  get lastSeq(): number {
    return this.seq;
  }

  get waiting(): number {
    return this.pending.size;
  }

  /** Messages removed by merging since the session began. */
  get coalesced(): number {
    return this.pending.merged;
  }

  attach(socket: StreamSocket, codec: Codec): void {
    this.link = { socket, codec };
    this.congestedSinceMs = undefined;
  }

  /** The socket is gone: waiting messages keep their order until a resume. */
  detach(): void {
    this.link = undefined;
    this.congestedSinceMs = undefined;
    for (let body = this.pending.shift(); body !== undefined; body = this.pending.shift()) this.keep(body);
  }

  /** Runs `work`, then sends everything it posted together. */
  cork(work: () => void): void {
    if (this.link === undefined) work();
    else this.link.socket.cork(work);
  }

  post(body: ServerBody): void {
    this.options.said?.(body);
    if (this.link === undefined) this.keep(body);
    else if (this.congestedSinceMs !== undefined) this.wait(body);
    else this.transmit(body);
  }

  /** The peer has handled everything up to `seq`. @returns false when that is impossible */
  acknowledge(seq: number): boolean {
    if (seq > this.seq) return false;
    this.ring.trim(seq);
    return true;
  }

  /** After a restart, numbers continue after the last one that the client has seen, if it can have seen that. */
  continueAfter(seq: number): void {
    if (seq <= this.seq + MOST_UNSAVED) this.seq = Math.max(this.seq, seq);
  }

  /** Sends everything after `lastSeq` again. @returns what was sent, and whether it was complete */
  replay(lastSeq: number): { fromSeq: number; count: number; complete: boolean } {
    const kept = this.ring.after(lastSeq);
    const fromSeq = kept[0]?.seq ?? this.seq + 1;
    return { fromSeq, count: kept.length, complete: fromSeq === Math.min(lastSeq, this.seq) + 1 };
  }

  sendReplay(lastSeq: number): void {
    for (const { seq, body } of this.ring.after(lastSeq)) this.send(this.encode(seq, body));
  }

  /**
   * Removes the identities of these voices from messages that wait or may be sent again. No number goes
   * missing.
   */
  forgetIdentities(speakers: readonly string[]): void {
    const change = (body: ServerBody): ServerBody =>
      body.kind === 'identity_resolved' && speakers.includes(body.value.speakerId) ? nameless(body) : body;
    this.ring.rewrite(change);
    this.pending.rewrite(change);
  }

  /** The socket has room again. */
  drained(): void {
    if (this.link === undefined || this.congestedSinceMs === undefined) return;
    if (this.link.socket.bufferedBytes() > LIMITS.sendBufferBytes.low) return;
    this.congestedSinceMs = undefined;
    this.cork(() => {
      while (this.congestedSinceMs === undefined) {
        const body = this.pending.shift();
        if (body === undefined) return;
        this.transmit(body);
      }
    });
  }

  /** Sends everything that waits now, even if the socket is full: the last messages before a close. */
  force(): void {
    for (let body = this.pending.shift(); body !== undefined; body = this.pending.shift())
      this.transmit(body);
  }

  /** Since when the reader blocks all messages, or undefined. */
  get congestedSince(): number | undefined {
    return this.congestedSinceMs;
  }

  private wait(body: ServerBody): void {
    if (!this.pending.push(body)) this.options.tooSlow();
  }

  private keep(body: ServerBody): void {
    if (traitsOf(body.kind).momentary) return;
    this.seq += 1;
    this.ring.push(this.seq, body, 0);
  }

  private transmit(body: ServerBody): void {
    if (traitsOf(body.kind).momentary) {
      this.send(this.encode(0, body));
      return;
    }
    this.seq += 1;
    const frame = this.encode(this.seq, body);
    // Stored before it is sent. A failed send detaches the outbox, and the ring must keep the order of the
    // numbers.
    this.ring.push(this.seq, body, frame?.length ?? 0);
    this.send(frame);
  }

  private encode(seq: number, body: ServerBody): Uint8Array | string | undefined {
    if (this.link === undefined) return undefined;
    const { ack, generation, audioPos } = this.options.envelope();
    return this.link.codec.encode({ seq, ack, generation, audioPos, body });
  }

  /** @param frame absent: the peer's protocol has no word for it */
  private send(frame: Uint8Array | string | undefined): void {
    const { link } = this;
    if (link === undefined || frame === undefined) return;
    this.options.metrics.count('messages_out');
    switch (link.socket.send(frame)) {
      case 'sent':
        return;
      case 'buffered':
        if (link.socket.bufferedBytes() < LIMITS.sendBufferBytes.high) return;
        this.congestedSinceMs ??= this.options.now();
        return;
      case 'dropped':
        this.options.tooSlow();
        return;
    }
  }
}

const nameless = (
  body: Extract<ServerBody, { kind: 'identity_resolved' }>,
): Extract<ServerBody, { kind: 'identity_resolved' }> => {
  const { speakerId, subject } = body.value;
  const value = { speakerId, verified: false, evidenceSeconds: 0 };
  return { ...body, value: subject === undefined ? value : { ...value, subject } };
};
