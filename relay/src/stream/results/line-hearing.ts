import type { ChannelKnowledge, LineKnowledge } from '@undertone/hearing';
import type { InferenceStream } from '../../inference/port.js';
import type { LiveSession } from '../live-session.js';

/** What the knowledge of a line takes is more than a checkpoint. A crash loses so much of it; a session that loses its client or its relay in order, nothing. */
const SAVED_EVERY_MS = 60_000;

/** What is known of a session's line and its voices: as the call began, and what its streams to the workers learned since. */
export class LineHearing {
  private began: LineKnowledge | undefined;
  /** With what its channels began, and what they knew when the newest stream took over. */
  private first: ChannelKnowledge | undefined;
  private before: ChannelKnowledge | undefined;
  private saved: { readonly knowledge?: ChannelKnowledge; readonly atMs: number } = { atMs: -Infinity };
  private stream: InferenceStream | undefined;

  constructor(private readonly session: LiveSession) {}

  /** What the channels of the next stream to a worker begin with. */
  get now(): ChannelKnowledge | undefined {
    return this.stream?.learned() ?? this.before;
  }

  /**
   * Reads what is known of the line. A database that is away costs the call this knowledge, and nothing else.
   *
   * @param kept from the checkpoint of a session that goes on
   */
  async open(kept?: Uint8Array): Promise<void> {
    const { deps, orgId, config } = this.session;
    this.saved = { atMs: this.session.now };
    if (deps.lines === undefined || config.line === undefined) return;
    const heard = kept && deps.lines.unpack(kept);
    if (heard !== undefined) {
      this.began = heard.began;
      this.before = heard.now;
      return;
    }
    try {
      const began = await deps.lines.open({ orgId, line: config.line });
      this.began = began;
      this.first = began && config.channels.map(() => began);
      this.before = this.first;
    } catch (error) {
      this.warn(error, 'a call began without what is known of its line');
    }
  }

  /**
   * What the store lacks, for the next checkpoint.
   *
   * @param isLast nothing may be left for a later one
   */
  unsaved(isLast: boolean): Uint8Array | undefined {
    const { now, began, first } = this;
    const { deps } = this.session;
    if (deps.lines === undefined || now === undefined || now === first || now === this.saved.knowledge)
      return undefined;
    const atMs = this.session.now;
    if (!isLast && atMs - this.saved.atMs < SAVED_EVERY_MS) return undefined;
    this.saved = { knowledge: now, atMs };
    return deps.lines.pack({ began, now });
  }

  /** What {@link unsaved} gave last did not reach the store. */
  lost(): void {
    this.saved = { atMs: -Infinity };
  }

  /** From now on this stream learns. */
  follow(stream: InferenceStream): void {
    this.before = this.now;
    this.stream = stream;
  }

  /** Adds to the line what the call taught. Never rejects. */
  async teach(): Promise<void> {
    const { now, began, first } = this;
    const { deps, orgId, config, id } = this.session;
    if (deps.lines === undefined || config.line === undefined || now === undefined || now === first) return;
    try {
      await deps.lines.learn({ orgId, line: config.line, callId: id, sessionId: id }, began, now);
    } catch (error) {
      this.warn(error, 'what a call taught of its line was lost');
    }
  }

  private warn(error: unknown, message: string): void {
    this.session.deps.log.warn({ session: this.session.id, error: String(error) }, message);
  }
}
