import type { ClientBody, GapReason } from '@undertone/protocol';

/** 8 kHz: samples in a millisecond. */
const PER_MS = 8;
/**
 * How many chunks may wait for one that is late. Twilio's chunks are 20 ms: at most 200 ms of patience, the order of a jitter
 * buffer.
 */
const MOST_WAITING = 10;
/**
 * Timestamps wander by tens of milliseconds around the audio that they belong to. Less than this is jitter; more is time in
 * which the track had no audio.
 */
const JITTER_MS = 100;

interface Chunk {
  readonly timestampMs: number;
  readonly payload: Uint8Array;
}

/**
 * One track of a Twilio stream. Its chunks are put in order by their numbers. What never comes, and time without audio, become
 * declared gaps, so that both tracks stay on one clock.
 */
export class Track {
  private next: number | undefined;
  private position = 0;
  private readonly waiting = new Map<number, Chunk>();

  constructor(
    private readonly channel: number,
    private readonly take: (body: ClientBody) => void,
  ) {}

  /** @param payload may be read only during the call */
  add(chunk: number, timestampMs: number, payload: Uint8Array): void {
    // The first chunk that is heard begins the track: a stream may be joined late, and numbers need not begin at 1. One that could
    // have overtaken the very first waits for it.
    this.next ??= chunk > MOST_WAITING ? chunk : Math.min(chunk, 1);
    if (chunk < this.next || this.waiting.has(chunk)) return;
    if (chunk === this.next) {
      this.hand({ timestampMs, payload }, 0);
      this.release();
      return;
    }
    this.waiting.set(chunk, { timestampMs, payload: payload.slice() });
    if (this.waiting.size >= MOST_WAITING) this.skip();
  }

  /** Nothing more comes: what waits is handed on. */
  end(): void {
    while (this.waiting.size > 0) this.skip();
  }

  /** Gives up the missing chunks before the first one that waits. */
  private skip(): void {
    const first = Math.min(...this.waiting.keys());
    const missing = first - (this.next ?? first);
    const chunk = this.waiting.get(first);
    if (chunk === undefined) return;
    this.waiting.delete(first);
    this.next = first;
    this.hand(chunk, missing);
    this.release();
  }

  private release(): void {
    for (;;) {
      const chunk = this.waiting.get(this.next ?? -1);
      if (chunk === undefined) return;
      this.waiting.delete(this.next ?? -1);
      this.hand(chunk, 0);
    }
  }

  private hand({ timestampMs, payload }: Chunk, missing: number): void {
    this.next = (this.next ?? 0) + 1;
    const lead = Math.round(timestampMs * PER_MS) - this.position;
    const lost = missing * payload.length;
    const jitter = JITTER_MS * PER_MS;
    // Chunks are of one length, so their number says how long the missing ones were, unless the timestamps contradict: numbers that
    // leap while time does not (some services count both tracks together) are no loss.
    const gap = missing > 0 && Math.abs(lead - lost) <= jitter ? lost : Math.max(lead, 0);
    if (missing > 0) this.gap(gap, 'offline');
    else if (lead > jitter) this.gap(lead, 'suspended');
    const firstSample = this.position;
    this.position += payload.length;
    this.take({
      kind: 'audio',
      value: { channel: this.channel, firstSample, sampleCount: payload.length, payload },
    });
  }

  private gap(sampleCount: number, reason: GapReason): void {
    if (sampleCount === 0) return;
    this.take({
      kind: 'audio.gap',
      value: { channel: this.channel, firstSample: this.position, sampleCount, reason },
    });
    this.position += sampleCount;
  }
}
