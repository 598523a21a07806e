import { type AudioSecond, chargeReference } from '../../src/domain/billing/payments.js';
import type { Invariant } from './planted-bugs.js';

export const SAMPLE_RATE = 8_000;
/** All audio in a history is a whole number of these blocks, in samples: 50 ms. */
export const BLOCK = 400;
export const BLOCKS_PER_SECOND = SAMPLE_RATE / BLOCK;

/** An invariant does not hold. */
export class Violation extends Error {
  override readonly name = 'Violation';

  constructor(
    readonly invariant: Invariant,
    message: string,
  ) {
    super(`${invariant}: ${message}`);
  }
}

interface Lane {
  readonly sessionId: string;
  readonly channel: number;
  /** Blocks of audio that left the client. */
  readonly sent: Set<number>;
  /** Blocks that the model has seen. */
  readonly analyzed: Set<number>;
  acknowledged: number;
}

/** What really happened to the audio, seen from outside the relays, by the client, the model and the network. */
export class Truth {
  private readonly lanes = new Map<string, Lane>();
  /** The process that has a session, as far as its client knows. */
  private readonly holders = new Map<string, number>();

  sent(sessionId: string, channel: number, start: number, end: number): void {
    const { sent } = this.lane(sessionId, channel);
    for (let block = start / BLOCK; block < end / BLOCK; block += 1) sent.add(block);
  }

  /** A process that lost the session may continue for a while. Its results reach nobody. */
  analyzed(sessionId: string, channel: number, start: number, end: number, process: number): void {
    if (this.holders.get(sessionId) !== process) return;
    const { analyzed } = this.lane(sessionId, channel);
    for (let block = start / BLOCK; block < end / BLOCK; block += 1) analyzed.add(block);
  }

  acknowledged(sessionId: string, channel: number, throughSample: number): void {
    const lane = this.lane(sessionId, channel);
    lane.acknowledged = Math.max(lane.acknowledged, throughSample);
  }

  holds(sessionId: string, process: number): void {
    this.holders.set(sessionId, process);
  }

  /** Forgets results that waited in the previous holder. They are lost, and their audio is sent again. */
  forgetWaiting(sessionId: string): void {
    for (const { analyzed, acknowledged } of this.of(sessionId)) {
      for (const block of analyzed) if (block * BLOCK >= acknowledged) analyzed.delete(block);
    }
  }

  get all(): readonly Lane[] {
    return [...this.lanes.values()];
  }

  of(sessionId: string): readonly Lane[] {
    return this.all.filter((lane) => lane.sessionId === sessionId);
  }

  hasSent(sessionId: string, { channel, second }: AudioSecond): boolean {
    const { sent } = this.lane(sessionId, channel);
    return blocksOf(second).some((block) => sent.has(block));
  }

  /** The number of blocks of a second that the model has seen. `acknowledgedOnly`: only those whose results the client has. */
  used({ analyzed, acknowledged }: Lane, second: number, acknowledgedOnly: boolean): number {
    return blocksOf(second).filter(
      (block) => analyzed.has(block) && (!acknowledgedOnly || (block + 1) * BLOCK <= acknowledged),
    ).length;
  }

  private lane(sessionId: string, channel: number): Lane {
    const key = chargeReference(sessionId, { channel, second: 0 });
    const known = this.lanes.get(key);
    if (known !== undefined) return known;
    const fresh = {
      sessionId,
      channel,
      acknowledged: 0,
      sent: new Set<number>(),
      analyzed: new Set<number>(),
    };
    this.lanes.set(key, fresh);
    return fresh;
  }
}

const blocksOf = (second: number): number[] =>
  Array.from({ length: BLOCKS_PER_SECOND }, (_, index) => second * BLOCKS_PER_SECOND + index);
