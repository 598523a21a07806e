import type { LineKnowledge } from '../../domain/lines/line-knowledge.js';
import type { InferenceStream } from '../../inference/port.js';
import type { LiveSession } from '../live-session.js';

/** What is known of a session's line and its voices: as the call began, and what its streams to the workers learned since. */
export class LineHearing {
  private began: LineKnowledge | undefined;
  private before: LineKnowledge | undefined;
  private stream: InferenceStream | undefined;

  constructor(private readonly session: LiveSession) {}

  /** What the next stream to a worker begins with. */
  get now(): LineKnowledge | undefined {
    return this.stream?.learned() ?? this.before;
  }

  /** Reads what is known of the line. A database that is away costs the call this knowledge, and nothing else. */
  async open(): Promise<void> {
    const { deps, orgId, config } = this.session;
    if (deps.lines === undefined || config.line === undefined) return;
    try {
      this.began = await deps.lines.open({ orgId, line: config.line });
      this.before = this.began;
    } catch (error) {
      this.warn(error, 'a call began without what is known of its line');
    }
  }

  /** From now on this stream learns. */
  follow(stream: InferenceStream): void {
    this.before = this.now;
    this.stream = stream;
  }

  /** Adds to the line what the call taught. Never rejects. */
  async teach(): Promise<void> {
    const { now, began } = this;
    const { deps, orgId, config, id } = this.session;
    if (deps.lines === undefined || config.line === undefined || now === undefined || now === began) return;
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
