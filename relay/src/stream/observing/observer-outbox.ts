import { LIMITS, traitsOf, type ServerBody } from '@undertone/protocol';
import type { Codec } from '../wires/wire.js';
import { mergeKey, PendingQueue } from '../outgoing/pending-queue.js';
import type { StreamMetrics } from '../ports.js';
import type { StreamSocket } from '../socket.js';

/** A message to an observer, with the session it is about, if any. */
export interface ObserverMessage {
  readonly body: ServerBody;
  readonly observed?: string;
  readonly position?: number;
}

export interface ObserverOutboxOptions {
  readonly socket: StreamSocket;
  readonly codec: Codec;
  readonly ack: () => number;
  readonly now: () => number;
  readonly metrics: StreamMetrics;
  readonly tooSlow: () => void;
}

/**
 * Everything that goes to one observer. Taking a message costs the observed session only an entry in a list.
 * Messages are encoded and sent after the session's own work. A slow reader gets merged messages or is
 * disconnected; others are not affected.
 */
export class ObserverOutbox {
  private seq = 0;
  private fresh: ObserverMessage[] = [];
  private readonly waiting: PendingQueue<ObserverMessage>;
  private congestedSinceMs: number | undefined;
  private scheduled = false;
  private closed = false;

  constructor(private readonly options: ObserverOutboxOptions) {
    this.waiting = new PendingQueue(
      ({ body, observed }) => {
        const key = mergeKey(body);
        return key === undefined ? undefined : `${observed ?? ''} ${key}`;
      },
      () => options.metrics.count('coalesced'),
    );
  }

  get congestedSince(): number | undefined {
    return this.congestedSinceMs;
  }

  post(message: ObserverMessage): void {
    if (this.closed) return;
    this.fresh.push(message);
    if (this.scheduled) return;
    this.scheduled = true;
    queueMicrotask(() => {
      this.scheduled = false;
      this.flush();
    });
  }

  /** Sends the posted messages, or queues them while the socket is congested. */
  flush(): void {
    const messages = this.fresh;
    this.fresh = [];
    if (this.closed || messages.length === 0) return;
    this.options.socket.cork(() => {
      for (const message of messages) {
        if (this.congestedSinceMs === undefined) this.send(message);
        else if (!this.waiting.push(message)) this.options.tooSlow();
        if (this.closed) return;
      }
    });
  }

  /** Called when the socket may have room again: sends the queued messages if its buffer is low. */
  drained(): void {
    const { socket } = this.options;
    if (this.closed || this.congestedSinceMs === undefined) return;
    if (socket.bufferedBytes() > LIMITS.sendBufferBytes.low) return;
    this.congestedSinceMs = undefined;
    socket.cork(() => {
      while (this.congestedSinceMs === undefined && !this.closed) {
        const message = this.waiting.shift();
        if (message === undefined) return;
        this.send(message);
      }
    });
  }

  /** Nothing is sent after this. */
  close(): void {
    this.closed = true;
    this.fresh = [];
  }

  private send({ body, observed, position }: ObserverMessage): void {
    const { socket, codec, ack, metrics, now, tooSlow } = this.options;
    // RT8: a momentary message has no number of its own.
    const { momentary } = traitsOf(body.kind);
    if (!momentary) this.seq += 1;
    const seq = momentary ? 0 : this.seq;
    const frame = codec.encode({ seq, ack: ack(), generation: 0, audioPos: 0, observed, position, body });
    if (frame === undefined) return;
    metrics.count('messages_out');
    switch (socket.send(frame)) {
      case 'sent':
        return;
      case 'buffered':
        if (socket.bufferedBytes() >= LIMITS.sendBufferBytes.high) this.congestedSinceMs ??= now();
        return;
      case 'dropped':
        tooSlow();
        return;
    }
  }
}
