import type { SessionEnded } from '@undertone/protocol';

export interface BookedCall {
  /** Resolves when the session is over, whoever ended it. */
  readonly over: Promise<unknown>;
  /** Resolves when the relay has told its last result. */
  end(): Promise<SessionEnded | undefined>;
}

export interface CallBookOptions {
  readonly onEnd?: (callId: string, end: SessionEnded | undefined) => void;
  /** A call that could not be ended as it should. */
  readonly onFault?: (callId: string, error: unknown) => void;
}

/** The calls that go on, by Call-ID. One that is over is forgotten, whether or not a BYE was told of: it may be lost. */
export class CallBook<Call extends BookedCall> {
  private readonly calls = new Map<string, Promise<Call>>();
  private readonly ending = new Set<Promise<void>>();

  constructor(private readonly options: CallBookOptions) {}

  get(callId: string): Promise<Call> | undefined {
    return this.calls.get(callId);
  }

  /** @param opening a call that fails is forgotten; why is told to whoever awaits it */
  add(callId: string, opening: Promise<Call>): void {
    this.calls.set(callId, opening);
    opening.then(
      // The relay ends what is silent for long (RT40).
      (call) => call.over.then(() => this.end(callId)),
      () => this.calls.delete(callId),
    );
  }

  end(callId: string): void {
    const call = this.calls.get(callId);
    if (call === undefined) return;
    this.calls.delete(callId);
    const ended = call
      .then((each) => each.end())
      .then(
        (end) => this.options.onEnd?.(callId, end),
        (error: unknown) => this.options.onFault?.(callId, error),
      );
    this.ending.add(ended);
    void ended.then(() => this.ending.delete(ended));
  }

  /** Ends every call. Resolves when the relay has told the last result of each. */
  async endAll(): Promise<void> {
    for (const callId of [...this.calls.keys()]) this.end(callId);
    await Promise.all(this.ending);
  }
}
