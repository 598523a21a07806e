import type { ModelFault, UtteranceReading } from '../findings.js';
import type { Ear, EndedUtterance } from '../ear/ear.js';
import type { EarReading } from '../ear/ear-channel.js';
import { type Listening, gateReading } from './reading-gate.js';

/** An utterance that the full reader has read, or will when there is time. */
export interface PendingUtterance extends EndedUtterance {
  /** Of the span in which it ended. */
  readonly listening: Listening;
  readonly isOutdated: () => boolean;
  readonly onRead: (reading: UtteranceReading) => void;
  readonly onFailed: (fault: ModelFault) => void;
}

/** More wait only when the worker is busy with live results; the oldest are then left unread. */
const MOST_WAITING = 4;

/**
 * The share of its time that a worker may be busy for utterances of live streams to be read again. The full reader costs
 * twice what the live one does, and the database, the network and the collector of garbage need the same cores.
 */
const SPARE_BELOW = 0.5;
/** A worker that is busier as an utterance begins is hardly below that at its end. */
const KEPT_BELOW = 0.75;
/** Each utterance that was read, or given up because there was no time, moves the share of them that is kept by this much. */
const STEP = 1 / 32;
/** Some are kept when hardly any can be read, to notice that there is time again. */
const LEAST_KEPT = 0.1;

/**
 * Which utterances are kept for the full reader: about twice as many as it has time for. An utterance takes up to 320 kB, and on
 * a worker that is nearly full three of four were kept in vain.
 */
class KeptUtterances {
  private share = 1;
  /** Shares that add up to the next one that is kept. */
  private due = 0;

  /** Whether the next one is kept. */
  next(): boolean {
    this.due += this.share;
    if (this.due < 1) return false;
    this.due -= 1;
    return true;
  }

  /** One was read. */
  read(): void {
    this.share = Math.min(1, this.share + STEP);
  }

  /** There was no time for one. */
  givenUp(): void {
    this.share = Math.max(LEAST_KEPT, this.share - STEP);
  }
}

/** What waits for the full reader: read one at a time while no live result waits, and given up when there is no time for it. */
export class UtteranceQueue {
  private readonly waiting: PendingUtterance[] = [];
  private readonly kept = new KeptUtterances();

  constructor(
    private readonly ear: Ear,
    private readonly outOfDomainAbove: number | undefined,
  ) {}

  get isEmpty(): boolean {
    return this.waiting.length === 0;
  }

  /**
   * Whether audio of a live stream that begins now is worth keeping for the full reader.
   * @param busy share of its time that the worker was busy lately, 0 to 1
   */
  isWorthKeeping(busy: number): boolean {
    return busy < KEPT_BELOW && this.kept.next();
  }

  add(utterance: PendingUtterance): void {
    this.waiting.push(utterance);
    if (this.waiting.length > MOST_WAITING) this.giveUp(this.waiting.shift());
  }

  /**
   * Reads the oldest one, or gives it up.
   * @param busy share of its time that the worker was busy lately, 0 to 1
   */
  async readNext(busy: number): Promise<void> {
    const next = this.waiting.shift();
    if (next === undefined) return;
    if (next.isOutdated()) next.audio.clear();
    else if (busy > SPARE_BELOW) this.giveUp(next);
    else {
      this.kept.read();
      await this.read(next);
    }
  }

  private giveUp(utterance: PendingUtterance | undefined): void {
    utterance?.audio.clear();
    this.kept.givenUp();
  }

  /** Reads one now. A reader that fails leaves the live readings as they are. */
  async read(utterance: PendingUtterance): Promise<void> {
    let reading: EarReading | undefined;
    try {
      reading = await this.ear.readWhole(utterance);
    } catch {
      utterance.onFailed('threw');
      return;
    }
    if (reading === undefined) return;
    const gated = gateReading(reading, utterance.listening, this.outOfDomainAbove);
    if (gated.emotion === undefined || gated.dimensions === undefined) return;
    const { emotion, dimensions } = gated;
    const { baseline, tunedProbabilities, heard } = reading;
    utterance.onRead({
      emotion,
      dimensions,
      baseline,
      ...(tunedProbabilities !== undefined && { tunedProbabilities }),
      ...(heard !== undefined && { heard }),
    });
  }
}
